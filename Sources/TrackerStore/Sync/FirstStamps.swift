import GRDB
import TrackerCore

extension Transaction {
    /// Starts sharing this machine's rows with others. `FirstStamps` must follow.
    package func beginSharing() throws {
        var clock = StampClock(writer: device)
        let latest = try db.cachedStatement(sql: "SELECT MAX(at) FROM journal").integer() ?? 0
        clock.observe(
            Stamp(ms: min(max(0, latest), StampClock.furthestMs), count: 0, writer: device))
        self.clock = clock
        try setMeta(.stampedSeq, 0)
        try setMeta(.unstampedSeq, lastSeq)
        try setMeta(.sharedSchema, schema.version)
    }

    /// Whether rows are shared and all of them have their stamps.
    package func isStamped() throws -> Bool {
        try isSharing && meta(.unstampedSeq, as: Int64.self) == nil
    }

    /// Stops sharing. The rows stay, but who changed them is forgotten. If this machine shares again, others see it as
    /// a new machine.
    ///
    /// - Parameter id: this machine's new id.
    package func endSharing(newID id: String) throws {
        try takeNewIdentity(id, keepsPast: true)
        clock = nil
        presentStamp = nil
        try run("DELETE FROM shared_row")
        for key in [Meta.lastStamp, .stampedSeq, .unstampedSeq, .sharedSchema] {
            try setMeta(key, nil as Int64?)
        }
    }
}

/// Work in slices that gives older rows the stamps of their last changes, taken from the journal. Changes made
/// meanwhile keep their stamps, which are later.
package struct FirstStamps {
    package init() {}

    /// Continues while there is time, for at least one step.
    ///
    /// - Returns: whether all rows have their stamps.
    package mutating func advance(in transaction: Transaction, while hasTime: () -> Bool) throws
        -> Bool
    {
        guard let end = try transaction.meta(.unstampedSeq, as: Int64.self) else { return true }
        var seq = try transaction.meta(.stampedSeq, as: Int64.self) ?? 0
        repeat {
            guard let next = try next(after: seq, upTo: end, in: transaction) else {
                try transaction.setMeta(.stampedSeq, nil as Int64?)
                try transaction.setMeta(.unstampedSeq, nil as Int64?)
                // Stamps tell now which parts of its exercises a person has changed. The library updates the others.
                try transaction.setMeta(.library, nil as String?)
                return true
            }
            seq = next
        } while hasTime()
        try transaction.setMeta(.stampedSeq, seq)
        return false
    }

    /// Stamps what the next event changed.
    ///
    /// - Returns: the number of that event; `nil` if none is left.
    private func next(after seq: Int64, upTo end: Int64, in transaction: Transaction) throws
        -> Int64?
    {
        var event: (seq: Int64, atMs: Int64, type: String)?
        let following = try transaction.db.cachedStatement(
            sql: """
                SELECT seq, at, event FROM journal
                WHERE seq > ? AND seq <= ? AND changes <> '[]' ORDER BY seq LIMIT 1
                """)
        try following.forEachRow([.integer(seq), .integer(end)]) { row in
            event = (row.integer(0), row.integer(1), row.text(2))
            return false
        }
        guard let event else { return nil }
        let stamp = Stamp(
            ms: min(max(0, event.atMs), StampClock.furthestMs), count: 0,
            writer: transaction.device)
        for change in try transaction.changes(ofEvent: event.seq) {
            guard let kind = transaction.schema.kind(change.entity), kind.sharedParts != nil else {
                continue
            }
            let author = Transaction.author(of: event.type)
            try take(kind, change, by: author == .person ? .past(stamp) : author, transaction)
        }
        return event.seq
    }

    private func take<E: StoredEntity>(
        _ kind: E.Type, _ change: RowChange, by author: Transaction.Author,
        _ transaction: Transaction
    ) throws {
        // A row that is gone by now needs no stamp.
        guard let sharing = E.sharing, let present = try E.fetch(transaction.db, id: change.id)
        else { return }
        let former: E?
        let new: E?
        do {
            former = try change.entity(from: change.was, beside: present, in: transaction)
            new = try change.entity(from: change.row, beside: present, in: transaction)
        } catch {
            // An unreadable row of an older version doesn't tell what was changed.
            guard sharing.isShared(present), author != .program else { return }
            return try transaction.share(
                from: nil, to: present, id: change.id, by: .unreadable,
                change: transaction.lastSeq)
        }
        let shared = new.flatMap { sharing.isShared($0) ? $0 : nil }
        guard shared != nil || author != .program else { return }
        // First stamps have no event of their own, and come before others are told anything.
        try transaction.share(
            from: former, to: shared, id: change.id, by: author, change: transaction.lastSeq)
    }
}
