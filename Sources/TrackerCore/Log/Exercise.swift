/// An exercise that can be logged: one of the shipped library, or a person's own.
package struct Exercise: Entity {
    /// The unit in which an exercise is counted.
    package enum Unit: String, Choice {
        case reps, seconds

        /// Default of `Fields.defaultCount`.
        package var usualCount: Int64 { self == .reps ? 10 : 30 }
    }

    /// The members of an exercise that a person may set.
    package struct Fields: Sendable, Hashable {
        package var name: String
        package var unit: Unit
        package var category: String
        package var equipment: String?
        package var defaultCount: Int64
        /// The name of an icon.
        package var icon: String?
        /// `#rrggbb`.
        package var color: String?
        /// Id of the exercise that this one is a variant of; `nil` for none.
        package var variantOf: String?
        package var muscles: Muscles?

        package init(
            name: String, unit: Unit, category: String = Exercise.otherCategory,
            equipment: String? = nil, defaultCount: Int64? = nil, icon: String? = nil,
            color: String? = nil, variantOf: String? = nil, muscles: Muscles? = nil
        ) {
            self.name = name
            self.unit = unit
            self.category = category
            self.equipment = equipment
            self.defaultCount = defaultCount ?? unit.usualCount
            self.icon = icon
            self.color = color
            self.variantOf = variantOf
            self.muscles = muscles
        }

        /// Copy of the fields as a person gives them, with trimmed names.
        ///
        /// - Throws: a rejection that names the field whose name is refused.
        package func named() throws(Rejection) -> Fields {
            var fields = self
            fields.name = try Text.name(name, field: "name")
            fields.category = try Text.name(category, field: "category")
            if let equipment { fields.equipment = try Text.name(equipment, field: "equipment") }
            if let icon { fields.icon = try Text.name(icon, field: "icon") }
            return fields
        }

        /// Copy of the fields, checked, with the colour in lower case.
        package func checked() throws(Rejection) -> Fields {
            try Text.checkName(name, field: "name")
            try Text.checkName(category, field: "category")
            if let equipment { try Text.checkName(equipment, field: "equipment") }
            try Exercise.check(count: defaultCount, field: "default_count")
            if let icon { try Text.checkName(icon, field: "icon") }
            try muscles?.check()
            var fields = self
            if let color {
                let digits = color.utf8.dropFirst()
                guard color.utf8.first == UInt8(ascii: "#"), digits.count == 6,
                    digits.allSatisfy(Self.isHexadecimal)
                else {
                    throw .invalid(
                        "color", "\(field: "color") must be six hex digits, such as #1a9fff")
                }
                fields.color = color.lowercased()
            }
            return fields
        }

        private static func isHexadecimal(_ byte: UInt8) -> Bool {
            (48...57).contains(byte) || (97...102).contains(byte | 0x20)
        }
    }

    /// Counts that can be logged. 100,000 seconds are more than a day, and nobody counts more than that in
    /// one go.
    package static let counts: ClosedRange<Int64> = 1...100_000
    /// Category of exercises without a category of their own.
    package static let otherCategory = "other"
    package static let maximumNumber = 5000
    /// Maximum number of the aliases that a person gives one exercise, and of its names in files.
    package static let maximumAliases = 20

    package static let table = "exercise"
    package static let isUndoable = true
    package static let isTimed = false

    package let id: String
    package private(set) var fields: Fields
    /// The library's slug for the exercise; `nil` for a custom exercise.
    package let slug: String?
    /// True for a library's exercise that a person has changed.
    package private(set) var isEdited: Bool
    package var isArchived: Bool
    /// Aliases that a person has given the exercise; a library's aliases aren't among them.
    package private(set) var aliases: [String]
    /// Names of the exercise in other programs' files, the last used at the end.
    package private(set) var importNames: [String]
    package private(set) var gear: Gear
    /// True for weights that come in pairs, such as dumbbells: a load is that of one, and counts twice in work.
    package var isPair: Bool

    /// A custom exercise, or a library's where `slug` is given.
    package init(
        id: String, fields: Fields, slug: String? = nil, isArchived: Bool = false
    ) throws(Rejection) {
        self.id = id
        self.fields = try fields.checked()
        self.slug = slug
        isEdited = false
        self.isArchived = isArchived
        aliases = []
        importNames = []
        gear = Gear()
        isPair = false
    }

    package var name: String { fields.name }
    package var unit: Unit { fields.unit }
    package var isCustom: Bool { slug == nil }
    /// The comparison key of the name, by which the exercise is found.
    package var key: String { NameKey.of(fields.name) }

    package mutating func edit(_ fields: Fields) throws(Rejection) {
        let fields = try fields.checked()
        if fields != self.fields, !isCustom { isEdited = true }
        self.fields = fields
    }

    package mutating func equip(with gear: Gear) throws(Rejection) {
        try gear.check()
        self.gear = gear
    }

    /// Adds an alias.
    package mutating func add(alias: String) throws(Rejection) {
        guard aliases.count < Self.maximumAliases else {
            throw Rejection(
                .tooLarge, "\(name) has \(Self.maximumAliases) aliases: remove one first",
                field: "alias")
        }
        aliases.append(alias)
    }

    package mutating func remove(alias: String) { aliases.removeAll { $0 == alias } }

    /// Remembers that a name in another program's file means this exercise.
    package mutating func remember(importName: String) {
        forget(importName: importName)
        importNames = importNames.suffix(Self.maximumAliases - 1) + [importName]
    }

    package mutating func forget(importName: String) { importNames.removeAll { $0 == importName } }

    /// Takes over the names of an exercise that is merged into this one: aliases and names in files, where
    /// this exercise's names come last. Both exercises' own names are remembered for files, too.
    ///
    /// - Parameter words: the aliases to add, the other exercise's name among them.
    package mutating func adoptNames(
        of other: Exercise, aliases words: [String]
    ) throws(Rejection) {
        for word in words { try add(alias: word) }
        let own = importNames.contains(name) ? importNames : [name] + importNames
        let names = other.importNames + [other.name]
        importNames = (names.filter { !own.contains($0) } + own).suffix(Self.maximumAliases)
    }

    /// Archives the exercise after it was merged into another, which has its names now.
    package mutating func archiveAfterMerge() {
        isArchived = true
        (aliases, importNames) = ([], [])
    }

    /// Makes the exercise a variant of another one, or of none.
    package mutating func setVariant(of other: String?) {
        fields.variantOf = other
        if !isCustom { isEdited = true }
    }

    /// Sets the muscles that the library has for the exercise.
    mutating func setMuscles(_ muscles: Muscles) { fields.muscles = muscles }

    /// Keeps the aliases, names in files and equipment that the former exercise has been given, and whether it was
    /// edited.
    package mutating func keepEdits(of former: Exercise?) {
        isEdited = former?.isEdited ?? false
        aliases = former?.aliases ?? []
        importNames = former?.importNames ?? []
        gear = former?.gear ?? Gear()
        isPair = former?.isPair ?? false
    }

    /// Whether a set of the exercise has a load, judged by its equipment. The body itself, and what it leans
    /// on or hangs from, isn't a load.
    package var takesLoad: Bool {
        guard let equipment = fields.equipment else { return false }
        return !Self.withoutLoad.contains(NameKey.of(equipment))
    }

    private static let withoutLoad: Set<String> = [
        "none", "bodyweight", "body weight", "bench", "band", "bands", "resistance band", "box",
        "bars", "dip bars", "parallel bars", "pull up bar", "rings",
    ]

    /// Whether a load is added to body weight, judged by the equipment: the body alone, or what it hangs from
    /// or leans on.
    package var movesBody: Bool {
        fields.equipment.map { Self.underTheBody.contains(NameKey.of($0)) } ?? false
    }

    private static let underTheBody: Set<String> = [
        "bodyweight", "body weight", "bench", "box", "bars", "dip bars", "parallel bars",
        "pull up bar", "rings",
    ]

    /// Checks that a count is a whole number from 1 to 100,000.
    package static func check(count: Int64, field: String) throws(Rejection) {
        guard counts.contains(count) else {
            throw .invalid(
                field, "\(field: field) must be a whole number from 1 to \(counts.upperBound)")
        }
    }
}

