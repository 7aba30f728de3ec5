/// Fields of a training session, saved under a name.
package struct Preset: Entity {
    package static let maximumNumber = 1000

    package static let table = "preset"
    package static let isUndoable = true
    package static let isTimed = false

    package let id: String
    package let name: String
    package private(set) var fields: Training.Fields

    package init(id: String, name: String, fields: Training.Fields) throws(Rejection) {
        try Text.checkName(name, field: "name")
        self.id = id
        self.name = name
        self.fields = fields
    }

    /// Moves the preset to another exercise with the same unit.
    package mutating func move(toExercise id: String) { fields.exercise = id }

    /// The comparison key of the name, by which the preset is found.
    package var key: String { NameKey.of(name) }
}

// MARK: - Rules

extension Preset {
    package static let rules = Rules<Preset>(
        name: .init(key: { $0.key }, text: { $0.name }),
        maximum: .init(maximumNumber),
        references: [
            .init(
                to: Exercise.self, "its exercise", column: "exercise",
                use: .init("trained", "training sessions or presets use it"), watching: \.unit,
                ids: { $0.fields.exercise.map { [$0] } ?? [] },
                mismatch: {
                    Exercise.mismatch(
                        $0.fields.mode.unit, $1, state: "preset",
                        reason: "the preset '\($0.name)' counts it in "
                            + "\($0.fields.mode.unit.rawValue): save it again or delete it first"
                    )
                })
        ])
    package static let sharing: Sharing<Preset>? = Sharing([["ready_ms"]])
}

// MARK: - Row

extension Preset {
    package init(_ row: inout RowVisitor, writing entity: Preset?) throws {
        id = try row.column("id", entity?.id)
        name = try row.column("name", entity?.name)
        row.derived("name_key", entity?.key)
        fields = try Training.Fields(&row, writing: entity?.fields)
    }
}
