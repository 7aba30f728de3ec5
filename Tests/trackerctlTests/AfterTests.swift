import Testing
import TrackerAPI
import TrackerClient

@testable import TrackerView
@testable import trackerctl

/// Lines below an answer: what has been reached, the day's sum, what comes next, and the way back.
@Suite struct AfterTests {
    private func text(_ json: String, in style: Style = .plain) throws -> String {
        try Sample.read(json, as: After.self).text(in: style)
    }

    private static let sum =
        #""today":{"exercise":"p7aaaaaaaaaa","name":"Push-ups","count":40,"unit":"reps","entries":2}"#

    @Test func aSumTheNextReminderAndTheWayBack() throws {
        #expect(
            try text(#"{\#(Self.sum),"next":\#(Sample.pills),"undo":"journal.undo"}"#) == """
                  40 reps today, next pills\\u{1b}[31m in 10 h 30 min (20:00),
                  undo: trackerctl undo

                """)
        #expect(
            try text(#"{\#(Self.sum),"next":\#(Sample.move),"undo":"training.undo"}"#)
                == "  40 reps today, move waits for an answer, undo: trackerctl train undo\n")
        #expect(try text("{}") == "")
        // A way back that this version doesn't know can't be typed.
        #expect(try text(#"{"undo":"later.undo"}"#) == "")
    }

    @Test func theEntryOfAnAnswer() throws {
        #expect(
            try text(#"{"logged":\#(Sample.pushUps),"undo":"journal.undo"}"#)
                == "  logged 20 Push-ups, undo: trackerctl undo\n")
    }

    @Test func whatWasReachedComesFirst() throws {
        let rewards = [
            ("achievement.unlocked", ProgressSample.firstSteps),
            ("level.reached", ProgressSample.level), ("later.reached", "{}"),
            ("challenge.completed", ProgressSample.weekly),
        ].map { "{\"type\":\"\($0)\",\"data\":\($1)}" }
        let json = "{\"earned\":[\(rewards.joined(separator: ","))],\"undo\":\"journal.undo\"}"
        let lines = try text(json, in: .plain).split(separator: "\n")
        #expect(lines.first?.hasPrefix("  achieved 🌱 First Steps (bronze), level 5, ") == true)
        #expect(lines.last == "  undo: trackerctl undo")
    }

    /// Nobody types a command in a notification.
    @Test func aNotificationHasNoCommand() throws {
        let after: After = try Sample.read(#"{\#(Self.sum),"undo":"journal.undo"}"#)
        #expect(after.news(in: .plain) == "  40 reps today\n")
    }

    /// One request, whose reply has all that is printed.
    @Test func aChangeIsOneRequest() throws {
        let reply = Sample.result(Sample.pushUps + #","after":{\#(Self.sum)}"#)
        let server = try FakeServer([[.read, .send(reply)]])
        var text = ""
        let client = try Client.connect(path: server.path)
        let entry = try client.call(LogAdd(exercise: "push-ups", count: 20))
        text += client.after?.text(in: .plain) ?? ""
        #expect(entry.count == 20 && text == "  40 reps today\n")
        #expect(server.received.count == 1)
    }

    @Test func theReplyTellsTheDay() throws {
        let day = #","day":{"date":"2026-03-01","starts_at":"05:30"}"#
        let server = try FakeServer([[.read, .send(Sample.result(Sample.pushUps + day))]])
        let client = try Client.connect(path: server.path)
        _ = try client.call(LogAdd(exercise: "push-ups"))
        #expect(client.after == nil)
        #expect(ToldDay.last?.startsAt == "05:30" && DayStart.minute == 330)
    }
}
