import GRDB
import TrackerCore

/// Search for the place of a moment in the journal, whose times go back where the clock was set.
///
/// A time is believed where it belongs to the longest run of times that never go back, isn't later than now,
/// and isn't older than this program. So the times of a clock that was ahead or behind for a while, and those
/// of a board that began in 1970, count as if they lay between the events around them.
struct EventTimes {
    /// End of the best run of a certain length: the time of its last event, and its last event that was
    /// recorded at or before the moment.
    private struct Run {
        let atMs: Int64
        let seq: Int64
    }

    /// No journal is older than this: 2024-01-01, UTC milliseconds.
    private static let oldestMs: Int64 = 1_704_067_200_000

    private let momentMs: Int64
    private let nowMs: Int64
    private let lastSeq: Int64
    /// The best runs by length; their times never go back.
    private var runs: [Run] = []
    /// Number of the newest event that was read.
    private var seq: Int64 = 0

    /// - Parameter moment: UTC milliseconds.
    init(upTo moment: Int64, in transaction: Transaction) {
        momentMs = moment
        nowMs = transaction.now.wallMs
        lastSeq = transaction.lastSeq
    }

    /// Continues while there is time, with at least one step.
    ///
    /// - Returns: the number of the last event that had happened at the moment; `nil` where another slice is
    ///   needed.
    mutating func advance(
        in transaction: Transaction, while hasTime: () -> Bool
    ) throws -> Int64? {
        if momentMs >= nowMs { return lastSeq }
        var isAtEnd = true
        let times = try transaction.db.cachedStatement(
            sql: "SELECT seq, at FROM journal WHERE seq > ? AND seq <= ? ORDER BY seq")
        try times.forEachRow([.integer(seq), .integer(lastSeq)]) { row in
            seq = row.integer(0)
            add(row.integer(1))
            isAtEnd = hasTime()
            return isAtEnd
        }
        return isAtEnd ? runs.last?.seq ?? 0 : nil
    }

    private mutating func add(_ atMs: Int64) {
        // Older times count only where the clock is wrong even now.
        guard atMs <= nowMs, atMs >= Self.oldestMs || nowMs < Self.oldestMs else { return }
        // The first run that ends later is longer by this event.
        var (low, high) = (0, runs.count)
        if let last = runs.last, last.atMs <= atMs { low = high }
        while low < high {
            let middle = (low + high) / 2
            if runs[middle].atMs <= atMs { low = middle + 1 } else { high = middle }
        }
        let former = low == 0 ? 0 : runs[low - 1].seq
        let run = Run(atMs: atMs, seq: atMs <= momentMs ? seq : former)
        if low == runs.count { runs.append(run) } else { runs[low] = run }
    }
}
