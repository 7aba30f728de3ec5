import TrackerCore

/// Content of a row, according to its set order or set type.
enum RowContent {
    /// A set, and whether the file marks it as the first of its exercise.
    case set(WorkoutSet.Kind, isFirst: Bool)
    /// A rest after the previous set, in milliseconds.
    case rest(Int64)
    /// A note on the exercise.
    case note

    init(_ row: FileRow) throws(LeftOut) {
        guard !SetKind.isTrue(row[.skipped]) else { throw LeftOut("the set wasn't done") }
        let kind = try SetKind.of(row)
        switch row.columns.format {
        case .strong:
            let content = try StrongRow.content(row)
            if case .set(.working, let isFirst) = content {
                self = .set(kind, isFirst: isFirst)
            } else {
                self = content
            }
        case .hevy: self = .set(kind, isFirst: row[.order].trimmed == "0")
        case .fitnotes, .fitbod, .liftosaur, .jefit, .gymbook, .csv, .trackerd:
            self = .set(kind, isFirst: false)
        }
    }
}

/// Kind of a set, by the words of the column for it.
enum SetKind {
    static func of(_ row: FileRow) throws(LeftOut) -> WorkoutSet.Kind {
        if isTrue(row[.warmup]) { return .warmup }
        if isTrue(row[.drop]) { return .drop }
        let text = row[.type]
        guard !text.isEmpty else { return .working }
        let word = text.trimmed.lowercased()
        guard let kind = kinds[word] ?? row.columns.kinds[word] else {
            if row.columns.format == .csv { return .working }
            throw LeftOut(
                "the set type '\(word.prefix(40))' is unknown: use normal, warmup, failure or dropset"
            )
        }
        return kind
    }

    /// Warning for a word that stands for no kind of set, in a file of no known program: its column may be about
    /// something else, such as the equipment; `nil` for none.
    static func warning(_ row: FileRow) -> String? {
        guard row.columns.format == .csv, !isTrue(row[.warmup]), !isTrue(row[.drop]) else {
            return nil
        }
        let word = row[.type].trimmed.lowercased()
        guard kinds[word] == nil, row.columns.kinds[word] == nil else { return nil }
        return "the set type '\(word.prefix(40))' is unknown, so the set is taken as a working set"
    }

    private static let kinds: [String: WorkoutSet.Kind] = [
        "": .working, "normal": .working, "working": .working, "work": .working,
        "warmup": .warmup, "warm-up": .warmup, "warm up": .warmup, "w": .warmup,
        "failure": .failure, "f": .failure, "dropset": .drop, "drop set": .drop, "drop": .drop,
        "d": .drop, "partial": .partial,
    ]

    static func isTrue(_ text: String) -> Bool {
        !text.isEmpty && ["1", "true", "yes", "ja", "x"].contains(text.trimmed.lowercased())
    }
}

/// Strong's `Set Order`: a number, or a word for a row that isn't an ordinary set.
enum StrongRow {
    static let restTimer = "Rest Timer"

    static func content(_ row: FileRow) throws(LeftOut) -> RowContent {
        let word = row[.order].trimmed
        switch word {
        case restTimer: return .rest(try rest(row))
        case "Note": return .note
        case "W": return .set(.warmup, isFirst: false)
        case "D": return .set(.drop, isFirst: false)
        case "F": return .set(.failure, isFirst: false)
        default:
            if let kind = row.columns.kinds[word] { return .set(kind, isFirst: false) }
            guard let number = FileNumber.value(word), number >= 0 else {
                throw LeftOut(
                    "the set order '\(word.prefix(40))' is unknown: use a number, W, D, F, Rest Timer or Note"
                )
            }
            return .set(.working, isFirst: false)
        }
    }

    private static func rest(_ row: FileRow) throws(LeftOut) -> Int64 {
        guard let seconds = FileSpan.seconds(row[.seconds]), seconds > 0, seconds <= 86_400 else {
            throw LeftOut("the rest has no seconds")
        }
        return Int64((seconds * 1000).rounded())
    }
}
