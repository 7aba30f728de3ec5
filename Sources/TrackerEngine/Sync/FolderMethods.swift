import TrackerAPI
import TrackerCore
import TrackerStore

// Methods that work through the shared folder. They wait for its tasks, however long, and nothing waits for them.

extension SyncEnable: FolderRequest {
    func work() -> any FolderWork { EnableWork(self) }
}

extension SyncNow: FolderRequest {
    func work() -> any FolderWork { NowWork() }
}

extension SyncLeave: FolderRequest {
    func work() -> any FolderWork { LeaveWork() }
}

extension SyncForget: FolderRequest {
    func work() -> any FolderWork { ForgetWork(self) }
}

extension Engine {
    /// JSON of the state of sharing.
    func syncViewText(at now: Moment) throws -> String { try JSONText.of(syncView(at: now)) }

    func syncView(at now: Moment) throws -> SyncView {
        try store.read(at: now) { try context($0, .daemon).syncView() }
    }

    /// - Throws: `Rejection` while nothing can be changed.
    func checkChangeable() throws {
        guard health.isDegraded else { return }
        throw Rejection(
            .storage,
            "nothing was changed: the state can't be written (\(health.reason ?? "unknown"))")
    }
}

/// Wait until everything is merged and written.
struct FolderRest {
    /// Number of the folder's failures before the wait.
    private let failures: Int

    /// Begins to wait. The folder is listed again, even after a failure.
    init(_ sync: FolderSync) {
        failures = sync.failures
        sync.isToBeListed = true
        sync.refused = [:]
        sync.retry()
    }

    /// Writes without waiting for more changes.
    ///
    /// - Returns: the folder; `nil` while it isn't at rest.
    /// - Throws: `Rejection` if the folder can't be used, or the log is no longer shared.
    func folder(of engine: Engine, at now: Moment) throws -> FolderSync? {
        let sync = try usable(in: engine)
        if sync.changedWithinMs != nil { sync.changedWithinMs = FolderSync.urgentMs }
        if sync.writeAtNs != nil { sync.noteChange(withinMs: FolderSync.urgentMs, at: now) }
        try engine.lookForWriting(of: sync, at: now)
        return sync.isAtRest && !engine.isStamping ? sync : nil
    }

    /// - Throws: `Rejection` if the folder can't be used, or the log is no longer shared.
    func usable(in engine: Engine) throws -> FolderSync {
        try engine.checkChangeable()
        guard let sync = engine.sharedFolder else { throw Rejection.notShared }
        guard sync.failures <= failures, !sync.isSlow else {
            throw Rejection(
                .storage,
                "the folder can't be used: \(sync.problem?.problem.detail ?? sync.folder.path)")
        }
        return sync
    }
}

private final class NowWork: FolderWork {
    private var rest: FolderRest?
    private var before = (written: 0, merged: 0)

    func advance(by engine: Engine, at now: Moment, _ outcome: inout Outcome) throws -> String? {
        let rest = try self.rest ?? begin(engine, at: now, &outcome)
        self.rest = rest
        guard let sync = try rest.folder(of: engine, at: now) else { return nil }
        return try JSONText.of(
            SyncNow.Response(
                engine.syncView(at: now), written: max(0, sync.counts.written - before.written),
                merged: max(0, sync.counts.merged - before.merged)))
    }

    private func begin(
        _ engine: Engine, at now: Moment, _ outcome: inout Outcome
    ) throws -> FolderRest {
        guard let sync = engine.sharedFolder else { throw Rejection.notShared }
        before = sync.counts
        let isHeld = try engine.store.read(at: now) { try !$0.heldCounts().isEmpty }
        if isHeld {
            outcome.append(engine.change(at: now) { try $0.transaction.unsettleHeld() })
            sync.isUnsettled = true
        }
        return FolderRest(sync)
    }
}

private final class LeaveWork: FolderWork {
    private var rest: FolderRest?
    private weak var leaving: FolderSync?

    deinit {
        // If the call has ended without a result, this machine stays.
        guard let leaving, leaving.isLeaving else { return }
        (leaving.isLeaving, leaving.isNoteDue) = (false, true)
    }

