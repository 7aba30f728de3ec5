import TestSupport
import Testing
import TrackerCore

struct TemplateTests {
    private static let squat = PlannedExercise(
        exercise: "0squat", target: ExerciseTarget(sets: 3, reps: 5))

    private func refusal(_ change: (inout Template.Fields) -> Void) -> Rejection? {
        var fields = Template.Fields(name: "Push", exercises: [Self.squat])
        change(&fields)
        return #expect(throws: Rejection.self) { try Template(id: "t", fields: fields) }
    }

    @Test func anExerciseMayStandInItTwice() throws {
        let twice = Template.Fields(name: "Push", exercises: [Self.squat, Self.squat])
        #expect(try Template(id: "t", fields: twice).fields.exercises.count == 2)
    }

    /// A template from before there were groups.
    @Test func aTargetWithoutGroupsIsOfOne() throws {
        let older =
            #"[{"exercise":"0squat","target":{"sets":3,"reps":5,"rest_ms":1000,"#
            + #""load":{"value":102.5,"unit":"lb"}},"superset":"A"}]"#
        let read = try JSONText.value([PlannedExercise].self, from: older)
        let target = ExerciseTarget(sets: 3, reps: 5, load: try Load(102.5, .lb), restMs: 1000)
        #expect(read == [PlannedExercise(exercise: "0squat", target: target, superset: "A")])
    }

    // MARK: What was done once more

    private func set(
        _ kind: WorkoutSet.Kind, _ reps: Int64, _ load: Double? = nil,
        _ mode: WorkoutSet.LoadMode = .external, dropOf: String? = nil
    ) throws -> WorkoutSet {
        var fields = WorkoutSet.Fields(kind: kind, loadUnit: .lb, loadMode: mode)
        fields.reps = reps
        fields.load = try load.map { try Load($0, .lb) }
        fields.rpe = 9
        fields.dropOf = dropOf
        return try WorkoutSet(
            id: "s", workout: "w", exercise: "e", position: 1, fields: fields, time: .utc(0),
            order: 1)
    }

    @Test func whatWasDoneIsToBeDoneAgainSetBySet() throws {
        let done = try [
            set(.warmup, 9, 20), set(.working, 5, 50), set(.working, 5, 50),
            set(.drop, 8, 30, dropOf: "s"), set(.failure, 3, 50), set(.working, 5, 50),
            set(.working, 8, 10, .bodyweight), set(.working, 8, nil, .bodyweight),
            set(.working, 8, 10, .assisted),
        ]
        func group(
            _ sets: Int64, _ kind: WorkoutSet.Kind, _ reps: Int64, _ load: Double?,
            _ mode: WorkoutSet.LoadMode = .external
        ) throws -> SetGroup {
            SetGroup(
                sets: sets, kind: kind, reps: reps, load: try load.map { try Load($0, .lb) },
                loadMode: mode)
        }
        let former = ExerciseTarget(sets: 1, restMs: 5000)
        let target = try #require(ExerciseTarget(repeating: done, of: former))
        #expect(
            try target.groups == [
                group(1, .warmup, 9, 20), group(2, .working, 5, 50), group(1, .failure, 3, 50),
                group(1, .working, 5, 50), group(1, .working, 8, 10, .bodyweight),
                group(1, .working, 8, nil, .bodyweight), group(1, .working, 8, 10, .assisted),
            ])
        #expect(target.restMs == 5000)
        try target.check()
        #expect(ExerciseTarget(repeating: try [set(.warmup, 9, 1), set(.partial, 1, 1)]) == nil)
        #expect(ExerciseTarget(repeating: []) == nil)
        let many = Array(repeating: try set(.working, 1, 1), count: 500)
        #expect(ExerciseTarget(repeating: many)?.groups.map(\.sets) == [100])
        let each = try (0..<500).map { try set(.working, 1, Double($0)) }
        #expect(ExerciseTarget(repeating: each)?.groups.count == 100)
    }
}
