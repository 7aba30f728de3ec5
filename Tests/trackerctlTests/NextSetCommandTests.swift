import ArgumentParser
import Testing
import TrackerAPI
import TrackerClient

@testable import TrackerView
@testable import trackerctl

/// Sets as they are planned, or with a change of that.
extension StrengthCommandTests {
    private static let nextSet = """
        {"set":{"exercise":"b7aaaaaaaaaa","exercise_name":"Bench Pr\\u001bess","index":3,"of":3,\
        "type":"working","reps":5,"load":100,"unit":"kg","load_mode":"external"},\
        "why":"template","last_time":\(Sample.former)}
        """

    @Test func theNextSetIsLeftToTheDaemon() throws {
        let answer = #"{"set":\#(Sample.heavy),"records":[]}"#
        let (sent, text) = try log(
            ["set"], [Sample.undoable(answer, workout: Sample.workout(), next: Self.nextSet)])
        #expect(sent.map { $0["method"]?.string } == ["set.log"])
        #expect(
            text == "Bench Pr\\u{1b}ess 2  5x100kg@8  last time 8x57.5kg  [s2aaaaaaaaaa]\n"
                + "next: Bench Pr\\u{1b}ess 3 of 3: 5x100kg (last time 8x57.5kg)\n"
                + "  undo: trackerctl undo\n")
        let done = try log(
            ["set"],
            [Sample.undoable(answer, workout: Sample.workout(), next: #"{"why":"done"}"#)])
        #expect(done.text.contains("\neverything planned is done\n"))
        // A workout that is named may be over.
        let added = try log(
            ["set", "5x100", "-w", "last"],
            [Sample.undoable(answer, workout: Sample.finishedWorkout)])
        #expect(added.sent[0]["params"]?["workout"]?.string == "last")
        #expect(added.sent[0]["params"]?["exercise"] == nil && !added.text.contains("next:"))
    }

    @Test func anExerciseAloneIsItsNextSet() throws {
        let answer = #"{"set":\#(Sample.heavy),"records":[]}"#
        let (sent, text) = try log(
            ["set", "bench"],
            [Sample.undoable(answer, workout: Sample.workout(), next: Self.nextSet)])
        #expect(sent[0]["method"]?.string == "set.log")
        #expect(sent[0]["params"]?["exercise"]?.string == "bench")
        #expect(sent[0]["params"]?["reps"] == nil)
        #expect(text.hasPrefix("Bench Pr\\u{1b}ess 2  5x100kg@8"))
    }

    @Test func nothingIsPlanned() throws {
        let server = try FakeServer([
            [.read, .send(Sample.result(Sample.workout(exercises: [])))]
        ])
        let next = try SetCommands.Next.parse(["--socket", server.path])
        #expect(try next.printed() == "nothing planned: log any set\n")
    }

    private func edited(_ line: String) throws -> String {
        let words = "set edit \(line)".split(separator: " ").map(String.init)
        let command = try #require(Trackerctl.command(for: words) as? SetCommands.Update)
        return try RequestTests.wire(of: command).params
    }

    /// What changes the next set changes one that is there, too.
    @Test(arguments: [
        ("last @9", #"{"rpe":9,"set":"last"}"#),
        ("last 6 @rir1", #"{"reps":6,"rir":1,"seconds":false,"set":"last"}"#),
        ("last w", #"{"set":"last","type":"warmup"}"#),
        ("last +2.5", #"{"load_change":2.5,"set":"last"}"#),
        ("k3v9 -- -2.5lb", #"{"load_change":-2.5,"set":"k3v9","unit":"lb"}"#),
        ("last 40m", #"{"minutes_or_metres":40,"set":"last"}"#),
    ])
    func aSetIsChangedByWhatDiffers(_ line: String, _ params: String) throws {
        #expect(try edited(line) == params)
    }

    @Test(arguments: ["last +2.5 --no-load", "last w --drop", "last 5 5"])
    func aSetIsNotChangedTwice(_ line: String) {
        #expect(throws: (any Error).self) { try edited(line) }
    }

    @Test func manySetsAtOnceAreAskedAbout() throws {
        func answers(_ count: Int) -> String {
            let answer = #"{"set":\#(Sample.heavy),"records":[]}"#
            return "{\"results\":[\(repeatElement(answer, count: count).joined(separator: ","))]}"
        }
        let three = try log(["set", "bench", "3x5x100"], [answers(3)]).text
        #expect(three.hasPrefix("3 sets, done at once:\nBench"))
        let ten = try log(["set", "bench", "10x5x100", "--yes"], [answers(10)]).text
        #expect(ten.hasPrefix("10 sets, done at once:\n"))
        var questions: [String] = []
        let command = try #require(
            Trackerctl.command(for: ["set", "bench", "6x5x100"]) as? SetCommands.Log)
        let asked = Dialogue(canAsk: true) {
            questions.append($0)
            return "n"
        }
        #expect(throws: Refusal.self) { try command.printed(asked) }
        #expect(questions == ["this logs 6 sets done at once: all of them? [y/N] "])
        let unasked = #expect(throws: Refusal.self) {
            try command.printed()
        }
        #expect(unasked?.hint == "to do it anyway, add --yes")
    }
}
