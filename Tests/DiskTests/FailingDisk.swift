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

/// A disk on which one call fails, or all calls from one on.
final class FailingDisk: DiskWitness {
    struct Plan: Sendable {
        var fault: Fault
        /// Number of matching calls before the failure.
        var after: Int
        /// Whether all calls fail from then on.
        var lasts: Bool
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
        let fails = state.withLock { state -> Fault? in
            guard let plan = state.plan, Self.meets(plan.fault, call) else { return nil }
            state.left -= 1
            guard plan.lasts ? state.left < 0 : state.left == -1 else { return nil }
            if state.failed.count < 3 {
                state.failed.append("\(call.kind) of \(call.path.split(separator: "/").last ?? "")")
            }
            return plan.fault
        }
        return fails.map { Self.answer($0, call) } ?? DiskAnswer()
    }

    private static func meets(_ fault: Fault, _ call: DiskCall) -> Bool {
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

    private static func answer(_ fault: Fault, _ call: DiskCall) -> DiskAnswer {
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
