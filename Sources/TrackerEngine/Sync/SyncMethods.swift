import TrackerAPI
import TrackerCore
import TrackerStore

// Methods about the shared log that need no folder. Those that work through it are in FolderMethods.swift.

extension Rejection {
    /// Refusal of a method that needs a shared log.
    static var notShared: Rejection {
        .conflict(
            "this log isn't shared: set up a folder first (trackerctl sync setup FOLDER)",
            state: "off")
    }
}

extension SyncStatus: Performable {
    func perform(in context: Context) throws -> SyncView { try context.syncView() }
}

extension SyncConflicts: Performable {
    func perform(in context: Context) throws -> Response {
        try context.checkShared()
        let limit = try checkedLimit
        // One conflict more than the list holds shows whether there are more.
        let open = try context.openConflicts(limit: limit + 1)
        let lost = try open.lost.map { lost in
            var conflict = try context.named(lost.conflict)
            conflict.seq = lost.seq
            return conflict
        }
        let names = open.names.map { shared in
            SyncConflict(
                entity: shared.kind, id: shared.ids.first ?? "", name: shared.name,
                others: Array(shared.ids.dropFirst()))
        }
        return Response(
            conflicts: Array((lost + names).prefix(limit)), more: open.count > limit ? true : nil)
    }
}

extension SyncTake: Replying {
    func reply(in context: Context) throws -> Written<SyncConflict> {
        try context.checkShared()
        return try context.restoreLostEdit(seq)
    }
}

extension SyncDigest: SlicedRead {
    func slices() throws -> any Slices { DigestSlices() }
}

private final class DigestSlices: Slices {
    private let digest = SharedDigest()

    func advance(in context: Context, while hasTime: () -> Bool) throws -> String? {
        try context.checkShared()
        return try digest.advance(in: context.transaction, while: hasTime).map { result in
            try JSONText.of(
                SyncDigest.Response(
                    digest: result.digest, rows: result.rows, deleted: result.deleted))
        }
    }
}

extension Context {
    /// - Throws: `Rejection` while this log isn't shared through a folder.
    fileprivate func checkShared() throws {
        guard transaction.isSharing, let sync = dependencies.folderSync, !sync.isCandidate else {
            throw Rejection.notShared
        }
    }

    // MARK: State

    /// State of sharing for `status`; `nil` while this log isn't shared.
    func syncInStatus() throws -> Status.Sync? {
        guard let sync = dependencies.folderSync, !sync.isCandidate, transaction.isSharing else {
            return nil
        }
        return Status.Sync(state: try state(of: sync), problem: sync.problem?.view(zone))
    }

    private func state(of sync: FolderSync) throws -> SyncView.State {
        switch sync.problem?.problem.kind {
        case .missing, .unwritable, .full: return .stopped
        case .format, .limits, nil: break
        }
        return try transaction.isStamped() && transaction.ownFiles().isWhole ? .on : .preparing
    }

    /// State of sharing, with all machines.
    func syncView() throws -> SyncView {
        guard let sync = dependencies.folderSync, !sync.isCandidate, transaction.isSharing else {
            return SyncView(state: .off)
        }
        let held = try transaction.heldCounts()
        let conflicts = try openConflicts(limit: SyncConflicts.maximumLimit).count
        func time(_ key: Meta) throws -> String? {
            try transaction.meta(key, as: Int64.self).map { zone.text(ofMs: $0) }
        }
        return SyncView(
            state: try state(of: sync),
            folder: Engine.kept(sync.folder.path, home: dependencies.home),
            writer: transaction.device, name: try transaction.meta(.syncName, as: String.self),
            problem: sync.problem?.view(zone),
            unwritten: try transaction.changedRows(after: transaction.ownFiles().written),
            unread: sync.unreadBytes,
            held: .init(
                reference: held[.awaitsReference] ?? 0, version: held[.awaitsVersion] ?? 0,
                refused: held[.refused] ?? 0),
            conflicts: conflicts,
            damaged: try transaction.damagedLines() + sync.refused.count,
            writtenAt: try time(.syncWrittenMs), mergedAt: try time(.syncMergedMs),
            machines: try syncMachines(sync))
    }

    /// This machine first, then the others by name.
    private func syncMachines(_ sync: FolderSync) throws -> [SyncView.Machine] {
        let name = try transaction.meta(.syncName, as: String.self) ?? transaction.device
        let here = view(of: transaction.device, name, .here, Array(sync.ownMarks.values))
        let known = try transaction.knownMachines()
        let others = try sync.machines.values.filter { $0.writer != transaction.device }
            .map { machine in
                let told = try? machine.note.get().name
                return view(
                    of: machine.writer, told ?? known[machine.writer]?.name ?? machine.writer,
                    try transaction.state(of: machine), Array(machine.files.values))
            }
        return [here] + others.sorted { ($0.name, $0.writer) < ($1.name, $1.writer) }
    }

    private func view(
        of writer: String, _ name: String, _ state: SyncView.Machine.State, _ marks: [FileMark]
    ) -> SyncView.Machine {
        let changed = marks.map(\.modifiedNs).max().map { zone.text(ofMs: $0 / nanosecondsPerMs) }
        return SyncView.Machine(
            writer: writer, name: name, state: state, changedAt: changed, files: marks.count,
            bytes: marks.reduce(0) { $0 + $1.bytes })
    }
}
