import TrackerCore

extension Transaction {
    /// Who made a change of a shared row.
    enum Author: Equatable {
        case person
        /// The program, whose work gives way to a person's.
        case program
        /// A person, before this machine shared its rows. The change has this stamp.
        case past(Stamp)
        /// The recovery of rows from a damaged database. Their known stamps stay. Parts without a stamp give way to
        /// everything but what came with the program.
        case recovery
        /// A person, by a change that this version can't read. Parts without a stamp are treated as after a recovery.
        case unreadable
    }

    // MARK: The clock

    /// Stamp of this transaction's changes, later than those given or met before; `nil` if no rows are shared.
    ///
    /// - Parameter latest: the row's latest stamp, which this transaction may have given it. The result is later.
    private func stamp(after latest: Stamp? = nil) -> Stamp? {
        let stamp = presentStamp ?? clock?.next(atMs: now.wallMs)
        presentStamp = stamp
        guard let stamp, let latest, latest >= stamp else { return stamp }
        var beyond = StampClock(writer: device, last: latest)
        let next = beyond.next(atMs: 0)
        observe(next)
        return next
    }

    /// Sets the clock to a stamp that was met, so that changes made here from now on are later.
    func observe(_ stamp: Stamp) {
        guard let clock, stamp > clock.last else { return }
        self.clock?.observe(stamp)
        presentStamp = nil
    }

    /// Saves the clock before the transaction is committed.
    func keepClock() throws {
        guard let clock, clock.last != keptStamp else { return }
        try setMeta(.lastStamp, clock.last.text)
    }

    // MARK: Changes

    /// Notes a change of a row that is shared or becomes so.
    ///
    /// - Parameters:
    ///   - former: the entity before the change; `nil` for none.
    ///   - new: the entity after the change; `nil` if it is removed.
    ///   - change: number of the event that makes the change; by default, the next one.
    func share<E: StoredEntity>(
        from former: E?, to new: E?, id: String, by author: Author, change: Int64? = nil
    ) throws {
        guard let sharing = E.sharing else { return }
        let change = change ?? nextSeq
        let stored = try stored(E.table, id)
        let wasShared = former.map(sharing.isShared) ?? false
        let before = try former.map { wasShared ? try sharing.columns(of: $0) : [:] } ?? [:]
        let entry = SharedEntry(
            kind: E.table, id: id, place: stored?.place ?? .table,
            row: stored?.row(before) ?? SharedRow(columns: before, stamps: Stamps()),
            awaits: stored?.awaits, isUnsettled: stored?.isUnsettled ?? false)
        if let new, sharing.isShared(new) {
            let kept = stored == nil ? nil : entry
            switch author {
            case .recovery, .unreadable:
                try shareRecovered(kept, new, isWhole: author == .recovery, change)
            case .person, .program, .past:
                try share(
                    kept, from: former == nil ? nil : before, wasShared, to: new, by: author,
                    change)
            }
        } else if new == nil {
            try shareRemoval(
                of: entry, E.self, isStored: stored != nil, wasShared, by: author, change)
        } else if stored?.place == .table {
            // Other machines keep it as it was.
            var entry = entry
            entry.place = .differs
            try save(entry, change: change)
        }
    }

    /// Notes a recovered row. Its parts without a stamp get the first of all stamps.
    ///
    /// - Parameter isWhole: whether `kept` has all changes. Then a part of the library's row without a stamp is as the
    ///   library has it.
    private func shareRecovered<E: StoredEntity>(
        _ kept: SharedEntry?, _ recovered: E, isWhole: Bool, _ change: Int64
    ) throws {
        guard let sharing = E.sharing, !sharing.isAsShipped(recovered),
            kept.map({ $0.place == .table }) ?? true,
            kept == nil || !isWhole || !sharing.comesWithProgram(recovered)
        else { return }
        let columns = try sharing.columns(of: recovered)
        var entry =
            kept
            ?? SharedEntry(
                kind: E.table, id: recovered.id, place: .table,
                row: SharedRow(columns: [:], stamps: Stamps()))
        entry.row.columns.merge(columns) { $1 }
        let initial = try sharing.initial.map { try sharing.columns(of: $0()) } ?? [:]
        entry.row.stampRest(
            Stamp(ms: 0, count: 0, writer: device), besides: initial, sharing.parts,
            known: try known(E.self))
        if kept == nil || entry.row.stamps != kept?.row.stamps { try save(entry, change: change) }
    }

    /// - Parameters:
    ///   - kept: what is known of the row; `nil` for nothing.
    ///   - before: the columns before the change; `nil` if there was no row, empty if it wasn't shared.
    private func share<E: StoredEntity>(
        _ kept: SharedEntry?, from before: [String: Cell]?, _ wasShared: Bool, to new: E,
        by author: Author, _ change: Int64
    ) throws {
        guard let sharing = E.sharing else { return }
        let stamp: Stamp?
        switch author {
        case .person: stamp = self.stamp(after: kept?.row.latest)
        case .program where kept == nil: return
        case .program, .recovery, .unreadable: stamp = nil
        case .past(let past): stamp = past
        }
        let known = try known(E.self)
        let columns = try sharing.columns(of: new)
        var entry =
            kept
            ?? SharedEntry(
                kind: E.table, id: new.id, place: .table,
                row: SharedRow(columns: wasShared ? before ?? [:] : [:], stamps: Stamps()))
        func apply(from former: [String: Cell]?, isNew: Bool) {
            entry.row.change(
                from: former, to: columns, stamp, isNew: isNew, sharing.parts, known: known)
        }
        if kept == nil, before == nil, let initial = sharing.initial {
            entry.row.columns = try sharing.columns(of: initial())
            apply(from: nil, isNew: false)
        } else {
            let isNew = kept.map { $0.row.isDeleted } ?? !wasShared
            apply(from: wasShared ? before : nil, isNew: isNew)
        }
        if entry.row.holds(columns) {
            (entry.place, entry.awaits) = (.table, nil)
        } else if entry.place.isHeld {
            // It stays held, with the change, after which it may await something else.
            (entry.isUnsettled, entry.awaits) = (true, nil)
        } else {
            entry.place = .differs
        }
        if entry != kept { try save(entry, change: change) }
    }

    private func shareRemoval<E: StoredEntity>(
        of entry: SharedEntry, _: E.Type, isStored: Bool, _ wasShared: Bool, by author: Author,
        _ change: Int64
    ) throws {
        guard let parts = E.sharedParts else { return }
        var entry = entry
        switch author {
        case .past(let stamp):
            // A row that was removed before others could see it needs no trace, unless it was put back since.
            guard entry.row.latest <= stamp else { return }
            return try run(
                "DELETE FROM shared_row WHERE kind = ? AND id = ?",
                [.text(E.table), .text(entry.id)])
        case .recovery, .unreadable: return
        case .program where !isStored: return
        case .program, .person: break
        }
        guard isStored || wasShared else { return }
        if !isStored {
            entry.row.change(
                to: entry.row.columns, stamp(), isNew: true, parts, known: try known(E.self))
        }
        entry.row.delete()
        (entry.place, entry.awaits) = (.deleted, nil)
        try save(entry, change: change)
    }
}
