import TestSupport
import TrackerCore

@testable import TrackerStore

/// The rows that came with schema 3: exercises, the log, reminders and occurrences.
extension ReleaseMaker {
    func records() throws {
        let squats = try Exercise(
            id: "0squats00008", fields: .init(name: "Air Squats", unit: .reps, defaultCount: 20))
        try fixture.append("exercise.created", [squats], at: later(7500))
        let entry = try LogEntry(
            id: "0entry000009", exercise: squats, count: 12, time: .utc(later(7600).wallMs),
            note: "leicht", order: fixture.store.lastSeq + 1, at: later(7600))
        try fixture.append("log.added", [entry], at: later(7600))
        try reminders(squats)
        try fixture.append(
            "do_not_disturb.set", [try DoNotDisturb(forMs: 3_600_000, at: later(9500))],
            at: later(9500))
    }

    private func reminders(_ exercise: Exercise) throws {
        let schedule = try Schedule(
            .init(every: .text("30m"), between: .text("00:00-24:00"), days: .text("daily")))
        let reminder = try Reminder(
            id: "0move0000010",
            fields: .init(
                name: "move", message: "Up!", schedule: schedule, exercise: exercise.id, count: 10,
                followUpMs: [300_000, 600_000], graceMs: 3_600_000),
            order: fixture.store.lastSeq + 1)
        var now = later(8000)
        let due = now.wallMs + 1_800_000
        let next = Occurrence(
            id: "0next0000011", reminder: reminder.id, due: .utc(due), base: now)
        try fixture.append("reminder.created", [reminder, next], at: now)
        now = later(9000)
        var pending = Occurrence(
            id: "0test0000012", reminder: reminder.id, due: .utc(now.wallMs), base: now,
            isTest: true)
        _ = pending.fire(reminder, order: fixture.store.lastSeq + 1, at: now, in: .utc)
        try fixture.append("reminder.fired", [pending], at: now)
        _ = try pending.snooze(forMs: 600_000, at: now)
        try fixture.append("reminder.snoozed", [pending], at: now)
    }
}
