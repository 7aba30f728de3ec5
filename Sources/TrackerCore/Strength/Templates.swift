/// An exercise in its place within a template.
package struct PlannedExercise: Sendable, Hashable, Codable {
    /// Id of the exercise.
    package let exercise: String
    package let target: ExerciseTarget
    /// Name of the superset; `nil` outside of supersets. Exercises of the same superset are done in turn,
    /// with a rest after the last of them and after any that has a rest of its own.
    package let superset: String?
    /// Note for the exercise, which a workout of the template takes over; `nil` for none.
    package let note: String?

    package init(
        exercise: String, target: ExerciseTarget, superset: String? = nil, note: String? = nil
    ) {
        self.exercise = exercise
        self.target = target
        self.superset = superset
        self.note = note
    }
}

/// A plan from which a workout can be started: exercises in order, each with its target.
package struct Template: Entity {
    /// The members of a template that a person may set.
    package struct Fields: Sendable, Hashable {
        package var name: String
        package var daysPerWeek: Int64?
        /// Milliseconds of rest after a set whose exercise gives none; 0 for no rest, `nil` for the rest in
        /// the settings.
        package var restMs: Int64?
        package var note: String?
        /// Share of the loads in percent, for a workout of a deload; `nil` for a usual one.
        package var deload: Double?
        package var exercises: [PlannedExercise]

        package init(
            name: String, daysPerWeek: Int64? = nil, restMs: Int64? = nil, note: String? = nil,
            deload: Double? = nil, exercises: [PlannedExercise]
        ) {
            self.name = name
            self.daysPerWeek = daysPerWeek
            self.restMs = restMs
            self.note = note
            self.deload = deload
            self.exercises = exercises
        }

        /// The exercises with their blocks in a workout of the template.
        package var blocks: [(block: ExerciseBlock, planned: PlannedExercise)] {
            var counts: [String: Int64] = [:]
            return exercises.map { planned in
                let number = (counts[planned.exercise] ?? 0) + 1
                counts[planned.exercise] = number
                return (ExerciseBlock(planned.exercise, number), planned)
            }
        }

        package func check() throws(Rejection) {
            try Text.checkName(name, field: "name")
            if let daysPerWeek, !(1...7).contains(daysPerWeek) {
                throw .invalid(
                    "days_per_week",
                    "\(field: "days_per_week") must be a whole number from 1 to 7")
            }
            if let restMs { try Settings.check(restMs: restMs) }
            if let note { try Text.checkMessage(note, field: "note") }
            try Workout.check(deload: deload)
            guard !exercises.isEmpty else {
                throw .invalid("exercises", "\(field: "exercises") is empty: give at least one")
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
                if let note = planned.note { try Text.checkMessage(note, field: "\(path)note") }
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

    /// Ids of the exercises, each once, in their order.
    package var exerciseIDs: [String] {
        var ids: [String] = []
        for planned in fields.exercises where !ids.contains(planned.exercise) {
            ids.append(planned.exercise)
        }
        return ids
    }

    package mutating func edit(_ fields: Fields) throws(Rejection) {
        try fields.check()
        self.fields = fields
    }

    /// Replaces an exercise by another wherever it is planned.
    package mutating func replace(_ exercise: String, by other: String) {
        fields.exercises = fields.exercises.map { planned in
            planned.exercise == exercise
                ? PlannedExercise(
                    exercise: other, target: planned.target, superset: planned.superset,
                    note: planned.note)
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
                to: Exercise.self, "one of its exercises", column: "exercises", element: "exercise",
                use: .init("planned", "templates or workouts use it"),
                ids: { $0.fields.exercises.map(\.exercise) })
        ])
    package static let sharing: Sharing<Template>? = Sharing([["deload"]])
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
            deload: try row.optional("deload", fields?.deload),
            exercises: try row.list("exercises", fields?.exercises))
    }
}
