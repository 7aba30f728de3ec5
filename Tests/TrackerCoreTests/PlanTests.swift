import TestSupport
import Testing
import TrackerCore

/// Plans of templates as they are kept.
struct PlanTests {
    private func field(_ body: () throws -> Void) -> String? {
        #expect(throws: Rejection.self) { try body() }?.field
    }

    private func plan(
        _ templates: [String], apart: [String] = [], name: String = "Week"
    ) throws -> TrainingPlan {
        try TrainingPlan(id: "0p", fields: .init(name: name, templates: templates, apart: apart))
    }

    private func template(_ id: String, _ exercises: PlannedExercise...) throws -> Template {
        try Template(id: id, fields: .init(name: id, exercises: exercises))
    }

    private func planned(
        _ exercise: String, reps: Int64, sets: Int64 = 5, progresses: Bool = true
    ) throws -> PlannedExercise {
        PlannedExercise(
            exercise: exercise,
            target: ExerciseTarget(
                groups: [
                    SetGroup(sets: sets, kind: .warmup, reps: sets),
                    SetGroup(sets: sets, reps: reps, load: try Load(Double(10 * sets), .kg)),
                ], progression: progresses ? Progression(add: try Load(2.5, .kg)) : nil))
    }

    @Test func whatProgressesTogether() throws {
        let templates = [
            try template(
                "a", planned("squat", reps: 5), planned("row", reps: 8), planned("dip", reps: 5)),
            try template(
                "b", planned("curl", reps: 5), planned("squat", reps: 5, sets: 3),
                planned("row", reps: 5), planned("dip", reps: 5, progresses: false)),
            try template("c", planned("curl", reps: 5), planned("curl", reps: 5)),
        ]
        #expect(try plan(["a", "b", "c"]).shared(among: templates) == ["squat", "curl"])
        #expect(
            try plan(["a", "b"], apart: ["curl"]).shared(among: templates) == ["squat"])
        // Twice in one template is no sharing.
        #expect(try plan(["c"]).shared(among: [templates[2]]) == [])
    }

    /// All templates share one training max.
    @Test func sharesOfATrainingMaxProgressByIt() throws {
        let target = ExerciseTarget(
            groups: [SetGroup(sets: 3, reps: 5, percent: 85, percentOf: .max)],
            progression: Progression(add: try Load(5, .kg)))
        #expect(target.takesMax && !target.changesGroups)
        let planned = PlannedExercise(exercise: "squat", target: target)
        let templates = [try template("a", planned), try template("b", planned)]
        #expect(try plan(["a", "b"]).shared(among: templates) == [])
    }

    @Test func warmUpsAtSharesOfATrainingMaxDoNotProgressByIt() throws {
        let target = ExerciseTarget(
            groups: [
                SetGroup(sets: 1, kind: .warmup, reps: 5, percent: 50, percentOf: .max),
                SetGroup(sets: 5, reps: 5, load: try Load(80, .kg)),
            ], progression: Progression(add: try Load(2.5, .kg)))
        #expect(!target.takesMax && target.changesGroups)
    }
}
