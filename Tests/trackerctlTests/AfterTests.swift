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

    /// A way back that this version doesn't know can't be typed.
    @Test func anUnknownWayBackIsNotTold() throws {
        #expect(try text(#"{"undo":"later.undo"}"#) == "")
    }

    // On the main actor, since transcripts tell the day, too.
    @MainActor @Test func theReplyTellsTheDay() throws {
        let day = #","day":{"date":"2026-03-01","starts_at":"05:30"}"#
        let server = try FakeServer([[.read, .send(Sample.result(Sample.pushUps + day))]])
        let client = try Client.connect(path: server.path)
        _ = try client.call(LogAdd(exercise: "push-ups"))
        #expect(client.after == nil)
        #expect(ToldDay.last?.startsAt == "05:30" && DayStart.minute == 330)
    }
}
