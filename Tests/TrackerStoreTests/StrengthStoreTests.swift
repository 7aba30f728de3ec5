import GRDB
import TestSupport
import Testing
import TrackerCore

@testable import TrackerStore

@Suite struct StrengthStoreTests {
    private let fixture: Fixture

    init() throws {
        fixture = try Fixture(schema: .current)
        for id in ["e1", "e2"] {
            try fixture.append(
                "exercise.created", [Exercise(id: id, fields: .init(name: id, unit: .reps))])
        }
    }

    @discardableResult
    private func workout(
        _ id: String, _ exercises: [String] = ["e1", "e2"], startedMs: Int64 = 0,
        isOpen: Bool = false
    ) throws -> Workout {
        var workout = try Workout(
            id: id, name: id, exercises: exercises.map { WorkoutExercise(exercise: $0) },
            start: .utc(startedMs), order: fixture.store.lastSeq + 1, at: morning)
        if !isOpen { try workout.finish(lastSetMs: 0, at: morning) }
        try fixture.append("workout.started", [workout])
        return workout
    }

    @discardableResult
    private func set(
        _ id: String, _ workout: String, _ exercise: String = "e1", position: Int64 = 1,
        atMs: Int64, dropOf: String? = nil
    ) throws -> WorkoutSet {
        var fields = WorkoutSet.Fields(loadUnit: .kg, loadMode: .bodyweight)
        fields.reps = 5
        fields.dropOf = dropOf
        let set = try WorkoutSet(
            id: id, workout: workout, exercise: exercise, position: position, fields: fields,
            time: .utc(atMs), order: fixture.store.lastSeq + 1)
        try fixture.append("set.logged", [set])
        return set
    }

    @Test func nothingReadsAllOfTheTables() throws {
        let statements = [
            "SELECT * FROM workout WHERE state = 'open' LIMIT 1",
            "SELECT * FROM workout ORDER BY started_ms DESC, start_order DESC LIMIT 1",
            "SELECT * FROM template WHERE name_key = 'n' LIMIT 1",
            "SELECT * FROM workout_set ORDER BY log_order DESC, position DESC LIMIT 1",
            "SELECT * FROM workout_set WHERE workout = 'w' ORDER BY exercise, at_ms, position",
            "SELECT COUNT(*), COALESCE(MAX(position), 0) FROM workout_set WHERE workout = 'w'",
            "SELECT MAX(at_ms) FROM workout_set WHERE workout = 'w'",
            "SELECT * FROM workout_set WHERE exercise = 'e' "
                + "ORDER BY at_ms DESC, log_order DESC, position DESC LIMIT 1",
            "SELECT * FROM workout_set WHERE drop_of = 's' ORDER BY id",
            "SELECT exercise, COUNT(*) FROM workout_set WHERE at_ms >= 5 GROUP BY +exercise",
            """
            SELECT done.workout FROM workout_set AS done
            CROSS JOIN workout ON workout.id = done.workout
            WHERE done.exercise = 'e' AND done.at_ms < 5 AND done.workout <> 'w'
            AND workout.state = 'finished' ORDER BY done.at_ms DESC, done.log_order DESC LIMIT 1
            """,
            """
            SELECT * FROM workout WHERE started_ms >= 1 AND started_ms < 2 AND EXISTS (
                SELECT 1 FROM workout_set
                WHERE workout_set.workout = workout.id AND workout_set.exercise = 'e')
            ORDER BY started_ms DESC, start_order DESC LIMIT 5
            """,
        ]
        for statement in statements {
            let plan = try fixture.plan(of: statement).joined(separator: "; ")
            #expect(plan.contains("INDEX"), "\(plan): \(statement)")
            let isFirst = statement.hasSuffix("LIMIT 1") && !statement.contains("WHERE")
            #expect(isFirst || plan.contains("SEARCH"), "\(plan): \(statement)")
            // A sort of one workout's sets or of the exercises of a few weeks is small.
            let sortsFew = statement.contains("ORDER BY id") || statement.contains("GROUP BY")
            #expect(sortsFew || !plan.contains("TEMP B-TREE"), "\(plan): \(statement)")
        }
    }
}
