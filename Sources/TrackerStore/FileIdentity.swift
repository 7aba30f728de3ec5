import CLinux

/// Identity of a file, whatever its name: another file at the same path has a different identity.
package struct FileIdentity: Equatable, Sendable {
    private let device: UInt64
    private let inode: UInt64

    /// - Returns: `nil` where there is no file of that name.
    package init?(of path: String) {
        var (device, inode): (UInt64, UInt64) = (0, 0)
        guard clinuxIdentity(path, &device, &inode) == 0 else { return nil }
        self.device = device
        self.inode = inode
    }
}

/// Place of an open database: the files that its names stood for when it was opened.
struct DatabasePlace {
    /// State of the database's names.
    enum Condition {
        case asOpened
        /// The database has lost its name, or its folder is gone.
        case databaseGone
        /// Another file has the database's name.
        case databaseReplaced
        /// Another file was written over the database.
        case databaseOverwritten
        /// The write-ahead log alone has lost its name.
        case logLost
    }

    private let path: String
    private let database: FileIdentity?
    private let log: FileIdentity?

    init(_ path: String) {
        self.path = path
        database = FileIdentity(of: path)
        log = FileIdentity(of: path + "-wal")
    }

    var condition: Condition {
        let present = FileIdentity(of: path)
        guard present == database else { return present == nil ? .databaseGone : .databaseReplaced }
        return FileIdentity(of: path + "-wal") == log ? .asOpened : .logLost
    }
}
