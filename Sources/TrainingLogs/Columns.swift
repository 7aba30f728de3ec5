import TrackerCore

/// Columns of a file of sets, by their meaning.
struct Columns {
    let format: TrainingLog.Format
    let separator: UInt8
    let count: Int
    private let names: [Name]
    /// Names of the columns that are ignored.
    let unread: [String]
    /// True if the rows are measurements of the body.
    let isOfMeasurements: Bool
    /// Kinds of sets by words that only this language has for them.
    let kinds: [String: WorkoutSet.Kind]
    private let places: [Meaning: Int]
    /// Order of day and month in dates that are all figures; `nil` if the columns don't tell.
    let dateOrder: FileTime.Order?

    /// Unit from the header, for all rows; `nil` if the header gives none.
    var weightUnit: String? { unit(of: .weight) }
    var otherWeightUnit: String? { unit(of: .otherWeight) }
    var distanceUnit: String? { unit(of: .distance) }

    func place(of meaning: Meaning) -> Int? { places[meaning] }

    /// The file's own name for a column; empty if there is no such column.
    func name(of meaning: Meaning) -> String {
        places[meaning].map { FileText.cut(names[$0].text, to: 80) } ?? ""
    }

    /// The file's names of the columns that are read, by the words for their meanings.
    var told: [String: String] {
        let told = places.filter { $0.key != .date || dateOrder == nil }
        return Dictionary(told.map { ($0.key.rawValue, names[$0.value].text) }) { first, _ in
            first
        }
    }

    private func unit(of meaning: Meaning) -> String? { places[meaning].flatMap { names[$0].unit } }

    /// Columns of a known program.
    ///
    /// - Parameter format: the format that the file must have; `nil` for any.
    /// - Returns: `nil` if no known program writes these columns.
    init?(_ names: [String], separator: UInt8, format: TrainingLog.Format?) {
        let names = names.map(Name.init)
        let keys = Set(names.map(\.key))
        let found = Dialect.all.first {
            format == nil
                ? keys.isSuperset(of: $0.required) && keys.isDisjoint(with: $0.foreign)
                : $0.format == format && keys.isSuperset(of: $0.required)
        }
        guard let dialect = found else { return nil }
        var unread: [String] = []
        var places: [Meaning: Int] = [:]
        for (place, name) in names.enumerated() where !dialect.unused.contains(name.key) {
            switch dialect.meaning(of: name.key) {
            case let meaning? where places[meaning] == nil: places[meaning] = place
            // FitNotes on iOS has one column in kg and one in lb.
            case .weight? where name.unit != nil && places[.otherWeight] == nil:
                places[.otherWeight] = place
            default: if !name.isIgnored { unread.append(name.text) }
            }
        }
        self.init(
            names, separator, dialect.format, places, unread: unread,
            isOfMeasurements: dialect.isOfMeasurements, kinds: dialect.kinds)
    }

    /// Columns of any file, as somebody has told their meanings.
    ///
    /// - Parameter told: the file's names of columns, by the words for their meanings.
    /// - Returns: `nil` if the file has no column of one of these names.
    init?(_ names: [String], separator: UInt8, told: [String: String]) {
        let names = names.map(Name.init)
        var places: [Meaning: Int] = [:]
        for (word, text) in told {
            guard let meaning = Meaning(rawValue: word),
                let place = names.firstIndex(where: { $0.isCalled(text) })
            else { return nil }
            places[meaning] = place
        }
        self.init(ofAnyFile: names, separator, places)
    }

    /// Columns of any file, as far as their names tell.
    ///
    /// - Returns: `nil` if they don't tell enough.
    init?(proposedFor names: [String], separator: UInt8) {
        let names = names.map(Name.init)
        let places = Self.places(proposedFor: names)
        guard TrainingLog.missing(from: Set(places.keys)) == nil else { return nil }
        self.init(ofAnyFile: names, separator, places)
    }

    /// Meanings that the names of columns tell.
    static func meanings(proposedFor names: [String]) -> Set<Meaning> {
        Set(places(proposedFor: names.map(Name.init)).keys)
    }

    private static func places(proposedFor names: [Name]) -> [Meaning: Int] {
        var places: [Meaning: Int] = [:]
        for (place, name) in names.enumerated() {
            guard let meaning = ProposedColumns.meanings[name.key] else { continue }
            if let former = places[meaning] {
                // Some sheets have one column in kg and one in lb.
                if meaning == .weight, name.unit != nil, places[.otherWeight] == nil {
                    places[.otherWeight] = place
                }
                guard ProposedColumns.vague.contains(names[former].key),
                    !ProposedColumns.vague.contains(name.key)
                else { continue }
            }
            places[meaning] = place
        }
        addTimes(to: &places, of: names)
        return places
    }

    /// Adds the columns of times, whose names don't tell enough. `Time` right behind the date is the time of day,
    /// unless the sets have only a distance; beside a distance, `Duration` or `Time` is what the set took.
    private static func addTimes(to places: inout [Meaning: Int], of names: [Name]) {
        let keys = names.map(\.key)
        let spans = ["duration", "duration s"]
        let isTimed = places[.seconds] != nil || keys.contains { spans.contains($0) }
        let hasDistanceAlone = places[.distance] != nil && places[.reps] == nil
        if let date = places[.date], date + 1 < keys.count, keys[date + 1] == "time",
            isTimed || !hasDistanceAlone
        {
            places[.time] = date + 1
        }
        guard places[.distance] != nil, places[.seconds] == nil else { return }
        let times = keys.indices.filter { keys[$0] == "time" && $0 != places[.time] }
        places[.seconds] = keys.firstIndex { spans.contains($0) } ?? times.first
    }

