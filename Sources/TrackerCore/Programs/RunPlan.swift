/// The parts of a program as they were when a run of it began; later changes of the program don't affect
/// the run.
package struct RunPlan: Entity {
    package static let table = "run_plan"
    package static let isTimed = false
    package static let rules = Rules<RunPlan>()
    package static let sharing: Sharing<RunPlan>? = Sharing()

    /// Id of the run.
    package let id: String
    package let parts: [ProgramPart]
    /// The intervals in the order in which they are done, at least one.
    package let steps: [ProgramStep]

    package init(run: String, parts: [ProgramPart]) {
        id = run
        self.parts = parts
        steps = parts.steps
    }

    package init(_ row: inout RowVisitor, writing entity: RunPlan?) throws {
        let run = try row.column("id", entity?.id)
        self.init(run: run, parts: try row.parts(entity?.parts))
    }

    /// - Parameter index: index of the step, from 0.
    package func place(of index: Int) -> Run.Place {
        let following = steps.dropFirst(index + 1)
        return Run.Place(
            interval: steps[index].interval, next: following.first?.interval,
            round: steps[index].round, steps: steps.count,
            followingMs: following.reduce(0) { $0 + $1.interval.durationMs })
    }
}

extension Run {
    /// The present step of a run with everything that is shown of it, so that views don't need the plan.
    package struct Place: Sendable, Hashable, Codable {
        package let interval: Interval
        /// The interval after this one; `nil` in the last.
        package let next: Interval?
        package let round: ProgramStep.Round?
        /// Number of steps of the whole run.
        package let steps: Int
        /// Total duration of the intervals after this one, in milliseconds.
        package let followingMs: Int64

        init(
            interval: Interval, next: Interval?, round: ProgramStep.Round?, steps: Int,
            followingMs: Int64
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
