import GRDB
import TrackerCore

/// The outcome of comparing the journal with the tables.
package struct Verification: Sendable, Hashable {
    package internal(set) var events: Int64 = 0
    /// Rows of entities.
    package internal(set) var rows: Int64 = 0
    /// One sentence each; the first hundred.
    package internal(set) var differences: [String] = []

    mutating func note(_ difference: String) {
        if differences.count < 100 { differences.append(difference) }
    }
}

extension Transaction {
    /// The event type for storage that works again. Where a damaged journal was taken up again by one,
    /// its data names `salvaged_from`, and there may be gaps before it.
    package static let recoveredType = EventType.storageRecovered.rawValue

    /// Folds the journal from its start and compares the outcome with the tables, all in one go.
    package func verify() throws -> Verification {
        let verifier = Verifier()
        while true {
            if let report = try verifier.advance(in: self, while: { true }) { return report }
        }
    }
}

/// Folds the journal from its start, in slices: each entity as its last event left it must be its row, every
/// row must have come from an event, and what waits must have its deadline.
///
/// Between two slices the journal may grow and rows may change. Each slice therefore begins with the events
/// that are new, so that whatever it compares is compared as it is at that moment. The time that it takes
/// grows with the number of events and of rows, however many rows an event has.
package final class Verifier {
    private enum Stage {
        /// Reading the journal for the first time.
        case folding
        /// Comparing what the events up to this one left with the rows.
        case comparing(seq: Int64)
        /// Looking through the rows of a kind after this id.
        case rows(kind: Int, id: String)
    }

    private var report = Verification()
    private var stage = Stage.folding
    private var fold = JournalFold()

    package init() {}

    /// Goes on as long as there is time, and by one step at least.
    ///
    /// - Returns: the outcome; `nil` where another slice is needed.
    package func advance(
        in transaction: Transaction, while hasTime: () -> Bool
    ) throws -> Verification? {
        guard try fold.advance(in: transaction, while: hasTime, &report) else { return nil }
        repeat {
            switch stage {
            case .folding: stage = .comparing(seq: 0)
            case .comparing(let seq):
                let next = try compare(after: seq, in: transaction, while: hasTime)
                stage = next.map(Stage.comparing) ?? .rows(kind: 0, id: "")
            case .rows(let place, let id):
                guard place < transaction.schema.kinds.count else {
                    fold.finish(&report, lastSeq: transaction.lastSeq)
                    return report
                }
                let kind = transaction.schema.kinds[place]
                let next = try look(
                    through: kind, after: id, in: transaction, while: hasTime)
                stage = next.map { .rows(kind: place, id: $0) } ?? .rows(kind: place + 1, id: "")
            }
        } while hasTime()
        return nil
    }

    /// Compares what events left, one event after the other.
    ///
    /// - Returns: the event to go on after; `nil` once all are compared.
    private func compare(
        after start: Int64, in transaction: Transaction, while hasTime: () -> Bool
    ) throws -> Int64? {
        var seq = start
        let next = try transaction.db.cachedStatement(
            sql: "SELECT seq FROM journal WHERE seq > ? ORDER BY seq")
        var leaving: [Int64] = []
        try next.forEachRow([.integer(start)]) { row in
            seq = row.integer(0)
            if fold.leavesRows(seq) { leaving.append(seq) }
            return leaving.count < 100 && hasTime()
        }
        for event in leaving {
            try compare(event, in: transaction)
            guard hasTime() else { return event }
        }
        return seq == start ? nil : seq
    }

    /// Compares what is left of one event.
    private func compare(_ seq: Int64, in transaction: Transaction) throws {
        let changes = try transaction.db.cachedStatement(
            sql: """
                SELECT coalesce(change.value ->> '$.entity', ''),
                       coalesce(change.value ->> '$.id', ''), change.value -> '$.row'
                FROM journal, json_each(changes) AS change WHERE seq = ?
                """)
        try changes.forEachRow([.integer(seq)]) { row in
            let (table, id) = (row.text(0), row.text(1))
            guard fold.last(table, id) == seq, let kind = transaction.schema.kind(table) else {
                return true
            }
            try compare(kind, id, with: row.text(2), in: transaction)
            return true
        }
    }

    private func compare<E: StoredEntity>(
        _ kind: E.Type, _ id: String, with text: String, in transaction: Transaction
    ) throws {
        var isThere = false
        var row: E?
        let statement = try transaction.db.cachedStatement(
            sql: "SELECT * FROM \(E.table) WHERE id = ?")
        try E.forEach(statement, [.text(id)]) { _, entity in
            isThere = true
            row = try? entity.get()
            return false
        }
        if !isThere {
            report.note("\(E.table) \(id) was left by an event, but has no row")
        } else if let row, (try? E(json: text, olderDay: transaction.olderDay(row))) != row {
            report.note("\(E.table) \(id) isn't as its last event left it")
        }
    }

    /// Looks through rows for those that no event left and for deadlines that are wrong.
    ///
    /// - Returns: the id to go on after; `nil` once all rows of the kind were seen.
    private func look<E: StoredEntity>(
        through kind: E.Type, after start: String, in transaction: Transaction,
        while hasTime: () -> Bool
    ) throws -> String? {
        var next: String?
        let statement = try transaction.db.cachedStatement(
            sql: "SELECT * FROM \(E.table) WHERE id > ? ORDER BY id")
        let names = statement.columnNames
        try statement.forEachRow([.text(start)]) { row in
            let id = row.text(0)
            report.rows += 1
            if fold.last(E.table, id) == nil {
                report.note("\(E.table) \(id) has a row, but no event left one")
            }
            check(kind, id, names, row, at: transaction.now)
            guard hasTime() else {
                next = id
                return false
            }
            return true
        }
        return next
    }

    private func check<E: StoredEntity>(
        _ kind: E.Type, _ id: String, _ names: [String], _ row: Columns, at now: Moment
    ) {
        guard let entity = try? E(names, row) else {
            return report.note("\(E.table) \(id) can't be read")
        }
        let isTimed = zip(names, row.cells(names.count)).contains { name, cell in
            Deadline.columns.contains(name) && cell != .null
        }
        guard (entity.deadline(at: now) != nil) != isTimed else { return }
        report.note(
            isTimed
                ? "\(E.table) \(id) has a deadline that it doesn't wait for"
                : "\(E.table) \(id) waits, but has no deadline")
    }
}

