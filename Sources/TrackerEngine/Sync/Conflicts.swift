import TrackerAPI
import TrackerCore
import TrackerStore

extension Context {
    /// Puts back the columns of an edit that another machine's edit replaced.
    ///
    /// - Parameter seq: number of the event that told of the lost edit.
    /// - Throws: `notFound` for any other event; a conflict if the row is gone or that part was changed since; the
    ///   refusal of the kind's check.
    func restoreLostEdit(_ seq: Int64) throws -> Written<SyncConflict> {
        guard let event = try transaction.event(seq),
            event.type == EventType.syncOverridden.rawValue,
            let conflict = event.decoded(SyncConflict.self),
            let sides = event.decoded(ConflictSides.self),
            let kind = transaction.schema.kind(conflict.entity)
        else {
            throw Rejection(.notFound, "event \(seq) isn't a lost edit", field: "seq")
        }
        return try restore(conflict, sides, kind)
    }

    private func restore<E: StoredEntity>(
        _ conflict: SyncConflict, _ sides: ConflictSides, _ kind: E.Type
    ) throws -> Written<SyncConflict> {
        guard let sharing = E.sharing, let present = try transaction.entity(kind, id: conflict.id)
        else {
            throw Rejection.conflict(
                "the \(E.noun) is gone, so the edit can't be put back: add it again",
                state: "gone")
        }
        var columns = try sharing.columns(of: present)
        guard sides.theirs.columns.allSatisfy({ columns[$0.key] == $0.value }) else {
            throw Rejection.conflict(
                "the \(E.noun) was changed since, so the edit can't be put back: edit it again",
                state: "changed")
        }
        columns.merge(sides.mine.columns) { $1 }
        let entity = try sharing.entity(conflict.id, columns, at: now)
        try entity.check(at: now)
        return try append(.syncTaken, subject: conflict.id, data: conflict, [entity])
    }
}

/// Columns of both sides of a conflict.
struct ConflictSides: Decodable {
    struct Side: Decodable {
        let columns: [String: Cell]

        init(from decoder: any Decoder) throws {
            columns = try SharedRow.columns(fromJSON: JSONText.source(of: decoder))
        }
    }

    let mine: Side
    let theirs: Side
}
