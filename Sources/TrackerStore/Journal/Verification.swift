import GRDB
import TrackerCore

/// The result of comparing the journal with the tables.
package struct Verification: Sendable, Hashable {
    package internal(set) var events: Int64 = 0
    /// Number of rows of entities.
    package internal(set) var rows: Int64 = 0
    /// Differences, one sentence each; at most the first hundred.
    package internal(set) var differences: [String] = []

    mutating func note(_ difference: String) {
        if differences.count < 100 { differences.append(difference) }
    }
}

extension Transaction {
    /// The event type for storage that works again. Where the event began a new journal after a damaged
    /// one, its data has `salvaged_from`, and there may be gaps before the event.
    package static let recoveredType = EventType.storageRecovered.rawValue

    /// Folds the journal from its start and compares the result with the tables, without slices.
    package func verify() throws -> Verification {
        let verifier = Verifier()
        while true {
            if let report = try verifier.advance(in: self, while: { true }) { return report }
        }
    }
}

/// Folds the journal from its start, in slices, and checks that each row is as its entity's last event left
/// it, that every row came from an event, and that each waiting entity has its deadline.
///
/// Between two slices the journal may grow and rows may change. Each slice therefore begins with the new
/// events, so that every comparison is of the present state. The time needed grows with the number of
/// events and of rows, however many rows an event has.
package final class Verifier {
    private enum Stage {
        /// Reads the journal for the first time.
        case folding
        /// Compares the rows with those that the events up to this one left.
        case comparing(seq: Int64)
        /// Checks the rows of a kind after this id.
        case rows(kind: Int, id: String)
        /// Checks the shared rows after this one.
        case shared(kind: String, id: String)
    }

    private var report = Verification()
    private var stage = Stage.folding
    private var fold = JournalFold()

    package init() {}

    /// Continues while there is time, with at least one step.
    ///
    /// - Returns: the result; `nil` where another slice is needed.
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
                    stage = .shared(kind: "", id: "")
                    continue
                }
                let kind = transaction.schema.kinds[place]
                let next = try look(
                    through: kind, after: id, in: transaction, while: hasTime)
                stage = next.map { .rows(kind: place, id: $0) } ?? .rows(kind: place + 1, id: "")
            case .shared(let kind, let id):
                let next = try transaction.verifyShared(
                    after: (kind, id), &report, while: hasTime)
                guard let next else {
                    fold.finish(&report, lastSeq: transaction.lastSeq)
                    return report
                }
                stage = .shared(kind: next.kind, id: next.id)
            }
        } while hasTime()
        return nil
    }

    /// Compares the rows that events left with the tables, event by event.
    ///
    /// - Returns: the number of the event to continue after; `nil` once all are compared.
    private func compare(
        after start: Int64, in transaction: Transaction, while hasTime: () -> Bool
    ) throws -> Int64? {
        let (leaving, last) = try fold.eventsLeavingRows(
            after: start, in: transaction, while: hasTime)
        for event in leaving {
            try compare(event, in: transaction)
            guard hasTime() else { return event }
        }
        return last == start ? nil : last
    }

    /// Compares the rows that one event left and no later event changed.
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
            report.note("\(E.table) \(id) differs from what its last event left")
        }
    }

    /// Checks that the rows have events and the right deadlines.
    ///
    /// - Returns: the id to continue after; `nil` once all rows of the kind were checked.
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
            try check(kind, id, names, row, in: transaction)
            guard hasTime() else {
                next = id
                return false
            }
            return true
        }
        return next
    }

    private func check<E: StoredEntity>(
        _ kind: E.Type, _ id: String, _ names: [String], _ row: Columns, in transaction: Transaction
    ) throws {
        guard let entity = try? E(names, row) else {
            return report.note("\(E.table) \(id) can't be read")
        }
        if try transaction.lacksEntry(entity) {
            report.note("\(E.table) \(id) should be shared, but has no record of its changes")
        }
        let isTimed = zip(names, row.cells(names.count)).contains { name, cell in
            Deadline.columns.contains(name) && cell != .null
        }
        guard (entity.deadline(at: transaction.now) != nil) != isTimed else { return }
        report.note(
            isTimed
                ? "\(E.table) \(id) has a deadline that it doesn't wait for"
                : "\(E.table) \(id) waits, but has no deadline")
    }
}

