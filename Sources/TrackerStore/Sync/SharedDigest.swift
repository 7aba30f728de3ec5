import TrackerCore

/// Digest of everything that machines share, computed in slices. Machines of one schema that have merged the same rows
/// have the same digest.
package final class SharedDigest {
    package struct Result: Sendable, Hashable {
        /// Hexadecimal digits.
        package let digest: String
        package let rows: Int
        package let deleted: Int
    }

    private var last = (kind: "", id: "")
    private var hash: [UInt8] = []
    private var rows = 0
    private var deleted = 0

    package init() {}

    /// Continues while there is time, for at least one step.
    ///
    /// - Returns: the digest; `nil` if another slice is needed.
    package func advance(in transaction: Transaction, while hasTime: () -> Bool) throws -> Result? {
        repeat {
            let isMore = try transaction.forEachEntry(after: last, limit: 50) { entry in
                if !entry.place.isHeld { add(entry) }
                last = (entry.kind, entry.id)
                return true
            }
            guard isMore else {
                return Result(digest: SharedLine.hexadecimal(hash), rows: rows, deleted: deleted)
            }
        } while hasTime()
        return nil
    }

    private func add(_ entry: SharedEntry) {
        guard entry.row.hasChanges else { return }
        if entry.row.isDeleted { deleted += 1 } else { rows += 1 }
        let row = entry.row.changed
        let line = SharedLine(kind: entry.kind, id: entry.id, row: row).text
        hash = SHA256.digest(of: SharedLine.hexadecimal(hash) + line)
    }
}
