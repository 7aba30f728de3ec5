import GRDB
import TrackerCore

/// The only way to change the database. It lives as long as one database transaction, which holds one batch.
package final class Transaction {
    package let now: Moment
    let db: Database
    package let schema: Schema
    let zone: Zone
    let insertions: Insertions
    /// This machine's name in the journal.
    package private(set) var device: String
    /// Id of the database's history.
    package let history: String
    /// Events recorded so far, in order, without those of parts that were rolled back.
    package private(set) var events: [Event] = []
    private var firstSeq: Int64
    /// Tables whose deadlines may have changed.
    private(set) var movedDeadlines: Set<String> = []
    var wrote = false
    /// Number of the first event of the request that is carried out; `nil` outside of requests.
    private var requestSeq: Int64?
    /// Days whose figures have changed; `nil` for none.
    var changedDays: StaleDays?
    /// The settings, once they have been read; `nil` before, and after a change of them.
    var knownSettings: Settings.Fields?
    /// True where progress has to be settled, false where it has been; `nil` where this transaction has done nothing
    /// about it.
    var isProgressStale: Bool?
    /// Clock for the stamps of shared rows; `nil` while this machine shares none.
    var clock: StampClock?
    /// The clock's last stamp as it is saved; `nil` while this machine shares no rows.
    let keptStamp: Stamp?
    /// Stamp of this transaction's changes; `nil` until one is needed.
    var presentStamp: Stamp?

    init(
        db: Database, schema: Schema, zone: Zone, insertions: Insertions, device: String,
        history: String = "", lastSeq: Int64, clock: StampClock? = nil, now: Moment
    ) {
        self.clock = clock
        keptStamp = clock?.last
        self.db = db
        self.zone = zone
        self.insertions = insertions
        self.schema = schema
        self.device = device
        self.history = history
        self.now = now
        firstSeq = lastSeq + 1
    }

    /// Number that the next event will have.
    package var nextSeq: Int64 { firstSeq + Int64(events.count) }

    package var lastSeq: Int64 { nextSeq - 1 }

    /// Whether an id is this machine's present one or a former one.
    package func isOwn(_ id: String) throws -> Bool {
        if id == device { return true }
        return try db.cachedStatement(sql: "SELECT 1 FROM own_device WHERE id = ?")
            .integer([.text(id)]) != nil
    }

    /// Gives this machine another id.
    ///
    /// - Parameter keepsPast: whether what it did under its former ids is still its own past.
    package func takeNewIdentity(_ id: String, keepsPast: Bool) throws {
        if !keepsPast { try run("DELETE FROM own_device") }
        device = id
        try setMeta(.device, device)
        clock = clock.map { StampClock(writer: device, last: $0.last) }
        presentStamp = nil
    }

    /// Continues the numbers of another database's journal.
    func resumeJournal(after seq: Int64, device: String) {
        firstSeq = seq + 1
        self.device = device
    }

    /// Runs a part of the transaction: all of it happens, or nothing.
    package func savepoint<Value>(_ body: () throws -> Value) throws -> Value {
        let (recorded, changed, wasStale) = (events.count, changedDays, isProgressStale)
        try run("SAVEPOINT step")
        do {
            let value = try body()
            try run("RELEASE step")
            return value
        } catch {
            events.removeSubrange(recorded...)
            (changedDays, isProgressStale) = (changed, wasStale)
            knownSettings = nil
            // A fault of the storage may have rolled back the whole transaction.
            if db.isInsideTransaction {
                try run("ROLLBACK TO step")
                try run("RELEASE step")
            }
            throw error
        }
    }

    /// Carries out one request: all of it happens, or nothing. Its events belong together: undoing one of
    /// them undoes all.
    package func request<Value>(_ body: () throws -> Value) throws -> Value {
        requestSeq = nextSeq
        defer { requestSeq = nil }
        return try savepoint(body)
    }

    func run(_ sql: String, _ values: [Cell] = []) throws {
        try db.cachedStatement(sql: sql).run(values)
    }

    /// Writes an event with all that it changes: the entities' rows with their deadlines, the journal.
    /// Nothing else writes an entity's row.
    ///
    /// - Parameters:
    ///   - data: the event's data as it goes over the wire, JSON.
    ///   - entities: the changed entities, as they are after the event.
    ///   - removed: the entities that the event removes.
    ///   - merged: what is known of other machines' rows that the event takes in; `nil` if this machine makes the
    ///     change.
    @discardableResult
    package func append(
        _ type: String, subject: String, cause: Cause, data: String,
        _ entities: [any StoredEntity] = [], removed: [any StoredEntity] = [],
        merged: [SharedEntry]? = nil
    ) throws -> Event {
        wrote = true
        if (entities + removed).contains(where: { $0 is Settings }) { knownSettings = nil }
        var changes: [String] = []
        for entity in removed {
            changes.append(try remove(entity, in: type, cause, isMerged: merged != nil))
        }
        for entity in entities {
            changes.append(try put(entity, in: type, cause, isMerged: merged != nil))
        }
        for entry in merged ?? [] { try save(entry, change: nextSeq) }
        let event = Event(
            seq: nextSeq, device: device, atMs: now.wallMs, type: type, subject: subject,
            cause: cause, data: data)
        try run(
            """
            INSERT INTO journal (seq, at, device, event, subject, cause, changes, data, request)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .integer(event.seq), .integer(event.atMs), .text(device), .text(type),
                .text(subject), .text(cause.text), .text("[\(changes.joined(separator: ","))]"),
                .text(data), requestSeq.flatMap { $0 == event.seq ? nil : .integer($0) } ?? .null,
            ])
        events.append(event)
        return event
    }

    private func put<E: StoredEntity>(
        _ entity: E, in event: String, _ cause: Cause, isMerged: Bool
    ) throws -> String {
        let row = try entity.row
        let former = try former(of: entity, in: event, isMerged: isMerged)
        noteChange(of: E.self, from: former.entity, to: entity, cause, isElsewhere: isMerged)
        if isSharing, !isMerged {
            try share(from: former.entity, to: entity, id: entity.id, by: Self.author(of: event))
        }
        let change = try RowChange.text(
            of: entity, row: JSONText.object(row),
            was: former.isKept ? former.entity?.json ?? "null" : nil)
        if E.isTimed { movedDeadlines.insert(E.table) }
        try run(
            insertions.text(into: E.table, row.names, db), row.cells + dueCells(of: entity))
        return change
    }

    private func remove<E: StoredEntity>(
        _ entity: E, in event: String, _ cause: Cause, isMerged: Bool
    ) throws -> String {
        let former = try former(of: entity, in: event, isMerged: isMerged)
        noteChange(of: E.self, from: entity, to: nil, cause, isElsewhere: isMerged)
        if isSharing, !isMerged {
            try share(
                from: former.entity, to: nil as E?, id: entity.id, by: Self.author(of: event))
        }
        let change = try RowChange.text(
            of: entity, row: "null", was: former.isKept ? former.entity?.json ?? "null" : nil)
        if E.isTimed { movedDeadlines.insert(E.table) }
        try run("DELETE FROM \(E.table) WHERE id = ?", [.text(entity.id)])
        return change
    }

    /// The stored entity before a change, `nil` for none or if it isn't needed, and whether undo will put it back.
    private func former<E: StoredEntity>(
        of entity: E, in event: String, isMerged: Bool
    ) throws -> (entity: E?, isKept: Bool) {
        let isKept = E.isUndoable(in: event) && !isMerged
        guard isKept || isMerged || isSharing && E.sharing != nil else { return (nil, false) }
        return (try E.fetch(db, id: entity.id), isKept)
    }

    static func author(of event: String) -> Author {
        switch EventType(rawValue: event) {
        case .exerciseSeeded, .programSeeded: .program
        case .storageRecovered: .recovery
        default: .person
        }
    }

    private func noteChange<E: StoredEntity>(
        of kind: E.Type, from former: E?, to new: E?, _ cause: Cause, isElsewhere: Bool
    ) {
        guard let day = E.firstDay(affectedFrom: former, to: new) else { return }
        noteChange(on: day, cause, isElsewhere: isElsewhere)
    }

    /// Notes that figures have changed.
    ///
    /// - Parameters:
    ///   - day: number of the first local day whose figures have changed.
    ///   - isElsewhere: whether another machine's rows have changed them.
    package func noteChange(on day: Int, _ cause: Cause, isElsewhere: Bool = false) {
        let change = StaleDays(
            first: day, last: day, cause: cause.text, isElsewhere: isElsewhere)
        changedDays = changedDays?.union(change) ?? change
    }

    // MARK: Deadlines

    /// Sets an entity's deadline again, where it has changed since the entity's last event.
    package func rearm<E: StoredEntity>(_ entity: E) throws {
        try rearm(entity, by: entity.deadline(at: now))
    }

    /// Sets a deadline other than the entity's own, for the time being.
    package func rearm<E: StoredEntity>(_ entity: E, by deadline: Deadline?) throws {
        try setDeadline(deadline, kind: E.table, subject: entity.id)
    }

    func setDeadline(_ deadline: Deadline?, kind: String, subject: String) throws {
        movedDeadlines.insert(kind)
        wrote = true
        try run(
            "UPDATE \(kind) SET due_boot_ns = ?, due_wall_ms = ? WHERE id = ?",
            Self.cells(deadline) + [.text(subject)])
    }

    private func dueCells(of entity: some StoredEntity) -> [Cell] {
        Self.cells(entity.deadline(at: now))
    }

    private static func cells(_ deadline: Deadline?) -> [Cell] {
        switch deadline {
        case .boot(let ns): [.integer(ns), .null]
        case .wall(let ms): [.null, .integer(ms)]
        case nil: [.null, .null]
        }
    }

    // MARK: Small facts beside the entities

    package func setMeta(_ key: Meta, _ value: (some DatabaseValueConvertible)?) throws {
        wrote = true
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)")
            .execute(arguments: [key.rawValue, value])
    }

    static var newID: String {
        var generator = SystemRandomNumberGenerator()
        return Identifier.random(using: &generator)
    }

    /// Gives the database's history an id of its own.
    @discardableResult
    func beginHistory() throws -> String {
        let history = Self.newID
        try setMeta(.history, history)
        return history
    }

    package func meta<Value: DatabaseValueConvertible>(
        _ key: Meta, as type: Value.Type
    ) throws -> Value? {
        try Value.fetchOne(
            db.cachedStatement(sql: "SELECT value FROM meta WHERE key = ?"),
            arguments: [key.rawValue])
    }
}

/// Keys of the table `meta`, whose facts stand alone.
package enum Meta: String {
    /// This machine's name in the journal.
    case device
    /// Last stamp that was given or met; none while this machine shares no rows.
    case lastStamp = "last_stamp"
    /// Number of the last event whose changes have their first stamps, and of the last event that needs them. Neither
    /// is there once all have them.
    case stampedSeq = "stamped_seq"
    case unstampedSeq = "unstamped_seq"
    /// Version of the schema that the shared rows were last checked against.
    case sharedSchema = "shared_schema"
    /// Path of the shared folder, and this machine's name there; none while the log isn't shared.
    case syncFolder = "sync_folder"
    case syncName = "sync_name"
    /// This machine's files in the folder: JSON.
    case ownFiles = "own_files"
    /// Ids of the last starts of the daemon: JSON.
    case lives
    /// Hash of the id of the computer for which this machine's id was made.
    case computer
    /// Times of the last write to the folder, and of the last merge of rows, UTC milliseconds.
    case syncWrittenMs = "sync_written_ms"
    case syncMergedMs = "sync_merged_ms"
    /// Id of the history, which changes with each restore and salvage.
    case history
    /// Id of the boot on whose clock the deadlines are.
    case boot
    /// Number of the last event whose alerts were handed to the hooks.
    case alerted
    /// Id of the import of which a part has been written, and not yet the rest.
    case importing
    /// Columns that were told for imported files: JSON.
    case importColumns = "import_columns"
    /// Folder of the damaged database that this one was salvaged from.
    case recoveredFrom = "recovered_from"
    /// The time zone that the person was in last.
    case zone
    /// Number of the last day whose end was announced.
    case closedDay = "closed_day"
    /// Length of the streak at the end of that day, as it was last told.
    case toldStreak = "told_streak"
    /// The past days that have changed since progress was last settled: JSON of `StaleDays`.
    case staleDays = "stale_days"
    /// Number of the last day whose report was announced or left out.
    case reportedDay = "reported_day"
    /// Fingerprint of the library that was taken over last.
    case library
    /// Aliases of the library's exercises: JSON, by the exercises' ids.
    case aliases
    /// Ids of the library's exercises that are done over a distance: JSON.
    case overDistance = "over_distance"
    /// The achievements and challenges that the library defines: JSON.
    case definitions
}