/// The part of the journal that has been folded: for each entity, the event that left it as it is.
struct JournalFold {
    /// Event numbers by table and id; no number where an event removed the entity. The size grows with the
    /// number of rows, not with the length of the journal.
    private var last: [String: [String: Int64]] = [:]
    /// For each event, the number of entities that are as the event left them; only events with at least
    /// one.
    private var left: [Int64: Int] = [:]
    /// Number of the newest event that was read.
    private var seq: Int64 = 0
    /// Number of the event with which a salvaged journal began again, and the number of events after it.
    private var recovered: Int64 = 0
    private var sinceRecovered: Int64 = 0
    private var garbled = 0

    func last(_ table: String, _ id: String) -> Int64? { last[table]?[id] }

    /// Continues to search for events that left an entity as it is, while there is time: looks at one event
    /// at least, and stops once a hundred are found.
    ///
    /// - Parameter end: number of the last event to look at.
    /// - Returns: the numbers of the events found, and that of the last event looked at; `start` where none
    ///   is left to look at.
    func eventsLeavingRows(
        after start: Int64, upTo end: Int64 = .max, in transaction: Transaction,
        while hasTime: () -> Bool
    ) throws -> (leaving: [Int64], last: Int64) {
        var leaving: [Int64] = []
        var last = start
        let events = try transaction.db.cachedStatement(
            sql: "SELECT seq FROM journal WHERE seq > ? AND seq <= ? ORDER BY seq")
        try events.forEachRow([.integer(start), .integer(end)]) { row in
            last = row.integer(0)
            if left[last] != nil { leaving.append(last) }
            return leaving.count < 100 && hasTime()
        }
        return (leaving, last)
    }

    /// Reads events while there is time, at least one.
    ///
    /// - Parameter end: number of the last event to read.
    /// - Returns: whether that event, or the end of the journal, is reached.
    mutating func advance(
        in transaction: Transaction, upTo end: Int64 = .max, while hasTime: () -> Bool,
        _ report: inout Verification
    ) throws -> Bool {
        var isAtEnd = true
        let events = try transaction.db.cachedStatement(
            sql: """
                SELECT seq, changes <> '[]',
                       event = '\(Transaction.recoveredType)'
                           AND data ->> '$.salvaged_from' IS NOT NULL,
                       event = '\(EventType.storageRestored.rawValue)'
                FROM journal WHERE seq > ? AND seq <= ? ORDER BY seq
                """)
        try events.forEachRow([.integer(seq), .integer(end)]) { row in
            // After a restore, the numbers continue after those of the state that was replaced.
            if row.integer(3) != 0 { recovered += row.integer(0) - seq - 1 }
            seq = row.integer(0)
            report.events += 1
            sinceRecovered += 1
            if row.integer(2) != 0 { (recovered, sinceRecovered) = (seq, 0) }
            if row.integer(1) != 0 { try addChanges(of: seq, in: transaction) }
            isAtEnd = hasTime()
            return isAtEnd
        }
        return isAtEnd
    }

    private mutating func addChanges(of seq: Int64, in transaction: Transaction) throws {
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
            // The changes of the event aren't JSON.
            garbled += 1
        }
    }

    private mutating func set(_ table: String, _ id: String, to seq: Int64?) {
        let former = last[table, default: [:]][id]
        last[table, default: [:]][id] = seq
        if let former, let count = left[former] { left[former] = count > 1 ? count - 1 : nil }
        if let seq { left[seq, default: 0] += 1 }
    }

    /// Notes the faults of the journal itself.
    func finish(_ report: inout Verification, lastSeq: Int64) {
        if seq - recovered != sinceRecovered {
            let count = seq - recovered - sinceRecovered
            let events = count == 1 ? "1 event is" : "\(count) events are"
            report.note("\(events) missing from the journal")
        }
        if seq != lastSeq {
            report.note("the journal ends with event \(seq), but \(lastSeq) was recorded")
        }
        if garbled > 0 { report.note("\(garbled) events of the journal can't be read") }
    }
}
