import GRDB
import TrackerCore

extension Transaction {
    /// Former ids of this machine, sorted.
    package func formerIDs() throws -> [String] {
        var ids: [String] = []
        let own = try db.cachedStatement(sql: "SELECT id FROM own_device ORDER BY id")
        try own.forEachRow { row in
            let id = row.text(0)
            if id != device { ids.append(id) }
            return true
        }
        return ids
    }

    /// Number of shared rows whose last change comes after a place.
    package func changedRows(after place: SharedPlace) throws -> Int {
        // By the event alone, SQLite counts five times as fast.
        let later = try db.cachedStatement(
            sql: "SELECT COUNT(*) FROM shared_row WHERE change > ?")
        let same = try db.cachedStatement(
            sql: "SELECT COUNT(*) FROM shared_row WHERE change = ? AND (kind, id) > (?, ?)")
        let count = try later.integer([.integer(place.seq)]) ?? 0
        let rest = try same.integer([
            .integer(place.seq), .text(place.kind), .text(place.id),
        ])
        return Int(count + (rest ?? 0))
    }

    /// Whether the last change of some shared row comes after a place.
    package func hasChangedRows(after place: SharedPlace) throws -> Bool {
        let changed = try db.cachedStatement(
            sql: "SELECT 1 FROM shared_row WHERE (change, kind, id) > (?, ?, ?) LIMIT 1")
        let values: [Cell] = [.integer(place.seq), .text(place.kind), .text(place.id)]
        return try changed.integer(values) != nil
    }

    /// Marks all held rows as unsettled, so the end of the next merge tries them again.
    package func unsettleHeld() throws {
        wrote = true
        try run("UPDATE shared_row SET unsettled = 1 WHERE place LIKE 'held%'")
    }

    /// Forgets the machines and files of the shared folder.
    package func forgetFolder() throws {
        wrote = true
        try run("DELETE FROM shared_machine")
        try run("DELETE FROM shared_file")
        let keys: [Meta] = [
            .syncFolder, .syncName, .ownFiles, .lives, .computer, .syncWrittenMs, .syncMergedMs,
        ]
        for key in keys { try setMeta(key, nil as String?) }
    }

    /// Whether a person has made any of the shared rows.
    package func hasRowsOfPerson() throws -> Bool {
        let others = [Settings.table, ZoneChange.table]
        for kind in schema.kinds where kind.sharedParts != nil && !others.contains(kind.table) {
            if try hasRowsOfPerson(kind) { return true }
        }
        return false
    }

    private func hasRowsOfPerson<E: StoredEntity>(_ kind: E.Type) throws -> Bool {
        guard !E.isDerived, let sharing = E.sharing else { return false }
        var isFound = false
        try eachRow(ofTable: E.table, after: "") { entity in
            guard let entity = entity as? E, sharing.isShared(entity),
                !sharing.comesWithProgram(entity)
            else { return true }
            isFound = true
            return false
        }
        return isFound
    }
}
