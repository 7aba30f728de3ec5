import TestSupport
import Testing
import TrackerCore

struct WorkoutTests {
    private let now = Machine().now

    private func workout(_ exercises: [WorkoutExercise] = [], startedMs: Int64? = nil) throws
        -> Workout
    {
        try Workout(
            id: "0w", name: "Push", exercises: exercises, start: .utc(startedMs ?? now.wallMs),
            order: 3, at: now)
    }

    private func field(_ body: () throws -> Void) -> String? {
        #expect(throws: Rejection.self) { try body() }?.field
    }

    private static let abc = ["a", "b", "c"].map { WorkoutExercise(exercise: $0) }

    @Test func oneThatWasDoneElsewhere() throws {
        let imported = try Workout(
            id: "0w", name: "Legs", start: .utc(1000), endedMs: 500, note: "", exercises: Self.abc,
            importID: "0i", order: 1, at: now)
        #expect(imported.state == .finished && imported.endedMs == 1000 && imported.note == nil)
        #expect(imported.importID == "0i")
        #expect(try reread(imported) == imported)
        let many = (0...50).map { WorkoutExercise(exercise: "\($0)") }
        #expect(
            field {
                _ = try Workout(
                    id: "0w", name: "Legs", start: .utc(0), endedMs: 0, note: nil, exercises: many,
                    importID: "0i", order: 1, at: now)
            } == "exercises")
    }

    /// Shares of a max, and what changes it, are the former exercise's; the heaviest load to come is the other's own.
    @Test func aSwapKeepsHowSetsAreDone() throws {
        let ramp = SetGroup(sets: 1, kind: .warmup, reps: 5, percent: 50, percentOf: .working)
        var work = SetGroup(sets: 3, reps: 5, percent: 85, percentOf: .max)
        (work.amrap, work.perSide, work.tempo, work.drops) = (true, true, "3-1-1", 2)
        let target = ExerciseTarget(
            groups: [ramp, work], progression: Progression(add: try Load(5, .kg)))
        let part = WorkoutExercise(exercise: "d", target: target)
        var workout = try workout([part])
        workout.swap(part.place, for: "e")
        (work.percent, work.percentOf) = (nil, nil)
        #expect(workout.exercises[0].target == ExerciseTarget(groups: [ramp, work]))
        #expect(try reread(workout) == workout)
        // What is planned for the other exercise comes first.
        workout.swap(ExerciseBlock("e"), for: "d", planned: target)
        #expect(workout.exercises[0].target == target)
    }

    /// The rest after each exercise in its order, in seconds, where the workout's is 60.
    @Test(arguments: [
        // Exercises as name, superset and rest of its own; `-` for none.
        ("a:A:- b:-:- c:A:- d:B:-", [0, 60, 60, 60]), ("c:A:- a:A:- b:-:- d:B:-", [0, 60, 60, 60]),
        ("d:B:- e:B:-", [0, 60]), ("a:A:30 b:A:-", [30, 60]), ("a:A:30 b:A:90", [30, 90]),
        ("a:A:- b:A:90", [0, 90]), ("a:A:0 b:A:90", [0, 90]), ("a:A:30 b:A:20 c:A:0", [30, 20, 0]),
        ("a:A:30 b:-:- c:A:-", [30, 60, 60]), ("a:A:30", [30]), ("a:-:30 b:-:0", [30, 0]),
    ])
    func aSupersetRestsAfterItsLastAndWhereARestIsGiven(text: String, rests: [Int64]) throws {
        let exercises = text.split(separator: " ").map { word in
            let parts = word.split(separator: ":").map { $0 == "-" ? nil : String($0) }
            return WorkoutExercise(
                exercise: parts[0] ?? "", superset: parts[1],
                target: ExerciseTarget(
                    sets: 1, restMs: parts[2].flatMap(Int64.init).map { $0 * 1000 }))
        }
        let workout = try Workout(
            id: "0w", name: "Push", restMs: 60_000, exercises: exercises, start: .utc(now.wallMs),
            order: 1, at: now)
        #expect(exercises.map { workout.restMs(after: $0.place) } == rests.map { $0 * 1000 })
    }

    @Test func jsonWithoutABlockIsOfTheFirst() throws {
        let json = #"{"exercise":"a","superset":"S"}"#
        let part = try JSONText.value(WorkoutExercise.self, from: json)
        #expect(part == WorkoutExercise(exercise: "a", superset: "S"))
        #expect(try JSONText.of(part) == json)
        let second = WorkoutExercise(exercise: "a", block: 2)
        #expect(try JSONText.value(WorkoutExercise.self, from: JSONText.of(second)) == second)
    }

    @Test func rowsWithTwoBlocksOfOneNumberAreRefused() throws {
        let twice = try workout([WorkoutExercise(exercise: "a"), WorkoutExercise(exercise: "a")])
        #expect(throws: Rejection.self) { try twice.check(at: now) }
        let none = try workout([WorkoutExercise(exercise: "a", block: 0)])
        #expect(throws: Rejection.self) { try none.check(at: now) }
    }
}
