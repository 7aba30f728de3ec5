import GRDB
import TrackerCore

/// The rows as they were after an event, rebuilt in memory from what the journal keeps of each event.
///
/// The journal is folded first, so that each row is written once, as its last event left it. Only events up
/// to the last one at or before a moment count, which don't change while the journal grows. The memory that
/// this takes grows with the number of rows.
package final class PastState {
    private let queue: DatabaseQueue
    private let schema: Schema
    private let zone: Zone
    private let device: String
    private let insertions = Insertions()
    private var times: EventTimes
    /// Number of the last event that belongs to the state; `nil` while it isn't known.
    private var lastSeq: Int64?
    private var fold = JournalFold()
    /// Number of the last event whose rows were written; `nil` while the journal is folded.
    private var written: Int64?

    /// - Parameter moment: UTC milliseconds.
    package init(upTo moment: Int64, in transaction: Transaction) throws {
        schema = transaction.schema
        zone = transaction.zone
        device = transaction.device
        times = EventTimes(upTo: moment, in: transaction)
        queue = try Store.inMemory(transaction.schema, transaction.zone)
    }

    deinit {
        try? queue.close()
        // Releasing the queue would have Dispatch start threads, and the daemon has one.
        _ = Unmanaged.passRetained(queue)
    }

    /// Continues while there is time, with at least one step.
    ///
    /// - Returns: whether the state is complete.
    package func advance(in transaction: Transaction, while hasTime: () -> Bool) throws -> Bool {
        guard let lastSeq else {
            lastSeq = try times.advance(in: transaction, while: hasTime)
            return false
        }
        guard let written else {
            var faults = Verification()
            guard
                try fold.advance(in: transaction, upTo: lastSeq, while: hasTime, &faults)
            else { return false }
            written = 0
            return false
        }
        let (leaving, last) = try fold.eventsLeavingRows(
            after: written, upTo: lastSeq, in: transaction, while: hasTime)
        guard last > written else { return true }
        self.written = last
        try queue.inDatabase { db in
            try db.inTransaction { () -> Database.TransactionCompletion in
                for seq in leaving {
                    try write(seq, from: transaction, to: db)
                    guard hasTime() else {
                        self.written = seq
                        break
                    }
                }
                return .commit
            }
        }
        return false
    }

    /// Reads the state, or keeps checkpoints in it.
    package func read<Value>(
        at then: Moment, _ body: (Transaction) throws -> Value
    ) throws -> Value {
        try queue.inDatabase { db in
            try body(
                Transaction(
                    db: db, schema: schema, zone: zone, insertions: insertions, device: device,
                    lastSeq: lastSeq ?? 0, now: then))
        }
    }

    /// Writes the rows that an event left and no later one changed.
    private func write(_ seq: Int64, from transaction: Transaction, to db: Database) throws {
        let changes = try transaction.db.cachedStatement(
            sql: """
                SELECT coalesce(change.value ->> '$.entity', ''),
                       coalesce(change.value ->> '$.id', ''), change.value -> '$.row'
                FROM journal, json_each(changes) AS change WHERE seq = ?
                """)
        try changes.forEachRow([.integer(seq)]) { row in
            let (table, id) = (row.text(0), row.text(1))
            guard fold.last(table, id) == seq, let kind = schema.kind(table) else { return true }
            try write(kind, id, row.text(2), from: transaction, to: db)
            return true
        }
    }

    private func write<E: StoredEntity>(
        _ kind: E.Type, _ id: String, _ json: String, from transaction: Transaction,
        to db: Database
    ) throws {
        let entity = try E(
            json: json,
            // Called only for rows that are older than the columns of local days.
            olderDay: { transaction.olderDay(try? E.fetch(transaction.db, id: id))($0) })
        let row = try entity.row
        // Nothing falls due in the past.
        let deadline = Deadline.columns.map { _ in Cell.null }
        try db.cachedStatement(sql: insertions.text(into: E.table, row.names, db))
            .run(row.cells + deadline)
    }
}
