import GRDB
import Glibc
import TrackerCore

/// Checked copies of the database: the newest seven, those before the last three upgrades of its schema, and those before
/// the last three first merges of another machine's rows.
package struct Backups {
    package static let kept = 7
    package static let keptOfUpgrades = 3
    package static let keptOfMerges = 3
    fileprivate static let prefix = "tracker-"
    fileprivate static let upgrade = "upgrade-"
    fileprivate static let merge = "merge-"
    fileprivate static let replaced = "replaced-"
    fileprivate static let rescued = "rescued-"
    fileprivate static let suffix = ".db"
    /// End of the name of a file that isn't whole yet.
    static let unfinished = ".part"

    /// Absolute path.
    package let folder: String

    package init(stateFolder: String) { folder = stateFolder + "/backups" }

    init(folder: String) { self.folder = folder }

    /// Absolute paths of the copies that the daemon made, the newest last.
    package var paths: [String] { paths(after: Self.prefix) }

    private func paths(after prefix: String) -> [String] {
        let own = Files.names(in: folder).compactMap { name in
            Self.seq(of: name, after: prefix).map { ($0, name) }
        }
        return own.sorted { $0 < $1 }.map { "\(folder)/\($0.1)" }
    }

    /// Date and time for the name of a file.
    package static func stamp(at now: Moment, _ zone: Zone) -> String {
        let time = zone.civilTime(atMs: now.wallMs)
        return "\(time.dateText)T\(time.timeText.filter { $0 != ":" })"
    }

    /// A database in the folder.
    package struct Listed: Sendable {
        package enum Origin: String, Sendable {
            /// A copy that the daemon made, as it does once a day.
            case backup
            /// A copy that a newer daemon made before it changed the schema.
            case upgrade
            /// A copy that the daemon made before the first rows of another machine came in.
            case merge
            /// A state that was replaced by a restored one.
            case replaced
            /// The state of a daemon whose database had been deleted or replaced.
            case rescued
        }

        package let path: String
        package let origin: Origin
        /// Number of its newest event; `nil` where that isn't known.
        package let seq: Int64?
        package let bytes: Int64
        /// Time of its last change, UTC milliseconds.
        package let atMs: Int64
    }

    /// All databases in the folder, the newest first.
    package var all: [Listed] {
        let origins: [(String, Listed.Origin)] = [
            (Self.prefix, .backup), (Self.upgrade, .upgrade),
            (Self.merge, .merge), (Self.replaced, .replaced),
            (Self.rescued, .rescued),
        ]
        let listed = Files.names(in: folder).compactMap { name -> Listed? in
            var status = stat()
            let path = "\(folder)/\(name)"
            guard let (start, origin) = origins.first(where: { name.hasPrefix($0.0) }),
                name.hasSuffix(Self.suffix), stat(path, &status) == 0
            else { return nil }
            let ms = Int64(status.st_mtim.tv_sec) * 1000 + Int64(status.st_mtim.tv_nsec) / 1_000_000
            return Listed(
                path: path, origin: origin, seq: Self.seq(of: name, after: start),
                bytes: Int64(status.st_size), atMs: ms)
        }
        return listed.sorted { ($0.atMs, $0.seq ?? 0, $0.path) > ($1.atMs, $1.seq ?? 0, $1.path) }
    }

    /// Number of the newest event in any database of the folder; 0 for none.
    var newestSeq: Int64 { all.compactMap(\.seq).max() ?? 0 }

    /// An unused path in the folder for a database that is set aside.
    ///
    /// - Parameter seq: number of its newest event; `nil` where that isn't known.
    package func freePath(_ origin: Listed.Origin, at now: Moment, _ zone: Zone, seq: Int64?)
        -> String
    {
        let start = origin == .rescued ? Self.rescued : Self.replaced
        let end = (seq.map { "-\($0)" } ?? "") + Self.suffix
        let stamp = Self.stamp(at: now, zone)
        var attempt = 1
        while true {
            let again = attempt == 1 ? "" : "_\(attempt)"
            let path = "\(folder)/\(start)\(stamp)\(again)\(end)"
            if !Files.exists(path) { return path }
            attempt += 1
        }
    }

    /// Number of the newest event in a copy, from its name; `nil` for a name of another form. Copies are
    /// sorted by this number, since clocks may be set back.
    private static func seq(of name: String, after prefix: String) -> Int64? {
        guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return nil }
        let stem = name.dropFirst(prefix.count).dropLast(suffix.count)
        let parts = stem.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count > 1, let seq = parts.last.flatMap({ Int64($0) }), seq <= maximumSeq else {
            return nil
        }
        return seq
    }

    /// A file with a larger number in its name isn't one of the daemon's.
    private static let maximumSeq: Int64 = 1 << 53

    /// Time at which the newest copy was made, UTC milliseconds; `nil` without copies.
    package var newestMs: Int64? {
        var status = stat()
        guard let path = paths.last, stat(path, &status) == 0 else { return nil }
        return Int64(status.st_mtim.tv_sec) * 1000
    }

    /// Begins a copy into the folder. Once the copy is complete, the oldest copies beyond seven are
    /// deleted; of those before merges, beyond three.
    ///
    /// - Parameters:
    ///   - time: time of the copy, for its name.
    ///   - isBeforeMerge: whether another machine's first rows follow.
    package func begin(
        from store: Store, time: String, isBeforeMerge: Bool = false
    ) throws -> Backup {
        let (prefix, kept) =
            isBeforeMerge ? (Self.merge, Self.keptOfMerges) : (Self.prefix, Self.kept)
        try Files.makeFolder(folder)
        for name in Files.names(in: folder) where name.contains(Self.unfinished) {
            let path = "\(folder)/\(name)"
            if !store.isCopying(to: path) { unlink(path) }
        }
        let start = "\(folder)/\(prefix)\(time)"
        return try Backup(of: store, near: start) { copy, seq in
            let path = "\(start)-\(seq)\(Self.suffix)"
            // A copy that is already there was made in the same second with the same newest event, so it is
            // the same copy.
            if !Files.exists(path) { try Files.rename(copy, to: path) }
            for old in paths(after: prefix).dropLast(kept) { unlink(old) }
            return path
        }
    }

    /// Copies the database before an upgrade of its schema, and deletes the oldest such copies beyond three.
    ///
    /// - Parameter goesOn: called again and again.
    func copy(beforeUpgradeOf db: Database, at now: Moment, _ zone: Zone, goesOn: () -> Void) throws
    {
        try Files.makeFolder(folder)
        let start = "\(folder)/\(Self.upgrade)\(Self.stamp(at: now, zone))"
        unlink(start + Self.unfinished)
        let copy = try DatabaseCopy(of: db, to: start + Self.unfinished)
        defer {
            copy.close()
            unlink(copy.path)
        }
        while try !copy.advance(while: { false }) { goesOn() }
        try Files.rename(copy.path, to: "\(start)-\(copy.seq)\(Self.suffix)")
        for old in paths(after: Self.upgrade).dropLast(Self.keptOfUpgrades) { unlink(old) }
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
