/// Intervals in an order that a run goes through: one that comes with the program, or a person's own.
package struct Program: Entity {
    /// What a person may say of a program.
    package struct Fields: Sendable, Hashable {
        package var name: String
        /// The name of an icon.
        package var icon: String?
        package var parts: [ProgramPart]

        package init(name: String, icon: String? = nil, parts: [ProgramPart]) {
            self.name = name
            self.icon = icon
            self.parts = parts
        }

        /// As a person gives them: names without blanks at their ends, and none of them blank.
        package func named() throws(Rejection) -> Fields {
            Fields(
                name: try Text.name(name, field: "name"),
                icon: try icon.map { icon throws(Rejection) in
                    try Text.name(icon, field: "icon")
                }, parts: try parts.named())
        }

        package func check() throws(Rejection) {
            try Text.checkName(name, field: "name")
            guard !Program.reservedNames.contains(NameKey.of(name)) else {
                throw .invalid(
                    "name", "name is a word of the command 'run' itself: choose another one")
            }
            if let icon { try Text.checkName(icon, field: "icon") }
            try parts.check()
        }
    }

    package static let maximumDepth = 3
    /// Once its groups are repeated.
    package static let maximumSteps = 1000
    package static let repeats: ClosedRange<Int> = 1...1000
    /// 7 days.
    package static let maximumTotalMs: Int64 = 604_800_000
    package static let maximumNumber = 1000
    /// `trackerctl run NAME` starts a program, and these words do something else there.
    package static let reservedNames: Set<String> = [
        "start", "pause", "resume", "confirm", "skip", "back", "jump", "extend", "stop", "get",
        "show", "list", "history", "help",
    ]

    package static let table = "program"
    package static let isUndoable = true
    package static let isTimed = false

    package let id: String
    package private(set) var fields: Fields
    /// What the library calls it; `nil` for a person's own.
    package let slug: String?
    /// Whether a person has changed what the library says of it.
    package private(set) var isEdited: Bool
    /// Whether a person has deleted one of the library, which is kept in mind so that it doesn't come back.
    package private(set) var isDeleted: Bool

    /// A person's own, or with a `slug` one of the library.
    package init(id: String, fields: Fields, slug: String? = nil) throws(Rejection) {
        try fields.check()
        self.id = id
        self.fields = fields
        self.slug = slug
        isEdited = false
        isDeleted = false
    }

    package var name: String { fields.name }

    /// By which it is found.
    package var key: String { NameKey.of(fields.name) }

    package mutating func edit(_ fields: Fields) throws(Rejection) {
        try fields.check()
        if fields != self.fields, slug != nil { isEdited = true }
        self.fields = fields
    }

    /// Deletes one of the library.
    package mutating func delete() { isDeleted = true }

    package static func id(ofSlug slug: String) -> String {
        Identifier.derived(from: "program:\(slug)")
    }
}

// MARK: - Rules

extension Program {
    package static let rules = Rules<Program>(
        name: .init(key: { $0.isDeleted ? nil : $0.key }, text: { $0.fields.name }),
        maximum: .init(maximumNumber, where: "NOT deleted") { !$0.isDeleted })
}

// MARK: - Row

extension Program {
    package init(_ row: inout RowVisitor, writing entity: Program?) throws {
        id = try row.column("id", entity?.id)
        let name = try row.column("name", entity?.fields.name)
        row.derived("name_key", entity?.key)
        fields = Fields(
            name: name, icon: try row.optional("icon", entity?.fields.icon),
            parts: try row.parts(entity?.fields.parts))
        slug = try row.optional("slug", entity?.slug)
        isEdited = try row.column("edited", entity?.isEdited)
        isDeleted = try row.column("deleted", entity?.isDeleted)
    }
}
