import ArgumentParser
import Testing
import TrackerAPI

@testable import TrackerView
@testable import trackerctl

/// Commands that correct sessions.
@Suite struct TrainingCorrectionCommandTests {
    private func training(_ json: String) throws -> TrainingView { try Sample.read(json) }

    /// The request of a command that reads a session first.
    private func wire(_ line: String, session: String) throws -> String {
        let server = try FakeServer([[.read, .send(Sample.result(session))]])
        let words = line.split(separator: " ").map(String.init) + ["--socket", server.path]
        let command = try #require(Trackerctl.command(for: words) as? any MethodCommand)
        let params = try RequestTests.wire(of: command).params
        #expect(server.received.first?.contains("training.get") == true)
        return params
    }

    @Test func anAttemptIsMeantByItsNumber() throws {
        #expect(
            try wire("train edit --attempt 1 --value 8", session: Sample.complete)
                == #"{"attempts":[{"id":"a7t9x2m4q7wd","value":8}],"training":"t7a9x2m4q7wd"}"#)
        #expect(
            try wire("train edit t7a9 -a 1 -v 1:30 -e hang", session: Sample.complete) == """
                {"attempts":[{"id":"a7t9x2m4q7wd","value":90}],"exercise":"hang",\
                "training":"t7a9x2m4q7wd"}
                """)
        #expect(
            try wire("train edit --attempt 1 --remove", session: Sample.repping)
                == #"{"attempts":[{"id":"a","remove":true}],"training":"t7bbbbbbbbbb"}"#)
        for number in ["2", "0", "-1"] {
            let error = #expect(throws: Refusal.self) {
                try wire("train edit --attempt \(number) --value 8", session: Sample.complete)
            }
            #expect(error?.message == "the session has no attempt \(number)")
            #expect(error?.hint == "they are numbered from 1 to 1")
        }
        let span = #expect(throws: ValidationError.self) {
            try wire("train edit --attempt 1 --value 2m", session: Sample.repping)
        }
        #expect(span?.message.hasPrefix("reps are counted") == true)
    }

    @Test func correctionsSayWhatIsThere() throws {
        let undo = try Command<TrainingUndo>.parse([])
        #expect(
            undo.text(of: try training(Sample.repping), in: .plain)
                == "undone: \(try training(Sample.repping).sentence(in: .plain))\n")
        #expect(
            undo.text(of: try training(Sample.reached), in: .plain)
                .hasSuffix("\nto continue: trackerctl train resume\n"))
        let gone = try Command<TrainingDelete>.parse(["last"])
        #expect(
            gone.text(of: try training(Sample.complete), in: .plain)
                == "deleted: \(try training(Sample.complete).sentence(in: .plain))\n")
        let edited = try TrainingCommands.Edit.parse(["-e", "x"])
        #expect(
            edited.text(of: try training(Sample.complete), in: .plain)
                == (try training(Sample.complete).details(in: .plain)))
        #expect(
            TrainingArgument.completions(for: [try training(Sample.complete)])
                == ["last", "t7a9x2m4q7wd\tPla\\u{1b}nk, 2026-03-01"])
        #expect(TrainingArgument.completions(for: []) == [])
    }
}
