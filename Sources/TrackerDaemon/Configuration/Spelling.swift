/// Finds what somebody may have meant.
nonisolated enum Spelling {
    /// The known word that is nearest to an unknown one, if it's near at all: at most a third of
    /// its letters wrong, missing, superfluous or swapped with their neighbours.
    static func nearest(to word: String, among known: [String]) -> String? {
        // Keys are short. Anything else is no misspelling, and would take long to compare.
        guard word.utf8.count <= 40 else { return nil }
        let ranked = known.map { (word: $0, distance: distance(word, $0)) }
        guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
        return best.distance <= max(1, best.word.utf8.count / 3) ? best.word : nil
    }

    /// How many edits lead from one word to the other.
    private static func distance(_ left: String, _ right: String) -> Int {
        let a = Array(left.lowercased().utf8)
        let b = Array(right.lowercased().utf8)
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
