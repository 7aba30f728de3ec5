import ArgumentParser
import Testing
import TrackerAPI
import TrackerClient
import TrackerCore

@testable import TrackerView
@testable import trackerctl

@Suite struct StrengthCommandTests {
    // MARK: Sets

    /// The requests that a line of words sends to a daemon with these replies, and the printed text.
    func log(
        _ words: [String], _ answers: [String]
    ) throws -> (sent: [JSONValue], text: String) {
        let steps = answers.enumerated().flatMap { index, answer in
            [FakeServer.Step.read, .send(Sample.result(answer, id: index + 1))]
        }
        let server = try FakeServer([steps])
        var line = words
        line.insert(
            contentsOf: ["--socket", server.path],
            at: words.firstIndex(of: "--") ?? words.endIndex)
        let command = try #require(Trackerctl.command(for: line) as? any AnsweringCommand)
        let text = try command.printed()
        return (try server.received.map { try Sample.read($0) }, text)
    }

    private func params(_ line: String) throws -> [String] {
        let words = line.split(separator: " ").map(String.init)
        let command = try #require(Trackerctl.command(for: words) as? SetCommands.Log)
        return try command.set.requests(command.line())
            .map { try RequestTests.wire(of: $0).params }
    }

    @Test(
        arguments: [
            ("set", ["{}"]), ("set 5", [#"{"reps":5,"typed":true}"#]), ("set @9", [#"{"rpe":9}"#]),
            ("set 5 @rir2 --rest no", [#"{"reps":5,"rest":false,"rir":2,"typed":true}"#]),
            ("set w 5x60", [#"{"load":60,"reps":5,"type":"warmup","typed":true}"#]),
            ("set bench", [#"{"exercise":"bench"}"#]),
            ("set bench f 5", [#"{"exercise":"bench","reps":5,"type":"failure","typed":true}"#]),
            (
                "set d 12x60",
                [#"{"drop_of":"last","load":60,"reps":12,"type":"drop","typed":true}"#]
            ),
            ("set bench 5x100", [#"{"exercise":"bench","load":100,"reps":5,"typed":true}"#]),
            ("set log bench 5x100", [#"{"exercise":"bench","load":100,"reps":5,"typed":true}"#]),
            (
                "set overhead press 5x60,5kg@8",
                [
                    #"{"exercise":"overhead press","load":60.5,"reps":5,"rpe":8,"typed":true,"unit":"kg"}"#
                ]
            ),
            ("set pull-ups 10", [#"{"exercise":"pull-ups","reps":10,"typed":true}"#]),
            (
                "set pull-ups 8x-15",
                [#"{"exercise":"pull-ups","load":15,"load_mode":"assisted","reps":8,"typed":true}"#]
            ),
            (
                "set pull-ups 10x+20",
                [
                    #"{"exercise":"pull-ups","load":20,"load_mode":"bodyweight","reps":10,"typed":true}"#
                ]
            ),
            ("set plank 1m30s", [#"{"exercise":"plank","seconds":90,"typed":true}"#]),
            (
                "set bench 3x80 --warmup",
                [#"{"exercise":"bench","load":80,"reps":3,"type":"warmup","typed":true}"#]
            ),
            (
                "set 12x60 --drop",
                [#"{"drop_of":"last","load":60,"reps":12,"type":"drop","typed":true}"#]
            ),
            (
                "set 8x60 7x60 --rest 2m",
                [
                    #"{"load":60,"reps":8,"rest":false,"typed":true}"#,
                    #"{"exercise_of":"last","load":60,"reps":7,"rest":120000,"typed":true}"#,
                ]
            ),
            (
                "set rowing 8:00 --distance 2km --rir 2 --note x --rest no --at 2026-03-01T10:15 -w w7",
                [
                    """
                    {"at":"2026-03-01T10:15","distance_m":2000,"exercise":"rowing","note":"x","rest":false,\
                    "rir":2,"seconds":480,"typed":true,"workout":"w7"}
                    """
                ]
            ),
            (
                "set bench 5x225 5x100kg --unit lb --partial",
                [
                    """
                    {"exercise":"bench","load":225,"reps":5,"rest":false,"type":"partial",\
                    "typed":true,"unit":"lb"}
                    """,
                    #"{"exercise":"bench","load":100,"reps":5,"type":"partial","typed":true,"unit":"kg"}"#,
                ]
            ),
            (
                "set farmer walk 2x40metresx32",
                [
                    #"{"distance_m":40,"exercise":"farmer walk","load":32,"rest":false,"typed":true}"#,
                    #"{"distance_m":40,"exercise":"farmer walk","load":32,"typed":true}"#,
                ]
            ),
            ("set +2.5", [#"{"load_change":2.5}"#]),
            (
                "set bench 8 +10lb",
                [#"{"exercise":"bench","load_change":10,"reps":8,"typed":true,"unit":"lb"}"#]
            ),
            (
                "set 12x60 9x50 --drop",
                [
                    """
                    {"drop_of":"last","load":60,"reps":12,"rest":false,"type":"drop","typed":true}
                    """,
                    #"{"drop_of":"last","load":50,"reps":9,"type":"drop","typed":true}"#,
                ]
            ),
            ("set walk 40m", [#"{"exercise":"walk","minutes_or_metres":40,"typed":true}"#]),
            ("set run 5km", [#"{"distance_m":5000,"exercise":"run","typed":true}"#]),
            ("set -e 21s 7x20", [#"{"exercise":"21s","load":20,"reps":7,"typed":true}"#]),
            (
                "set bench 5x100 --rpe 8.5 --failure",
                [
                    #"{"exercise":"bench","load":100,"reps":5,"rpe":8.5,"type":"failure","typed":true}"#
                ]
            ),
        ] as [(String, [String])])
    func sets(_ line: String, _ requests: [String]) throws {
        #expect(try params(line) == requests)
    }

    @Test(arguments: [
        "set bench 5x", "set w 5x100 --failure", "set @9 --rpe 8",
        "set bench 5x100@11", "set bench 5x100 --rest soon",
        "set bench 5x100@8 --rpe 9", "set bench 5x100@8 --rir 1", "set bench 5x100 --unit st",
        "set bench 5x100 --warmup --drop", "set bench 5x100 --distance far",
        "set run 5km --distance 5km", "set edit last 5km --distance 6km", "set edit",
        "set edit last", "set edit last 2x5x100", "set edit last five", "set edit last 5@8 --rpe 9",
        "set edit last 5x100 --no-load", "set rm", "set again 5x100", "workout remove",
        "workout note", "workout edit", "workout edit last", "workout edit --end soon",
        "workout rm", "workout start --at soon", "workout add", "workout reorder",
        "template create", "template create push", "template create push bench",
        "template create push bench 3x5 --from last", "template create push bench 3x5 +2.5 +5",
        "template edit push", "template edit push 3", "template edit push --add bench",
        "template edit push --change bench", "template edit push 'bench 3x5' --order 1",
        "template edit push --days many", "settings set", "settings set --plates 20y4",
        "settings set --plates ,", "settings set --bar heavy", "settings set --unit stone",
    ])
    func wrongUsage(_ line: String) {
        let failure = #expect(throws: (any Error).self) {
            let words = line.split(separator: " ").map(String.init)
            let command = try Trackerctl.command(for: words)
            if let log = command as? SetCommands.Log {
                _ = try log.set.requests(log.line())
            }
            if let sender = command as? any MethodCommand { _ = try RequestTests.wire(of: sender) }
        }
        #expect(failure.map { Failure($0).status } == 64)
    }

    /// The notation is read before a daemon is asked or waited for.
    @Test func theNotationIsReadFirst() throws {
        let words = ["set", "bench", "5x", "--socket", "/nowhere"]
        let error = #expect(throws: (any Error).self) { try Trackerctl.command(for: words) }
        let message = error.flatMap { Failure($0).message }
        #expect(
            message?.contains("'5x': no load after x: write 5x100, or just 5")
                == true)
    }

    private static let records = """
        [{"kind":"heaviest_load","value":100,"unit":"kg","previous":97.5,"first":false},\
        {"kind":"best_1rm","value":116.66666667,"unit":"kg","first":false},\
        {"kind":"most_reps","value":5,"unit":"reps","previous":4,"first":false},\
        {"kind":"longest_hold","value":90,"unit":"seconds","previous":60.5,"first":false},\
        {"kind":"new_kind","value":1,"unit":"x","first":false}]
        """
    private static let recordText = """
        records: heaviest load 100 kg (97.5 before), best estimated 1RM 116.67 kg, most reps with \
        100kg 5 (4 before), longest hold 1m30s (1m0.5s before), new kind 1 x
        """

    @Test func oneSet() throws {
        let answer = """
            {"set":\(Sample.heavy),"records":\(Self.records),"rest":\(Sample.setRest)}
            """
        let (sent, text) = try log(
            ["set", "bench", "5x100@8"], [Sample.undoable(answer, workout: Sample.workout())])
        #expect(sent.map { $0["method"]?.string } == ["set.log"])
        #expect(
            text.hasPrefix(
                "Bench Pr\\u{1b}ess 2  5x100kg@8  last time 8x57.5kg  [s2aaaaaaaaaa]\n  "
                    + Self.recordText + "\nrest (Bench Press): running, 1:05 left, ends "))
    }

    @Test func severalAtOnceAllOrNone() throws {
        let first = Sample.records(first: true)
        let answers = """
            {"results":[{"set":\(Sample.warmup),"records":\(first)},\
            {"set":\(Sample.heavy),"records":[]}]}
            """
        let (sent, text) = try log(
            ["set", "bench", "8x60", "5x100"], [Sample.undoable(answers, workout: Sample.workout())]
        )
        #expect(sent[0]["method"]?.string == "atomic")
        let calls = sent[0]["params"]?["calls"]
        guard case .array(let calls)? = calls else { throw Refusal(message: "no calls") }
        #expect(calls.map { $0["method"]?.string } == ["set.log", "set.log"])
        #expect(calls.map { $0["params"]?["reps"]?.integer } == [8, 5])
        #expect(
            text == """
                Bench Pr\\u{1b}ess 1  8x60kg, warm-up                      [s1aaaaaaaaaa]
                  first set: records start here
                Bench Pr\\u{1b}ess 2  5x100kg@8        last time 8x57.5kg  [s2aaaaaaaaaa]
                  undo: trackerctl undo

                """)
    }

    @Test func aDropOfAnotherExerciseIsExplained() {
        let refusal = Rejection.invalid("drop_of", "drop_of is a set of another exercise")
        let hint = Failure(ClientError.refused(WireError(refusal))).hint
        #expect(hint?.hasPrefix("a drop set follows the set you logged last") == true)
    }

    @Test func again() throws {
        func params(_ words: [String]) throws -> String {
            let command = try #require(
                Trackerctl.command(for: ["set", "again"] + words) as? SetCommands.Again)
            return try RequestTests.wire(of: command.set.requestToRepeat()).params
        }
        #expect(try params([]) == #"{"repeat":true}"#)
        #expect(
            try params(["--rir", "1", "--rest", "3m"])
                == #"{"repeat":true,"rest":180000,"rir":1}"#)
        #expect(
            try params(["--drop"]) == #"{"drop_of":"last","repeat":true,"type":"drop"}"#)
    }

    @Test func forPrograms() throws {
        let answer = #"{"set":\#(Sample.heavy),"records":[]}"#
        let json = try log(["set", "bench", "5x100", "--json"], [answer]).text
        #expect(json.contains(#""mood":"good""#) && json.hasSuffix("}\n"))
        let answers = #"{"results":[\#(answer),{"set":\#(Sample.warmup),"records":[]}]}"#
        let ids = try log(["set", "bench", "5x100", "8x60", "-q"], [answers]).text
        #expect(ids == "s2aaaaaaaaaa\ns1aaaaaaaaaa\n")
    }

    // MARK: Workouts

    @Test func aWorkoutWithoutATemplateSaysSo() throws {
        let command = try WorkoutCommands.Start.parse(["legs"])
        let text = command.text(of: try Sample.read(Sample.workout()), in: .plain)
        #expect(
            text.hasSuffix("no template has that name, so the workout starts without exercises\n"))
    }

    // MARK: Errors

    /// The daemon says what is the matter, trackerctl which command helps.
    @Test func theWayOutIsACommand() throws {
        func hint(_ kind: String, _ message: String, more: String = "") throws -> String? {
            let json = """
                {"code":-32002,"message":"\(message)","data":{"kind":"\(kind)"\(more)}}
                """
            return Failure(ClientError.refused(try Sample.read(json))).hint
        }
        let none = #","field":"workout","state":"none""#
        #expect(
            try hint("conflict", "no workout is open", more: none)
                == "start one with: trackerctl workout start")
        #expect(
            try hint(
                "not_found", "no rest has been started yet",
                more: #","field":"rest","state":"none""#)
                == "start one with: trackerctl rest 90")
        #expect(try hint("conflict", "changed since the export began: start again") == nil)
        let ids = #","matches":["ab","ac"]"#
        let told = "'bench' may be Bench Dips, Bench Press: give more of the name"
        #expect(try hint("ambiguous", told, more: ids) == nil)
        #expect(try hint("ambiguous", "several ids", more: ids) == "it may be one of: ab, ac")
        #expect(
            try hint("conflict", "no workout is open", more: none + #","index":0"#)
                == "call 1 was refused, so nothing was done; start one with: "
                + "trackerctl workout start")
        #expect(
            try hint("not_found", "no set 'x'", more: #","field":"set""#)
                == "'trackerctl workout show' shows the sets and their ids")
        #expect(
            try hint("not_found", "no Dips", more: #","field":"exercise","state":"open""#)
                == "'trackerctl workout add' adds an exercise")
        #expect(
            try hint("not_found", "no earlier set", more: #","field":"exercise","state":"none""#)
                == "name the exercise: trackerctl set bench 5x100")
        #expect(
            try hint("invalid_params", "no earlier set", more: #","field":"reps","state":"none""#)?
                .contains("5x100, 5x100kg@8, 10, 10x+20 or 60s") == true)
    }
}

extension Sample {
    static func records(first: Bool) -> String {
        #"[{"kind":"heaviest_load","value":60,"unit":"kg","first":\#(first)}]"#
    }
}
