import Glibc
import TrackerCore

/// Checked copies of the database, seven of which are kept.
package struct Backups {
    package static let kept = 7
    fileprivate static let prefix = "tracker-"
    fileprivate static let suffix = ".db"
    fileprivate static let unfinished = ".part"

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

    /// Begins a copy into the folder. Once it is there, the oldest copies beyond seven go.
    ///
    /// - Parameter time: when it is made, for its name.
    package func begin(from store: Store, time: String) throws -> Backup {
        try Files.makeFolder(folder)
        for name in Files.names(in: folder) where name.contains(Self.unfinished) {
            let path = "\(folder)/\(name)"
            if !store.isCopying(to: path) { unlink(path) }
        }
        let start = "\(folder)/\(Self.prefix)\(time)"
        return try Backup(of: store, near: start) { copy, seq in
            let path = "\(start)-\(seq)\(Self.suffix)"
            // Within one second nothing has changed: a copy that is there is this one.
            if !Files.exists(path) { try Files.rename(copy, to: path) }
            for old in paths.dropLast(Self.kept) { unlink(old) }
            return path
        }
    }

    /// Begins a copy to a path that doesn't exist yet: whole and checked, or not at all.
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

/// A backup on its way. It lies beside its place until it is whole; one that is given up leaves nothing.
package final class Backup {
    private let copy: DatabaseCopy
    /// Moves the whole copy to its place, and says where that is.
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

    /// Goes on as long as there is time, and by one step at least.
    ///
    /// - Returns: where the copy is, and the newest event in it; `nil` where another slice is needed.
    package func advance(while hasTime: () -> Bool) throws -> (path: String, seq: Int64)? {
        guard try copy.advance(while: hasTime) else { return nil }
        return (try place(copy.path, copy.seq), copy.seq)
    }
}
