/// The program as it was when a run of it began: what becomes of the program doesn't concern the run.
package struct RunPlan: Entity {
    package static let table = "run_plan"
    package static let isTimed = false

    /// That of the run.
    package let id: String
    package let parts: [ProgramPart]
    /// The intervals in the order in which they are done; never none.
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

    /// - Parameter index: of the step, from 0.
    package func place(of index: Int) -> Run.Place {
        let following = steps.dropFirst(index + 1)
        return Run.Place(
            interval: steps[index].interval, next: following.first?.interval,
            round: steps[index].round, steps: steps.count,
            followingMs: following.reduce(0) { $0 + $1.interval.durationMs })
    }
}

extension Run {
    /// What there is to show of where in its plan it stands, so that nobody needs the plan for that.
    package struct Place: Sendable, Hashable, Codable {
        package let interval: Interval
        /// What comes after it; `nil` in the last.
        package let next: Interval?
        package let round: ProgramStep.Round?
        /// How many steps there are in all.
        package let steps: Int
        /// How long all the intervals take that follow.
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
