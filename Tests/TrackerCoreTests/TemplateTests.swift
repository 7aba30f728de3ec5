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

    @Test func itIsKept() throws {
        let target = ExerciseTarget(
            groups: [
                SetGroup(sets: 2, kind: .warmup, reps: 5, load: try Load(20, .kg)),
                SetGroup(sets: 95, reps: 8, repsTo: 12, seconds: 30.5, percent: 82.25, rpe: 8.5),
                SetGroup(
                    sets: 3, kind: .failure, load: try Load(102.5, .lb), loadMode: .assisted),
            ], restMs: 0)
        let bench = PlannedExercise(exercise: "0bench", target: target, superset: "A")
        var template = try Template(
            id: "0t",
            fields: .init(
                name: "Push Day", daysPerWeek: 7, restMs: 120_000, note: "slow\ndown",
                exercises: [Self.squat, bench]))
        #expect(template.key == "push day" && template.name == "Push Day")
        #expect(try reread(template) == template)
        try template.edit(.init(name: "Pull", exercises: [bench]))
        #expect(template.key == "pull" && template.fields.exercises == [bench])
        #expect(try reread(template) == template)
    }

    @Test func whatIsWrongIsNamed() {
        #expect(refusal { $0.name = "" }?.field == "name")
        #expect(refusal { $0.daysPerWeek = 0 }?.field == "days_per_week")
        #expect(refusal { $0.daysPerWeek = 8 }?.field == "days_per_week")
        #expect(refusal { $0.restMs = 500 }?.field == "rest")
        #expect(refusal { $0.note = "\u{7}" }?.field == "note")
        #expect(refusal { $0.exercises = [] }?.field == "exercises")
        let many = (0...50).map { PlannedExercise(exercise: "\($0)", target: Self.squat.target) }
        #expect(refusal { $0.exercises = many }?.kind == .tooLarge)
    }

    @Test func anExerciseMayStandInItTwice() throws {
        let twice = Template.Fields(name: "Push", exercises: [Self.squat, Self.squat])
        #expect(try Template(id: "t", fields: twice).fields.exercises.count == 2)
    }

    @Test func targetsAreCheckedInTheirPlaces() {
        func field(_ change: (inout ExerciseTarget) -> Void) -> String? {
            var target = Self.squat.target
            change(&target)
            let wrong = PlannedExercise(exercise: "0bench", target: target)
            return refusal { $0.exercises.append(wrong) }?.field
        }
        #expect(field { $0.groups[0].sets = 0 } == "exercises[1].sets")
        #expect(field { $0.groups[0].sets = 101 } == "exercises[1].sets")
        #expect(field { $0.groups[0].reps = 0 } == "exercises[1].reps")
        #expect(field { $0.groups[0].seconds = 0 } == "exercises[1].seconds")
        #expect(field { $0.groups = [] } == "exercises[1].groups")
        #expect(
            field { $0.groups += [SetGroup(sets: 1, rpe: 4)] } == "exercises[1].groups[1].rpe")
        #expect(field { $0.groups += [SetGroup(sets: 98)] } == "exercises[1].groups")
        #expect(field { $0.restMs = 1 } == "exercises[1].rest")
        let unnamed = PlannedExercise(
            exercise: "0bench", target: Self.squat.target, superset: "")
        #expect(refusal { $0.exercises.append(unnamed) }?.field == "exercises[1].superset")
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
