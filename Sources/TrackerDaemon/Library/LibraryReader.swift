import TextFiles
import TrackerCore
import UserFiles

/// Reads the exercises from the texts of library files. Faulty parts are left out with a warning.
package nonisolated struct LibraryReader {
    /// An exercise's entry in a file, with all of its members.
    private struct Line {
        let section: TextTable
        let category: String
        var name: String?
        var unit: Exercise.Unit?
        var equipment: String?
        var defaultCount: Int64?
        var icon: String?
        var color: String?
        var variantOf: String?
        var aliases: [String]?
        var muscles: Muscles?
        var isOverDistance: Bool?
    }

    private static let keys = [
        "name", "aliases", "unit", "default_count", "equipment", "variant_of", "icon", "color",
        "primary", "secondary", "distance",
    ]
    private static let maximumAliases = 20
    private static let maximumMovements = 2000

    /// Entries by slug.
    private var lines: [String: Line] = [:]
    package private(set) var warnings: [TextProblem] = []
    package private(set) var movements: [Movement] = []
    /// Whether the person's own file can't be read, so that its content is unknown.
    private var isOwnLost = false

    package static func read(shipped: String, own: UserFile) -> LibraryReader {
        var reader = LibraryReader()
        if let warning = own.warning { reader.warnings.append(warning) }
        _ = reader.read(shipped, file: LibraryFile.shippedName)
        let isRead = reader.read(own.text, file: own.path)
        reader.isOwnLost = own.warning != nil || !isRead
        for slug in reader.lines.keys.sorted() { reader.finish(slug) }
        reader.warnings.sort { ($0.file ?? "", $0.line ?? 0) < ($1.file ?? "", $1.line ?? 0) }
        return reader
    }

    /// - Returns: whether the text is valid TOML.
    private mutating func read(_ text: String, file: String) -> Bool {
        let root: TextTable
        do throws(TextProblem) {
            root = try TextTable(text, file: file)
        } catch {
            warnings.append(error)
            return false
        }
        for category in root.keys {
            attempt { reader throws(TextProblem) in
                guard let section = try root.table(category) else { return }
                for slug in section.keys {
                    reader.attempt { reader throws(TextProblem) in
                        try reader.readLine(slug, category, section)
                    }
                }
            }
        }
        return true
    }

    /// Reads a part. A fault becomes a warning, and reading continues with the rest.
    private mutating func attempt(_ body: (inout LibraryReader) throws(TextProblem) -> Void) {
        do {
            try body(&self)
        } catch {
            warnings.append(error)
        }
    }

    private mutating func readLine(
        _ slug: String, _ category: String, _ parent: TextTable
    ) throws(TextProblem) {
        guard TextFile.isSlug(slug) else {
            throw parent.problem(
                slug, "isn't a valid key for an exercise: use a-z, 0-9 and -, as in push-ups")
        }
        guard let section = try parent.table(slug) else { return }
        warnings += section.unknown(besides: Self.keys)
        guard lines[slug] != nil || lines.count < Self.maximumMovements else {
            throw parent.problem(slug, "is one too many: at most \(Self.maximumMovements)")
        }
        let former = lines[slug]
        var line = Line(section: section, category: category)
        line.name = try section.string("name") ?? former?.name
        line.unit = try section.choice("unit") ?? former?.unit
        line.equipment = try section.string("equipment") ?? former?.equipment
        let counts = Int(Exercise.counts.lowerBound)...Int(Exercise.counts.upperBound)
        line.defaultCount =
            try section.int("default_count", in: counts).map(Int64.init) ?? former?.defaultCount
        line.icon = try section.string("icon") ?? former?.icon
        line.color = try section.string("color") ?? former?.color
        line.variantOf = try section.string("variant_of") ?? former?.variantOf
        line.aliases = try aliases(section) ?? former?.aliases
        line.muscles = try muscles(section) ?? former?.muscles
        line.isOverDistance = try section.bool("distance") ?? former?.isOverDistance
        lines[slug] = line
    }

    private func aliases(_ section: TextTable) throws(TextProblem) -> [String]? {
        guard let given = try section.strings("aliases", such: "[\"bench\", \"bp\"]") else {
            return nil
        }
        guard given.count <= Self.maximumAliases else {
            throw section.problem("aliases", "are too many: at most \(Self.maximumAliases)")
        }
        var aliases: [String] = []
        for alias in given {
            do throws(Rejection) {
                aliases.append(try Text.name(alias, field: "aliases"))
            } catch {
                throw section.problem("aliases", "are refused: \(error.message)")
            }
        }
        return aliases
    }

    private func muscles(_ section: TextTable) throws(TextProblem) -> Muscles? {
        let primary = try muscles("primary", section)
        let secondary = try muscles("secondary", section)
        guard primary != nil || secondary != nil else { return nil }
        let muscles = Muscles(primary: primary ?? [], secondary: secondary ?? [])
        do throws(Rejection) {
            try muscles.check()
        } catch {
            throw section.problem("primary", "is refused: \(error.message)")
        }
        return muscles
    }

    private func muscles(_ key: String, _ section: TextTable) throws(TextProblem) -> [Muscle]? {
        guard let words = try section.strings(key, such: "[\"chest\", \"front delts\"]") else {
            return nil
        }
        return try words.map { word throws(TextProblem) in
            guard let muscle = Muscle(written: word) else {
                throw section.problem(
                    key, "names no muscle: \"\(word.prefix(60))\"; there are \(Muscle.allowed)")
            }
            return muscle
        }
    }

    /// Completes an entry with members of the exercise that it is a variation of.
    private mutating func finish(_ slug: String) {
        guard let line = lines[slug] else { return }
        attempt { reader throws(TextProblem) in
            guard let name = line.name else { throw line.section.problem("", "needs a name") }
            if let variantOf = line.variantOf, reader.lines[variantOf] == nil {
                throw line.section.problem(
                    "variant_of", "names an unknown exercise: \"\(variantOf.prefix(60))\"")
            }
            guard !reader.isCircle(from: slug) else {
                throw line.section.problem("variant_of", "leads in a circle")
            }
            let fields = Exercise.Fields(
                name: name, unit: reader.inherited(\.unit, by: slug) ?? .reps,
                category: line.category, equipment: reader.inherited(\.equipment, by: slug),
                defaultCount: line.defaultCount,
                icon: line.icon, color: line.color, variantOf: line.variantOf,
                muscles: reader.inherited(\.muscles, by: slug))
            do throws(Rejection) {
                reader.movements.append(
                    Movement(
                        slug: slug, fields: try fields.named().checked(),
                        aliases: line.aliases ?? [],
                        isOverDistance: reader.inherited(\.isOverDistance, by: slug) ?? false,
                        isTemporary: reader.isOwnLost))
            } catch {
                throw line.section.problem(error.field ?? "name", "is refused: \(error.message)")
            }
        }
    }

    /// The member's value in the entry, or in the nearest exercise up its chain of variations; `nil` for
    /// none.
    private func inherited<Value>(_ member: KeyPath<Line, Value?>, by slug: String) -> Value? {
        var step = lines[slug]
        while let line = step {
            if let value = line[keyPath: member] { return value }
            step = line.variantOf.flatMap { lines[$0] }
        }
        return nil
    }

    private func isCircle(from slug: String) -> Bool {
        var step = lines[slug]?.variantOf
        var steps = 0
        while let next = step, next != slug, steps < lines.count {
            step = lines[next]?.variantOf
            steps += 1
        }
        return step != nil
    }
}
