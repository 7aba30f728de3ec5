import Testing
import TrackerCore

@testable import TrackerView

@Suite struct ProgramNotationTests {
    private func interval(
        _ label: String, _ seconds: Int64, _ kind: Interval.Kind = .work, waits: Bool = false
    ) -> ProgramPart {
        .interval(
            Interval(
                label: label, durationMs: seconds * 1000, kind: kind,
                confirmation: waits ? .manual : .automatic))
    }

    @Test func intervalsAndGroups() throws {
        let notation = try ProgramNotation(["5m Warm up prepare", "6x(45s Up, 1m30s Down rest ?)"])
        #expect(
            notation.parts == [
                interval("Warm up", 300, .prepare),
                .group(
                    repeats: 6,
                    [interval("Up", 45), interval("Down", 90, .rest, waits: true)]),
            ])
    }

    @Test func oneTextMayHoldAll() throws {
        let notation = try ProgramNotation([
            "2x( 20s, 3 x (10s rest, 1:30 Row?)), 4 min Cool down cooldown"
        ])
        #expect(
            notation.parts == [
                .group(
                    repeats: 2,
                    [
                        interval("Work", 20),
                        .group(
                            repeats: 3,
                            [interval("Rest", 10, .rest), interval("Row", 90, waits: true)]),
                    ]), interval("Cool down", 240, .cooldown),
            ])
    }

    @Test(arguments: ["6 x 45s Up", "6x45 sec Up", "6×45s Up", "6 * 45s Up", "6x(45s Up)"])
    func anIntervalIsRepeatedWithoutBrackets(_ text: String) throws {
        #expect(try ProgramNotation([text]).parts == [.group(repeats: 6, [interval("Up", 45)])])
    }

    @Test(
        arguments: [
            ("1 hour 30 min Walk", 5400, "Walk"), ("90 sec", 90, "Work"),
            ("2 Minutes Row", 120, "Row"),
            ("1m 20 push-ups", 60, "20 push-ups"),
        ] as [(String, Int64, String)])
    func durationsHaveSeveralWords(_ text: String, _ seconds: Int64, _ label: String) throws {
        #expect(try ProgramNotation([text]).parts == [interval(label, seconds)])
    }

    /// Neither reps nor metres are taken for minutes.
    @Test(arguments: [
        ("20 push-ups ?", "'20s push-ups'"), ("20 push-ups", "'20m push-ups'"),
        ("5", "5 needs a unit"), ("400m Run", "6h40m for 400 minutes"),
        ("6x(20 push-ups)", "'1m 20 push-ups'"), ("3 x 5 Squats", "5 needs a unit"),
    ])
    func twoReadingsAreWrittenOut(_ text: String, _ words: String) {
        let error = #expect(throws: Rejection.self) {
            try ProgramNotation([text])
        }
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    }

    /// A word for a kind within a label is a part of the label.
    @Test func kindsStandLast() throws {
        #expect(
            try ProgramNotation(["30s Rest day stretch"]).parts
                == [interval("Rest day stretch", 30)])
        #expect(try ProgramNotation(["30s BREAK"]).parts == [interval("Break", 30, .break)])
    }

    @Test(arguments: [
        ("Up 45s", "starts with its duration"), ("", "starts with its duration"),
        ("0s Up", "starts with its duration"), ("6x(45s Up", "a bracket has no match"),
        ("45s Up)", "a bracket has no match"), ("x(45s Up)", "a group is a count"),
        ("0x(45s Up)", "a group is a count"),
        ("6(45s Up)", "a group is a count"), ("6x(45s Up) fast", "a group is a count"),
        ("25h Walk", "100 ms to 24 h"), ("1001x(45s Up)", "1 to 1000 times"),
        ("6x()", "starts with its duration"), ("45s Up,,15s Down", "starts with its duration"),
    ])
    func whatCannotBeRead(_ text: String, _ reason: String) throws {
        let error = #expect(throws: Rejection.self) {
            try ProgramNotation([text])
        }
        #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
    }

    @Test func nothingIsNoProgram() {
        #expect(throws: Rejection.self) { try ProgramNotation([]) }
    }
}
