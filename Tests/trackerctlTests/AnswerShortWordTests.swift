import ArgumentParser
import Testing
import TrackerAPI
import TrackerClient
import TrackerCore

@testable import TrackerView
@testable import trackerctl

/// 'done' is one request, and its refusals say what to type.
@Suite struct AnswerShortWordTests {
    private func refusal(
        of words: String..., kind: Rejection.Kind, field: String? = nil, state: String? = nil,
        message: String = "no"
    ) throws -> Refusal? {
        let rejection = Rejection(kind, message, field: field, state: state)
        return Done.refusal(
            for: .refused(WireError(rejection)), to: try Done.parse(words).done.request(),
            in: .plain)
    }

    // MARK: Reps or a reminder

    @Test func aCountIsNeeded() throws {
        let refusal = try refusal(of: "5m", kind: .conflict, field: "count", state: "training")
        #expect(refusal?.message == "a training session is in progress")
        #expect(refusal?.hint == "give the reps you did: trackerctl done 12")
    }

    @Test func aPendingReminderMayBeMeantToo() throws {
        let message = "that could be the training session or move"
        let counted = try refusal(of: "12", kind: .ambiguous, message: message)
        #expect(counted?.message == message)
        #expect(
            counted?.hint
                == "say which one: trackerctl train done 12, or trackerctl remind done 12")
        let uncounted = try Done.parse([]).done.request()
        let rejection = Rejection(.ambiguous, message, matches: ["t", "o"])
        #expect(
            Done.refusal(for: .refused(WireError(rejection)), to: uncounted, in: .plain)?.hint
                == "say which one: trackerctl train done COUNT, or trackerctl remind done")
    }

    @Test func aWordThatNamesNoReminderIsACountThatWentWrong() throws {
        for word in ["12.5", "twelve"] {
            let refusal = try refusal(
                of: word, kind: .notFound, field: "reminder", state: "training")
            #expect(
                refusal?.message
                    == "'\(word)' isn't a reminder, and a count is a whole number from 1 to 100000")
            #expect(refusal?.hint == "give the reps you did: trackerctl done 12")
        }
    }

    /// Other refusals are shown as the daemon words them.
    @Test func othersStay() throws {
        #expect(try refusal(of: "move", kind: .notFound, field: "reminder") == nil)
        #expect(try refusal(of: "--exercise", "x", kind: .ambiguous, field: "exercise") == nil)
        #expect(try refusal(of: "12", kind: .conflict, state: "training") == nil)
    }

    // MARK: Over the wire

    private func sent(_ words: [String], _ did: String, _ view: String) throws -> [JSONValue] {
        let result = "{\"did\":\"\(did)\",\"view\":\(view)}"
        let server = try FakeServer([[.read, .send(Sample.result(result))]])
        try Done.parse(words + ["--quiet", "--socket", server.path]).run()
        return try server.received.map { try Sample.read($0, as: JSONValue.self) }
    }

    @Test func itIsOneRequest() throws {
        for (words, did, view) in [
            (["12"], "training.attempted", Sample.repping),
            (["move"], "reminder.answered", Sample.pending),
            (["move", "12"], "reminder.answered", Sample.pending),
            ([], "reminder.answered", Sample.pending),
        ] as [([String], String, String)] {
            let calls = try sent(words, did, view)
            #expect(calls.map { $0["method"]?.string } == ["live.done"], "\(words)")
        }
    }
}
