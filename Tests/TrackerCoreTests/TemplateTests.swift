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
            sets: 100, reps: 8, seconds: 30.5, load: try Load(102.5, .lb), restMs: 0)
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
        #expect(field { $0.sets = 0 } == "exercises[1].sets")
        #expect(field { $0.sets = 101 } == "exercises[1].sets")
        #expect(field { $0.reps = 0 } == "exercises[1].reps")
        #expect(field { $0.seconds = 0 } == "exercises[1].seconds")
        #expect(field { $0.restMs = 1 } == "exercises[1].rest")
        let unnamed = PlannedExercise(
            exercise: "0bench", target: Self.squat.target, superset: "")
        #expect(refusal { $0.exercises.append(unnamed) }?.field == "exercises[1].superset")
    }

    @Test func whatWasDoneIsToBeDoneAgain() throws {
        func set(_ kind: WorkoutSet.Kind, _ reps: Int64) throws -> WorkoutSet {
            var fields = WorkoutSet.Fields(kind: kind, loadUnit: .lb)
            fields.reps = reps
            fields.seconds = 30
            fields.load = try Load(Double(reps) * 10, .lb)
            return try WorkoutSet(
                id: "s", workout: "w", exercise: "e", position: 1, fields: fields, time: .utc(0),
                order: 1)
        }
        let done = try [set(.warmup, 9), set(.working, 5), set(.drop, 8), set(.failure, 3)]
        #expect(
            ExerciseTarget(repeating: done, restMs: 5000)
                == ExerciseTarget(
                    sets: 2, reps: 5, seconds: 30, load: try Load(50, .lb), restMs: 5000))
        #expect(ExerciseTarget(repeating: try [set(.warmup, 9), set(.partial, 1)]) == nil)
        #expect(ExerciseTarget(repeating: []) == nil)
        let many = Array(repeating: try set(.working, 1), count: 500)
        #expect(ExerciseTarget(repeating: many)?.sets == 100)
    }
}
