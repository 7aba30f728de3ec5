import Rig
import TestSupport
import Testing

/// The auditor reports events that break a rule about reminders, and no others.
@Suite struct AuditorTests {
    private static let created: (String, Json) = (
        "reminder.created",
        [
            "id": "r", "schedule": ["every": 3_600_000, "between": "09:00-12:00", "days": "daily"],
            "exercise": "any", "follow_up": ["after_ms": [300_000]],
            "next_at": "2026-03-01T10:00:00.000+00:00",
        ]
    )

    private static func occurrence(_ id: String, dueHour: String = "10") -> Json {
        [
            "id": .text(id), "due_at": .text("2026-03-01T\(dueHour):00:00.000+00:00"),
            "snoozed_until": "2026-03-01T10:10:00.000+00:00",
        ]
    }

    /// An event at a number of minutes after ten o'clock.
    private typealias Step = (minute: Int64, type: String, data: Json)

    /// - Returns: the auditor's report about the events after the reminder was created at eight o'clock;
    ///   `nil` for none.
    private func complaint(_ steps: [Step]) -> String? {
        let auditor = Auditor()
        func note(_ minute: Int64, _ type: String, _ data: Json) throws -> Instant {
            var now = Instant.beginning
            now.pass(ns: (minute + 120) * minuteMs * msNs)
            let isAsked = ["snoozed", "answered", "created", "set", "added", "logged"]
                .contains { type.hasSuffix($0) }
            let event = EventModel(
                type: type, subject: type.hasPrefix("reminder") ? "r" : "", data: data,
                atMs: now.wallMs, byTime: !isAsked, request: 0)
            try auditor.note(event, at: now, in: .utc)
            return now
        }
        do {
            _ = try note(-120, Self.created.0, Self.created.1)
            for (index, step) in steps.enumerated() {
                let now = try note(step.minute, step.type, step.data)
                // What belongs together comes at one moment.
                guard index + 1 == steps.count || steps[index + 1].minute > step.minute else {
                    continue
                }
                try auditor.checkMissed(at: now)
            }
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test func whatIsPromisedPasses() {
        let occurrence = Self.occurrence("o")
        #expect(
            complaint([
                (0, "reminder.fired", occurrence), (5, "reminder.followed_up", occurrence),
                (6, "reminder.snoozed", occurrence), (10, "reminder.fired", occurrence),
                (15, "reminder.followed_up", occurrence), (16, "reminder.answered", occurrence),
                (60, "reminder.fired", Self.occurrence("p", dueHour: "11")),
            ]) == nil)
    }

    @Test func firingBreaksPromises() {
        let (one, other) = (Self.occurrence("o"), Self.occurrence("p"))
        #expect(complaint([(-1, "reminder.fired", one)])?.contains("60000 ms too early") == true)
        #expect(
            complaint([(0, "reminder.fired", one), (0, "reminder.fired", one)])?
                .contains("it is pending") == true)
        #expect(
            complaint([
                (0, "reminder.fired", one), (1, "reminder.answered", one),
                (2, "reminder.fired", other),
            ])?.contains("before") == true)
        let late = Self.occurrence("o", dueHour: "11")
        #expect(complaint([(60, "reminder.fired", late)])?.contains("was promised") == true)
        #expect(
            complaint([
                (0, "reminder.fired", one), (1, "reminder.answered", one),
                (180, "reminder.fired", Self.occurrence("p", dueHour: "13")),
            ])?.contains("no time of") == true)
    }

    @Test func whatIsDueHasToFire() {
        #expect(complaint([(1, "storage.recovered", [:])])?.contains("hasn't fired") == true)
    }

    @Test func whatIsDoneAnswers() {
        func effort(at time: String) -> Json {
            ["exercise": "e", "at": .text("2026-03-01T\(time):00.000+00:00")]
        }
        let fired: Step = (0, "reminder.fired", Self.occurrence("o"))
        let answered: Step = (2, "reminder.answered", Self.occurrence("o"))
        for type in ["log.added", "set.logged"] {
            let done: Step = (2, type, effort(at: "10:02"))
            #expect(complaint([fired, done, answered]) == nil)
            #expect(complaint([fired, done])?.contains("isn't answered") == true)
            #expect(complaint([fired, (2, type, effort(at: "09:59"))]) == nil)
        }
        #expect(
            complaint([
                fired, (1, "reminder.snoozed", Self.occurrence("o")),
                (2, "log.added", effort(at: "10:01")),
            ])?.contains("isn't answered") == true)
    }

    @Test func nobodyIsDisturbed() {
        let quiet: Json = ["until": "2026-03-01T10:30:00.000+00:00"]
        let occurrence = Self.occurrence("o")
        #expect(
            complaint([(-1, "do_not_disturb.set", quiet), (0, "reminder.fired", occurrence)])?
                .contains("disturbed") == true)
        #expect(
            complaint([
                (0, "reminder.fired", occurrence), (1, "do_not_disturb.set", quiet),
                (5, "reminder.followed_up", occurrence),
            ])?.contains("disturbed") == true)
        #expect(
            complaint([(-1, "do_not_disturb.set", quiet), (-1, "do_not_disturb.ended", [:])])?
                .contains("too early") == true)
    }

    @Test func followUpsEnd() {
        let occurrence = Self.occurrence("o")
        let fired: Step = (0, "reminder.fired", occurrence)
        #expect(
            complaint([fired, (4, "reminder.followed_up", occurrence)])?
                .contains("too early") == true)
        #expect(
            complaint([
                fired, (5, "reminder.followed_up", occurrence),
                (6, "reminder.followed_up", occurrence),
            ])?.contains("2 times of 1") == true)
        for answer in ["answered", "snoozed"] {
            #expect(
                complaint([
                    fired, (1, "reminder.\(answer)", occurrence),
                    (5, "reminder.followed_up", occurrence),
                ])?.contains("it is") == true)
        }
        #expect(
            complaint([
                fired, (1, "reminder.snoozed", occurrence), (9, "reminder.fired", occurrence),
            ])?.contains("too early") == true)
    }
}
