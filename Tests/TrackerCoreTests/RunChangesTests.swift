import Testing
import TrackerCore

/// Durations and rounds of one run.
struct RunChangesTests {
    private static let minuteMs: Int64 = 60_000

    /// A program with rests of some durations in minutes, each after a minute of work.
    private static func program(rests: [Int64]) -> Program.Fields {
        let parts = rests.flatMap { minutes -> [ProgramPart] in
            [
                .interval(Interval(label: "Work", durationMs: minuteMs)),
                .interval(
                    Interval(label: "Rest", durationMs: minutes * minuteMs, kind: .rest)),
            ]
        }
        return Program.Fields(name: "p", parts: parts)
    }

    /// Only breaks that are longer than the usual rest stay as they are, unless the rest becomes longer still.
    @Test(
        arguments: [
            ([5, 5, 5, 20], 10, [10, 10, 10, 20]), ([5, 5, 5, 20], 1, [1, 1, 1, 20]),
            ([5, 5, 5, 20], 30, [30, 30, 30, 30]), ([20, 5, 5], 10, [20, 10, 10]),
            ([5, 5], 1, [1, 1]), ([20], 10, [10]),
            // What is shorter than usual is no long break.
            ([1, 5, 5, 9], 7, [7, 7, 7, 9]),
            // Of two that are as frequent, the longer one is the long break.
            ([5, 20], 10, [10, 20]), ([20, 5, 20, 5], 10, [20, 10, 20, 10]),
        ] as [([Int64], Int64, [Int64])])
    func aRestLeavesLongBreaks(_ own: [Int64], _ rest: Int64, _ expected: [Int64]) throws {
        let program = Self.program(rests: own)
        let changes = RunChanges(restMs: rest * Self.minuteMs)
        let parts = try changes.applied(to: program)
        let rests = parts.intervals.filter { $0.kind == .rest }.map(\.durationMs)
        #expect(rests == expected.map { $0 * Self.minuteMs })
        #expect(
            parts.intervals.count { $0.durationMs == Self.minuteMs && $0.kind == .work }
                == own.count)
        // A run that begins again finds its changes in its parts.
        let plan = RunPlan(run: "r", parts: parts)
        let found = try #require(RunChanges(of: plan, from: program))
        #expect(try found.applied(to: program) == parts)
    }

    /// A sound replaces the program's own, and leaves that of an interval.
    @Test(arguments: [nil, "rest-warning"])
    func aSoundIsForIntervalsWithoutOne(_ own: String?) throws {
        let program = Program.Fields(
            name: "p", sound: own,
            parts: [
                .interval(Interval(label: "a", durationMs: 1000)),
                .interval(Interval(label: "b", durationMs: 1000, sound: "/gong.wav")),
            ])
        let changes = RunChanges(sound: "/bell.wav")
        let parts = try changes.applied(to: program)
        #expect(parts.intervals.map(\.sound) == ["/bell.wav", "/gong.wav"])
        #expect(RunChanges(of: RunPlan(run: "r", parts: parts), from: program) == changes)
        let usual = RunPlan(run: "r", parts: try RunChanges().applied(to: program))
        #expect(RunChanges(of: usual, from: program) == nil)
    }

    /// Spans of a program whose first interval passes, whose second and third wait, the third with a span of its
    /// own, and whose fourth ends the run.
    @Test(
        arguments: [
            (nil, RunChanges(), [nil, nil, 20_000, nil], nil),
            (60_000, RunChanges(), [nil, 60_000, 20_000, 60_000], 60_000),
            (nil, RunChanges(ringAgainMs: 30_000), [nil, 30_000, 20_000, 30_000], 30_000),
            (60_000, RunChanges(ringAgainMs: 30_000), [nil, 30_000, 20_000, 30_000], 30_000),
            (60_000, RunChanges(ringAgainMs: 0), [nil, nil, nil, nil], nil),
            // Where the run waits for nobody, it waits at its end only if that is asked for.
            (60_000, RunChanges(isAutomatic: true), [nil, nil, nil, nil], nil),
            (
                60_000, RunChanges(isAutomatic: true, ringAgainMs: 30_000),
                [nil, nil, nil, 30_000], 30_000
            ),
        ] as [(Int64?, RunChanges, [Int64?], Int64?)])
    func aSpanIsForIntervalsThatWaitAndForTheEnd(
        _ own: Int64?, _ changes: RunChanges, _ spans: [Int64?], _ ofEnd: Int64?
    ) throws {
        func waiting(_ ringAgainMs: Int64?) -> ProgramPart {
            .interval(
                Interval(
                    label: "b", durationMs: 1000, confirmation: .manual, ringAgainMs: ringAgainMs))
        }
        let passing = ProgramPart.interval(Interval(label: "a", durationMs: 1000))
        let program = Program.Fields(
            name: "p", ringAgainMs: own,
            parts: [passing, waiting(nil), waiting(20_000), passing])
        let plan = RunPlan(
            run: "r", parts: try changes.applied(to: program),
            ringAgainMs: changes.ringAgainMs(of: program))
        #expect(plan.ringAgainMs == ofEnd)
        #expect(plan.steps.map(\.interval.ringAgainMs) == spans)
        #expect((plan.steps.last?.interval.confirmation == .manual) == (ofEnd != nil))
        // A run that begins again finds its changes in its plan.
        let isChanged = changes != RunChanges()
        #expect(RunChanges(of: plan, from: program) == (isChanged ? changes : nil))
    }

    @Test func anEndlessRunHasNoEndThatWaits() throws {
        let parts = [
            ProgramPart.group(repeats: nil, [.interval(Interval(label: "a", durationMs: 1000))])
        ]
        let plan = RunPlan(run: "r", parts: parts, ringAgainMs: 60_000)
        #expect(plan.step(at: 7).interval.confirmation == .automatic)
    }

    /// The usual rest is that of all repetitions.
    @Test func repetitionsCount() throws {
        let rest = { (ms: Int64) in
            ProgramPart.interval(Interval(label: "r", durationMs: ms, kind: .break))
        }
        let program = Program.Fields(
            name: "p", parts: [rest(1000), rest(1000), .group(repeats: 3, [rest(2000)])])
        let parts = try RunChanges(restMs: 500).applied(to: program)
        #expect(parts.intervals.map(\.durationMs) == [500, 500, 500])
    }
}
