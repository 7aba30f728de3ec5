import TrackerCore

/// Rows of other machines, joined with the rows here and written as one event.
///
/// A row that can't be in its table yet is held. A row that may need a repair once all have come is marked as
/// unsettled.
package struct Merge {
    /// Part that was edited on this machine and replaced by another machine's edit, made without knowing of it.
    package struct Lost: Sendable, Hashable {
        package let kind: String
        package let id: String
        package let part: String
        package let mine: [String: Cell]
        package let theirs: [String: Cell]
        /// Id of the machine whose edit replaced it.
        package let writer: String
    }

    private struct Key: Hashable {
        let kind: String
        let id: String
    }

    private let transaction: Transaction
    private var entriesByKey: [Key: SharedEntry] = [:]
    private var keys: [Key] = []
    private var writtenByKey: [Key: any StoredEntity] = [:]
    private var removedByKey: [Key: any StoredEntity] = [:]
    private var lostParts: [Lost] = []
    /// Time at which the first of the waiting reminders was fired, UTC milliseconds; `nil` if none waits.
    private let waitingSinceMs: Int64?

    package init(_ transaction: Transaction) throws {
        self.transaction = transaction
        waitingSinceMs = try transaction.liveOccurrences().compactMap(\.firedMs).min()
    }

    /// Whether a row had a stamp of this machine's id that this machine lacks. Then an older state was restored, or a
    /// copy of the state lives elsewhere.
    package private(set) var lacksOwnStamp = false

    package var isEmpty: Bool { keys.isEmpty }
    package var entries: [SharedEntry] { keys.compactMap { entriesByKey[$0] } }
    package var written: [any StoredEntity] { keys.compactMap { writtenByKey[$0] } }
    package var removed: [any StoredEntity] { keys.compactMap { removedByKey[$0] } }
    package var lost: [Lost] { lostParts }

    // MARK: Joining

    /// Joins a row of another machine with the one here.
    package mutating func add(_ line: SharedLine) throws {
        transaction.observe(line.row.latest)
        guard let kind = transaction.schema.kind(line.kind) else { return try addUnknown(line) }
        try add(line, of: kind)
    }

    /// Joins a row of a kind that this version doesn't know, with the parts that its stamps name.
    private mutating func addUnknown(_ line: SharedLine) throws {
        let key = Key(kind: line.kind, id: line.id)
        guard var entry = try entriesByKey[key] ?? transaction.entry(ofKind: line.kind, id: line.id)
        else {
            return note(
                SharedEntry(kind: line.kind, id: line.id, place: .awaitsVersion, row: line.row))
        }
        let before = entry
        let named = Set(entry.row.stamps.parts).union(line.row.stamps.parts)
            .subtracting([SharedParts.others])
        let parts = SharedParts(named.sorted().map { $0.split(separator: "+").map(String.init) })
        let columns = Set(entry.row.columns.keys).union(line.row.columns.keys)
        entry.row.join(line.row, parts, known: columns)
        if entry != before { note(entry) }
    }

    private mutating func add<E: StoredEntity>(_ line: SharedLine, of kind: E.Type) throws {
        // A newer version shares a kind that this one doesn't.
        guard let sharing = E.sharing else { return try addUnknown(line) }
        let key = Key(kind: E.table, id: line.id)
        let present = try present(kind, id: line.id)
        let known = try transaction.known(kind)
        let former = try entriesByKey[key] ?? transaction.entry(kind, id: line.id)
        var row: SharedRow
        if let former {
            row = former.row
        } else if let present, sharing.isShared(present) {
            row = SharedRow(columns: try sharing.columns(of: present), stamps: Stamps())
        } else {
            row = SharedRow(columns: [:], stamps: Stamps())
        }
        let before = row
        let taken = row.join(line.row, sharing.parts, known: known)
        guard row != before || former == nil && row.hasChanges else { return }
        // Occurrences and challenges don't always keep the latest stamp: a later one of ours may have lost before.
        if sharing.parts.precedence == .none {
            let parts = Set(line.row.deleted.parts).filter {
                line.row.deleted[$0] > before.stamps[$0]
            }
            let later = taken.filter { row.stamps[$0] > before.stamps[$0] }
            let met = later.map { row.stamps[$0] } + parts.map { line.row.deleted[$0] }
            if met.contains(where: { $0.writer == transaction.device }) { lacksOwnStamp = true }
        }
        // Occurrences and challenges have no lost edits, since nobody typed them.
        if let former, !E.isDerived, sharing.parts.precedence == .none {
            try noteLost(former, row, taken, sharing.parts, known)
        }
        let entry = SharedEntry(kind: E.table, id: line.id, place: .table, row: row)
        note(try place(entry, kind, present))
    }

    /// Tries again to take in a held row, or to remove a deleted one that other rows named.
    package mutating func settle(_ entry: SharedEntry) throws {
        guard let kind = transaction.schema.kind(entry.kind), kind.sharedParts != nil else {
            return try transaction.noteSettled(entry)
        }
        try settle(entry, kind)
    }

    private mutating func settle<E: StoredEntity>(_ entry: SharedEntry, _ kind: E.Type) throws {
        let placed = try place(entry, kind, present(kind, id: entry.id))
        let key = Key(kind: E.table, id: entry.id)
        if placed.place != entry.place || writtenByKey[key] != nil || removedByKey[key] != nil {
            note(placed)
        } else if placed.place != .deleted || !placed.isUnsettled {
            try transaction.noteSettled(placed)
        }
    }

    private mutating func note(_ entry: SharedEntry) {
        let key = Key(kind: entry.kind, id: entry.id)
        if entriesByKey.updateValue(entry, forKey: key) == nil { keys.append(key) }
    }

    private mutating func noteLost(
        _ former: SharedEntry, _ row: SharedRow, _ taken: Set<String>, _ parts: SharedParts,
        _ known: Set<String>
    ) throws {
        for part in taken.sorted() where !parts.marks.contains(part) {
            let mine = former.row.stamps[part]
            guard let writer = mine.writer, try transaction.isOwn(writer),
                let theirs = row.stamps[part].writer, theirs != transaction.device,
                row.replaced.own(part) ?? .zero < mine
            else { continue }
            func columns(_ row: SharedRow) -> [String: Cell] {
                row.columns.filter { parts.part(of: $0.key, known: known) == part }
            }
            guard columns(former.row) != columns(row) else { continue }
            lostParts.append(
                Lost(
                    kind: former.kind, id: former.id, part: part, mine: columns(former.row),
                    theirs: columns(row), writer: theirs))
        }
    }

    // MARK: Places

    /// Entity as the merge leaves it so far; `nil` for none.
    private func present<E: StoredEntity>(_ kind: E.Type, id: String) throws -> E? {
        let key = Key(kind: E.table, id: id)
        if let written = writtenByKey[key] { return written as? E }
        return removedByKey[key] == nil ? try E.fetch(transaction.db, id: id) : nil
    }

    /// Decides where a joined row belongs: in its table, held or apart, or deleted. Writes or removes the entity.
    private mutating func place<E: StoredEntity>(
        _ entry: SharedEntry, _ kind: E.Type, _ present: E?
    ) throws -> SharedEntry {
        guard let sharing = E.sharing else { return entry }
        var entry = entry
        (entry.isUnsettled, entry.awaits) = (false, nil)
        if entry.row.isDeleted {
            entry.place = .deleted
            // A row that is live again here stays, and is shared again once it is over.
            guard let present, sharing.isShared(present) else { return entry }
            guard try !isNamed(present) else {
                entry.isUnsettled = true
                return entry
            }
            remove(present)
            return entry
        }
        guard
            var entity = try? sharing.entity(
                entry.id, entry.row.columns, at: transaction.now, beside: present)
        else {
            entry.place = .awaitsVersion
            return entry
        }
        do throws(Rejection) { try entity.check(at: transaction.now) } catch {
            entry.place = .refused
            return entry
        }
        // If another machine was locked, or its person away, that says nothing about this one.
        if let theirs = entity as? Occurrence, theirs.state == .suppressed,
            let ours = present as? Occurrence, ours.state == .scheduled || ours.isLive
        {
            entry.place = .differs
            return entry
        }
        // A row that was opened again here stays as it is until it is over again.
        if let present, !sharing.isShared(present), !(entity is Occurrence) {
            entry.place = .differs
            return entry
        }
        if let missing = try missingReference(of: entity) {
            (entry.place, entry.awaits, entry.isUnsettled) = (.awaitsReference, missing, true)
            return entry
        }
        _ = entity.reanchor(at: transaction.now, lastMs: transaction.now.wallMs)
        if var occurrence = entity as? Occurrence, occurrence.isLive, occurrence.fireOrder == nil {
            occurrence.noteFiring(
                order: try transaction.nextFireOrder(of: occurrence.reminder))
            if let ordered = occurrence as? E { entity = ordered }
        }
        entry.place = entry.row.holds(try sharing.columns(of: entity)) ? .table : .differs
        entry.isUnsettled = try mayNeedRepair(entity, isNew: present == nil)
        if entity != present { write(entity) }
        return entry
    }

    private mutating func write(_ entity: some StoredEntity) {
        let key = Key(kind: type(of: entity).table, id: entity.id)
        removedByKey[key] = nil
        writtenByKey[key] = entity
    }

    private mutating func remove(_ entity: some StoredEntity) {
        let key = Key(kind: type(of: entity).table, id: entity.id)
        writtenByKey[key] = nil
        removedByKey[key] = entity
    }

    // MARK: What rows name

    private func missingReference<E: StoredEntity>(of entity: E) throws -> AwaitedRow? {
        for reference in E.rules.references {
            guard let target = reference.target as? any StoredEntity.Type else { continue }
            for id in reference.ids(entity) where try !isThere(target, id: id) {
                return AwaitedRow(kind: target.table, id: id)
            }
        }
        return nil
    }

    private func isThere<E: StoredEntity>(_ kind: E.Type, id: String) throws -> Bool {
        let key = Key(kind: E.table, id: id)
        if writtenByKey[key] != nil { return true }
        return try removedByKey[key] == nil && transaction.has(kind, id: id)
    }

    /// Whether other entities name this one, as the merge leaves them.
    private func isNamed(_ entity: any StoredEntity) throws -> Bool {
        if writtenByKey.values.contains(where: { $0.names(entity) }) { return true }
        return try transaction.isNamed(entity) { other in
            let key = Key(kind: type(of: other).table, id: other.id)
            return writtenByKey[key] != nil || removedByKey[key] != nil
        }
    }

    /// Whether the end of the merge has to look at an entity. An exercise may be in a ring of variants. A workout may
    /// lack a block of its sets. A log entry or set may answer what waits here, unless its answer comes with it.
    private mutating func mayNeedRepair(_ entity: any StoredEntity, isNew: Bool) throws -> Bool {
        switch entity {
        case let entry as LogEntry: return isNew && mayAnswer(atMs: entry.atMs)
        case let exercise as Exercise: return exercise.fields.variantOf != nil
        case let workout as Workout: return try lacksBlock(workout)
        case let set as WorkoutSet:
            if let workout = try present(Workout.self, id: set.workout), !workout.has(set.place) {
                try noteUnsettled(workout)
            }
            return isNew && mayAnswer(atMs: set.atMs)
        default: return false
        }
    }

    private func mayAnswer(atMs: Int64) -> Bool {
        waitingSinceMs.map { atMs >= $0 - 60_000 } ?? false
    }

    private func lacksBlock(_ workout: Workout) throws -> Bool {
        let coming = writtenByKey.values.compactMap { $0 as? WorkoutSet }
            .filter { $0.workout == workout.id }.map(\.place)
        let blocks = try transaction.blocks(ofSetsInWorkout: workout.id) + coming
        return !blocks.allSatisfy(workout.has)
    }

    private mutating func noteUnsettled(_ workout: Workout) throws {
        let key = Key(kind: Workout.table, id: workout.id)
        guard var entry = try entriesByKey[key] ?? transaction.entry(Workout.self, id: workout.id)
        else { return }
        entry.isUnsettled = true
        note(entry)
    }
}
