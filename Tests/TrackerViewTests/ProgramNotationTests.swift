import Testing
import TrackerCore

@testable import TrackerView

struct ProgramNotationTests {
    private static func parts(_ text: String) throws -> [ProgramPart] {
        try ProgramNotation([text]).parts
    }

    private static func gate(
        _ label: String, _ exercise: String? = nil, _ count: Int64? = nil,
        kind: Interval.Kind = .work
    ) -> ProgramPart {
        .interval(
            Interval(
                label: label, durationMs: 0, kind: kind, confirmation: .manual, exercise: exercise,
                count: count))
    }

    private static func work(_ ms: Int64, _ label: String = "Work") -> ProgramPart {
        .interval(Interval(label: label, durationMs: ms))
    }

    @Test(
        arguments: [
            ("3x20s Work", [.group(repeats: 3, [work(20_000)])]),
            ("10x1m Swings", [.group(repeats: 10, [work(60_000, "Swings")])]),
            ("20 push-ups ?", [gate("20 push-ups", "push-ups", 20)]),
            ("20 knee push-ups?", [gate("20 knee push-ups", "knee push-ups", 20)]),
            ("3 x 20 push-ups ?", [.group(repeats: 3, [gate("20 push-ups", "push-ups", 20)])]),
            ("20 xylophones ?", [gate("20 xylophones", "xylophones", 20)]),
            ("Put on shoes ?", [gate("Put on shoes")]),
            ("rest ?", [gate("Rest", kind: .rest)]),
            ("Breathe rest ?", [gate("Breathe", kind: .rest)]),
            ("loop the loop ?", [gate("loop the loop")]),
        ] as [(String, [ProgramPart])])
    func whatIsTyped(_ text: String, _ parts: [ProgramPart]) throws {
        #expect(try Self.parts(text) == parts)
    }

    @Test(arguments: [
        "∞x(25m Work, 5m break)", "∞ x (25m, 5m break)", "∞(25m, 5m break)", "loop(25m,5m break)",
        "loop (25m, 5m break)", "inf x (25m, 5m break)", "infx(25m, 5m break)",
        "INF*(25m, 5m break)", "endless x(25m, 5m break)",
    ])
    func endlessGroups(_ text: String) throws {
        let pause = ProgramPart.interval(
            Interval(label: "Break", durationMs: 300_000, kind: .break))
        #expect(try Self.parts(text) == [.group(repeats: nil, [Self.work(1_500_000), pause])])
    }

    /// Of two bare durations the second is a rest.
    @Test(arguments: [
        ("∞x(25m, 5m)", "Rest"), ("loop( 25m , 5m )", "Rest"), ("loop(25m Work, 5m)", "Work"),
        ("loop(25m, 5m Work)", "Work"),
    ])
    func aBareLoop(_ text: String, _ label: String) throws {
        let second = Interval(
            label: label, durationMs: 300_000, kind: label == "Rest" ? .rest : .work)
        #expect(
            try Self.parts(text)
                == [.group(repeats: nil, [Self.work(1_500_000), .interval(second)])])
    }

    @Test(arguments: [
        "20 push-ups", "20 ?", "?", "0s Up ?", "-5s Up ?", "0 push-ups ?", "100001 push-ups ?",
        "loop 25m", "∞", "400m Run ?", "loop(25m",
    ])
    func whatIsRefused(_ text: String) {
        let refusal = #expect(throws: Rejection.self) { try Self.parts(text) }
        #expect(refusal?.field == "intervals")
        #expect(refusal?.message.contains(text) == true, "\(refusal?.message ?? "")")
    }

    /// What is typed in the usual way is printed as it was typed.
    @Test(arguments: [
        "5m Jog, 6x(45s Up, 1m30s Down rest ?)", "3x20s Work", "10x1m Swings", "20 push-ups ?",
        "3x20 push-ups ?", "Put on shoes ?", "10s prepare, 2x(20s Work, 3x(10s rest, 1m30s Row ?))",
        "∞x(25m Work, 5m break)", "1m cooldown", "20m Long break work", "20m Long break",
        "rest ?", "0.5s Blink",
    ])
    func theRoundTrip(_ text: String) throws {
        let parts = try Self.parts(text)
        #expect(ProgramNotation.text(of: parts) == text)
    }

    @Test func whatTheNotationCantSayIsNotPrinted() {
        for interval in [
            Interval(label: "Up", durationMs: 1000, cues: [.end]),
            Interval(label: "Up", durationMs: 1000, sound: "rest-warning"),
            Interval(label: "Up, down", durationMs: 1000),
            Interval(label: "20", durationMs: 1000, confirmation: .automatic, cues: []),
            Interval(label: "x", durationMs: 0, confirmation: .manual, exercise: "y", count: 5),
        ] {
            #expect(ProgramNotation.text(of: [.interval(interval)]) == nil)
        }
    }
}