    /// Columns of Jefit's sets, which `JefitRows` makes of its rows.
    init(ofJefit meanings: [(name: String, meaning: Meaning)], separator: UInt8) {
        let places = meanings.enumerated().map { ($1.meaning, $0) }
        self.init(
            meanings.map { Name($0.name) }, separator, .jefit,
            Dictionary(places) { first, _ in first }, unread: [])
    }

    private init(ofAnyFile names: [Name], _ separator: UInt8, _ places: [Meaning: Int]) {
        let read = Set(places.values)
        let unread = names.enumerated().filter { !read.contains($0) && !$1.isIgnored }
        self.init(names, separator, .csv, places, unread: unread.map(\.element.text))
    }

    private init(
        _ names: [Name], _ separator: UInt8, _ format: TrainingLog.Format,
        _ places: [Meaning: Int], unread: [String], isOfMeasurements: Bool = false,
        kinds: [String: WorkoutSet.Kind] = [:]
    ) {
        self.names = names
        self.separator = separator
        self.format = format
        self.unread = unread
        self.isOfMeasurements = isOfMeasurements
        self.kinds = kinds
        count = names.count
        var places = places
        dateOrder =
            places[.dayFirst] != nil
            ? .dayFirst : places[.monthFirst] != nil ? .monthFirst : nil
        places[.date] = places[.date] ?? places[.dayFirst] ?? places[.monthFirst]
        self.places = places
    }

    /// A column's name, split into its parts: `Weight (kg)`, `Weight [kg]`, `Weight/kg`, `Weight in kg`,
    /// `weight_kg` and the older `kg` all mean a weight in kg.
    private struct Name {
        let text: String
        let key: String
        let unit: String?
        /// Whether the column is ignored without a warning, like columns without a name.
        var isIgnored: Bool { text.isEmpty }

        init(_ text: String) {
            self.text = text.trimmed
            var words = self.text.lowercased().split { " _()[]".contains($0) }.map(String.init)
            if let last = words.last, let slash = last.lastIndex(of: "/") {
                let behind = String(last[last.index(after: slash)...])
                if Units.isKnown(behind) {
                    words.removeLast()
                    words += [String(last[..<slash]), behind].filter { !$0.isEmpty }
                }
            }
            var unit: String?
            if let last = words.last, Units.isKnown(last) {
                unit = last
                words.removeLast()
                // As in `Weight in kg`.
                if let link = words.last, ["in", "/"].contains(link) { words.removeLast() }
            }
            if words.isEmpty, let unit { words = [Units.isOfLoad(unit) ? "weight" : "distance"] }
            // Numeric durations are in seconds in all formats.
            if words == ["duration", "sec"] { words = ["duration"] }
            self.unit = unit
            key = words.joined(separator: " ")
        }

        func isCalled(_ name: String) -> Bool {
            text == name || text.lowercased() == name.trimmed.lowercased()
        }
    }
}

/// Words for units in files.
enum Units {
    private static let loads: [String: Load.Unit] = [
        "kg": .kg, "kgs": .kg, "kilo": .kg, "kilos": .kg, "kilogram": .kg, "kilograms": .kg,
        "lb": .lb, "lbs": .lb, "pound": .lb, "pounds": .lb,
    ]
    /// Metres in each unit: the international mile, yard, foot and inch (1959).
    private static let distances: [String: Double] = [
        "km": 1000, "kms": 1000, "m": 1, "meter": 1, "meters": 1, "metres": 1, "cm": 0.01,
        "mi": 1609.344, "mile": 1609.344, "miles": 1609.344, "yd": 0.9144, "ft": 0.3048,
        "in": 0.0254,
    ]
    private static let ofBody: [String: Quantity.Unit] = [
        "kg": .kg, "kgs": .kg, "lb": .lb, "lbs": .lb, "cm": .cm, "in": .inch, "%": .percent,
        "bpm": .bpm,
    ]

    static func isKnown(_ word: String) -> Bool { isOfLoad(word) || distances[word] != nil }
    static func isOfLoad(_ word: String) -> Bool { loads[word] != nil }
    /// Unit of a load, which may be written with a point, as in `Kg.`; `nil` for an unknown word.
    static func load(_ word: String) -> Load.Unit? {
        let word = word.lowercased()
        return loads[word.last == "." ? String(word.dropLast()) : word]
    }
    /// Unit of a measurement of the body; `nil` for an unknown word.
    static func ofBody(_ word: String) -> Quantity.Unit? { ofBody[word.lowercased()] }

    /// The distance in metres, to the millimetre; `nil` for an unknown unit.
    static func metres(_ value: Double, _ word: String) -> Double? {
        distances[word.lowercased()].map { (value * $0 * 1e3).rounded() / 1e3 }
    }
}

extension String {
    /// The text without blanks at its ends, including non-breaking ones.
    var trimmed: String {
        guard first?.isWhitespace == true || last?.isWhitespace == true else { return self }
        let rest = drop { $0.isWhitespace }
        guard let end = rest.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(rest[...end])
    }
}
