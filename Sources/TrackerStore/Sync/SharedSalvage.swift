import GRDB
import TrackerCore

extension Transaction {
    /// Copies everything readable that a damaged database knows about shared rows.
    ///
    /// - Parameter torn: tables that couldn't be read to their end. Their rows may be older than their stamps, which
    ///   are left out.
    func copyShared(from damaged: Database, torn: Set<String>) throws {
        let keys = [
            Meta.lastStamp, .stampedSeq, .unstampedSeq, .sharedSchema, .syncFolder, .syncName,
            .lives, .computer, .syncWrittenMs, .syncMergedMs,
        ]
        let facts = keys.map { "'\($0.rawValue)'" }.joined(separator: ", ")
        try copyRows("meta", where: "key IN (\(facts))", from: damaged)
        try copyRows("own_device", from: damaged)
        try copyRows("shared_machine", from: damaged)
        guard let last = try meta(.lastStamp, as: String.self).flatMap(Stamp.init) else { return }
        clock = StampClock(writer: device, last: last)
        let kinds = torn.sorted().map { "'\($0)'" }.joined(separator: ", ")
        try copyRows(
            "shared_row", where: "place IS NOT NULL OR kind NOT IN (\(kinds))", from: damaged)
    }

    private func copyRows(
        _ table: String, where condition: String = "TRUE", from damaged: Database
    ) throws {
        // The damaged database may have an older schema without the table.
        let rows = try? Row.fetchCursor(
            damaged, sql: "SELECT * FROM \(table) WHERE \(condition)")
        while let row = try? rows?.next() { try copyRow(row, to: table) }
    }

    /// Mends what is known of shared rows whose rows were lost, and of deleted ones whose rows are back.
    func mendShared() throws {
        guard isSharing else { return }
        for kind in schema.kinds where kind.sharedParts != nil {
            // Other machines, and what this one wrote for them, bring it back.
            try run(
                """
                DELETE FROM shared_row
                WHERE kind = ? AND place IS NULL AND id NOT IN (SELECT id FROM \(kind.table))
                """, [.text(kind.table)])
            // The end of the next merge mends these.
            try run(
                """
                UPDATE shared_row SET unsettled = 1 WHERE kind = ?
                    AND place = iif(id IN (SELECT id FROM \(kind.table)), 'deleted', 'apart')
                """, [.text(kind.table)])
        }
    }
}
