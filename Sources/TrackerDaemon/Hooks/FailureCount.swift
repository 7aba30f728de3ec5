import TrackerCore

/// Picks the failures of hooks that are worth a line in the logs. A hook whose program is missing fails for
/// every event: its first failure is told, then each that is another than the one before, and once a day
/// how many more there were.
nonisolated struct FailureCount {
    /// A failure to be told.
    struct Entry: Sendable {
        let failure: HookFailure
        /// In a day's count: how many more there were, of which this is the last.
        let more: More?
    }

    struct More: Sendable, Hashable {
        let count: Int
        let since: Moment
    }

    fileprivate struct Record {
        /// The last one that was told.
        var told: HookFailure
        /// The last one that wasn't.
        var untold: HookFailure?
        var count = 0
        var since: Moment
        /// The number of those that were told since then.
        var tellings = 1

        var endBootNs: Int64 { since.bootNs + FailureCount.dayMs * nanosecondsPerMs }

        func isOver(at now: Moment) -> Bool { now.bootNs >= endBootNs }
    }

    static let dayMs: Int64 = 86_400_000
    /// The most changes of a hook that are told in a day: one that fails otherwise each time says nothing new.
    static let dailyLimit = 10

    /// By the hooks' argument vectors.
    private var records: [[String]: Record] = [:]

    /// Takes a failure.
    ///
    /// - Returns: whether it is to be told at once.
    mutating func tells(_ failure: HookFailure, at now: Moment) -> Bool {
        guard var record = records[failure.run], record.count > 0 || !record.isOver(at: now) else {
            records[failure.run] = Record(told: failure, since: now)
            return true
        }
        defer { records[failure.run] = record }
        let isAnother =
            failure.kind != record.told.kind || failure.reason != record.told.reason
        guard isAnother, record.tellings < Self.dailyLimit else {
            record.count += 1
            record.untold = failure
            return false
        }
        record.told = failure
        record.tellings += 1
        return true
    }

    /// Takes the counts of all days that are over.
    mutating func takeCounts(at now: Moment) -> [Entry] { take(at: now) { $0.isOver(at: now) } }

    /// Takes all counts, since nobody will be there at the end of the day.
    mutating func takeAllCounts(at now: Moment) -> [Entry] { take(at: now) { _ in true } }

    private mutating func take(at now: Moment, where isTaken: (Record) -> Bool) -> [Entry] {
        var entries: [Entry] = []
        for (run, record) in records where isTaken(record) {
            // A hook that hasn't failed for a day begins anew.
            records[run] = record.untold.map { Record(told: $0, since: now, tellings: 0) }
            guard let last = record.untold else { continue }
            let more = More(count: record.count, since: record.since)
            entries.append(Entry(failure: last, more: more))
        }
        return entries.sorted { $0.failure.seq < $1.failure.seq }
    }

    /// The time when the next count is to be told, boot clock; `nil` where there is nothing to count.
    var nextBootNs: Int64? {
        records.values.filter { $0.count > 0 }.map(\.endBootNs).min()
    }
}
