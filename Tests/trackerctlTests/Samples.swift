import Foundation
import TrackerAPI
import TrackerCore

@testable import TrackerView
@testable import trackerctl

/// Samples of JSON as it comes over the wire.
enum Sample {
    static let tea = """
        {"id":"k3v9x2m4q7wd","name":"tea","kind":"countdown","state":"running",\
        "duration_ms":1500000,"elapsed_ms":775000,"remaining_ms":725000,\
        "started_at":"2026-03-01T09:17:55.000+01:00","due_at":"2026-03-01T09:42:55.000+01:00",\
        "on_suspend":"continue","laps":[],"colour":"green"}
        """
    static let paused = """
        {"id":"k3v9aaaaaaaa","kind":"countdown","state":"paused","duration_ms":7200000,\
        "elapsed_ms":0,"remaining_ms":7199001,"started_at":"2026-03-01T09:17:55.000+01:00",\
        "paused_at":"2026-03-01T09:17:56.000+01:00","on_suspend":"continue","laps":[]}
        """
    static let stopwatch = """
        {"id":"zz00aaaaaaaa","name":"散步","kind":"stopwatch","state":"running",\
        "elapsed_ms":3723999,"started_at":"2026-03-01T08:00:00.000+01:00","on_suspend":"continue",\
        "laps":[{"at":"2026-03-01T08:01:00.000+01:00","elapsed_ms":60000},\
        {"at":"2026-03-01T08:02:01.250+01:00","elapsed_ms":121250}]}
        """
    static let finished = """
        {"id":"f00daaaaaaaa","name":"old\u{9b}31m","message":"line 1\\n\\u001b[31mline 2",\
        "kind":"countdown","state":"finished","duration_ms":60000,"elapsed_ms":60000,\
        "remaining_ms":0,"started_at":"2026-02-28T08:00:00.000+01:00",\
        "ended_at":"2026-02-28T08:01:00.000+01:00","late_by_ms":3250,"on_suspend":"pause","laps":[]}
        """
    static let over = """
        {"id":"0verx2m4q7wd","name":"eggs","kind":"countdown","state":"finished",\
        "duration_ms":240000,"elapsed_ms":240000,"remaining_ms":0,\
        "started_at":"2026-03-01T09:23:00.000+01:00","ended_at":"2026-03-01T09:27:00.000+01:00",\
        "waiting_ms":180000,"on_suspend":"continue","laps":[]}
        """
    static let rest = """
        {"id":"r3s7aaaaaaaa","state":"running","duration_ms":90000,"remaining_ms":65000,\
        "started_at":"2026-03-01T09:30:25.000+01:00","due_at":"2026-03-01T09:31:30.000+01:00",\
        "warn_at_ms":[3000],"label":"squats"}
        """

    static let entry = """
        {"id":"e7aaaaaaaaaa","exercise":"p7aaaaaaaaaa","name":"Plank","count":90,"unit":"seconds",\
        "at":"2026-02-28T09:30:00.000+01:00","note":"line 1\\n\\u001b[31mline 2","source":"manual"}
        """
    static let pushUps = """
        {"id":"e9bbbbbbbbbb","exercise":"p9bbbbbbbbbb","name":"Push-ups","count":20,"unit":"reps",\
        "at":"2026-03-01T09:30:00.000+01:00","source":"manual","mood":"good"}
        """
    static let exercise = """
        {"id":"p7aaaaaaaaaa","name":"Plank","unit":"seconds","category":"core","default_count":60,\
        "equipment":"bodyweight","aliases":[],"custom":false,"archived":false,\
        "last":{"count":45,"at":"2026-03-01T09:30:00.000+01:00"}}
        """
    static let ownExercise = """
        {"id":"x9bbbbbbbbbb","name":"$(reboot)","unit":"reps","category":"other","default_count":1,\
        "icon":"i","color":"#010203","variant_of":"p7aaaaaaaaaa","aliases":["reboot"],"custom":true,"archived":true}
        """
    static let totals = """
        [{"exercise":"p9bbbbbbbbbb","name":"Push-ups","count":1,"unit":"reps","entries":1},\
        {"exercise":"p7aaaaaaaaaa","name":"Plank","count":3723,"unit":"seconds","entries":9}]
        """

