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

    private func undoRefusal(_ seq: Int64) throws -> Rejection? {
        try fixture.read { transaction in
            #expect(throws: Rejection.self) { try transaction.plan(for: .undo, ofEvent: seq) }
        }
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

    @Test func setsStandByTheirTimes() throws {
        try workout("w", isOpen: true)
        let sets = [
            try set("a", "w", position: 1, atMs: 2000), try set("b", "w", position: 2, atMs: 1000),
            try set("c", "w", position: 3, atMs: 2000),
            try set("d", "w", "e2", position: 4, atMs: 500),
        ]
        try fixture.store.read(at: morning) { transaction throws in
            let all = try transaction.sets(ofWorkout: "w").map(\.id)
            #expect(all == ["b", "a", "c", "d"])
            let some = try transaction.sets(ofWorkout: "w", exercise: "e1").map(\.id)
            #expect(some == ["b", "a", "c"])
            let indexes = try sets.map { try transaction.index(of: $0) }
            #expect(indexes == [2, 1, 3, 1])
            #expect(try transaction.setCount(ofWorkout: "w") == 4)
            let next = try transaction.nextPosition(inWorkout: "w")
            #expect(next == transaction.nextSeq && next > 4)
            #expect(try transaction.nextPosition(inWorkout: "x") == next)
            #expect(try transaction.lastSetMs(ofWorkout: "w") == 2000)
            #expect(try transaction.lastSetMs(ofWorkout: "x") == nil)
            #expect(try transaction.lastSet(ofExercise: "e1")?.id == "c")
            #expect(try transaction.set(id: "b") == sets[1])
        }
        #expect(try fixture.differences == [])
    }

    @Test func workoutsAreFound() throws {
        for (index, id) in ["w1", "w2", "w3"].enumerated() {
            try workout(id, startedMs: Int64(index) * 1000, isOpen: id == "w2")
            try set("s\(id)", id, index == 2 ? "e2" : "e1", atMs: Int64(index) * 1000 + 1)
        }
        try fixture.store.read(at: morning) { transaction throws in
            #expect(try transaction.openWorkout()?.id == "w2")
            #expect(try transaction.lastWorkout()?.id == "w3")
            #expect(try transaction.entities(Workout.self, withPrefix: "w").count == 3)
            func ids(_ query: WorkoutQuery, limit: Int = 9) throws -> [String] {
                try transaction.workouts(query, limit: limit).map(\.id)
            }
            #expect(try ids(WorkoutQuery()) == ["w3", "w2", "w1"])
            #expect(try ids(WorkoutQuery(), limit: 2) == ["w3", "w2"])
            #expect(try ids(WorkoutQuery(span: TimeSpan(fromMs: 1000, toMs: 2000))) == ["w2"])
            #expect(try ids(WorkoutQuery(exercise: "e1")) == ["w2", "w1"])
            #expect(try ids(WorkoutQuery(span: TimeSpan(fromMs: 1), exercise: "e2")) == ["w3"])
        }
    }

    @Test func whatWasDoneBefore() throws {
        try workout("old", startedMs: 0)
        try set("s1", "old", atMs: 10)
        try workout("newer", startedMs: 1000)
        try set("s2", "newer", position: 1, atMs: 1010)
        try set("s3", "newer", position: 2, atMs: 1020)
        try workout("without", ["e2"], startedMs: 2000)
        let open = try workout("open", startedMs: 3000, isOpen: true)
        // This set was done before the workout began.
        try set("s4", "open", atMs: 2500)
        let later = try workout("later", startedMs: 4000)
        try set("s5", "later", atMs: 4010)
        try fixture.store.read(at: morning) { transaction throws in
            func previous(_ id: String, _ exercise: String = "e1") throws -> [String] {
                let workout = try #require(try transaction.workout(id: id))
                return try transaction.previousSets(of: ExerciseBlock(exercise), before: workout)
                    .map(\.id)
            }
            #expect(try previous("old") == [])
            #expect(try previous("newer") == ["s1"])
            #expect(try previous(open.id) == ["s2", "s3"])
            #expect(try previous(open.id, "e2") == [])
            // The open workout isn't over yet.
            #expect(try previous(later.id) == ["s2", "s3"])
        }
    }

    @Test func exercisesInUse() throws {
        func use(_ id: String) throws -> String? {
            let exercise = try fixture.read { try $0.exercise(id: id) }
            return try fixture.use(of: #require(exercise))
        }
        #expect(try use("e1") == nil)
        #expect(try fixture.namedExercises(byVariants: true) == [])
        let planned = PlannedExercise(exercise: "e2", target: ExerciseTarget(sets: 1))
        try fixture.append(
            "template.created",
            [Template(id: "t", fields: .init(name: "t", exercises: [planned]))])
        #expect(try use("e1") == nil)
        #expect(try use("e2") == "planned")
        try workout("w", ["e1"], isOpen: true)
        #expect(try use("e1") == "planned")
        try set("s", "w", atMs: 5)
        #expect(try use("e1") == "performed")
        #expect(try fixture.namedExercises(byVariants: true) == ["e1", "e2"])
        #expect(try fixture.read { try $0.exerciseScores() } == [:])
        try set("s2", "w", position: 2, atMs: morning.wallMs - 5)
        #expect(try fixture.read { try $0.exerciseScores() } == ["e1": 7])
    }

    @Test func settingsAreOnesOwnOrUsual() throws {
        #expect(try fixture.read { try $0.settings() } == Settings.Fields())
        var fields = Settings.Fields()
        fields.restMs = 0
        fields.bar = 15
        try fixture.append("settings.changed", [Settings(fields)])
        #expect(try fixture.read { try $0.settings() } == fields)
        #expect(try fixture.differences == [])
    }

    // MARK: Undoing

    @Test func aWholeWorkoutIsPutBackTogether() throws {
        let work = try workout("w")
        let first = try set("a", "w", position: 1, atMs: 1)
        let drop = try set("b", "w", position: 2, atMs: 2, dropOf: "a")
        let gone = try fixture.append("workout.deleted", removed: [first, drop, work])
        let plan = try fixture.read { try $0.plan(for: .undo, ofEvent: gone.seq) }
        #expect(Set(plan.restored.map(\.id)) == ["w", "a", "b"])
        // The other way round, as when an import is undone.
        let back = try fixture.append("workout.started", [work, first, drop])
        let away = try fixture.read { try $0.plan(for: .undo, ofEvent: back.seq) }
        #expect(Set(away.removed.map(\.id)) == ["w", "a", "b"])
    }

    @Test func aSetNeedsItsWorkoutWithItsExercise() throws {
        var work = try workout("w")
        let logged = try set("a", "w", atMs: 1)
        let deleted = try fixture.append("set.deleted", removed: [logged])
        #expect(
            try fixture.read { try $0.plan(for: .undo, ofEvent: deleted.seq) }.restored.count == 1)
        work.remove(ExerciseBlock("e1"))
        try fixture.append("workout.updated", [work])
        #expect(try undoRefusal(deleted.seq)?.message.contains("isn't in the workout") == true)
        try fixture.append("workout.deleted", removed: [work])
        #expect(try undoRefusal(deleted.seq)?.message.contains("workout is gone") == true)
    }

    @Test func aWorkoutNeedsTheExercisesOfItsSets() throws {
        var work = try workout("w", ["e2"], isOpen: true)
        let started = fixture.store.lastSeq
        try work.add(WorkoutExercise(exercise: "e1"))
        let added = try fixture.append("workout.updated", [work])
        #expect(
            try fixture.read { try $0.plan(for: .undo, ofEvent: added.seq) }.restored.count == 1)
        try set("a", "w", atMs: 1)
        #expect(try undoRefusal(added.seq)?.message.contains("that it would lose") == true)
        #expect(try undoRefusal(started)?.kind == .conflict)
    }

    @Test func aWorkoutWithSetsIsNotTakenAway() throws {
        try workout("w", isOpen: true)
        let started = fixture.store.lastSeq
        #expect(try fixture.read { try $0.plan(for: .undo, ofEvent: started) }.removed.count == 1)
        try set("a", "w", atMs: 1)
        #expect(try undoRefusal(started)?.message.contains("it has sets") == true)
    }

    @Test func dropsHoldOnToTheirSet() throws {
        try workout("w")
        let first = try set("a", "w", position: 1, atMs: 1)
        let logged = fixture.store.lastSeq
        let drop = try set("b", "w", position: 2, atMs: 2, dropOf: "a")
        #expect(try undoRefusal(logged)?.message.contains("drops from it") == true)
        let deleted = try fixture.append("set.deleted", removed: [drop])
        try fixture.append("set.deleted", removed: [first])
        #expect(try undoRefusal(deleted.seq)?.message.contains("drops from is gone") == true)
    }

    /// As when an import that brought its own exercises is undone.
    @Test func anExerciseGoesWithItsSets() throws {
        let own = try Exercise(id: "e3", fields: .init(name: "e3", unit: .reps))
        let work = try Workout(
            id: "w", name: "w", exercises: [.init(exercise: "e3")], start: .utc(morning.wallMs),
            order: 9, at: morning)
        var fields = WorkoutSet.Fields(loadUnit: .kg, loadMode: .bodyweight)
        fields.reps = 1
        let set = try WorkoutSet(
            id: "a", workout: "w", exercise: "e3", position: 1, fields: fields,
            time: .utc(1), order: 9)
        let imported = try fixture.append("import.committed", [own, work, set])
        #expect(
            try fixture.read { try $0.plan(for: .undo, ofEvent: imported.seq) }.removed.count == 3)
        try self.set("b", "w", "e3", position: 2, atMs: 2)
        #expect(try undoRefusal(imported.seq)?.kind == .conflict)
    }
}
