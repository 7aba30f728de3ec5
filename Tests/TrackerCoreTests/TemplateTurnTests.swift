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
}
