import Glibc
import TrackerCore

/// Checked copies of the database, seven of which are kept.
package struct Backups {
    package static let kept = 7
    private static let prefix = "tracker-"
    private static let suffix = ".db"
    private static let unfinished = ".part"

    /// Absolute.
    package let folder: String

    package init(stateFolder: String) { folder = stateFolder + "/backups" }

    /// Absolute paths of the daemon's own, the newest last.
    package var paths: [String] {
        let own = Files.names(in: folder).compactMap { name in Self.seq(of: name).map { ($0, name) }
        }
        return own.sorted { $0 < $1 }.map { "\(folder)/\($0.1)" }
    }

    /// The newest event in a copy, by which they are sorted: clocks may be set back.
    private static func seq(of name: String) -> Int64? {
        guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return nil }
        let stem = name.dropFirst(prefix.count).dropLast(suffix.count)
        let parts = stem.split(separator: "-", omittingEmptySubsequences: false)
        return parts.count > 1 ? parts.last.flatMap { Int64($0) } : nil
    }

    /// When the newest was made, UTC milliseconds.
    package var newestMs: Int64? {
        var status = stat()
        guard let path = paths.last, stat(path, &status) == 0 else { return nil }
        return Int64(status.st_mtim.tv_sec) * 1000
    }

    /// Copies the database into the folder and drops the oldest copies beyond seven.
    ///
    /// - Parameter time: when it is made, for its name.
    package func create(from store: Store, time: String) throws -> String {
        try Files.makeFolder(folder)
        for name in Files.names(in: folder) where name.contains(Self.unfinished) {
            unlink("\(folder)/\(name)")
        }
        let path = "\(folder)/\(Self.prefix)\(time)-\(store.lastSeq)\(Self.suffix)"
        try Self.copy(store, to: path)
        for old in paths.dropLast(Self.kept) { unlink(old) }
        return path
    }

    /// Copies the database to a path that doesn't exist yet: whole and checked, or not at all.
    package static func copy(_ store: Store, to path: String) throws {
        guard !Files.exists(path) else { throw StoreError.fileExists(path: path) }
        var generator = SystemRandomNumberGenerator()
        let unfinished = "\(path).\(Identifier.random(using: &generator))\(Self.unfinished)"
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