    func advance(by engine: Engine, at now: Moment, _ outcome: inout Outcome) throws -> String? {
        guard let sync = engine.sharedFolder else { throw Rejection.notShared }
        let rest = self.rest ?? FolderRest(sync)
        self.rest = rest
        do {
            if leaving == nil {
                guard let sync = try rest.folder(of: engine, at: now) else { return nil }
                (sync.isLeaving, sync.isNoteDue) = (true, true)
                leaving = sync
                return nil
            }
            // Changes made while the note was being written are written, too.
            guard let sync = try rest.folder(of: engine, at: now), sync === leaving else {
                return nil
            }
        } catch let error as Rejection where error.kind == .storage {
            // A folder that is gone for good, or that can't be written, must not keep anybody from leaving.
            guard !engine.health.isDegraded, sync.problem != nil else { throw error }
        }
        outcome.append(
            engine.change(at: now) { context in
                try context.transaction.endSharing(newID: context.newID())
                try context.transaction.forgetFolder()
                try context.append(.syncLeft, subject: "", data: SyncLeft())
            })
        try engine.checkChangeable()
        guard !engine.isSharing else {
            throw Rejection(.storage, "nothing was changed: the state can't be written")
        }
        leaving = nil
        engine.replaceFolder(by: nil)
        return try engine.syncViewText(at: now)
    }
}

private final class ForgetWork: FolderWork {
    /// Time after its last change for which a machine counts as in use, in milliseconds.
    private static let presentMs: Int64 = 30 * 86_400_000

    private let request: SyncForget
    private var rest: FolderRest?
    private var writer: String?
    /// Folder from which the machine's files are being removed; `nil` before.
    private weak var removing: FolderSync?

    init(_ request: SyncForget) { self.request = request }

    func advance(by engine: Engine, at now: Moment, _ outcome: inout Outcome) throws -> String? {
        guard let present = engine.sharedFolder else { throw Rejection.notShared }
        let rest = self.rest ?? FolderRest(present)
        self.rest = rest
        let sync = try rest.usable(in: engine)
        guard sync.isOpen, !sync.isToBeListed else { return nil }
        if case .list? = sync.task { return nil }
        if sync === removing {
            return try sync.forgotten == nil ? engine.syncViewText(at: now) : nil
        }
        let writer = try self.writer ?? machine(engine, at: now)
        self.writer = writer
        guard try rest.folder(of: engine, at: now) != nil else { return nil }
        guard sync.machines[writer]?.leftOut ?? 0 == 0,
            !sync.refused.keys.contains(where: { $0.writer == writer })
        else {
            throw Rejection(
                .storage,
                "nothing was removed: \(engine.machineName(writer, sync)) has files that can't be read"
            )
        }
        (sync.forgotten, removing) = (writer, sync)
        return nil
    }

    /// Id of the machine to forget.
    ///
    /// - Throws: `Rejection` if it isn't known or must not be forgotten.
    private func machine(_ engine: Engine, at now: Moment) throws -> String {
        let machines = try engine.syncView(at: now).machines
        let key = request.machine.lowercased()
        var meant = machines.filter { $0.writer == request.machine }
        if meant.isEmpty { meant = machines.filter { $0.name.lowercased() == key } }
        guard let machine = meant.first else {
            throw Rejection(
                .notFound, "no machine is called \(request.machine)", field: "machine")
        }
        guard meant.count == 1 else {
            throw Rejection(
                .ambiguous, "several machines are called \(request.machine): give an id",
                field: "machine", matches: meant.map(\.writer))
        }
        guard machine.state.known != .here else {
            throw Rejection.conflict(
                "this machine can't forget itself; to stop sharing, leave instead", state: "here")
        }
        let marks = engine.sharedFolder?.machines[machine.writer]?.files.values
        let latestMs = (marks?.map(\.modifiedNs).max() ?? 0) / nanosecondsPerMs
        if machine.state.known == .present, now.wallMs - latestMs < Self.presentMs,
            request.confirm != true
        {
            throw Rejection(
                .confirmationRequired,
                "this forgets \(machine.name), which wrote something in the last 30 days",
                field: "machine")
        }
        return machine.writer
    }
}
