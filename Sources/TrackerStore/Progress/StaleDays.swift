import GRDB
import TrackerCore

/// Past days whose figures have changed since progress was last settled. Their checkpoints are gone; what is
/// kept here is only what the rows don't tell.
package struct StaleDays: Codable, Sendable, Hashable {
    /// Number of the first day that changed.
    package let first: Int
    /// Number of the last day that changed.
    package let last: Int
    /// Cause of the first change, as the journal has it.
    package let cause: String
    /// True if another machine's rows changed them, else `nil`. That machine has told what they reach.
    package let isElsewhere: Bool?

    package init(first: Int, last: Int, cause: String, isElsewhere: Bool = false) {
        (self.first, self.last, self.cause) = (first, last, cause)
        self.isElsewhere = isElsewhere ? true : nil
    }

    /// The same with days that were changed later.
    func union(_ later: StaleDays) -> StaleDays {
        StaleDays(
            first: min(first, later.first), last: max(last, later.last), cause: cause,
            isElsewhere: isElsewhere == true || later.isElsewhere == true)
    }
}

extension Transaction {
    /// The past days whose figures have changed since progress was last settled; `nil` for none.
    package func staleDays() throws -> StaleDays? {
        try meta(.staleDays, as: String.self).map { try JSONText.value(StaleDays.self, from: $0) }
    }

    /// Notes that progress has been settled.
    package func forgetStaleDays() throws {
        isProgressStale = false
        if try staleDays() != nil { try setMeta(.staleDays, String?.none) }
    }

    /// Drops the checkpoints that this transaction's changes have made stale, and notes the changed days
    /// where there were any. The commit makes both durable, so that a daemon that is killed before it has
    /// settled progress leaves that to the next one.
    ///
    /// - Returns: whether progress has to be settled; `nil` where that is as it was before.
    @discardableResult
    package func keepStaleDays() throws -> Bool? {
        guard let changed = changedDays else { return isProgressStale }
        let isTold = try dropStaleCheckpoints()
        if isTold || changed.isElsewhere == true {
            try setMeta(.staleDays, JSONText.of(staleDays()?.union(changed) ?? changed))
        }
        isProgressStale = true
        return true
    }

    /// Drops the checkpoints of days that this transaction has changed.
    ///
    /// - Returns: true where there were any, or where there are no checkpoints yet.
    @discardableResult
    private func dropStaleCheckpoints() throws -> Bool {
        guard let changed = changedDays else { return false }
        changedDays = nil
        guard let last = try checkpoint() else { return true }
        guard changed.first <= last.day else { return false }
        try dropCheckpoints(from: changed.first)
        return true
    }

    /// Applies changes that settling progress itself has made, such as a completed challenge, whose points
    /// count on its first day.
    ///
    /// - Returns: whether there were any.
    package func applyOwnChanges() throws -> Bool {
        let areChanged = changedDays != nil
        try dropStaleCheckpoints()
        return areChanged
    }
}
