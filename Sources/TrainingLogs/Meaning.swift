/// Meaning of a column in a file of sets or of measurements. The raw value is the word by which a person names
/// it.
enum Meaning: String, CaseIterable {
    case date
    /// A date with its day before the month, as in `31/12/2025`, or its month before the day.
    case dayFirst = "dmy"
    case monthFirst = "mdy"
    /// Time of day, for a file whose dates have none.
    case time
    case end, duration, workout
    case workoutNote = "workout_note"
    case exercise
    case exerciseNote = "exercise_note"
    case category, superset, type
    /// True if the set is a warm-up, or a drop set.
    case warmup, drop
    /// Number of equal sets that the row stands for.
    case sets
    case weight = "load"
    case weightUnit = "unit"
    case reps, distance
    case distanceUnit = "distance_unit"
    case seconds
    /// Rest after the set.
    case rest
    case rpe
    /// Reps in reserve: 10 less the RPE.
    case rir
    case note
    /// Load for rows in which the column of loads is blank.
    case otherWeight = "other_load"
    // These come up in known programs alone.
    case workoutNumber, order, doneAt, measurement, value
    /// True if the set was planned and not done.
    case skipped

    private static let ofKnownPrograms: Set<Meaning> = [
        .workoutNumber, .order, .doneAt, .measurement, .value, .skipped,
    ]

    /// Meanings that a person may give to the columns of any file.
    static let ofAnyFile = allCases.filter { !ofKnownPrograms.contains($0) }
}

extension TrainingLog {
    /// Words for the meanings that a person may give to a file's columns.
    package static let columnWords = Meaning.ofAnyFile.map(\.rawValue)

    /// Reason why no file can be read with these columns; `nil` if one can.
    ///
    /// - Parameter columns: the file's names of columns, by their meanings.
    package static func fault(ofColumns columns: [String: String]) -> String? {
        let words = Swift.Set(columnWords)
        if let unknown = columns.keys.sorted().first(where: { !words.contains($0) }) {
            return "'\(unknown.prefix(40))' isn't a meaning of a column: use "
                + columnWords.joined(separator: ", ")
        }
        guard Swift.Set(columns.values).count == columns.count else {
            return "one column can't have two meanings"
        }
        return missing(from: Swift.Set(columns.keys.compactMap(Meaning.init(rawValue:))))
    }

    /// What a file must tell and these columns don't; `nil` if they tell enough.
    static func missing(from meanings: Swift.Set<Meaning>) -> String? {
        let dates: Swift.Set<Meaning> = [.date, .dayFirst, .monthFirst]
        switch meanings.intersection(dates).count {
        case 0: return "no column has the date"
        case 1: break
        default: return "only one column can have the date"
        }
        guard meanings.contains(.exercise) else { return "no column has the exercise" }
        guard !meanings.isDisjoint(with: [.reps, .seconds, .distance]) else {
            return "no column has reps, seconds or a distance"
        }
        return nil
    }
}
