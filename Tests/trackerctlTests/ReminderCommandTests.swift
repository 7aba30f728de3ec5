import ArgumentParser
import Testing
import TrackerAPI

@testable import TrackerView
@testable import trackerctl

@Suite struct ReminderRenderingTests {
    /// After downtime, and of a reminder whose name isn't told.
    @Test func aMissedOccurrence() throws {
        let json = """
            {"occurrences":[{"id":"0cc9x2m4q7wd","reminder":"r3m9x2m4q7wd",\
            "due_at":"2026-03-01T09:25:00.000+01:00","state":"suppressed","reason":"missed",\
            "follow_ups":[],"snoozes":0,"late_by_ms":3250}]}
            """
        #expect(
            try ReminderCommands.History.parse([]).text(of: Sample.read(json), in: .plain)
                == "today 09:25  reminder r3m9  suppressed (missed)  3.2s late\n")
    }

    /// No bar promises a reminder at a time at which the person has paused them.
    @Test func whileRemindersArePausedNoneIsPromised() throws {
        func face(_ reminders: String..., isPaused: Bool = true) throws -> BarFace {
            let pause = #""do_not_disturb":{"until":"2026-03-01T20:30:00.000+01:00"},"#
            let json = Sample.status(reminders: reminders, quiet: isPaused ? pause : "")
            return BarFace.of(try Sample.read(json), passed: 0, showing: [.next])
        }
        let snoozed = Sample.move.replacing(
            #""state":"pending""#,
            with: #""state":"snoozed","snoozed_until":"2026-03-01T20:10:00.000+01:00""#)
        let paused = try face(Sample.pausedPills)
        #expect(paused.text.isEmpty && !paused.tooltip.contains { $0.contains("next") })
        // A snooze that ends meanwhile is held back, too.
        #expect(try face(snoozed).text.isEmpty)
        #expect(try face(snoozed, isPaused: false).text == "20:10 move")
        #expect(try face(Sample.pausedPills, Sample.pills).text.hasPrefix("20:00 pills"))
    }
}
