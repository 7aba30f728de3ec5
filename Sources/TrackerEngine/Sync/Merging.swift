import TrackerAPI
import TrackerCore
import TrackerStore

/// Merge of another machine's rows, in slices with other requests in between.
///
/// Each slice is a transaction with one event for the rows that it takes in. Some repairs depend on all rows, such as
/// bringing back a deleted exercise that a row names. They wait until all rows have come.
package final class MergeWork {
    fileprivate enum Stage {
        case joining
        /// Looks for rows that await a row which has come since, after this one.
        case waking(after: AwaitedRow?, repairs: Int)
        /// Looks at the unsettled rows after this one.
        case settling(kind: String, id: String, Pass)
        case over
    }

    /// Pass over the unsettled rows. One may not be enough, since a row can wait for another.
    fileprivate struct Pass {
        /// Number of earlier passes that have repaired something.
        var repairs = 0
        var hasTakenIn = false
        var hasRepaired = false
    }

    /// Maximum number of passes with repairs. Those that only take in rows come to an end by themselves.
    fileprivate static let maximumRepairs = 10
    /// Maximum number of unsettled rows that one step looks at.
    fileprivate static let step = 100

    fileprivate var lines: ArraySlice<String>
    /// Name of the machine that the rows come from.
    fileprivate let machine: String
    fileprivate var stage = Stage.joining
    /// Number of lines so far that were damaged or couldn't be merged.
    package fileprivate(set) var damaged = 0

    /// Whether more rows of the same machine follow in another `MergeWork`. Unsettled rows then wait for those.
    let hasMoreRows: Bool
    /// Whether the rest of the rows can't be merged.
    fileprivate(set) var hasFailed = false

    package init(_ lines: [String], of machine: String, hasMoreRows: Bool = false) {
        self.lines = lines[...]
        self.machine = machine
        self.hasMoreRows = hasMoreRows
    }

    package var isOver: Bool { if case .over = stage { true } else { false } }
}

extension Engine {
    /// Continues to merge another machine's rows while there is time, for at least one step.
    package func merge(_ work: MergeWork, at now: Moment, while hasTime: () -> Bool) -> Outcome {
        var outcome = Outcome()
        guard !health.isDegraded, store.clock != nil, !work.isOver,
            unfinishedMerge == nil || unfinishedMerge === work, unfinishedChange == nil
        else { return outcome }
        unfinishedMerge = work
        let (stage, lines, damaged) = (work.stage, work.lines, work.damaged)
        do {
            let (_, events) = try store.perform(at: now) { transaction in
                try context(transaction, .merge).advance(work, while: hasTime)
            }
            publish(events, &outcome)
        } catch {
            // After a storage error, the same slice is tried again.
            (work.stage, work.lines, work.damaged) = (stage, lines, damaged)
            let fault = StoreFault(error)
            if fault == nil {
                log("internal error: rows can't be merged: \(error)")
                (work.stage, work.hasFailed) = (.over, true)
            } else {
                handleStorageError(fault, error, at: now, &outcome)
            }
        }
        if work.isOver {
            unfinishedMerge = nil
            settleAtOnce(at: now, &outcome)
        }
        return outcome
    }
}

extension Context {
    fileprivate func advance(_ work: MergeWork, while hasTime: () -> Bool) throws {
        // A row without its first stamp would lose to any other.
        guard try transaction.isStamped() else { return }
        if case .joining = work.stage {
            var merge = try Merge(transaction)
            repeat {
                guard let text = work.lines.popFirst() else {
                    work.stage = work.hasMoreRows ? .over : .waking(after: nil, repairs: 0)
                    break
                }
                do {
                    guard let line = SharedLine(text) else { throw DamagedLine() }
                    try merge.add(line)
                } catch let error where StoreFault(error) == nil {
                    // A row that can't be merged mustn't stop the others.
                    work.damaged += 1
                }
            } while hasTime()
            try take(&merge, of: work)
            guard hasTime() else { return }
        }
        while !work.isOver {
            switch work.stage {
            case .waking(let last, let repairs):
                let next = try transaction.wakeRows(after: last, limit: MergeWork.step)
                work.stage =
                    next.map { .waking(after: $0, repairs: repairs) }
                    ?? .settling(kind: "", id: "", .init(repairs: repairs))
            case .settling(let kind, let id, let pass):
                try settle(work, after: (kind, id), pass, while: hasTime)
            case .joining, .over: return
            }
            guard hasTime() else { return }
        }
    }

