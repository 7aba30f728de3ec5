/// A sequence of intervals for a run: a shipped program, or a person's own.
package struct Program: Entity {
    /// The members of a program that a person may set.
    package struct Fields: Sendable, Hashable {
        package var name: String
        /// The name of an icon.
        package var icon: String?
        /// Sound at the start of intervals without a sound of their own, as in `ChosenSound`; `nil` for the
        /// usual ones.
        package var sound: String?
        /// Milliseconds from one alert to the next while a run waits for the person, as it then does at its end,
        /// too; `nil` for a single reminder. Intervals may have a span of their own.
        package var ringAgainMs: Int64?
        package var parts: [ProgramPart]

        package init(
            name: String, icon: String? = nil, sound: String? = nil, ringAgainMs: Int64? = nil,
            parts: [ProgramPart]
        ) {
            self.name = name
            self.icon = icon
            self.sound = sound
            self.ringAgainMs = ringAgainMs
            self.parts = parts
        }

        /// Copy of the fields as a person gives them, with trimmed names.
        ///
        /// - Throws: a rejection that names the field whose name is refused.
        package func named() throws(Rejection) -> Fields {
            Fields(
                name: try Text.name(name, field: "name"),
                icon: try icon.map { icon throws(Rejection) in
                    try Text.name(icon, field: "icon")
                }, sound: sound, ringAgainMs: ringAgainMs, parts: try parts.named())
        }

        package func check() throws(Rejection) {
            try Text.checkName(name, field: "name")
            guard !Program.reservedNames.contains(NameKey.of(name)) else {
                throw .invalid(
                    "name", "'\(name)' is a subcommand of 'run': choose another name")
            }
            if let icon { try Text.checkName(icon, field: "icon") }
            if let sound { try ChosenSound.check(sound, field: "sound") }
            if let ringAgainMs {
                try Ringing.check(ringAgainMs, field: "ring_again", allowsOnce: false)
            }
            try parts.check()
        }
    }

    package static let maximumDepth = 3
    /// Largest number of steps, with the groups repeated.
    package static let maximumSteps = 1000
    package static let repeats: ClosedRange<Int> = 1...1000
    /// Longest total duration: 7 days, in milliseconds.
    package static let maximumTotalMs: Int64 = 604_800_000
    package static let maximumNumber = 1000
    /// Names that no program may have, since `trackerctl run WORD` runs a command of that name instead of
    /// starting a program.
    package static let reservedNames: Set<String> = [
        "start", "pause", "resume", "confirm", "skip", "back", "jump", "extend", "stop", "get",
        "show", "list", "history", "help",
    ]

    package static let table = "program"
    package static let isUndoable = true
    package static let isTimed = false

    package let id: String
    package private(set) var fields: Fields
    /// The library's slug for the program; `nil` for a person's own.
    package let slug: String?
    /// True for a library's program that a person has changed.
    package private(set) var isEdited: Bool
    /// True for a library's program that a person has deleted. The row is kept so that the program doesn't
    /// come back.
    package private(set) var isDeleted: Bool

    /// A person's own program, or a library's where `slug` is given.
    package init(id: String, fields: Fields, slug: String? = nil) throws(Rejection) {
        try fields.check()
        self.id = id
        self.fields = fields
        self.slug = slug
        isEdited = false
        isDeleted = false
    }

    package var name: String { fields.name }

    /// The comparison key of the name, by which the program is found.
    package var key: String { NameKey.of(fields.name) }

    package mutating func edit(_ fields: Fields) throws(Rejection) {
        try fields.check()
        if fields != self.fields, slug != nil { isEdited = true }
        self.fields = fields
    }

    /// Marks a program of the library as deleted.
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
    package static let sharing: Sharing<Program>? = Sharing(
        [["sound"], ["ring_again_ms"]], marks: ["edited"], comesWithProgram: { $0.slug != nil },
        isTouched: { $0.isEdited || $0.isDeleted })
}

// MARK: - Row

extension Program {
    package init(_ row: inout RowVisitor, writing entity: Program?) throws {
        id = try row.column("id", entity?.id)
        let name = try row.column("name", entity?.fields.name)
        row.derived("name_key", entity?.key)
        fields = Fields(
            name: name, icon: try row.optional("icon", entity?.fields.icon),
            sound: try row.optional("sound", entity?.fields.sound),
            ringAgainMs: try row.optional("ring_again_ms", entity?.fields.ringAgainMs),
            parts: try row.parts(entity?.fields.parts))
        slug = try row.optional("slug", entity?.slug)
        isEdited = try row.column("edited", entity?.isEdited)
        isDeleted = try row.column("deleted", entity?.isDeleted)
    }
}
