import TrackerCore

/// What the end of a merge does with an unsettled row.
package enum Repair: Sendable {
    /// Does nothing, since all is well.
    case none
    /// Tries to take the row in, or to remove it.
    case settle
    /// Writes these as this machine's own changes. Other machines write the same, so repairs come to an end.
    case change([any StoredEntity])
    /// Answers what waits, with this log entry or set.
    case answer(any StoredEntity)
}

extension Transaction {
    /// Repair of an unsettled row, once all rows of a merge have come.
    package func repair(of entry: SharedEntry) throws -> Repair {
        guard let kind = schema.kind(entry.kind) else { return .none }
        return try repair(of: entry, kind)
    }

    private func repair<E: StoredEntity>(of entry: SharedEntry, _ kind: E.Type) throws -> Repair {
        let present = try E.fetch(db, id: entry.id)
        switch entry.place {
        case .deleted:
            guard let present else { return .none }
            // A row that a live row names must live, too. Rows that go with it, such as a workout's sets, aren't live.
            let isNamedByLive = try isNamed(present) { other in
                try stored(type(of: other).table, other.id)?.place == .deleted
            }
            return isNamedByLive ? .change([present]) : .settle
        case .awaitsReference:
            guard let sharing = E.sharing,
                let entity = try? sharing.entity(entry.id, entry.row.columns, at: now)
            else { return .settle }
            var seen: Set<String> = []
            let revived = try deletedReferences(of: entity, &seen)
            return revived.isEmpty ? .settle : .change(revived)
        case .table, .differs:
            guard let present else { return .settle }
            // What this version can't keep makes no difference.
            if let sharing = E.sharing, sharing.isShared(present),
                try !entry.row.holds(sharing.columns(of: present)),
                present
                    != (try? sharing.entity(
                        entry.id, entry.row.columns, at: now, beside: present))
            {
                return .settle
            }
            switch present {
            case let exercise as Exercise: return try repairedRing(of: exercise)
            case let workout as Workout: return try repairedBlocks(of: workout)
            case let effort where effort is LogEntry || effort is WorkoutSet:
                return .answer(effort)
            default: return .none
            }
        case .awaitsVersion, .refused: return .settle
        }
    }

    /// Whether the shared rows were last checked against the tables of another schema.
    package func sharesByOtherSchema() throws -> Bool {
        try isSharing && meta(.sharedSchema, as: Int.self) != schema.version
    }

    /// Marks everything that the tables couldn't hold as unsettled, if the schema has changed since. The end of the
    /// next merge looks at it again.
    package func unsettleAfterUpgrade() throws {
        guard try sharesByOtherSchema() else { return }
        try setMeta(.sharedSchema, schema.version)
        try run(
            """
            UPDATE shared_row SET unsettled = 1
            WHERE columns IS NOT NULL AND coalesce(place, '') <> 'deleted'
            """)
    }

    /// Marks a row as settled.
    package func noteSettled(_ entry: SharedEntry) throws {
        wrote = true
        try run(
            "UPDATE shared_row SET unsettled = 0, awaits = ? WHERE kind = ? AND id = ?",
            [
                entry.awaits.map { .text($0.text) } ?? .null, .text(entry.kind), .text(entry.id),
            ])
    }

    // MARK: What rows name

    /// Whether other entities name this one.
    ///
    /// - Parameter isReplaced: whether another entity is about to be replaced or removed, so that it doesn't count.
    func isNamed(
        _ entity: any StoredEntity,
        ignoring isReplaced: (any StoredEntity) throws -> Bool = { _ in false }
    ) throws -> Bool {
        try schema.kinds.contains { try isNamed(entity, by: $0, isReplaced) }
    }

    private func isNamed<K: StoredEntity>(
        _ entity: any StoredEntity, by _: K.Type, _ isReplaced: (any StoredEntity) throws -> Bool
    ) throws -> Bool {
        for reference in K.rules.references where reference.target == type(of: entity) {
            var isNamed = false
            try each(naming: entity.id, by: reference) { other in
                isNamed = try !isReplaced(other)
                return !isNamed
            }
            if isNamed { return true }
        }
        return false
    }

    /// Deleted entities that an entity names, directly or through each other, as they were.
    ///
    /// - Parameter seen: ids that were found already, since deleted entities may name each other.
    private func deletedReferences<E: StoredEntity>(
        of entity: E, _ seen: inout Set<String>
    ) throws -> [any StoredEntity] {
        var found: [any StoredEntity] = []
        for reference in E.rules.references {
            guard let target = reference.target as? any StoredEntity.Type else { continue }
            for id in reference.ids(entity) {
                guard seen.insert(id).inserted, let deleted = try deleted(target, id: id) else {
                    continue
                }
                found += try deletedReferences(of: deleted, &seen) + [deleted]
            }
        }
        return found
    }

    func deleted<E: StoredEntity>(_ kind: E.Type, id: String) throws -> E? {
        guard let sharing = E.sharing, try !has(kind, id: id),
            let entry = try entry(kind, id: id), entry.place == .deleted
        else { return nil }
        return try? sharing.entity(id, entry.row.columns, at: now)
    }

    // MARK: Rings and blocks

    /// Repair of a ring of variants: the exercise with the latest link loses it.
    private func repairedRing(of exercise: Exercise) throws -> Repair {
        var ring: [Exercise] = []
        var next: Exercise? = exercise
        while let member = next {
            if let first = ring.firstIndex(where: { $0.id == member.id }) {
                return try withoutLastLink(Array(ring[first...]))
            }
            ring.append(member)
            next = try member.fields.variantOf.flatMap { try Exercise.fetch(db, id: $0) }
        }
        return .none
    }

    private func withoutLastLink(_ ring: [Exercise]) throws -> Repair {
        let stamped = try ring.map { exercise in
            (exercise, try entry(Exercise.self, id: exercise.id)?.row.stamps[SharedParts.others])
        }
        let last = stamped.max { left, right in
            (left.1 ?? .zero, left.0.id) < (right.1 ?? .zero, right.0.id)
        }
        guard var exercise = last?.0 else { return .none }
        exercise.setVariant(of: nil)
        return .change([exercise])
    }

    /// Repair of a workout that lacks blocks of its sets: they are added.
    private func repairedBlocks(of workout: Workout) throws -> Repair {
        var repaired = workout
        for block in try blocks(ofSetsInWorkout: workout.id) where !workout.has(block) {
            let missing = WorkoutExercise(exercise: block.exercise, block: block.number)
            // A full workout keeps its sets without a block.
            try? repaired.add(missing)
        }
        return repaired == workout ? .none : .change([repaired])
    }
}

extension StoredEntity {
    /// Whether this entity names another one.
    func names(_ other: any StoredEntity) -> Bool {
        Self.rules.references.contains { reference in
            reference.target == type(of: other) && reference.ids(self).contains(other.id)
        }
    }
}