/// The journal, folded so far: which event left each entity as it is.
private struct JournalFold {
    /// By table and id; nothing where an event removed the entity. That is as much as there are rows, however
    /// long the journal is.
    private var last: [String: [String: Int64]] = [:]
    /// How many entities are as an event left them; only events that left some.
    private var left: [Int64: Int] = [:]
    /// The newest event that was read.
    private var seq: Int64 = 0
    /// The event by which a salvaged journal was taken up, and how many came after it.
    private var recovered: Int64 = 0
    private var sinceRecovered: Int64 = 0
    private var garbled = 0

    func last(_ table: String, _ id: String) -> Int64? { last[table]?[id] }

    func leavesRows(_ seq: Int64) -> Bool { left[seq] != nil }

    /// Reads events as long as there is time, and one at least.
    ///
    /// - Returns: whether it is at the journal's end.
    mutating func advance(
        in transaction: Transaction, while hasTime: () -> Bool, _ report: inout Verification
    ) throws -> Bool {
        var isAtEnd = true
        let events = try transaction.db.cachedStatement(
            sql: """
                SELECT seq, changes <> '[]',
                       event = '\(Transaction.recoveredType)'
                           AND data ->> '$.salvaged_from' IS NOT NULL
                FROM journal WHERE seq > ? ORDER BY seq
                """)
        try events.forEachRow([.integer(seq)]) { row in
            seq = row.integer(0)
            report.events += 1
            sinceRecovered += 1
            if row.integer(2) != 0 { (recovered, sinceRecovered) = (seq, 0) }
            if row.integer(1) != 0 { try take(seq, in: transaction) }
            isAtEnd = hasTime()
            return isAtEnd
        }
        return isAtEnd
    }

    private mutating func take(_ seq: Int64, in transaction: Transaction) throws {
        let changes = try transaction.db.cachedStatement(
            sql: """
                SELECT coalesce(change.value ->> '$.entity', ''),
                       coalesce(change.value ->> '$.id', ''), json_type(change.value, '$.row')
                FROM journal, json_each(changes) AS change WHERE seq = ?
                """)
        do {
            try changes.forEachRow([.integer(seq)]) { row in
                let kind = row.text(2)
                let isLeft = kind != "" && kind != "null"
                set(row.text(0), row.text(1), to: isLeft ? seq : nil)
                return true
            }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
            // Its changes are no JSON.
            garbled += 1
        }
    }

    private mutating func set(_ table: String, _ id: String, to seq: Int64?) {
        let former = last[table, default: [:]][id]
        last[table, default: [:]][id] = seq
        if let former, let count = left[former] { left[former] = count > 1 ? count - 1 : nil }
        if let seq { left[seq, default: 0] += 1 }
    }

    /// Notes what is wrong with the journal itself.
    func finish(_ report: inout Verification, lastSeq: Int64) {
        if seq - recovered != sinceRecovered {
            report.note("\(seq - recovered - sinceRecovered) events are missing from the journal")
        }
        if seq != lastSeq {
            report.note("the journal ends with event \(seq), but \(lastSeq) was recorded")
        }
        if garbled > 0 { report.note("\(garbled) events of the journal can't be read") }
    }
}
