/// The parts of a program as they were when a run of it began; later changes of the program don't affect
/// the run.
package struct RunPlan: Entity {
    package static let table = "run_plan"
    package static let isTimed = false
    package static let rules = Rules<RunPlan>()
    package static let sharing: Sharing<RunPlan>? = Sharing([["ring_again_ms"]])

    /// Id of the run.
    package let id: String
    package let parts: [ProgramPart]
    /// Milliseconds from one alert to the next at the end of the run, which waits for the person there; `nil` for
    /// a run that ends by itself.
    package let ringAgainMs: Int64?
    /// The intervals in the order in which they are done, at least one. An endless group comes once.
    package let steps: [ProgramStep]
    /// Index of the first step of the endless group; `nil` without one.
    private let loopStart: Int?

    package init(run: String, parts: [ProgramPart], ringAgainMs: Int64? = nil) {
        id = run
        self.parts = parts
        self.ringAgainMs = ringAgainMs
        var steps = parts.steps
        if let ringAgainMs, !parts.isEndless, let last = steps.popLast() {
            steps.append(
                ProgramStep(
                    interval: last.interval.waiting(ringingMs: ringAgainMs), round: last.round))
        }
        self.steps = steps
        loopStart = parts.isEndless ? parts.dropLast().reduce(0) { $0 + $1.stepCount } : nil
    }

    package init(_ row: inout RowVisitor, writing entity: RunPlan?) throws {
        let run = try row.column("id", entity?.id)
        let parts = try row.parts(entity?.parts)
        self.init(
            run: run, parts: parts,
            ringAgainMs: try row.optional("ring_again_ms", entity?.ringAgainMs))
    }

    /// Whether a run comes to a step, counted from 0.
    package func hasStep(_ index: Int) -> Bool {
        index >= 0 && (loopStart != nil || index < steps.count)
    }

    /// Whether a person may go to a step, counted from 0. In an endless group the first ones are enough.
    package func offersStep(_ index: Int) -> Bool {
        index >= 0 && index < (loopStart == nil ? steps.count : Program.maximumSteps)
    }

    /// The steps that a person may go to, in words.
    var offeredSteps: String {
        "0 to \((loopStart == nil ? steps.count : Program.maximumSteps) - 1)"
    }

    /// The step at an index, from 0, that a run comes to.
    package func step(at index: Int) -> ProgramStep {
        guard let loopStart, index >= loopStart else { return steps[index] }
        let length = steps.count - loopStart
        let (turn, offset) = (index - loopStart).quotientAndRemainder(dividingBy: length)
        let step = steps[loopStart + offset]
        guard let round = step.round, round.n == nil else { return step }
        return ProgramStep(
            interval: step.interval, round: ProgramStep.Round(k: turn + 1, n: nil))
    }

    /// Number of steps and milliseconds of one turn of the endless group, if a run that is in it goes through
    /// all of it by itself.
    ///
    /// - Parameter index: index of a step, from 0.
    func turn(from index: Int) -> (steps: Int, ms: Int64)? {
        guard let loopStart, index >= loopStart else { return nil }
        let loop = steps[loopStart...]
        guard loop.allSatisfy({ $0.interval.confirmation == .automatic }) else { return nil }
        return (loop.count, loop.reduce(0) { $0 + $1.interval.durationMs })
    }

    /// Time in milliseconds and number of the work intervals among some steps, without open ones.
    func work(in range: Range<Int>) -> (ms: Int64, rounds: Int) {
        func work(_ steps: ArraySlice<ProgramStep>) -> (ms: Int64, rounds: Int) {
            let work = steps.lazy.map(\.interval).filter(\.isWork)
            return (work.reduce(0) { $0 + $1.durationMs }, work.count)
        }
        guard let loopStart, range.upperBound > steps.count else { return work(steps[range]) }
        // Each turn of the endless group has the same work.
        let loop = work(steps[loopStart...])
        func workBefore(_ index: Int) -> (ms: Int64, rounds: Int) {
            guard index > steps.count else { return work(steps[..<index]) }
            let length = steps.count - loopStart
            let (turns, rest) = (index - loopStart).quotientAndRemainder(dividingBy: length)
            let start = work(steps[..<loopStart])
            let end = work(steps[loopStart..<loopStart + rest])
            return (
                start.ms + Int64(turns) * loop.ms + end.ms,
                start.rounds + turns * loop.rounds + end.rounds
            )
        }
        let (before, after) = (workBefore(range.lowerBound), workBefore(range.upperBound))
        return (after.ms - before.ms, after.rounds - before.rounds)
    }

    /// - Parameter index: index of the step, from 0.
    package func place(of index: Int) -> Run.Place {
        let step = step(at: index)
        let next = hasStep(index + 1) ? self.step(at: index + 1).interval : nil
        guard loopStart == nil else {
            return Run.Place(
                interval: step.interval, next: next, round: step.round, steps: nil,
                followingMs: nil)
        }
        return Run.Place(
            interval: step.interval, next: next, round: step.round, steps: steps.count,
            followingMs: steps.dropFirst(index + 1).reduce(0) { $0 + $1.interval.durationMs })
    }
}

extension Run {
    /// The present step of a run with everything that is shown of it, so that views don't need the plan.
    package struct Place: Sendable, Hashable, Codable {
        package let interval: Interval
        /// The interval after this one; `nil` in the last.
        package let next: Interval?
        package let round: ProgramStep.Round?
        /// Number of steps of the whole run; `nil` for an endless one.
        package let steps: Int?
        /// Total duration of the intervals after this one, in milliseconds; `nil` in an endless run.
        package let followingMs: Int64?

        init(
            interval: Interval, next: Interval?, round: ProgramStep.Round?, steps: Int?,
            followingMs: Int64?
        ) {
            self.interval = interval
            self.next = next
            self.round = round
            self.steps = steps
            self.followingMs = followingMs
        }
    }
}

extension RowVisitor {
    /// The column with the intervals of a program.
    mutating func parts(_ parts: [ProgramPart]?) throws -> [ProgramPart] {
        let parts = try list("intervals", parts)
        do { try parts.check() } catch { throw WrongKind(column: "intervals") }
        return parts
    }
}