    static let pending = """
        {"id":"0cc9x2m4q7wd","reminder":"r3m9x2m4q7wd","due_at":"2026-03-01T09:25:00.000+01:00",\
        "fired_at":"2026-03-01T09:25:00.000+01:00","state":"pending",\
        "follow_ups":[{"at":"2026-03-01T09:30:00.000+01:00"}],"snoozes":1}
        """
    static let move = """
        {"id":"r3m9x2m4q7wd","name":"move","message":"Up!\\nNow","enabled":true,\
        "schedule":{"every":"30m","between":"09:00-17:00","anchor":"clock"},\
        "exercise":"e7e9x2m4q7wd","exercise_name":"Push-ups","count":10,\
        "follow_up":{"enabled":true,"after_ms":[300000,600000]},"snooze_ms":300000,\
        "missed":"once","grace_ms":3600000,"when_idle":"skip",\
        "next_at":"2026-03-01T09:55:00.000+01:00",\
        "pending":\(pending)}
        """
    static let pills = """
        {"id":"r3maaaaaaaaa","name":"pills\\u001b[31m","enabled":true,\
        "schedule":{"at":["08:00","20:00"],"days":"daily"},\
        "follow_up":{"enabled":false,"after_ms":[]},"snooze_ms":300000,"missed":"skip",\
        "next_at":"2026-03-01T20:00:00.000+01:00"}
        """
    /// Due within the person's pause.
    static let pausedPills = pills.replacingOccurrences(
        of: "\"next_at\"",
        with: "\"paused_until\":\"2026-03-01T20:30:00.000+01:00\",\"next_at\"")
    static let walk = """
        {"id":"r3mbbbbbbbbb","name":"walk","enabled":false,\
        "schedule":{"every":3600000,"between":{"mon":"09:00-17:00","sat":"10:00-12:00"}},\
        "follow_up":{"enabled":false,"after_ms":[]},"snooze_ms":300000,"missed":"all"}
        """

    static func status(
        timers: [String] = [], rest: String? = nil, storage: String = "ok",
        reminders: [String] = [], quiet: String = ""
    ) -> String {
        """
        {"now":"2026-03-01T09:30:00.000+01:00","seq":812,\
        "health":{"storage":"\(storage)","subscribers":0},\
        "timers":[\(timers.joined(separator: ","))],\(rest.map { "\"rest\":\($0)," } ?? "")\
        "reminders":[\(reminders.joined(separator: ","))],\(quiet)"today":{"date":"2026-03-01"}}
        """
    }

    static func event(_ seq: Int, _ type: String = "timer.started", data: String = tea) -> String {
        """
        {"seq":\(seq),"at":"2026-03-01T09:30:00.000+01:00","type":"\(type)",\
        "subject":"k3v9x2m4q7wd","data":\(data)}
        """
    }

    static func notification(_ seq: Int, _ type: String = "timer.started") -> String {
        #"{"jsonrpc":"2.0","method":"event","params":\#(event(seq, type))}"#
    }

    static func result(_ json: String, id: Int = 1) -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"result":\#(json)}"#
    }

    /// A result beside which the reply tells that undo takes the change back, and the workout of its sets.
    static func undoable(
        _ json: String, workout: String? = nil, next: String? = nil
    ) -> String {
        let sets =
            (workout.map { "\"workout\":\($0)," } ?? "")
            + (next.map { "\"next_set\":\($0)," } ?? "")
        return "\(json),\"after\":{\(sets)\"undo\":\"journal.undo\"}"
    }

    static func error(_ kind: String, _ message: String = "no") -> String {
        """
        {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"\(message)",\
        "data":{"kind":"\(kind)"}}}
        """
    }

    static func read<T: Decodable>(_ json: String, as type: T.Type = T.self) throws -> T {
        try JSONText.value(type, from: json)
    }
}

extension Style {
    static let plain = Style(
        isColored: false, today: { "2026-03-01" }, sheet: { nil },
        nowMs: { 1_772_353_800_000 })
}

extension Sample {
    static let colored = Style(
        isColored: true, today: { "2026-03-01" }, sheet: { nil }, nowMs: { 1_772_353_800_000 })
}