// MARK: - Rules

extension Exercise {
    package static let rules = Rules<Exercise>(
        name: .init(key: { $0.key }, text: { $0.name }),
        maximum: .init(maximumNumber),
        references: [
            .init(
                to: Exercise.self, "the exercise that it varies", column: "variant_of",
                use: .init("varied", "it has variants"),
                ids: { $0.fields.variantOf.map { [$0] } ?? [] })
        ])
    package static let sharing: Sharing<Exercise>? = Sharing(
        [["name"], ["archived"], ["aliases"], ["import_names"], ["gear"], ["pair"]],
        marks: ["edited"],
        comesWithProgram: { !$0.isCustom },
        isTouched: {
            $0.isEdited || $0.isArchived || !$0.aliases.isEmpty || !$0.importNames.isEmpty
                || !$0.gear.isEmpty || $0.isPair
        })

    /// Mismatch of an exercise and something that counts in another unit; `nil` where the units are the same.
    ///
    /// - Parameters:
    ///   - state: the state for a refusal to change the exercise.
    ///   - reason: why the exercise can't change.
    static func mismatch(
        _ unit: Unit, _ exercise: Exercise, state: String, reason: String
    ) -> Mismatch? {
        guard unit != exercise.unit else { return nil }
        return Mismatch(
            field: "unit", state: state, "\(exercise.name) is counted in \(exercise.unit.rawValue)",
            reason: reason)
    }
}

// MARK: - Row

extension Exercise {
    package init(_ row: inout RowVisitor, writing entity: Exercise?) throws {
        let fields = entity?.fields
        id = try row.column("id", entity?.id)
        let name = try row.column("name", fields?.name)
        row.derived("name_key", entity?.key)
        self.fields = Fields(
            name: name, unit: try row.column("unit", fields?.unit),
            category: try row.column("category", fields?.category),
            equipment: try row.optional("equipment", fields?.equipment),
            defaultCount: try row.column("default_count", fields?.defaultCount),
            icon: try row.optional("icon", fields?.icon),
            color: try row.optional("color", fields?.color),
            variantOf: try row.optional("variant_of", fields?.variantOf),
            muscles: try row.optionalJSON("muscles", fields?.muscles))
        slug = try row.optional("slug", entity?.slug)
        isEdited = try row.column("edited", entity?.isEdited)
        isArchived = try row.column("archived", entity?.isArchived)
        aliases = try row.list("aliases", entity?.aliases, absent: "[]")
        importNames = try row.list("import_names", entity?.importNames, absent: "[]")
        let given = entity.flatMap { $0.gear.isEmpty ? nil : $0.gear }
        gear = try row.optionalJSON("gear", given) ?? Gear()
        isPair = try row.column("pair", entity?.isPair, absent: false)
    }
}

// MARK: - Progress

extension Exercise {
    /// The earliest day there is where the category changes, since achievements may count all of the past by
    /// category, or where loads begin to count twice, or end to; otherwise `nil`.
    package static func firstDay(affectedFrom former: Exercise?, to new: Exercise?) -> Int? {
        guard let former, let new else { return nil }
        let isSame =
            former.fields.category == new.fields.category && former.isPair == new.isPair
        return isSame ? nil : .min
    }
}