    // MARK: Settling

    private func settle(
        _ work: MergeWork, after last: (kind: String, id: String), _ pass: MergeWork.Pass,
        while hasTime: () -> Bool
    ) throws {
        var (last, pass) = (last, pass)
        var merge = try Merge(transaction)
        let isMore = try transaction.forEachUnsettled(after: last, limit: MergeWork.step) { entry in
            try settle(entry, &merge, of: work, &pass)
            last = (entry.kind, entry.id)
            return hasTime()
        }
        guard isMore else {
            let hasMade = try addFromLibrary(awaited: transaction.awaitedExercises())
            let repairs = pass.repairs + (pass.hasRepaired ? 1 : 0)
            let goesOn = pass.hasTakenIn || hasMade || pass.hasRepaired
            work.stage =
                goesOn && repairs < MergeWork.maximumRepairs
                ? .waking(after: nil, repairs: repairs) : .over
            return
        }
        if try take(&merge, of: work) { pass.hasTakenIn = true }
        work.stage = .settling(kind: last.kind, id: last.id, pass)
    }

    /// - Parameter merge: the rows that are taken in together.
    private func settle(
        _ entry: SharedEntry, _ merge: inout Merge, of work: MergeWork, _ pass: inout MergeWork.Pass
    ) throws {
        switch try transaction.repair(of: entry) {
        case .none: try transaction.noteSettled(entry)
        case .settle: try merge.settle(entry)
        case .change(let entities):
            // The repair depends on the rows before it.
            if try take(&merge, of: work) { pass.hasTakenIn = true }
            for entity in entities { try repair(entity) }
            pass.hasRepaired = true
        case .answer(let effort):
            if try take(&merge, of: work) { pass.hasTakenIn = true }
            try answer(by: effort)
            try transaction.noteSettled(entry)
        }
    }

    /// Writes a repaired row as this machine's own change.
    private func repair(_ entity: any StoredEntity) throws {
        switch entity {
        case let exercise as Exercise: try record(.exerciseUpdated, exercise)
        case let workout as Workout: try append(.workoutUpdated, workout)
        case let set as WorkoutSet: try record(.setUpdated, set, as: view(set))
        default: preconditionFailure("nothing names a \(type(of: entity).table)")
        }
    }

    // MARK: What rows bring with them

    /// Writes the joined rows as one event, and then what follows from them here.
    ///
    /// - Parameter merge: becomes empty.
    /// - Returns: whether there are any.
    @discardableResult
    private func take(_ merge: inout Merge, of work: MergeWork) throws -> Bool {
        guard !merge.isEmpty else { return false }
        let machine = work.machine
        if merge.lacksOwnStamp { try takeNewIdentity(.stamps) }
        let former = try FormerState(merge, transaction)
        let entities = merge.written
        try transaction.append(
            EventType.syncMerged.rawValue, subject: "", cause: cause,
            data: Written(SyncMerged(merge, of: machine)).json, entities, removed: merge.removed,
            merged: merge.entries)
        for lost in merge.lost { try report(lost, machine) }
        try updateReminders(former, merge, from: machine)
        merge = try Merge(transaction)
        return true
    }

    private func report(_ lost: Merge.Lost, _ machine: String) throws {
        let conflict = SyncConflict(
            entity: lost.kind, id: lost.id, part: lost.part, machine: machine,
            at: zone.text(ofMs: now.wallMs))
        try append(
            .syncOverridden, subject: lost.id,
            json: conflict.json(mine: lost.mine, theirs: lost.theirs), [], removed: [])
    }
}

private struct DamagedLine: Error {}
