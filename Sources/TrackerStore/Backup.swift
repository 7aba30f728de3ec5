import Glibc
import TrackerCore

/// Checked copies of the database, of which the newest seven are kept.
package struct Backups {
    package static let kept = 7
    fileprivate static let prefix = "tracker-"
    fileprivate static let suffix = ".db"
    fileprivate static let unfinished = ".part"

    /// Absolute path.
    package let folder: String

    package init(stateFolder: String) { folder = stateFolder + "/backups" }

    /// Absolute paths of the copies that the daemon made, the newest last.
    package var paths: [String] {
        let own = Files.names(in: folder).compactMap { name in Self.seq(of: name).map { ($0, name) }
        }
        return own.sorted { $0 < $1 }.map { "\(folder)/\($0.1)" }
    }

    /// Number of the newest event in a copy, from its name; `nil` for a name of another form. Copies are
    /// sorted by this number, since clocks may be set back.
    private static func seq(of name: String) -> Int64? {
        guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return nil }
        let stem = name.dropFirst(prefix.count).dropLast(suffix.count)
        let parts = stem.split(separator: "-", omittingEmptySubsequences: false)
        return parts.count > 1 ? parts.last.flatMap { Int64($0) } : nil
    }

    /// Time at which the newest copy was made, UTC milliseconds; `nil` without copies.
    package var newestMs: Int64? {
        var status = stat()
        guard let path = paths.last, stat(path, &status) == 0 else { return nil }
        return Int64(status.st_mtim.tv_sec) * 1000
    }

    /// Begins a copy into the folder. Once the copy is complete, the oldest copies beyond seven are
    /// deleted.
    ///
    /// - Parameter time: the time of the copy, for its name.
    package func begin(from store: Store, time: String) throws -> Backup {
        try Files.makeFolder(folder)
        for name in Files.names(in: folder) where name.contains(Self.unfinished) {
            let path = "\(folder)/\(name)"
            if !store.isCopying(to: path) { unlink(path) }
        }
        let start = "\(folder)/\(Self.prefix)\(time)"
        return try Backup(of: store, near: start) { copy, seq in
            let path = "\(start)-\(seq)\(Self.suffix)"
            // A copy that is already there was made in the same second with the same newest event, so it is
            // the same copy.
            if !Files.exists(path) { try Files.rename(copy, to: path) }
            for old in paths.dropLast(Self.kept) { unlink(old) }
            return path
        }
    }

    /// Begins a copy to a path at which no file exists yet. The path receives a complete, checked copy or
    /// nothing.
    package static func begin(copying store: Store, to path: String) throws -> Backup {
        guard !Files.exists(path) else { throw StoreError.fileExists(path: path) }
        return try Backup(of: store, near: path) { copy, _ in
            guard !Files.exists(path) else { throw StoreError.fileExists(path: path) }
            try Files.rename(copy, to: path)
            return path
        }
    }

    /// The size of a copy in bytes.
    package static func bytes(of path: String) -> Int64 { Files.size(path) ?? 0 }
}

/// A backup that is being made. Its file lies beside the final place until it is complete; an abandoned
/// backup leaves no file.
package final class Backup {
    private let copy: DatabaseCopy
    /// Moves the complete copy to its place, and returns the path of that place.
    private let place: (_ copy: String, _ seq: Int64) throws -> String

    fileprivate init(
        of store: Store, near path: String,
        place: @escaping (_ copy: String, _ seq: Int64) throws -> String
    ) throws {
        self.place = place
        var generator = SystemRandomNumberGenerator()
        copy = try store.copy(
            to: "\(path).\(Identifier.random(using: &generator))\(Backups.unfinished)")
    }

    deinit {
        copy.close()
        unlink(copy.path)
    }

    /// Continues while there is time, with at least one step.
    ///
    /// - Returns: the path of the copy and the number of its newest event; `nil` where another slice is
    ///   needed.
    package func advance(while hasTime: () -> Bool) throws -> (path: String, seq: Int64)? {
        guard try copy.advance(while: hasTime) else { return nil }
        return (try place(copy.path, copy.seq), copy.seq)
    }
}
