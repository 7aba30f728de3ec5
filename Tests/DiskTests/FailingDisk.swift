import GRDBSQLite
import Rig
import Synchronization

/// The failure of a disk's call.
enum Fault: Sendable, Hashable, CaseIterable {
    /// EIO; opening a file is refused.
    case error
    /// ENOSPC, for all calls that need space.
    case full
    /// Half of a write succeeds, followed by an error.
    case short
}

/// The failure of a call in the shared folder.
enum FolderFault: Sendable, Hashable, CaseIterable {
    /// ENOSPC, for all calls that need space.
    case full
    /// EIO.
    case error
    /// EACCES.
    case denied
    /// EROFS, for all calls that change something.
    case readOnly

    fileprivate func answer(_ call: DiskCall) -> DiskAnswer? {
        let creates = call.kind == .open && call.flags & SQLITE_OPEN_CREATE != 0
        let needsSpace = creates || [.write, .makeFolder, .rename, .sync].contains(call.kind)
        let changes = needsSpace || [.delete, .syncFolder].contains(call.kind)
        return switch self {
        case .full: needsSpace ? DiskAnswer(code: SQLITE_FULL) : nil
        case .error: DiskAnswer(code: SQLITE_IOERR)
        case .denied: DiskAnswer(code: SQLITE_CANTOPEN)
        case .readOnly: changes ? DiskAnswer(code: SQLITE_READONLY) : nil
        }
    }
}

/// A disk on which one call fails, or all calls from one on.
final class FailingDisk: DiskWitness {
    struct Plan: Sendable {
        /// The answer to a call that fails; `nil` for a call that doesn't.
        fileprivate let failure: @Sendable (DiskCall) -> DiskAnswer?
        /// Whether calls in the shared folder fail, rather than those in the state's.
        fileprivate let isOfHome: Bool
        /// Number of matching calls before the failure.
        fileprivate let after: Int
        /// Whether all calls fail from then on.
        let lasts: Bool

        init(fault: Fault, after: Int, lasts: Bool) {
            failure = { call in
                FailingDisk.meets(fault, call) ? FailingDisk.answer(fault, call) : nil
            }
            isOfHome = false
            (self.after, self.lasts) = (after, lasts)
        }

        init(folder fault: FolderFault, after: Int, lasts: Bool) {
            failure = { fault.answer($0) }
            isOfHome = true
            (self.after, self.lasts) = (after, lasts)
        }
    }

    private struct State: Sendable {
        var plan: Plan?
        var left = 0
        var failed: [String] = []
    }

    let folder: String
    private let state = Mutex(State())

    init(_ folder: String) {
        self.folder = folder
        Disk.watch(self)
    }

    func watches(_ path: String) -> Bool { Machine.owns(path, stateFolder: folder) }

    func set(_ plan: Plan) {
        state.withLock { $0 = State(plan: plan, left: plan.after) }
    }

    /// - Returns: the calls that failed.
    @discardableResult
    func heal() -> [String] {
        state.withLock { state in
            defer { state = State() }
            return state.failed
        }
    }

    func answer(_ call: DiskCall) -> DiskAnswer {
        let isOfHome = Machine.isHome(call.path, stateFolder: folder)
        // SQLite's own accesses are those of the state.
        guard isOfHome || !call.isOwnAccess else { return DiskAnswer() }
        let answer = state.withLock { state -> DiskAnswer? in
            guard let plan = state.plan, plan.isOfHome == isOfHome,
                let failure = plan.failure(call)
            else { return nil }
            state.left -= 1
            guard plan.lasts ? state.left < 0 : state.left == -1 else { return nil }
            if state.failed.count < 3 {
                state.failed.append("\(call.kind) of \(call.path.split(separator: "/").last ?? "")")
            }
            return failure
        }
        return answer ?? DiskAnswer()
    }

    fileprivate static func meets(_ fault: Fault, _ call: DiskCall) -> Bool {
        switch fault {
        case .error: true
        case .short: call.kind == .write
        case .full:
            switch call.kind {
            case .write, .link, .makeFolder, .allocate: true
            case .open: call.flags & SQLITE_OPEN_CREATE != 0
            default: false
            }
        }
    }

    fileprivate static func answer(_ fault: Fault, _ call: DiskCall) -> DiskAnswer {
        switch (fault, call.kind) {
        case (_, .open): DiskAnswer(code: SQLITE_CANTOPEN)
        case (.full, _): DiskAnswer(code: SQLITE_FULL)
        case (.short, _): DiskAnswer(code: FaultyDisk.failedWrite, written: call.count / 2)
        case (.error, .read): DiskAnswer(code: FaultyDisk.failedRead)
        case (.error, .write): DiskAnswer(code: FaultyDisk.failedWrite)
        case (.error, .sync): DiskAnswer(code: FaultyDisk.failedSync)
        case (.error, _): DiskAnswer(code: SQLITE_IOERR)
        }
    }
}
