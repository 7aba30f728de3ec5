/// Finds the words that somebody may have meant.
package enum Spelling {
    /// Longest word, in UTF-8 bytes, that is compared. Words and names are short; a longer text isn't a
    /// misspelling and would take long to compare.
    private static let longest = 64

    /// The known word nearest to an unknown one; `nil` where none is near.
    package static func nearest(to word: String, among known: [String]) -> String? {
        nearest(to: word, among: known, limit: 1).first
    }

    /// The known words near to an unknown one, the nearest first. At most a third of the letters may be
    /// wrong, missing, superfluous or swapped with their neighbours.
    package static func nearest(
        to word: String, among known: [String], limit: Int
    ) -> [String] {
        let letters = Array(word.lowercased().utf8)
        guard letters.count <= longest else { return [] }
        let ranked = known.enumerated().compactMap { index, word -> (Int, Int, String)? in
            let other = Array(word.lowercased().utf8)
            let allowed = max(1, other.count / 3)
            // No edit changes the length by more than one.
            guard abs(other.count - letters.count) <= allowed else { return nil }
            let distance = distance(letters, other)
            return distance <= allowed ? (distance, index, word) : nil
        }
        return ranked.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.prefix(limit).map(\.2)
    }

    /// Number of letters to insert, leave out, replace or swap with the next one (the restricted
    /// Damerau-Levenshtein distance).
    package static func distance(_ a: String, _ b: String) -> Int {
        distance(Array(a.utf8), Array(b.utf8))
    }

    private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var twoBefore: [Int] = []
        var before = Array(0...b.count)
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                let same = a[i] == b[j]
                var cost = min(before[j + 1] + 1, row[j] + 1, before[j] + (same ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                    cost = min(cost, twoBefore[j - 1] + 1)
                }
                row.append(cost)
            }
            (twoBefore, before) = (before, row)
        }
        return before[b.count]
    }
}
