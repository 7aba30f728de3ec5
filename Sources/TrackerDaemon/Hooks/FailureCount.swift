import TrackerCore

/// Selects the hook failures that are worth a line in the logs. A hook whose program is missing fails for
/// every event: the first failure is reported, then each one that differs from the last, and once a day the
/// number of the others.
nonisolated struct FailureCount {
    struct Entry: Sendable {
        let failure: HookFailure
        /// Number of further failures in a day, up to and including `failure`; `nil` for a failure that is
        /// reported at once.
        let more: More?
    }

    struct More: Sendable, Hashable {
        let count: Int
        let since: Moment
    }

    fileprivate struct Record {
        /// The last reported failure.
        var told: HookFailure
        /// The last failure that wasn't reported; `nil` for none.
        var untold: HookFailure?
        var count = 0
        var since: Moment
        /// Number of failures reported in this period.
        var tellings = 1

        var endBootNs: Int64 { since.bootNs + FailureCount.dayMs * nanosecondsPerMs }

        func isOver(at now: Moment) -> Bool { now.bootNs >= endBootNs }
    }

    static let dayMs: Int64 = 86_400_000
    /// Most reports of a hook's changing failures in a day: a hook that fails differently each time says
    /// nothing new.
    static let dailyLimit = 10

    /// Records by the hooks' argument vectors.
    private var records: [[String]: Record] = [:]

    /// Records a failure.
    ///
    /// - Returns: whether to report it at once.
    mutating func tells(_ failure: HookFailure, at now: Moment) -> Bool {
        guard var record = records[failure.run], record.count > 0 || !record.isOver(at: now) else {
            records[failure.run] = Record(told: failure, since: now)
            return true
        }
        defer { records[failure.run] = record }
        let isAnother = failure.kind != record.told.kind || failure.reason != record.told.reason
        guard isAnother, record.tellings < Self.dailyLimit else {
            record.count += 1
            record.untold = failure
            return false
        }
        record.told = failure
        record.tellings += 1
        return true
    }

    /// Removes and returns the counts of all days that are over.
    mutating func takeCounts(at now: Moment) -> [Entry] { take(at: now) { $0.isOver(at: now) } }

    /// Removes and returns all counts, since no daemon will be there at the end of the day.
    mutating func takeAllCounts(at now: Moment) -> [Entry] { take(at: now) { _ in true } }

    private mutating func take(at now: Moment, where isTaken: (Record) -> Bool) -> [Entry] {
        var entries: [Entry] = []
        for (run, record) in records where isTaken(record) {
            // A hook that hasn't failed for a day starts afresh.
            records[run] = record.untold.map { Record(told: $0, since: now, tellings: 0) }
            guard let last = record.untold else { continue }
            let more = More(count: record.count, since: record.since)
            entries.append(Entry(failure: last, more: more))
        }
        return entries.sorted { $0.failure.seq < $1.failure.seq }
    }

    /// Time of the next count to report, in nanoseconds of the boot clock; `nil` if there is nothing to
    /// count.
    var nextBootNs: Int64? { records.values.filter { $0.count > 0 }.map(\.endBootNs).min() }
}
