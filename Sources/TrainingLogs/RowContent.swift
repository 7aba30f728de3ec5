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
        switch row.columns.format {
        case .strong: self = try StrongRow.content(row)
        case .hevy: self = .set(try Self.hevyKind(row), isFirst: row[.order].trimmed == "0")
        case .fitnotes, .trackerd: self = .set(.working, isFirst: false)
        }
    }

    private static func hevyKind(_ row: FileRow) throws(LeftOut) -> WorkoutSet.Kind {
        let word = row[.type].trimmed.lowercased()
        switch word {
        case "normal", "": return .working
        case "warmup": return .warmup
        case "failure": return .failure
        case "dropset": return .drop
        default:
            throw LeftOut(
                "the set type '\(word.prefix(40))' is unknown: use normal, warmup, failure or dropset"
            )
        }
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
