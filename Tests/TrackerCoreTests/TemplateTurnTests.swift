import Testing
import TrackerCore

/// The template that is proposed.
struct TemplateTurnTests {
    private func turn(
        _ name: String, last: Int64? = nil, days: Int64? = nil, done: Int = 0
    ) throws -> TemplateTurn {
        let planned = PlannedExercise(exercise: "e", target: ExerciseTarget(sets: 1))
        return TemplateTurn(
            try Template(
                id: name, fields: .init(name: name, daysPerWeek: days, exercises: [planned])),
            lastMs: last, daysThisWeek: done)
    }

    private func next(_ turns: TemplateTurn...) -> String {
        let (turn, reason) = TemplateTurn.next(of: turns)
        return "\(turn?.template.name ?? "-") \(reason.rawValue)"
    }

    @Test func theOneThatWasDoneLongestAgo() throws {
        #expect(next() == "- none")
        #expect(try next(turn("a", last: 3), turn("b", last: 1), turn("c", last: 2)) == "b turn")
        #expect(try next(turn("a", last: 1), turn("b"), turn("c")) == "b new")
        #expect(try next(turn("a", last: 1), turn("b", last: 1)) == "a turn")
    }

    @Test func theDaysOfTheWeekCount() throws {
        let done = try turn("a", last: 1, days: 2, done: 2)
        #expect(try next(done, turn("b", last: 5, days: 1)) == "b turn")
        #expect(try next(done, turn("b", last: 5)) == "b turn")
        #expect(try next(done, turn("b", last: 5, days: 3, done: 3)) == "a week_done")
        #expect(try next(turn("a", last: 1, days: 2, done: 1), turn("b", last: 5)) == "a turn")
    }

    // MARK: Plans

    private func plan(_ name: String, _ templates: String...) throws -> TrainingPlan {
        try TrainingPlan(id: name, fields: .init(name: name, templates: templates))
    }

    /// Each row: the templates with the starts of their last workouts, and the next one of the plan c, a, b.
    @Test(
        arguments: [
            ([:], "c"), (["c": 1], "a"), (["c": 1, "a": 2], "b"), (["c": 1, "a": 2, "b": 3], "c"),
            (["c": 4, "a": 2, "b": 3], "a"), (["a": 2], "b"), (["c": 2, "a": 2], "b"),
        ] as [([String: Int64], String)])
    func aPlansTemplatesAreDoneInTurn(_ last: [String: Int64], _ expected: String) throws {
        let turns = try ["a", "b", "c"].map { try turn($0, last: last[$0]) }
        let byID = Dictionary(uniqueKeysWithValues: turns.map { ($0.template.id, $0) })
        let plan = try plan("p", "c", "gone", "a", "b")
        #expect(plan.next(among: byID)?.template.name == expected)
        #expect(plan.next(among: [:]) == nil)
        // Only the plan's next template is proposed.
        #expect(TemplateTurn.next(of: turns, in: [plan]).turn?.template.name == expected)
    }

    @Test func templatesBesideAPlanTakeTheirTurns() throws {
        let turns = [
            try turn("a", last: 5), try turn("b", last: 4, days: 1, done: 1),
            try turn("x", last: 4), try turn("y", last: 6),
        ]
        let plan = try plan("p", "a", "b")
        let (next, reason) = TemplateTurn.next(of: turns, in: [plan])
        // The plan's next one is done for this week.
        #expect(next?.template.name == "x" && reason == .turn)
        #expect(turns.map(\.reason) == [.turn, .weekDone, .turn, .turn])
    }
}
