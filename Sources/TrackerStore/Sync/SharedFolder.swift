import Glibc
import TrackerCore

/// Folder through which a person's machines share their rows. Another program copies it between them.
///
/// Each machine has a subfolder, named after its id, to which it alone writes. The folder may be missing or unwritable
/// at any time, and everything in it may come from anybody. The caller keeps track of what was read.
package struct SharedFolder: Sendable {
    package static let maximumMachines = 64
    /// Highest number of files that are read in a machine's subfolder.
    package static let maximumFiles = 10_000

    /// Limits of what is read.
    struct Limits {
        var machines = SharedFolder.maximumMachines
        var files = SharedFolder.maximumFiles
        /// Highest number of names read in a folder, so that a flood of them takes a bounded time.
        var names = 100_000
    }

    /// Absolute path.
    package let path: String
    let limits: Limits

    package init(_ path: String) { self.init(path, limits: Limits()) }

    init(_ path: String, limits: Limits) {
        self.path = path
        self.limits = limits
    }

    /// Creates the folder if it's missing. Its parent must exist.
    package func make() throws {
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw SharedFolderError("create the folder", path)
        }
    }

    /// Checks that the folder is there and that this user may write to it.
    package func checkUsable() throws {
        _ = try OpenFolder(path)
        guard access(path, R_OK | W_OK | X_OK) == 0 else {
            throw SharedFolderError("write to", path)
        }
    }

    /// Free space in bytes on the folder's file system, for this user.
    package func freeBytes() throws -> Int64 {
        var facts = statvfs()
        guard statvfs(path, &facts) == 0 else { throw SharedFolderError("look at", path) }
        let (bytes, isTooMuch) = UInt64(facts.f_bavail).multipliedReportingOverflow(
            by: UInt64(facts.f_frsize))
        return isTooMuch ? .max : Int64(clamping: bytes)
    }

    /// Digest of a file's content, 16 hexadecimal digits. It identifies the content whatever the file's mark.
    package static func digest(of bytes: [UInt8]) -> String {
        SharedLine.hexadecimal(SHA256.digest(of: bytes).prefix(8))
    }

    /// A machine's subfolder; `nil` if there is none.
    func subfolder(of writer: String) throws -> OpenFolder? {
        try Self.check(writer, in: path)
        return try OpenFolder(path).folder(writer)
    }

    /// Refuses what isn't an id: a path could lead out of the folder.
    static func check(_ writer: String, in path: String) throws {
        guard Identifier.isWhole(writer) else {
            throw SharedFolderError("use", "\(path)/\(writer)", code: EINVAL)
        }
    }
}

/// Failed file operation in a shared folder. The state is unaffected, so this isn't a `StoreError`.
package struct SharedFolderError: Error, Sendable, Hashable, CustomStringConvertible {
    package let operation: String
    package let path: String
    /// The errno.
    package let code: Int32

    init(_ operation: String, _ path: String, code: Int32 = errno) {
        self.operation = operation
        self.path = path
        self.code = code
    }

    package var description: String { "can't \(operation) \(path): \(FileError.text(code))" }

    package var kind: SharedFolder.Problem.Kind {
        switch code {
        // The last four mean that a disk or network folder has gone away.
        case ENOENT, ENOTDIR, ENODEV, ENXIO, ENOTCONN, ESTALE: .missing
        case ENOSPC, EDQUOT: .full
        default: .unwritable
        }
    }
}

extension SharedFolder {
    /// Problem that keeps rows from being shared.
    package struct Problem: Sendable, Hashable {
        package enum Kind: String, Sendable, Hashable {
            case missing
            case unwritable
            case full
            /// A file has a format of another version.
            case format
            /// There are more machines or files than are read, or larger files.
            case limits
        }

        package let kind: Kind
        /// What is wrong, in words.
        package let detail: String

        package init(kind: Kind, detail: String) {
            self.kind = kind
            self.detail = detail
        }

        package init(_ error: SharedFolderError) {
            self.init(kind: error.kind, detail: error.description)
        }
    }

    /// Reason why a file isn't read.
    package enum Unread: Error, Sendable, Hashable, CustomStringConvertible {
        case missing
        /// The entry is a link, a folder or another special file.
        case notAFile
        /// The file belongs to another user.
        case foreign
        case format(SharedFormatError)
        case failed(SharedFolderError)
        /// The file was read, and its rows can't be merged.
        case notMerged

        package var description: String {
            switch self {
            case .missing: "there is no such file"
            case .notAFile: "it isn't a regular file"
            case .foreign: "the file belongs to another user"
            case .format(let error): error.description
            case .failed(let error): error.description
            case .notMerged: "its rows can't be merged"
            }
        }

        /// Whether the disk or network has failed: the file itself may be fine.
        package var isFailure: Bool { if case .failed = self { true } else { false } }

        /// Kind of problem; `nil` for a file that can be skipped.
        package var kind: Problem.Kind? {
            switch self {
            case .missing, .notAFile, .foreign, .format(.damaged), .notMerged: nil
            case .format(.tooLarge): .limits
            case .format(.otherFormat): .format
            case .failed(let error): error.kind
            }
        }
    }
}
