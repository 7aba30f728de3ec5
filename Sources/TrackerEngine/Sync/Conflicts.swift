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
        return try restore(named(conflict), sides, kind)
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

extension Context {
    /// A lost edit with the name of the thing that it changed, and the names of the things in its values.
    func named(_ conflict: SyncConflict) throws -> SyncConflict {
        var named = conflict
        named.name = try transaction.schema.kind(conflict.entity)
            .flatMap { try name(of: $0, conflict.id) }
        var names: [SyncConflict.Name] = []
        for case .object(let columns)? in [conflict.mine, conflict.theirs] {
            for (column, value) in columns.sorted(by: { $0.key < $1.key }) {
                for id in value.texts where !names.contains(where: { $0.id == id }) {
                    guard let name = try name(ofID: id, inColumn: column) else { continue }
                    names.append(SyncConflict.Name(id: id, name: name))
                }
            }
        }
        named.names = names.isEmpty ? nil : names
        return named
    }

    /// Name of a thing, or of its exercise; `nil` if it has none.
    private func name<E: StoredEntity>(of kind: E.Type, _ id: String) throws -> String? {
        guard let entity = try transaction.entity(kind, id: id) else { return nil }
        if let name = E.rules.name { return name.text(entity) }
        let exercise = (entity as? LogEntry)?.exercise ?? (entity as? WorkoutSet)?.exercise
        return try name(ofExercise: exercise)
    }

    /// Name of the template or exercise that a column refers to by an id; `nil` for a column that refers to neither.
    private func name(ofID id: String, inColumn column: String) throws -> String? {
        switch column {
        case "template", "templates": try transaction.template(id: id)?.name
        case "apart", "exercise", "variant_of": try name(ofExercise: id)
        default: nil
        }
    }
}

extension JSONValue {
    /// The text that this is, or those of a list.
    fileprivate var texts: [String] {
        switch self {
        case .string(let text): [text]
        case .array(let values): values.compactMap(\.string)
        default: []
        }
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
