/// Body weights over some time.
package struct BodyWeights: Sendable, Hashable {
    private struct Entry: Sendable, Hashable {
        let atMs: Int64
        let weight: Load
    }

    private var entries: [Entry] = []

    package init() {}

    /// Adds a weight. Weights must be added in the order of their times.
    package mutating func add(_ weight: Load, atMs: Int64) {
        entries.append(Entry(atMs: atMs, weight: weight))
    }

    package var isEmpty: Bool { entries.isEmpty }

    /// The last weight noted at or before a moment in UTC milliseconds; `nil` for none.
    package func weight(atMs: Int64) -> Load? {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].atMs <= atMs { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? entries[low - 1].weight : nil
    }
}
