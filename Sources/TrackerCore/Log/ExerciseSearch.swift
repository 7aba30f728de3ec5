/// Finds exercises by any part of their names. Every word of the query must occur in the name.
package struct ExerciseSearch: Sendable {
    private let whole: [UInt8]
    private let squeezed: [UInt8]
    private let words: [[UInt8]]

    /// - Parameter query: the searched text; an empty query finds everything.
    package init(_ query: String) {
        let key = query.allSatisfy(\.isWhitespace) ? "" : NameKey.of(query)
        whole = Array(key.utf8)
        words = whole.split(separator: Self.blank).map(Array.init)
        squeezed = words.flatMap(\.self)
    }

    private static let blank = UInt8(ascii: " ")

    /// The rank of a name, given by its `NameKey`: 0 is the best match; `nil` where the name doesn't match.
    package func rank(ofKey key: String) -> Int? {
        guard !words.isEmpty else { return 0 }
        let name = Array(key.utf8)
        let letters = name.filter { $0 != Self.blank }
        if name == whole || letters == squeezed { return 0 }
        if name.starts(with: whole) || letters.starts(with: squeezed) { return 1 }
        let places = words.map { Self.place(of: $0, in: name, letters) }
        if places.contains(.nowhere) { return nil }
        return places.contains(.inside) ? 3 : 2
    }

    private enum Place { case beginning, inside, nowhere }

    private static func place(
        of word: [UInt8], in name: [UInt8], _ letters: [UInt8]
    ) -> Place {
        var found = Place.nowhere
        var index = name.startIndex
        while index + word.count <= name.endIndex {
            if name[index...].starts(with: word) {
                if index == 0 || name[index - 1] == blank { return .beginning }
                found = .inside
            }
            index += 1
        }
        guard found == .nowhere else { return found }
        // Words of the name count as joined: `pushups` is in `Push-ups`, `benchpress` in `Paused Bench
        // Press`.
        var begin = 0
        for part in name.split(separator: blank) {
            if letters[begin...].starts(with: word) { return .inside }
            begin += part.count
        }
        return .nowhere
    }
}

/// How recently and how often an exercise was used.
package struct ExerciseUse: Sendable, Hashable {
    /// Weighted number of uses in the last 90 days: each use counts once, three times within the last 30
    /// days and seven times within the last 7.
    package var score: Int64
    /// Time of the last use, UTC milliseconds; `nil` for an exercise that was never used.
    package var lastMs: Int64?

    package init(score: Int64 = 0, lastMs: Int64? = nil) {
        self.score = score
        self.lastMs = lastMs
    }

    /// Spans before now, in milliseconds, and the weight that a use within each of them adds to the score.
    package static let spans: [(ms: Int64, weight: Int64)] = [
        (7 * 86_400_000, 4), (30 * 86_400_000, 2), (90 * 86_400_000, 1),
    ]
}

/// An exercise that was found, with the values that decide its place in the results.
package struct ExerciseMatch: Sendable {
    package let exercise: Exercise
    private let rank: Int
    private let use: ExerciseUse
    private let key: String

    package init(_ exercise: Exercise, rank: Int, use: ExerciseUse) {
        self.exercise = exercise
        self.rank = rank
        self.use = use
        key = exercise.key
    }

    /// Whether this match comes before the other: the better rank first, then the higher score, then the
    /// later last use, then the name.
    package func precedes(_ other: ExerciseMatch) -> Bool {
        if rank != other.rank { return rank < other.rank }
        if use.score != other.use.score { return use.score > other.use.score }
        if use.lastMs != other.use.lastMs {
            return use.lastMs ?? .min > other.use.lastMs ?? .min
        }
        return (key, exercise.id) < (other.key, other.exercise.id)
    }
}
