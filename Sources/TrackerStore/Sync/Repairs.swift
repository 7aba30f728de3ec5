import TrackerCore

/// What the end of a merge does about an unsettled row.
package enum Repair: Sendable {
    /// Nothing: all is well.
    case none
    /// Tries to take it in, or to remove it.
    case settle
    /// Changes these, as this machine's own work. Other machines find the same, so that it comes to an end.
    case change([any StoredEntity])
    /// Has an effort answer what waits for it.
    case answer(any StoredEntity)
}

extension Transaction {
    /// What has to be done about an unsettled row, now that all rows of a merge have come.
    package func repair(of entry: SharedEntry) throws -> Repair {
        guard let kind = schema.kind(entry.kind) else { return .none }
        return try repair(of: entry, kind)
    }

    private func repair<E: StoredEntity>(of entry: SharedEntry, _ kind: E.Type) throws -> Repair {
        let present = try E.fetch(db, id: entry.id)
        switch entry.place {
        case .deleted:
            guard let present else { return .none }
            // What a live row names lives.
            return try isNamed(present) ? .change([present]) : .settle
        case .lacksReference:
            guard let sharing = E.sharing,
                let entity = try? sharing.entity(entry.id, entry.row.columns, at: now)
            else { return .settle }
            var seen: Set<String> = []
            let revived = try deletedReferences(of: entity, &seen)
            return revived.isEmpty ? .settle : .change(revived)
        case .table, .apart:
            if let present, let sharing = E.sharing, sharing.isShared(present),
                try !entry.row.holds(sharing.columns(of: present))
            {
                return .settle
            }
            switch present {
            case let exercise as Exercise: return try repairedRing(of: exercise)
            case let workout as Workout: return try repairedBlocks(of: workout)
            case let effort? where effort is LogEntry || effort is WorkoutSet:
                return .answer(effort)
            default: return .none
            }
        case .isNewer, .isRefused: return .settle
        }
    }

    /// Whether another schema was in use when it was found what the tables can hold.
    package func sharesByOtherSchema() throws -> Bool {
        try isSharing && meta(.sharedSchema, as: Int.self) != schema.version
    }

    /// Has the end of the next merge look once more at all that the tables couldn't hold, where this version of
    /// trackerd isn't the one that found so.
    package func unsettleAfterUpgrade() throws {
        guard try sharesByOtherSchema() else { return }
        try setMeta(.sharedSchema, schema.version)
        try run("UPDATE shared_row SET unsettled = 1 WHERE columns IS NOT NULL AND deleted IS NULL")
    }

    /// Notes that a row is settled.
    package func noteSettled(_ entry: SharedEntry) throws {
        wrote = true
        try run(
            "UPDATE shared_row SET unsettled = 0 WHERE kind = ? AND id = ?",
            [.text(entry.kind), .text(entry.id)])
    }

    // MARK: What rows name

    private func isNamed(_ entity: any StoredEntity) throws -> Bool {
        let integrity = try Integrity(self, writing: [], removing: [entity])
        return try integrity.violationOfOthers(naming: entity) != nil
    }

    /// The deleted entities that an entity names, as they were.
    ///
    /// - Parameter seen: ids that were found before, since deleted entities may name each other.
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

    private func deleted<E: StoredEntity>(_ kind: E.Type, id: String) throws -> E? {
        guard let sharing = E.sharing, try !has(kind, id: id),
            let entry = try entry(kind, id: id), entry.place == .deleted
        else { return nil }
        return try? sharing.entity(id, entry.row.columns, at: now)
    }

    // MARK: Rings and blocks

    /// Of a ring of variants, the link that was made last goes.
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

    /// A workout has the blocks of all of its sets.
    private func repairedBlocks(of workout: Workout) throws -> Repair {
        var repaired = workout
        for block in try blocks(ofSetsInWorkout: workout.id) where !workout.has(block) {
            let missing = WorkoutExercise(exercise: block.exercise, block: block.number)
            // A workout that is full keeps its sets without one.
            try? repaired.add(missing)
        }
        return repaired == workout ? .none : .change([repaired])
    }
}
