import Glibc
import TrackerCore

/// Checked copies of the database, seven of which are kept.
package struct Backups {
    package static let kept = 7
    private static let prefix = "tracker-"
    private static let suffix = ".db"

    /// Absolute.
    package let folder: String

    package init(stateFolder: String) { folder = stateFolder + "/backups" }

    /// Absolute paths, the newest last.
    package var paths: [String] {
        Files.names(in: folder)
            .filter { $0.hasPrefix(Self.prefix) && $0.hasSuffix(Self.suffix) }
            .map { "\(folder)/\($0)" }
    }

    /// When the newest was made, UTC milliseconds.
    package var newestMs: Int64? {
        var status = stat()
        guard let path = paths.last, stat(path, &status) == 0 else { return nil }
        return Int64(status.st_mtim.tv_sec) * 1000
    }

    /// Copies the database into the folder and drops the oldest copies beyond seven.
    ///
    /// - Parameter name: what tells this copy from others, and sorts after them: its time.
    package func create(from store: Store, name: String) throws -> String {
        try Files.makeFolder(folder)
        let path = "\(folder)/\(Self.prefix)\(name)\(Self.suffix)"
        try Self.copy(store, to: path)
        for old in paths.dropLast(Self.kept) { unlink(old) }
        return path
    }

    /// Copies the database to a path that doesn't exist yet: whole and checked, or not at all.
    package static func copy(_ store: Store, to path: String) throws {
        guard !Files.exists(path) else { throw StoreError.fileExists(path: path) }
        let unfinished = path + ".part"
        unlink(unfinished)
        // What SQLite makes is the owner's alone.
        let mask = umask(0o077)
        defer { umask(mask) }
        do {
            try store.copy(to: unfinished)
            try Files.rename(unfinished, to: path)
        } catch {
            unlink(unfinished)
            throw error
        }
    }

    /// The size of a copy in bytes.
    package static func bytes(of path: String) -> Int64 { Files.size(path) ?? 0 }
}
