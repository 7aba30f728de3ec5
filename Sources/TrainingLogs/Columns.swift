import TrackerCore

/// Columns of a file of sets, by their meaning.
struct Columns {
    enum Meaning: String {
        case date, end, workout, workoutNumber, duration, workoutNote
        case exercise, exerciseNote, category, superset
        case order, type, weight, weightUnit, reps, distance, distanceUnit, seconds, note, rpe
    }

    let format: TrainingLog.Format
    let separator: UInt8
    let count: Int
    private let names: [String]
    /// Names of the columns that are ignored.
    let unread: [String]
    private var places: [Meaning: Int] = [:]
    /// Unit from the header, for all rows; `nil` if the header gives none.
    private(set) var weightUnit: String?
    private(set) var distanceUnit: String?

    func place(of meaning: Meaning) -> Int? { places[meaning] }

    /// The file's own name for a column; empty if there is no such column.
    func name(of meaning: Meaning) -> String {
        places[meaning].map { FileText.cut(names[$0], to: 80) } ?? ""
    }

    /// - Parameter format: the format that the file must have; `nil` for any.
    /// - Returns: `nil` if no known program writes these columns.
    init?(_ names: [String], separator: UInt8, format: TrainingLog.Format?) {
        let names = names.map(Name.init)
        let formats = Self.required.keys.filter { format == nil || $0 == format }
        let keys = Set(names.map(\.key))
        guard let found = formats.first(where: { keys.isSuperset(of: Self.required[$0] ?? []) })
        else { return nil }
        self.format = found
        self.separator = separator
        count = names.count
        self.names = names.map(\.text)
        var unread: [String] = []
        for (place, name) in names.enumerated() {
            guard let meaning = Self.meaning(of: name.key, found), places[meaning] == nil else {
                if !name.isIgnored { unread.append(name.text) }
                continue
            }
            places[meaning] = place
            if meaning == .weight { weightUnit = name.unit }
            if meaning == .distance { distanceUnit = name.unit }
        }
        self.unread = unread
    }

    /// Columns by which each format is recognised.
    private static let required: [TrainingLog.Format: Set<String>] = [
        .strong: ["date", "workout name", "exercise name", "set order"],
        .hevy: ["title", "start time", "exercise title", "set type"],
        .fitnotes: ["date", "exercise", "category", "reps"],
    ]

    private static func meaning(of key: String, _ format: TrainingLog.Format) -> Meaning? {
        let own = format == .strong ? strong : format == .hevy ? hevy : fitNotes
        return own[key] ?? all[key]
    }

    private static let all: [String: Meaning] = [
        "weight": .weight, "reps": .reps, "distance": .distance, "rpe": .rpe,
        "weight unit": .weightUnit, "distance unit": .distanceUnit, "seconds": .seconds,
    ]
    private static let strong: [String: Meaning] = [
        "workout #": .workoutNumber, "date": .date, "workout name": .workout,
        "duration": .duration, "workout duration": .duration, "exercise name": .exercise,
        "set order": .order, "notes": .note, "workout notes": .workoutNote,
    ]
    private static let hevy: [String: Meaning] = [
        "title": .workout, "start time": .date, "end time": .end, "description": .workoutNote,
        "exercise title": .exercise, "superset id": .superset, "exercise notes": .exerciseNote,
        "set index": .order, "set type": .type, "duration seconds": .seconds,
    ]
    private static let fitNotes: [String: Meaning] = [
        "date": .date, "exercise": .exercise, "category": .category, "time": .seconds,
        "comment": .note, "notes": .note,
    ]

    /// A column's name, split into its parts: `Weight (kg)`, `weight_kg` and the older `kg` all mean a
    /// weight in kg.
    private struct Name {
        let text: String
        let key: String
        let unit: String?
        /// Whether the column is ignored without a warning, like columns without a name.
        var isIgnored: Bool { text.isEmpty }

        init(_ text: String) {
            self.text = text.trimmed
            var words = self.text.lowercased().split { " _()".contains($0) }.map(String.init)
            var unit: String?
            if let last = words.last, Units.isKnown(last) {
                unit = last
                words.removeLast()
            }
            if words.isEmpty, let unit { words = [Units.isOfLoad(unit) ? "weight" : "distance"] }
            // Numeric durations are in seconds in all formats.
            if words == ["duration", "sec"] { words = ["duration"] }
            self.unit = unit
            key = words.joined(separator: " ")
        }
    }
}

/// Words for units in files.
enum Units {
    private static let loads: [String: Load.Unit] = [
        "kg": .kg, "kgs": .kg, "lb": .lb, "lbs": .lb,
    ]
    /// Metres in each unit: the international mile, yard, foot and inch (1959).
    private static let distances: [String: Double] = [
        "km": 1000, "kms": 1000, "m": 1, "meter": 1, "meters": 1, "metres": 1, "cm": 0.01,
        "mi": 1609.344, "mile": 1609.344, "miles": 1609.344, "yd": 0.9144, "ft": 0.3048,
        "in": 0.0254,
    ]

    static func isKnown(_ word: String) -> Bool { isOfLoad(word) || distances[word] != nil }
    static func isOfLoad(_ word: String) -> Bool { loads[word] != nil }
    static func load(_ word: String) -> Load.Unit? { loads[word.lowercased()] }

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
