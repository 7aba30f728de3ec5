import TestSupport
import Testing
import TrackerCore

@testable import TrackerStore

/// Each rule that a kind declares, held against what is kept and what is planned.
@Suite struct IntegrityTests {
    let fixture: Fixture
    let bench: Exercise
    let workout: Workout

    init() throws {
        fixture = try Fixture(schema: .current)
        bench = try Exercise(id: "0bench000001", fields: .init(name: "Bench", unit: .reps))
        workout = try Workout(
            id: "0workout0001", name: "Push", exercises: [WorkoutExercise(exercise: bench.id)],
            start: .utc(1000), order: 1, at: morning)
        try fixture.append("exercise.created", [bench])
        try fixture.append("workout.started", [workout])
    }

    private func violation<E: StoredEntity>(
        of entity: E, with others: [any StoredEntity] = [], without removed: [any StoredEntity] = []
    ) throws -> Violation? {
        try fixture.read { transaction in
            let integrity = try Integrity(
                transaction, writing: others + [entity], removing: removed)
            return try integrity.violation(of: entity)
        }
    }

    private func set(_ id: String, dropOf: String? = nil, exercise: String? = nil) throws
        -> WorkoutSet
    {
        var fields = WorkoutSet.Fields(loadUnit: .kg, loadMode: .bodyweight)
        fields.reps = 5
        fields.dropOf = dropOf
        return try WorkoutSet(
            id: id, workout: workout.id, exercise: exercise ?? bench.id, position: 1,
            fields: fields, time: .utc(2000), order: 1)
    }

    @Test func namesAreTakenOnce() throws {
        let other = try Exercise(id: "0other000001", fields: .init(name: "BENCH!", unit: .reps))
        guard case .taken("Bench", let holder)? = try violation(of: other) else {
            Issue.record("the name was free")
            return
        }
        #expect(holder.id == bench.id)
        // Once the holder has another name, or goes, it is free.
        var renamed = bench
        try renamed.edit(.init(name: "Bench Press", unit: .reps))
        #expect(try violation(of: other, with: [renamed]) == nil)
        #expect(try violation(of: other, without: [bench]) == nil)
        #expect(try violation(of: bench) == nil)
        // The first of two that come has it.
        let third = try Exercise(id: "0third000001", fields: .init(name: "Row", unit: .reps))
        let fourth = try Exercise(id: "0fourth00001", fields: .init(name: "row", unit: .reps))
        guard case .taken("Row", _)? = try violation(of: fourth, with: [third]) else {
            Issue.record("two of one name came in")
            return
        }
    }

    @Test func leftOutNamesAreFree() throws {
        let one = try Exercise(id: "0third000001", fields: .init(name: "Row", unit: .reps))
        let two = try Exercise(id: "0fourth00001", fields: .init(name: "row", unit: .reps))
        try fixture.read { transaction in
            var integrity = try Integrity(transaction, writing: [one, two])
            try integrity.leaveOut(one)
            #expect(try integrity.violation(of: two) == nil)
            #expect(try integrity.entity(Exercise.self, id: one.id) == nil)
        }
    }

    @Test func numbersAreLimited() throws {
        let planned = PlannedExercise(exercise: bench.id, target: ExerciseTarget(sets: 1))
        let templates = try (0..<Template.maximumNumber).map {
            try Template(
                id: "0template\(100 + $0)", fields: .init(name: "t\($0)", exercises: [planned]))
        }
        try fixture.append("template.created", templates)
        let more = try Template(
            id: "0template999", fields: .init(name: "more", exercises: [planned]))
        guard case .tooMany(Template.maximumNumber, nil)? = try violation(of: more) else {
            Issue.record("there was room")
            return
        }
        #expect(try violation(of: more, without: [templates[0]]) == nil)
        // Those that are there can still be changed.
        #expect(try violation(of: templates[1]) == nil)
        let sets = try (0...Workout.maximumSets).map { try set("0set\(10_000_000 + $0)") }
        let last = try #require(sets.last)
        guard case .tooMany(500, "workout")? = try violation(of: last, with: sets.dropLast()) else {
            Issue.record("there was room in the workout")
            return
        }
        #expect(try violation(of: last, with: sets.dropLast(2)) == nil)
    }

    @Test func referencesLeadSomewhere() throws {
        let entry = try LogEntry(
            id: "0entry000001", exercise: bench, count: 5, time: .utc(1000), order: 1, at: morning)
        #expect(try violation(of: entry) == nil)
        guard case .missing("exercise", _)? = try violation(of: entry, without: [bench]) else {
            Issue.record("its exercise is gone")
            return
        }
        var timed = bench
        try timed.edit(.init(name: "Bench", unit: .seconds))
        guard case .mismatch("exercise", let mismatch)? = try violation(of: entry, with: [timed])
        else {
            Issue.record("its exercise counts something else")
            return
        }
        #expect(mismatch.field == "unit" && mismatch.state == "logged")
        // A row that breaks a rule already may be changed otherwise.
        try fixture.append("log.added", [entry])
        try fixture.append("exercise.deleted", removed: [bench])
        #expect(try violation(of: entry) == nil)
    }

    @Test func noSetGoesOnFromItself() throws {
        let one = try set("0set00000001", dropOf: "0set00000002")
        let two = try set("0set00000002", dropOf: "0set00000001")
        guard case .ring("drop_of", _)? = try violation(of: one, with: [two]) else {
            Issue.record("a ring was made")
            return
        }
        let plank = try Exercise(id: "0plank000001", fields: .init(name: "Plank", unit: .seconds))
        let other = try set("0set00000002", exercise: plank.id)
        guard case .mismatch("drop_of", _)? = try violation(of: one, with: [plank, other]) else {
            Issue.record("a drop set of two exercises was made")
            return
        }
    }

    @Test func whateverIsNamedStays() throws {
        try fixture.append("set.logged", [try set("0set00000001")])
        #expect(try fixture.use(of: bench) == "planned" || fixture.use(of: bench) == "performed")
        try fixture.read { transaction in
            var integrity = try Integrity(transaction, writing: [], removing: [workout])
            guard case .used(let use, let other)? = try integrity.violationOfOthers(naming: workout)
            else {
                Issue.record("the workout went without its sets")
                return
            }
            #expect(use.state == "logged" && other.id == "0set00000001")
            try integrity.remove(try set("0set00000001"))
            #expect(try integrity.violationOfOthers(naming: workout) == nil)
        }
        var without = workout
        without.remove(ExerciseBlock(bench.id))
        try fixture.read { transaction in
            let integrity = try Integrity(transaction, writing: [without])
            guard case .unfit(let mismatch, _)? = try integrity.violationOfOthers(naming: without)
            else {
                Issue.record("the workout lost an exercise that it has sets of")
                return
            }
            #expect(mismatch.field == "exercises")
        }
    }

    private static func targets<E: StoredEntity>(of kind: E.Type) -> [String] {
        E.rules.references.map { $0.target.table }
    }
}

extension Fixture {
    /// The state of what names an exercise; `nil` where nothing does.
    func use(of exercise: Exercise) throws -> String? {
        try read { transaction in
            let integrity = try Integrity(transaction, writing: [], removing: [exercise])
            guard case .used(let use, _)? = try integrity.violationOfOthers(naming: exercise) else {
                return nil
            }
            return use.state
        }
    }
}
