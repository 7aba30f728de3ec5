/// The target of an exercise: its sets and what each of them is to be.
package struct ExerciseTarget: Sendable, Hashable, Codable {
    package static let setCounts: ClosedRange<Int64> = 1...100

    package var sets: Int64
    package var reps: Int64?
    package var seconds: Double?
    package var load: Load?
    /// Rest after each set in milliseconds; 0 for none, `nil` for the workout's.
    package var restMs: Int64?

    package init(
        sets: Int64, reps: Int64? = nil, seconds: Double? = nil, load: Load? = nil,
        restMs: Int64? = nil
    ) {
        self.sets = sets
        self.reps = reps
        self.seconds = seconds
        self.load = load
        self.restMs = restMs
    }

    /// The target of repeating what was done: as many sets as there were working sets, each like the first
    /// of them. `nil` where there was no working set.
    package init?(repeating sets: [WorkoutSet], restMs: Int64? = nil) {
        let working = sets.filter { [.working, .failure].contains($0.fields.kind) }
        guard let first = working.first?.fields else { return nil }
        self.init(
            sets: min(Int64(working.count), Self.setCounts.upperBound), reps: first.reps,
            seconds: first.seconds, load: first.load, restMs: restMs)
    }

    /// - Parameter place: the path to the target, which begins the refusal's field, such as
    ///   `exercises[0].`.
    package func check(at path: String = "") throws(Rejection) {
        guard Self.setCounts.contains(sets) else {
            throw .invalid(
                "\(path)sets",
                "\(path)sets must be a whole number from 1 to \(Self.setCounts.upperBound)")
        }
        if let reps { try WorkoutSet.check(reps: reps, field: "\(path)reps") }
        if let seconds { try WorkoutSet.check(seconds: seconds, field: "\(path)seconds") }
        if let load { _ = try Load(load.value, load.unit, field: "\(path)load") }
        if let restMs { try Settings.check(restMs: restMs, field: "\(path)rest") }
    }
}

/// An exercise in its place within a template.
package struct PlannedExercise: Sendable, Hashable, Codable {
    /// Id of the exercise.
    package let exercise: String
    package let target: ExerciseTarget
    /// Name of the superset; exercises with the same name are done in turn, with one rest after all of
    /// them. `nil` outside of supersets.
    package let superset: String?

    package init(exercise: String, target: ExerciseTarget, superset: String? = nil) {
        self.exercise = exercise
        self.target = target
        self.superset = superset
    }
}

/// A plan that a workout can be begun with: exercises in order, each with its target.
package struct Template: Entity {
    /// The members of a template that a person may set.
    package struct Fields: Sendable, Hashable {
        package var name: String
        package var daysPerWeek: Int64?
        /// Milliseconds of rest after a set whose exercise gives none; 0 for no rest, `nil` for the
        /// settings'.
        package var restMs: Int64?
        package var note: String?
        package var exercises: [PlannedExercise]

        package init(
            name: String, daysPerWeek: Int64? = nil, restMs: Int64? = nil, note: String? = nil,
            exercises: [PlannedExercise]
        ) {
            self.name = name
            self.daysPerWeek = daysPerWeek
            self.restMs = restMs
            self.note = note
            self.exercises = exercises
        }

        package func check() throws(Rejection) {
            try Text.checkName(name, field: "name")
            if let daysPerWeek, !(1...7).contains(daysPerWeek) {
                throw .invalid("days_per_week", "days_per_week must be a whole number from 1 to 7")
            }
            if let restMs { try Settings.check(restMs: restMs) }
            if let note { try Text.checkMessage(note, field: "note") }
            guard !exercises.isEmpty else {
                throw .invalid("exercises", "exercises is empty: give one at least")
            }
            guard exercises.count <= Workout.maximumExercises else {
                throw Workout.tooManyExercises
            }
            for (index, planned) in exercises.enumerated() {
                let path = "exercises[\(index)]."
                try planned.target.check(at: path)
                if let superset = planned.superset {
                    try Text.checkName(superset, field: "\(path)superset")
                }
            }
        }
    }

    package static let maximumNumber = 200

    package static let table = "template"
    package static let isUndoable = true
    package static let isTimed = false

    package let id: String
    package private(set) var fields: Fields

    package init(id: String, fields: Fields) throws(Rejection) {
        try fields.check()
        self.id = id
        self.fields = fields
    }

    package var name: String { fields.name }

    /// The comparison key of the name, by which the template is found.
    package var key: String { NameKey.of(fields.name) }

    package mutating func edit(_ fields: Fields) throws(Rejection) {
        try fields.check()
        self.fields = fields
    }

    /// Plans one exercise wherever another was planned.
    package mutating func replace(_ exercise: String, by other: String) {
        fields.exercises = fields.exercises.map { planned in
            planned.exercise == exercise
                ? PlannedExercise(
                    exercise: other, target: planned.target, superset: planned.superset)
                : planned
        }
    }
}

// MARK: - Rules

extension Template {
    package static let rules = Rules<Template>(
        name: .init(key: { $0.key }, text: { $0.name }),
        maximum: .init(maximumNumber),
        references: [
            .init(
                to: Exercise.self, "an exercise of it", column: "exercises", element: "exercise",
                use: .init("planned", "there are templates or workouts with it"),
                ids: { $0.fields.exercises.map(\.exercise) })
        ])
}

// MARK: - Row

extension Template {
    package init(_ row: inout RowVisitor, writing entity: Template?) throws {
        let fields = entity?.fields
        id = try row.column("id", entity?.id)
        let name = try row.column("name", fields?.name)
        row.derived("name_key", entity?.key)
        self.fields = Fields(
            name: name, daysPerWeek: try row.optional("days_per_week", fields?.daysPerWeek),
            restMs: try row.optional("rest_ms", fields?.restMs),
            note: try row.optional("note", fields?.note),
            exercises: try row.list("exercises", fields?.exercises))
    }
}
