import GRDBSQLite
import Glibc
import Synchronization

/// A folder on which SQLite's writes can be made to fail.
package final class FaultyDisk: DiskWitness {
    package struct Faults: Sendable {
        /// The error of writing, such as `SQLITE_FULL`; `nil` for none.
        package var write: Int32?
        /// The error of syncing; `nil` for none.
        package var sync: Int32?
        /// Number of bytes that may still be written before `write` applies.
        package var roomBytes = 0
        /// A file with the bytes that become free once it is deleted; it can't be made again then.
        package var reserve: (path: String, bytes: Int)?
        package var isReadOnly = false
        package var interruption: Interruption?
    }

    /// An action after `after` more changes of the disk; its result is the answer to the next change: `nil`
    /// lets the change happen.
    package struct Interruption: Sendable {
        package var after: Int
        /// Whether only syncs count.
        package let isOfSyncs: Bool
        package let action: @Sendable () -> Int32?

        package init(
            after: Int, isOfSyncs: Bool = false, action: @escaping @Sendable () -> Int32?
        ) {
            self.after = after
            self.isOfSyncs = isOfSyncs
            self.action = action
        }
    }

    // SQLite composes these codes from others, which Swift doesn't see.
    package static let failedRead = SQLITE_IOERR | 1 << 8
    package static let failedWrite = SQLITE_IOERR | 3 << 8
    package static let failedSync = SQLITE_IOERR | 4 << 8

    private let faults = Mutex(Faults())
    package let folder: String

    package init(_ folder: String) {
        self.folder = folder
        Disk.watch(self)
    }

    package func set(_ change: (inout Faults) -> Void) { faults.withLock { change(&$0) } }

    package func heal() {
        set { $0 = Faults() }
        rmdir(folder + "/reserve")
    }

    /// Lets nothing be written any more except in the space that the reserve frees.
    package func fillUp(reserveBytes: Int = 0) {
        set {
            $0.write = SQLITE_FULL
            $0.reserve = (folder + "/reserve", reserveBytes)
        }
    }

    package func answer(_ call: DiskCall) -> DiskAnswer {
        if call.isOwn { return DiskAnswer() }
        switch call.kind {
        case .open: return answer(openingWith: call.flags)
        case .write: return DiskAnswer(code: fault(onWriting: call.count) ?? SQLITE_OK)
        case .truncate, .delete: return DiskAnswer(code: interruption() ?? SQLITE_OK)
        case .sync: return DiskAnswer(code: faultOnSyncing ?? SQLITE_OK)
        default: return DiskAnswer()
        }
    }

    private func answer(openingWith flags: Int32) -> DiskAnswer {
        guard faults.withLock({ $0.isReadOnly }) else { return DiskAnswer() }
        // The system does the same where the file system is mounted read-only.
        guard flags & SQLITE_OPEN_MAIN_DB != 0 else { return DiskAnswer(code: SQLITE_CANTOPEN) }
        return DiskAnswer(
            flags: flags & ~(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE) | SQLITE_OPEN_READONLY)
    }

    /// The result of the interruption, where the next change of the disk is the one to interrupt; `nil`
    /// otherwise.
    private func interruption(isSync: Bool = false) -> Int32? {
        let action = faults.withLock { faults -> (@Sendable () -> Int32?)? in
            guard let next = faults.interruption, isSync || !next.isOfSyncs else { return nil }
            faults.interruption?.after -= 1
            guard next.after <= 0 else { return nil }
            faults.interruption = nil
            return next.action
        }
        return action?()
    }

    private func fault(onWriting count: Int) -> Int32? {
        if let code = interruption() { return code }
        return faults.withLock { faults in
            guard let code = faults.write else { return nil }
            if let reserve = faults.reserve, access(reserve.path, F_OK) != 0 {
                faults.roomBytes += reserve.bytes
                mkdir(reserve.path, 0o700)
                faults.reserve = nil
            }
            guard faults.roomBytes < count else {
                faults.roomBytes -= count
                return nil
            }
            return code
        }
    }

    private var faultOnSyncing: Int32? {
        interruption(isSync: true) ?? faults.withLock { $0.sync }
    }
}
