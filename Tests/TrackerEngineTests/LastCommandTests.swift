import GRDB
import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine

/// `journal.undo` means the last command, whatever it was: it is undone, or refused with its reason, and
/// nothing older is undone in its place. The bench's clock shows Sunday, 2026-03-01, 09:00 at first.
@Suite struct LastCommandTests {
    let bench: Bench

    init() throws {
        bench = try Bench.gym()
        try bench.call("reminder.create", #"{"name":"stand","every":"30m","days":"daily"}"#)
        bench.advance(ms: 1_000)
        try bench.call("log.add", #"{"exercise":"squats","count":10}"#)
        bench.advance(ms: 1_000)
    }

    private func fire() throws { try bench.call("reminder.fire", #"{"reminder":"stand"}"#) }

    private func answer(_ action: String) throws {
        try bench.call("reminder.answer", "{\"reminder\":\"stand\",\"action\":\"\(action)\"}")
    }

    private func entries() throws -> Int {
        try bench.call("log.list")["entries"]?.list.count ?? -1
    }

    private func occurrence() throws -> JSONValue? {
        try bench.call("occurrence.list")["occurrences"]?.list.first
    }

    private func timer(_ text: String = "tea") throws -> JSONValue {
        try bench.call("timer.get", "{\"timer\":\"\(text)\"}")
    }

    /// A command, those before it, and what undo makes of it: the type of the event that is undone.
    static let commands: [(before: [String], last: String, undone: String)] = [
        ([], #"timer.start {"duration":"25m","name":"tea"}"#, "timer.started"),
        ([], #"stopwatch.start {"name":"tea"}"#, "timer.started"),
        ([tea], #"timer.cancel {"timer":"tea"}"#, "timer.cancelled"),
        ([tea], #"timer.finish {"timer":"tea"}"#, "timer.finished"),
        ([tea], #"timer.extend {"timer":"tea","by":"5m"}"#, "timer.extended"),
        ([tea], #"timer.extend {"timer":"tea","by":"-25m"}"#, "timer.finished"),
        ([tea], #"timer.rename {"timer":"tea","name":"green"}"#, "timer.renamed"),
        ([tea], #"timer.restart {"timer":"tea"}"#, "timer.restarted"),
        ([tea], #"timer.pause {"timer":"tea"}"#, "timer.paused"),
        (
            [tea, #"timer.pause {"timer":"tea"}"#], #"timer.resume {"timer":"tea"}"#,
            "timer.resumed"
        ),
        ([tea, #"timer.cancel {"timer":"tea"}"#], "timer.clear {}", "timer.cleared"),
        (
            [#"stopwatch.start {"name":"tea"}"#], #"stopwatch.lap {"timer":"tea"}"#,
            "timer.lapped"
        ),
        ([fire], answer("dismiss"), "reminder.dismissed"),
        ([fire], answer("snooze"), "reminder.snoozed"),
        ([fire, answer("snooze")], answer("dismiss"), "reminder.dismissed"),
        ([fire], answer("log"), "reminder.answered"),
        ([], #"do_not_disturb.set {"for":"2h"}"#, "do_not_disturb.set"),
        (
            [#"do_not_disturb.set {"for":"2h"}"#], #"do_not_disturb.set {"off":true}"#,
            "do_not_disturb.ended"
        ),
        ([tea], #"live.stop {}"#, "timer.cancelled"),
        ([rest], "rest.skip {}", "rest.skipped"),
        ([rest], "live.skip {}", "rest.skipped"),
        ([rest, "rest.pause {}"], "rest.skip {}", "rest.skipped"),
        ([], #"log.add {"exercise":"squats","count":3}"#, "log.added"),
        ([], #"reminder.update {"reminder":"stand","name":"up"}"#, "reminder.updated"),
        ([], #"settings.set {"unit":"lb"}"#, "settings.changed"),
    ]

    private static let tea = #"timer.start {"duration":"25m","name":"tea"}"#
    private static let rest = #"rest.start {"duration":"90s"}"#
    private static let fire = #"reminder.fire {"reminder":"stand"}"#
    private static func answer(_ action: String) -> String {
        "reminder.answer {\"reminder\":\"stand\",\"action\":\"\(action)\"}"
    }

    private func give(_ command: String) throws {
        let parts = command.split(separator: " ", maxSplits: 1).map(String.init)
        try bench.call(parts[0], parts[1])
    }

    /// What a person sees of timers, reminders and the rest, at this moment.
    private func present() throws -> [JSONValue] {
        let status = try bench.call("status")
        return try [
            status["do_not_disturb"] ?? .null, status["rest"] ?? .null,
            bench.call("timer.list", #"{"all":true}"#),
            bench.call("occurrence.list"), bench.call("reminder.list"), bench.call("log.list"),
            bench.call("settings.get"),
        ]
    }

    @Test(arguments: commands.indices)
    func theLastCommandIsUndoneAndRedone(_ index: Int) throws {
        let command = Self.commands[index]
        for text in command.before { try give(text) }
        bench.advance(ms: 1_000)
        let before = try present()
        try give(command.last)
        let after = try present()
        #expect(before != after)
        let undone = try bench.call("journal.undo")["undone"]
        #expect(undone?["type"]?.string == command.undone)
        #expect(try present() == before)
        #expect(try bench.call("journal.redo")["redone"]?["type"]?.string == command.undone)
        #expect(try present() == after)
        try bench.call("journal.undo")
        #expect(try present() == before)
        try bench.verify()
        try bench.restart()
        #expect(try present() == before)
    }

    static let irreversible: [(before: [String], last: String, type: String)] = [
        ([], #"rest.start {"duration":"90s"}"#, "rest.started"),
        ([#"rest.start {"duration":"90s"}"#], "rest.pause {}", "rest.paused"),
        ([], #"training.start {"mode":"reps","target":50}"#, "training.started"),
        (
            [#"training.start {"mode":"reps","target":50,"exercise":"squats"}"#],
            #"training.reps {"count":8}"#, "training.attempted"
        ),
        (
            [#"training.start {"mode":"reps","target":8,"exercise":"squats"}"#],
            #"training.reps {"count":8}"#, "training.completed"
        ),
        ([], fire, "reminder.fired"),
    ]

    @Test(arguments: irreversible.indices)
    func whatCannotBeUndoneKeepsWhatWasBefore(_ index: Int) throws {
        let command = Self.irreversible[index]
        for text in command.before { try give(text) }
        bench.advance(ms: 2_000)
        try give(command.last)
        let before = try present()
        let refusal = try bench.refusal("journal.undo")
        #expect(refusal.kind == .conflict && refusal.state == "irreversible")
        #expect(try present() == before)
        let steps = try bench.call("journal.undoable")
        let last = steps["last"]?["events"]?.list.map { $0["type"]?.string }
        #expect(last?.contains(command.type) == true)
        #expect(steps["undo"]?.list.first?["events"]?.list.first?["type"] == .string("log.added"))
        // It names what can be undone.
        let seq = try #require(
            steps["undo"]?.list.first?["events"]?.list.first?["seq"]?.integer)
        try bench.call("journal.undo", "{\"seq\":\(seq)}")
        #expect(try bench.refusal("journal.undo").state == "irreversible")
    }

    @Test func anEntryTakesTheAnswersThatItWasWithIt() throws {
        for name in ["move", "any"] {
            let exercise = name == "any" ? "any" : "squats"
            try bench.call(
                "reminder.create",
                "{\"name\":\"\(name)\",\"every\":\"30m\",\"days\":\"daily\",\"exercise\":\"\(exercise)\"}"
            )
            try bench.call("reminder.fire", "{\"reminder\":\"\(name)\"}")
        }
        func states() throws -> [String] {
            try bench.call("occurrence.list")["occurrences"]?.list
                .compactMap { $0["state"]?.string } ?? []
        }
        for byNumber in [false, true] {
            try bench.call("log.add", #"{"exercise":"squats","count":4}"#)
            #expect(try states() == ["answered", "answered"])
            let seq = try #require(
                bench.published.last { $0.event.type == "log.added" }?.event.seq)
            let undone = try bench.call("journal.undo", byNumber ? "{\"seq\":\(seq)}" : "{}")
            #expect(undone["others"]?.list.count == 2)
            #expect(try states() == ["pending", "pending"])
            #expect(try entries() == 1)
        }
        try bench.call("journal.redo")
        try bench.verify()
    }

    /// Between an answer and its undo the reminder has fired again: the first one has just expired.
    @Test func anAnswerThatNobodyWaitsForAnyMore() throws {
        bench.advance(ms: 1_800_000)
        try answer("dismiss")
        bench.advance(ms: 1_800_000)
        try bench.call("journal.undo")
        let occurrences = try bench.call("occurrence.list")["occurrences"]?.list
        let states = occurrences?.compactMap { $0["state"]?.string }
        #expect(states == ["pending", "expired"])
        try bench.verify()
    }

    @Test func whatWouldBeOverByNowIsRefused() throws {
        try give(Self.tea)
        try bench.call("timer.cancel", #"{"timer":"tea"}"#)
        bench.advance(ms: 26 * 60_000)
        let refusal = try bench.refusal("journal.undo")
        #expect(refusal.kind == .conflict && refusal.state == "over")
        #expect(try timer()["state"] == .string("cancelled"))
        try bench.call("do_not_disturb.set", #"{"for":"1h"}"#)
        try bench.call("do_not_disturb.set", #"{"off":true}"#)
        bench.advance(ms: 61 * 60_000)
        #expect(try bench.refusal("journal.undo").state == "over")
    }

    /// An older version didn't keep what was before of an interval that an effort began anew.
    @Test func anOlderEntryLeavesTheIntervalAlone() throws {
        try bench.call(
            "reminder.create",
            #"{"name":"legs","every":"1h","anchor":"response","days":"daily","exercise":"squats"}"#)
        bench.advance(ms: 600_000)
        try bench.call("log.add", #"{"exercise":"squats","count":4}"#)
        let due = try bench.call("reminder.get", #"{"reminder":"legs"}"#)["next_at"]
        bench.stop()
        let path = bench.stateFolder + "/tracker.db"
        try DatabaseQueue(path: path).write { db in
            try db.execute(
                sql: """
                    UPDATE journal SET changes = json_remove(changes, '$[1].was')
                    WHERE seq = (SELECT max(seq) FROM journal WHERE event = 'log.added')
                    """)
        }
        try bench.start()
        try bench.call("journal.undo")
        #expect(try entries() == 1)
        #expect(try bench.call("reminder.get", #"{"reminder":"legs"}"#)["next_at"] == due)
    }

    @Test func whatIsPutBackCountsOnThePresentClocks() throws {
        try give(Self.tea)
        try bench.call("timer.pause", #"{"timer":"tea"}"#)
        bench.reboot(offMs: 60_000)
        try bench.call("journal.undo")
        #expect(try timer()["remaining_ms"]?.integer == 24 * 60_000)
        bench.stepWall(ms: 3_600_000)
        #expect(try timer()["remaining_ms"]?.integer == 24 * 60_000)
        try bench.verify()
    }

    /// The rest after a set is no command of its own.
    @Test func whatOnlyFollowedIsNoCommand() throws {
        try bench.call("workout.start")
        try bench.call("set.log", #"{"exercise":"bench press","reps":5,"load":60}"#)
        #expect(bench.types.contains("rest.started"))
        #expect(
            try bench.call("journal.undo")["undone"]?["type"] == .string("set.logged"))
        #expect(
            try bench.call("journal.undo")["undone"]?["type"] == .string("workout.started"))
        #expect(try bench.call("journal.undo")["undone"]?["type"] == .string("log.added"))
    }

    /// Undo itself ends a rest, which is no command either.
    @Test func whatAnUndoDidIsNoCommand() throws {
        try bench.call("workout.start")
        try bench.call("set.log", #"{"exercise":"bench press","reps":5,"load":60}"#)
        bench.forget()
        try bench.call("journal.undo")
        #expect(bench.types.contains("rest.skipped"))
        #expect(
            try bench.call("journal.undo")["undone"]?["type"] == .string("workout.started"))
    }
}
