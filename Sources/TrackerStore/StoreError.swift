import GRDB
import Glibc

/// An error of the state as a whole.
package enum StoreError: Error, CustomStringConvertible {
    /// A part of a transaction that ended without a value or an error, which is a bug.
    case partWithoutOutcome
    /// A database that was written by a newer program. It was not changed.
    case newerSchema(path: String)
    /// Another daemon runs on this state.
    case lockedBy(pid: String, path: String)
    /// The state can't be locked, so that two daemons might write to it.
    case noLocks(path: String, errno: Int32)
    /// SQLite doesn't accept a setting that durability needs.
    case notDurable(pragma: String, value: String)
    /// The database to restore is the present one.
    case isPresent(path: String)
    /// A backup may not replace an existing file.
    case fileExists(path: String)
    /// The open database has lost its name, or another file has it.
    case displaced(path: String)
    /// A file that isn't a database of this program.
    case noDatabase(path: String)
    /// A file operation failed.
    case file(operation: String, path: String, errno: Int32)
    /// A copy of the database turned out damaged.
    case badCopy(path: String, finding: String)

    /// True for the error that there is no file at this path.
    package func isMissing(_ path: String) -> Bool {
        guard case .file(_, path, let errno) = self else { return false }
        return errno == ENOENT || errno == ENOTDIR
    }

    package var description: String {
        switch self {
        case .partWithoutOutcome: "a part of a transaction had no outcome"
        case .newerSchema(let path):
            "\(path) was written by a newer trackerd: install that version again; nothing was touched"
        case .lockedBy(let pid, let path):
            "another trackerd (pid \(pid)) is using this state (\(path)): stop it first"
        case .noLocks(let path, let errno):
            "can't lock the state (\(path)): \(FileError.text(errno)). A network file system may not"
                + " support locks: keep the state on a local disk, with --state or XDG_STATE_HOME"
        case .notDurable(let pragma, let value):
            "SQLite answered \(value) to \(pragma): commits wouldn't be durable, so trackerd won't run"
        case .isPresent(let path): "\(path) is the current state itself"
        case .fileExists(let path): "\(path) already exists: choose another file"
        case .displaced(let path): "\(path) is no longer the file that trackerd opened"
        case .noDatabase(let path): "\(path) isn't a database of trackerd"
        case .file(let operation, let path, let errno):
            "can't \(operation) \(path): \(FileError.text(errno))"
        case .badCopy(let path, let finding): "the copy \(path) is damaged: \(finding)"
        }
    }
}

/// The meaning of a storage error for clients that wait for an outcome.
package enum StoreFault: Sendable, Hashable {
    /// The disk is full or read-only: nothing was changed.
    case unwritable
    /// An I/O error: the changes may have been written or not.
    case uncertain
    /// The file isn't a sound database.
    case damaged
    /// The files have lost their names: nothing was changed.
    case displaced

    /// `nil` for an error that doesn't come from the storage, but from a bug.
    package init?(_ error: any Error) {
        if case StoreError.file = error {
            self = .unwritable
            return
        }
        if case StoreError.displaced = error {
            self = .displaced
            return
        }
        guard let error = error as? DatabaseError else { return nil }
        switch error.resultCode {
        case .SQLITE_FULL, .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH,
            .SQLITE_BUSY, .SQLITE_LOCKED:
            self = .unwritable
        // SQLITE_MISUSE comes from a connection that was closed because it couldn't be opened again.
        case .SQLITE_IOERR, .SQLITE_NOMEM, .SQLITE_PROTOCOL, .SQLITE_MISUSE: self = .uncertain
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .damaged
        default: return nil
        }
    }
}
