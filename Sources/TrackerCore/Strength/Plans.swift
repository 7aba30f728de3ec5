/// A plan of training: templates that are done in turn, in their order.
///
/// An exercise that several of its templates have progresses in all of them together, unless it is one of `apart`.
/// All templates share one training max.
/// Templates and exercises that have been deleted since stay in the lists, and come back with their undoing.
package struct TrainingPlan: Entity {
    /// The members of a plan that a person may set.
    package struct Fields: Sendable, Hashable {
        package var name: String
        /// Ids of the templates, each once, in the order in which they are done.
        package var templates: [String]
        /// Ids of the exercises that progress in each template by itself, each once.
        package var apart: [String]

        package init(name: String, templates: [String], apart: [String] = []) {
            self.name = name
            self.templates = templates
            self.apart = apart
        }

        package func check() throws(Rejection) {
            try Text.checkName(name, field: "name")
            guard !templates.isEmpty else {
                throw .invalid("templates", "\(field: "templates") is empty: give at least one")
            }
            try Self.check(templates, field: "templates")
            try Self.check(apart, field: "apart")
        }

        private static func check(_ ids: [String], field: String) throws(Rejection) {
            guard ids.count <= TrainingPlan.maximumTemplates else { throw tooMany(field) }
            guard Set(ids).count == ids.count else {
                throw .invalid(field, "\(field: field) has one of them twice: give each once")
            }
        }

        package static func tooMany(_ field: String) -> Rejection {
            Rejection(
                .tooLarge,
                "\(field: field) is too long: at most \(TrainingPlan.maximumTemplates)",
                field: field)
        }
    }

    package static let maximumNumber = 50
    /// Maximum number of templates, and of exercises that are apart.
    package static let maximumTemplates = 50

    package static let table = "plan"
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

    /// The comparison key of the name, by which the plan is found.
    package var key: String { NameKey.of(fields.name) }

    package mutating func edit(_ fields: Fields) throws(Rejection) {
        try fields.check()
        self.fields = fields
    }

    /// Replaces an exercise by another among those that are apart.
    package mutating func replace(_ exercise: String, by other: String) {
        var apart: [String] = []
        for id in fields.apart.map({ $0 == exercise ? other : $0 }) where !apart.contains(id) {
            apart.append(id)
        }
        fields.apart = apart
    }

    /// True where the plan's templates that have the exercise share its progression.
    package func shares(_ exercise: String) -> Bool { !fields.apart.contains(exercise) }

    /// Exercises that several of the templates have with the same reps, and that progress in them together, in the
    /// order of the templates.
    ///
    /// - Parameter templates: the plan's templates that exist.
    package func shared(among templates: [Template]) -> [String] {
        let parts = templates.flatMap { template in
            template.fields.exercises.filter { $0.target.changesGroups }
                .map { (template: template.id, planned: $0) }
        }
        var found: [String] = []
        for (index, part) in parts.enumerated() where shares(part.planned.exercise) {
            let isShared = parts[..<index].contains { other in
                other.template != part.template
                    && other.planned.exercise == part.planned.exercise
                    && SetGroup.progress(
                        other.planned.target.groups, with: part.planned.target.groups)
            }
            let exercise = part.planned.exercise
            if isShared, !found.contains(exercise) { found.append(exercise) }
        }
        return found
    }

    /// The template that comes after the one whose workout began last; the first one where none was done, `nil`
    /// where none of them exists.
    ///
    /// - Parameter turns: all templates that exist, by their ids.
    package func next(among turns: [String: TemplateTurn]) -> TemplateTurn? {
        let present = fields.templates.compactMap { turns[$0] }
        guard let lastMs = present.compactMap(\.lastMs).max(),
            let index = present.lastIndex(where: { $0.lastMs == lastMs })
        else { return present.first }
        return present[(index + 1) % present.count]
    }
}

// MARK: - Rules

extension TrainingPlan {
    package static let rules = Rules<TrainingPlan>(
        name: .init(key: { $0.key }, text: { $0.name }),
        maximum: .init(maximumNumber))
    package static let sharing: Sharing<TrainingPlan>? = Sharing([
        ["name"], ["templates"], ["apart"],
    ])

    package func check(at now: Moment) throws(Rejection) {
        try fields.check()
        for id in fields.templates { try Bounds.check(id: id, "templates") }
        for id in fields.apart { try Bounds.check(id: id, "apart") }
    }
}

// MARK: - Row

extension TrainingPlan {
    package init(_ row: inout RowVisitor, writing entity: TrainingPlan?) throws {
        let fields = entity?.fields
        id = try row.column("id", entity?.id)
        let name = try row.column("name", fields?.name)
        row.derived("name_key", entity?.key)
        self.fields = Fields(
            name: name, templates: try row.list("templates", fields?.templates),
            apart: try row.list("apart", fields?.apart))
    }
}
