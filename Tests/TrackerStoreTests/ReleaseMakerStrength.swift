import TestSupport
import TrackerCore

@testable import TrackerStore

/// The rows that came with schema 5: settings, templates, workouts and sets.
extension ReleaseMaker {
    func strength() throws {
        var preferred = Settings.Fields()
        preferred.restMs = 120_000
        preferred.bar = 15.5
        preferred.plates = [.init(weight: 20, count: 4), .init(weight: 2.5)]
        try fixture.append("settings.changed", [Settings(preferred)], at: later(10_100))
        let squats = "0squats00008"
        let target = ExerciseTarget(sets: 3, reps: 5, load: try Load(102.5, .lb), restMs: 90_000)
        let template = try Template(
            id: "0legs0000017",
            fields: .init(
                name: "Legs", daysPerWeek: 2, exercises: [.init(exercise: squats, target: target)]))
        try fixture.append("template.created", [template], at: later(10_200))
        let workout = try Workout(
            id: "0work0000018", name: "Legs", template: template.id,
            exercises: [.init(exercise: squats, superset: "A", target: target, note: "tief")],
            start: .utc(later(10_300).wallMs), order: fixture.store.lastSeq + 1,
            at: later(10_300))
        try fixture.append("workout.started", [workout], at: later(10_300))
        var fields = WorkoutSet.Fields(kind: .failure, loadUnit: .lb)
        fields.reps = 5
        fields.load = try Load(102.5, .lb)
        fields.rpe = 9.5
        let set = try WorkoutSet(
            id: "0set00000019", workout: workout.id, exercise: squats, position: 1,
            fields: fields, time: .utc(later(10_400).wallMs), rest: "0rest0000007",
            order: fixture.store.lastSeq + 1)
        try fixture.append("set.logged", [set], at: later(10_400))
    }

    /// A plan of templates, which came with schema 21.
    func plans() throws {
        let plan = try TrainingPlan(
            id: "0plan0000023",
            fields: .init(
                name: "Week", templates: ["0legs0000017", "0gone0000024"],
                apart: ["0squats00008"]))
        try fixture.append("plan.created", [plan], at: later(10_900))
    }

    /// A training max, which came with schema 21.
    func trainingMax() throws {
        let entry = try TrainingMax(
            id: "0max00000030", exercise: "0squats00008", load: try Load(142.5, .kg),
            time: .utc(later(10_700).wallMs), order: fixture.store.lastSeq + 1, at: later(10_950))
        try fixture.append("max.logged", [entry], at: later(10_950))
    }

    /// The rows that came with schema 16: measurements.
    func measurements() throws {
        let quantities: [(id: String, what: String, quantity: Quantity)] = [
            ("0waist000020", "waist", try Quantity(33.5, .inch, of: "waist")),
            ("0mood0000021", "Mood", try Quantity(7, nil, of: "mood")),
            ("0weight00022", "weight", try Quantity(82.5, .kg, of: "weight")),
        ]
        for (id, what, quantity) in quantities {
            let entry = try Measurement(
                id: id, what: what, quantity: quantity, time: .utc(later(10_500).wallMs),
                order: fixture.store.lastSeq + 1, at: later(10_500))
            try fixture.append(
                "\(entry.bodyWeight == nil ? "measurement" : "weight").logged", [entry],
                at: later(10_500))
        }
    }
}
