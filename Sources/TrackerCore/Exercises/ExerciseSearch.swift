/// Finds exercises by any part of their names; every word of the query must be in a name somewhere.
package struct ExerciseSearch: Sendable {
    private let whole: [UInt8]
    private let squeezed: [UInt8]
    private let words: [[UInt8]]

    /// - Parameter query: an empty one finds everything.
    package init(_ query: String) {
        let key = query.allSatisfy(\.isWhitespace) ? "" : NameKey.of(query)
        whole = Array(key.utf8)
        words = whole.split(separator: Self.blank).map(Array.init)
        squeezed = words.flatMap(\.self)
    }

    private static let blank = UInt8(ascii: " ")

    /// How well a name's key matches, 0 being the best; `nil` where it doesn't.
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
        // `pushups` is in `Push-ups`, and `benchpress` in `Paused Bench Press`.
        var begin = 0
        for part in name.split(separator: blank) {
            if letters[begin...].starts(with: word) { return .inside }
            begin += part.count
        }
        return .nowhere
    }
}

/// How lately and how often an exercise was used.
package struct ExerciseUse: Sendable, Hashable {
    /// Uses of the last 90 days; those of the last 30 count three times, those of the last 7 seven times.
    package var score: Int64
    /// UTC milliseconds.
    package var lastMs: Int64?

    package init(score: Int64 = 0, lastMs: Int64? = nil) {
        self.score = score
        self.lastMs = lastMs
    }

    /// Spans before now, in milliseconds, and by how much a use within each adds to the score.
    package static let spans: [(ms: Int64, weight: Int64)] = [
        (7 * 86_400_000, 4), (30 * 86_400_000, 2), (90 * 86_400_000, 1),
    ]
}

/// An exercise that was found, in its place among others.
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

    /// Whether it comes first: the better match, then the one used more and more lately, then the one used
    /// last at all, then by name.
    package func precedes(_ other: ExerciseMatch) -> Bool {
        if rank != other.rank { return rank < other.rank }
        if use.score != other.use.score { return use.score > other.use.score }
        if use.lastMs != other.use.lastMs {
            return use.lastMs ?? .min > other.use.lastMs ?? .min
        }
        return (key, exercise.id) < (other.key, other.exercise.id)
    }
}
