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

    @Test func itIsKept() throws {
        let target = ExerciseTarget(sets: 3, reps: 5, load: try Load(60, .kg), restMs: 60_000)
        var workout = try Workout(
            id: "0w", name: "Push", template: "0t", restMs: 0,
            exercises: [WorkoutExercise(exercise: "a", superset: "A", target: target)],
            start: .utc(now.wallMs - 5000), order: 3, at: now)
        #expect(workout.state == .open && workout.endedMs == nil && workout.importID == nil)
        #expect(try reread(workout) == workout)
        try workout.write(note: "good")
        try workout.write(note: "knees out", on: ExerciseBlock("a"))
        #expect(workout.note == "good" && workout.exercises[0].note == "knees out")
        try workout.finish(lastSetMs: now.wallMs, at: now)
        #expect(workout.state == .finished && workout.endedMs == now.wallMs)
        #expect(try reread(workout) == workout)
        try workout.write(note: "")
        try workout.write(note: "", on: ExerciseBlock("a"))
        #expect(workout.note == nil && workout.exercises[0].note == nil)
        #expect(field { try workout.write(note: "\u{7}") } == "note")
    }

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

    @Test func itsStartIsOver() throws {
        #expect(try workout().startedMs == now.wallMs)
        #expect(try workout(startedMs: now.wallMs).startedMs == now.wallMs)
        #expect(field { _ = try workout(startedMs: now.wallMs + 1) } == "at")
        #expect(field { _ = try workout(startedMs: -1) } == "at")
        #expect(
            field {
                _ = try Workout(
                    id: "0w", name: "", start: .utc(now.wallMs), order: 1, at: now)
            } == "name")
    }

    @Test func exercisesComeAndGoAndMove() throws {
        var workout = try workout(Self.abc)
        try workout.add(WorkoutExercise(exercise: "d", superset: "A"), at: 1)
        try workout.add(WorkoutExercise(exercise: "e"), at: 5)
        try workout.add(WorkoutExercise(exercise: "f"))
        #expect(workout.exercises.map(\.exercise) == ["d", "a", "b", "c", "e", "f"])
        workout.remove(ExerciseBlock("b"))
        #expect(!workout.has("b") && workout.has("c"))
        try workout.reorder(["f", "e", "d", "c", "a"])
        #expect(workout.exercises.map(\.exercise) == ["f", "e", "d", "c", "a"])
        #expect(workout.exercises[2].superset == "A")
    }

    @Test func anExerciseMovesOrGivesItsPlaceAway() throws {
        let target = ExerciseTarget(
            groups: [
                SetGroup(sets: 3, reps: 5, load: try Load(60, .kg), rpe: 8),
                SetGroup(sets: 1, reps: 8, repsTo: 12, percent: 70),
                SetGroup(sets: 1, loadMode: .bodyweight),
            ], restMs: 60_000, basis: [SetGroup(sets: 3, reps: 5)])
        let part = WorkoutExercise(exercise: "d", superset: "A", target: target, note: "wide")
        var workout = try workout(Self.abc + [part])
        try workout.move(part.place, to: 2)
        #expect(workout.exercises.map(\.exercise) == ["a", "d", "b", "c"])
        workout.swap(part.place, for: "c")
        #expect(workout.exercises.map(\.place.number) == [1, 2, 1, 1])
        let other = workout.exercises[1]
        #expect(other.exercise == "c" && other.superset == "A" && other.note == "wide")
        #expect(
            other.target
                == ExerciseTarget(
                    groups: [
                        SetGroup(sets: 3, reps: 5, rpe: 8), SetGroup(sets: 1, reps: 8, repsTo: 12),
                        SetGroup(sets: 1),
                    ], restMs: 60_000))
        #expect(try reread(workout) == workout)
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

    @Test(arguments: [0, 5, -1, .max, .min] as [Int64])
    func placesThatAreNone(_ place: Int64) throws {
        var workout = try workout(Self.abc)
        #expect(field { try workout.add(WorkoutExercise(exercise: "d"), at: place) } == "position")
        #expect(field { try workout.move(ExerciseBlock("b"), to: place) } == "position")
    }

    @Test(arguments: [["a", "b"], ["a", "b", "c", "c"], ["a", "b", "b"], ["a", "b", "d"], []])
    func ordersThatAreNone(_ order: [String]) throws {
        var workout = try workout(Self.abc)
        #expect(field { try workout.reorder(order) } == "exercises")
        #expect(workout.exercises == Self.abc)
    }

    @Test func whatCannotBeAdded() throws {
        var workout = try workout(Self.abc)
        let twice = #expect(throws: Rejection.self) {
            try workout.add(WorkoutExercise(exercise: "a"))
        }
        #expect(twice?.kind == .conflict && twice?.state == "present")
        #expect(
            field { try workout.add(WorkoutExercise(exercise: "d", superset: "\n")) } == "superset")
        for number in 4...50 { try workout.add(WorkoutExercise(exercise: "\(number)")) }
        #expect(
            #expect(throws: Rejection.self) { try workout.add(WorkoutExercise(exercise: "z")) }?
                .kind == .tooLarge)
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

    @Test func howLongTheRestIs() throws {
        let workout = try Workout(
            id: "0w", name: "Push", restMs: 120_000,
            exercises: [
                WorkoutExercise(exercise: "a", target: ExerciseTarget(sets: 1, restMs: 0)),
                WorkoutExercise(exercise: "b", target: ExerciseTarget(sets: 1)),
                WorkoutExercise(exercise: "c"),
            ], start: .utc(now.wallMs), order: 1, at: now)
        let rests = ["a", "b", "c"].map { workout.restMs(after: ExerciseBlock($0)) }
        #expect(rests == [0, 120_000, 120_000])
        #expect(try self.workout(Self.abc).restMs(after: ExerciseBlock("a")) == nil)
    }

    @Test func blocksOfOneExercise() throws {
        var workout = try workout([
            WorkoutExercise(exercise: "row", superset: "A"),
            WorkoutExercise(exercise: "curl", superset: "A"),
        ])
        let second = workout.nextBlock(of: "row")
        #expect(second == ExerciseBlock("row", 2) && second.suffix == " (2)")
        #expect(workout.nextBlock(of: "squat") == ExerciseBlock("squat"))
        try workout.add(
            WorkoutExercise(
                exercise: "row", block: 2, target: ExerciseTarget(sets: 1, restMs: 5000)))
        #expect(workout.blocks(of: "row") == [ExerciseBlock("row"), second])
        // Each has its own superset, rest and note.
        #expect(workout.restMs(after: ExerciseBlock("row")) == 0)
        #expect(workout.restMs(after: second) == 5000)
        try workout.write(note: "alone", on: second)
        #expect(workout.exercises.map(\.note) == [nil, nil, "alone"])
        // The first mention is the first block, and the numbers stay.
        try workout.reorder(["row", "row", "curl"])
        #expect(workout.exercises.map(\.block) == [1, 2, 1])
        #expect(field { try workout.reorder(["row", "curl", "curl"]) } == "exercises")
        #expect(field { try workout.reorder(["row", "curl"]) } == "exercises")
        workout.remove(ExerciseBlock("row"))
        #expect(workout.exercises.map(\.place) == [second, ExerciseBlock("curl")])
        #expect(workout.nextBlock(of: "row").number == 3)
    }

    @Test func aMemberOfASupersetMayCome() throws {
        var workout = try workout(Self.abc)
        try workout.join("S", ExerciseBlock("a"))
        try workout.join("S", ExerciseBlock("c"), at: 1)
        #expect(workout.exercises.map(\.exercise) == ["c", "a", "b"])
        #expect(workout.exercises.map(\.superset) == ["S", "S", nil])
        let former = workout
        let again = #expect(throws: Rejection.self) { try workout.join("S", ExerciseBlock("a")) }
        #expect(again?.kind == .conflict && again?.state == "present")
        #expect(field { try workout.join("S", ExerciseBlock("b"), at: 4) } == "position")
        #expect(field { try workout.join("\n", ExerciseBlock("b")) } == "superset")
        #expect(workout == former)
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

    @Test func itsEnd() throws {
        let start = now.wallMs - 3_600_000
        var workout = try workout(startedMs: start)
        let empty = #expect(throws: Rejection.self) {
            try workout.finish(lastSetMs: nil, at: now)
        }
        #expect(empty?.kind == .conflict && empty?.state == "open")
        #expect(empty?.message.contains("discard it") == true)
        for (end, last) in [
            (now.wallMs + 1, start), (start - 1, start - 2), (start + 5, start + 6),
        ] {
            #expect(
                field { try workout.finish(endedMs: end, lastSetMs: last, at: now) } == "at")
        }
        try workout.finish(endedMs: start + 6, lastSetMs: start + 6, at: now)
        #expect(workout.endedMs == start + 6)
        let again = #expect(throws: Rejection.self) {
            try workout.finish(lastSetMs: start, at: now)
        }
        #expect(again?.kind == .conflict && again?.state == "finished")
    }

    /// The clock was set back meanwhile.
    @Test func itDoesNotEndBeforeItBegan() throws {
        var workout = try workout()
        try workout.finish(lastSetMs: 0, at: now.advanced(byMs: -5000))
        #expect(workout.endedMs == now.wallMs)
    }

    @Test func norBeforeItsLastSet() throws {
        var workout = try workout()
        try workout.finish(lastSetMs: now.wallMs + 7000, at: now.advanced(byMs: 5000))
        #expect(workout.endedMs == now.wallMs + 7000)
    }
}
