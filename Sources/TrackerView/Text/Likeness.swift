/// How alike two words are, for "did you mean".
package enum Likeness {
    /// The word that differs least, in as few letters as a slip of the fingers makes; `nil` for none.
    package static func nearest(to word: String, among words: [String]) -> String? {
        let most = word.count < 4 ? 1 : 2
        let found = words.map { ($0, distance(word.lowercased(), $0.lowercased())) }
            .min { $0.1 < $1.1 }
        return found.flatMap { $0.1 <= most && $0.1 < word.count ? $0.0 : nil }
    }

    /// The number of letters to insert, leave out, replace or swap with the next one (the restricted
    /// Damerau-Levenshtein distance).
    package static func distance(_ left: String, _ right: String) -> Int {
        let (left, right) = (Array(left), Array(right))
        var rows = [Array(0...right.count)]
        for i in left.indices {
            var row = [i + 1]
            for j in right.indices {
                let cost = left[i] == right[j] ? 0 : 1
                var best = min(row[j] + 1, rows[i][j + 1] + 1, rows[i][j] + cost)
                if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
                    best = min(best, rows[i - 1][j - 1] + 1)
                }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[left.count][right.count]
    }
}
