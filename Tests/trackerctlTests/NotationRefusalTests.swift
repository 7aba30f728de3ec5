import ArgumentParser
import Testing
import TrackerCore

@testable import TrackerView
@testable import trackerctl

/// Words in a notation are refused in the words of the command line, whether the parser reads them or the
/// command does.
@Suite struct NotationRefusalTests {
    private static let label = "trackerctl: "

    /// The failure of a command line; `nil` if nothing is wrong with it.
    private func failure(of words: [String]) -> Failure? {
        // Nothing listens there, so a line that isn't refused has another exit status.
        let line = words.contains("--") ? words : words + ["--socket", "/nonexistent/trackerd"]
        do {
            var command = try Trackerctl.command(for: line)
            try command.run()
            return nil
        } catch {
            return Failure(error, line: line)
        }
    }

    @Test(
        arguments: [
            ("timer nonsense", "no duration given: give \(DurationText.allowed)"),
            (
                "timer 5 tea 4",
                "this can mean 5 called 'tea 4' or 4 called '5 tea': use another name, or rename the "
                    + "timer later"
            ),
            (
                "timer start -- -5m tea",
                "the duration can't be negative: give \(DurationText.allowed)"
            ),
            (
                "log 5 push-ups 6",
                "both '5' and '6' could be the count: give only one of them, and an exercise"
            ),
            (
                "log push-ups 90.5s",
                "a time is logged in whole seconds, such as 90s or 1m30s"
            ),
            (
                "log edit last --count often",
                "The value 'often' is invalid for '--count <count>': give a whole number, or a time such "
                    + "as 90s or 1:30"
            ),
            ("train plank 90.5s", "a time is logged in whole seconds, such as 90s or 1m30s"),
            (
                "done move 2.5",
                "'2.5' isn't a count: give a whole number, or a time such as 90s or 1:30"
            ),
            (
                "remind done move often",
                "'often' isn't a count: give a whole number, or a time such as 90s or 1:30"
            ),
            (
                "set bench 5x100@hard",
                "'5x100@hard': --rpe must be 5 to 10 in steps of 0.5, as in 5x100@8.5"
            ),
            ("set bench 5x100@11", "'5x100@11': --rpe must be 5 to 10 in steps of 0.5"),
            ("set bench 5x100@rir11", "'5x100@rir11': --rir must be a whole number from 0 to 10"),
            (
                "set bench 5x100@rir1.5",
                "'5x100@rir1.5': --rir must be a whole number from 0 to 10, as in 5x100@rir2"
            ),
            (
                "set bench 1001km",
                "'1001km': --distance must be more than 0 and at most 1000000, with at most 3 decimals"
            ),
            ("set bench 0x100", "'0x100': reps must be a whole number from 1 to 10000"),
            ("set bench 5x10001", "'5x10001': load is out of range: 0 to 10000 kg"),
            (
                "set bench 5x100st",
                "'5x100st': 'st' isn't a unit of weight: write kg or lb, as in 5x100kg"
            ),
            ("set edit last 6x100@4", "'6x100@4': --rpe must be 5 to 10 in steps of 0.5"),
            (
                "set edit last 0km",
                "'0km': --distance must be more than 0 and at most 1000000, with at most 3 decimals"
            ),
            (
                "set edit last 5x100 5x90",
                "'5x100 5x90' is 2 sets: give one, as \(SetNotation.examples)"
            ),
            ("1rm 5x100@11", "'5x100@11': rpe must be 5 to 10 in steps of 0.5"),
            (
                "1rm 1001kmx5",
                "'1001kmx5': distance must be more than 0 and at most 1000000, with at most 3 decimals"
            ),
            (
                "template create push 'bench 3x5@4'",
                "'3x5@4': rpe must be 5 to 10 in steps of 0.5"
            ),
            (
                "template create push 'bench 3x5 rest 25h'",
                "'25h': the rest is out of range: 0 (none), or 1 s to 24 h"
            ),
            (
                "template edit push 'bench 3x5 reset 3x10.123%'",
                "'3x10.123%': reset percent must be 1 to 90, with at most 2 decimals"
            ),
            (
                "template edit push --change 'bench 3x5x85.123%'",
                "'3x5x85.123%': percent must be 1 to 150, with at most 2 decimals"
            ),
            (
                "template edit push --add 'bench 3x5 +0'",
                "'+0': the increase must be more than 0"
            ),
            ("program add hills '25h Walk'", "'25h Walk': an interval lasts 100 ms to 24 h"),
            (
                "bar --format {x}",
                "The value '{x}' is invalid for '--format <template>': there is no field {x}: the fields "
                    + "are {text} {name} {time} {kind} {state} {more} {percentage} {today}"
            ),
        ] as [(String, String)])
    func optionsAreNamedInsteadOfMembers(_ line: String, _ message: String) throws {
        let words = BashLine("trackerctl \(line) ", breaks: "").before
        let failure = try #require(self.failure(of: words), "\(line)")
        #expect(failure.status == ExitStatus.usage, "\(line)")
        let whole = try #require(failure.message, "\(line)")
        let output = whole.hasPrefix(Self.label) ? whole : Self.label + whole
        let first = output.split(separator: "\n").first.map(String.init)
        #expect(first == Self.label + message, "\(line)")
        // The live view shows the same without the usage.
        #expect(failure.lines.first == message)
        #expect(!message.contains("_"), "\(line)")
        let names = message.split { " ,:".contains($0) }
        for member in ["rpe", "rir", "distance"]
        where FieldWords(words).option(for: member) != nil {
            #expect(!names.contains(Substring(member)), "\(line)")
        }
    }

    /// What a command refuses while it runs has the words of its line, too.
    @Test func refusalsOfACommandNameOptions() {
        let text: RefusalText = "\(field: "distance_m") or \(field: "load_mode") is wrong"
        let line = ["set", "bench", "5x100"]
        let rejection = Failure(Rejection.invalid("distance_m", text), line: line)
        #expect(rejection.status == ExitStatus.usage)
        #expect(rejection.message == "--distance or load mode is wrong")
        let refusal = Failure(Refusal("Bench: \(text: text)", hint: "look"), line: line)
        #expect(refusal.status == ExitStatus.refused && refusal.hint == "look")
        #expect(refusal.message == "Bench: --distance or load mode is wrong")
        #expect(
            Failure(Rejection.invalid("distance_m", text)).message
                == "--distance or load mode is wrong")
    }
}
