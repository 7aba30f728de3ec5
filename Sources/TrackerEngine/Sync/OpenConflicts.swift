import TrackerAPI
import TrackerCore
import TrackerStore

/// What a person may want to settle after a merge.
struct OpenConflicts {
    /// A lost edit, and the number of the event that told of it.
    struct Lost {
        let seq: Int64
        let conflict: SyncConflict
    }

    /// Lost edits that another machine's edit still stands for, newest first, up to the limit.
    fileprivate(set) var lost: [Lost] = []
    /// Names that several rows share.
    fileprivate(set) var names: [SharedName] = []

    /// Number of conflicts.
    var count: Int { lost.count + names.count }
}

extension Context {
    /// Conflicts that nobody has settled.
    ///
    /// - Parameter limit: most lost edits.
    func openConflicts(limit: Int) throws -> OpenConflicts {
        var conflicts = OpenConflicts()
        conflicts.names = try transaction.sharedNames()
        var query = JournalQuery(limit: max(limit, 1))
        query.types = [EventType.syncOverridden.rawValue]
        query.newestFirst = true
        while conflicts.lost.count < limit {
            let events = try transaction.events(query)
            guard let last = events.last else { break }
            for event in events where conflicts.lost.count < limit {
                guard let conflict = event.decoded(SyncConflict.self), try isOpen(event, conflict)
                else { continue }
                conflicts.lost.append(.init(seq: event.seq, conflict: conflict))
            }
            query.until = last.seq - 1
        }
        return conflicts
    }

    /// Whether the row still has the columns that replaced the edit.
    private func isOpen(_ event: Event, _ conflict: SyncConflict) throws -> Bool {
        guard let sides = event.decoded(ConflictSides.self),
            let kind = transaction.schema.kind(conflict.entity)
        else { return false }
        return try has(sides.theirs.columns, kind, conflict.id)
    }

    private func has<E: StoredEntity>(
        _ columns: [String: Cell], _ kind: E.Type, _ id: String
    ) throws -> Bool {
        guard let sharing = E.sharing, let present = try transaction.entity(kind, id: id) else {
            return false
        }
        let shared = try sharing.columns(of: present)
        return columns.allSatisfy { shared[$0.key] == $0.value }
    }
}
