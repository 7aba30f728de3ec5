import Glibc

/// Reports that the content at one of several paths may have changed: the file was replaced or written, one
/// of the links on the way to it points elsewhere, or one of the folders on the way was moved.
///
/// Each link, and the file at the end of a path, is watched by its name in its folder, since all of them are
/// replaced by renaming. If a part of the path is missing, the watch waits for it to appear. The other
/// folders on the way are watched only for being moved: other changes in them aren't reported.
package final class FileWatch {
    /// A name in a folder on the path to the file.
    private struct Place: Hashable {
        let folder: String
        let name: String
    }

    /// The watched parts of a path.
    private struct Way {
        /// The links on the path, then the file itself or the first missing part.
        var places: [Place] = []
        /// Folders on the path that aren't links.
        var folders: [String] = []
    }

    /// Time without a change, in microseconds, after which the file counts as complete, since it may be
    /// written in several steps.
    private static let settledMicroseconds: UInt64 = 100_000
    /// Most links to follow, the same as in the kernel.
    private static let maximumLinks = 40

    private let loop: EventLoop
    /// The watched paths; a relative one starts at the working directory. Each may be missing.
    package var paths: [String] { didSet { if paths != oldValue { watch() } } }
    private let changed: () -> Void
    private var watches: [PathSource] = []
    private var settled: AlarmSource?
    /// Whether changes go unnoticed because the kernel can't watch another folder.
    private(set) var isBlind = false

    package init(
        _ loop: EventLoop, _ paths: [String], changed: @escaping () -> Void
    ) throws(SystemError) {
        self.loop = loop
        self.paths = paths
        self.changed = changed
        settled = try loop.alarm(on: .boot) { [weak self] in self?.hasSettled() }
        watch()
    }

    private func watch() {
        for watch in watches { watch.cancel() }
        isBlind = false
        let ways = paths.map(Self.way)
        let byFolder = Dictionary(grouping: ways.flatMap(\.places), by: \.folder)
        watches = byFolder.compactMap { folder, places in
            let names = Set(places.map(\.name))
            return watch(folder, for: Self.changes) { [weak self] change in
                let isGone = !change.changes.isDisjoint(with: Self.losses)
                if isGone || change.name.map(names.contains) == true { self?.mayHaveChanged() }
            }
        }
        let others = Set(ways.flatMap(\.folders)).subtracting(byFolder.keys)
        watches += others.compactMap { folder in
            watch(folder, for: Self.moves) { [weak self] _ in self?.mayHaveChanged() }
        }
    }

    /// Watches a folder. If that fails, its content is assumed to stay as it is.
    private func watch(
        _ folder: String, for changes: PathChanges, _ handler: @escaping (PathChange) -> Void
    ) -> PathSource? {
        do throws(SystemError) {
            return try loop.watchPath(folder, for: changes, handler: handler)
        } catch {
            isBlind = isBlind || error.isWantOfWatches
            return nil
        }
    }

    private func mayHaveChanged() {
        let now = UInt64(Clocks.read().bootNs / 1000)
        settled?.arm(atMicroseconds: now + Self.settledMicroseconds)
    }

    private func hasSettled() {
        watch()
        changed()
    }

    private static func way(to path: String) -> Way {
        var way = Way()
        var folder = path.hasPrefix("/") ? "" : workingDirectory
        var names = path.split(separator: "/").map(String.init)
        while !names.isEmpty {
            let name = names.removeFirst()
            if name == "." { continue }
            if name == ".." {
                folder = String(folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)])
                continue
            }
            let place = Place(folder: folder.isEmpty ? "/" : folder, name: name)
            let here = "\(folder)/\(name)"
            var status = stat()
            let isThere = lstat(here, &status) == 0
            if isThere, status.st_mode & S_IFMT == S_IFLNK, let target = target(of: here) {
                way.places.append(place)
                guard way.places.count < maximumLinks else { return way }
                if target.hasPrefix("/") { folder = "" }
                names = target.split(separator: "/").map(String.init) + names
            } else if isThere, !names.isEmpty {
                folder = here
                way.folders.append(here)
            } else {
                way.places.append(place)
                return way
            }
        }
        return way
    }

    /// Absolute path of the working directory; empty for the root, and if the directory is gone.
    private static var workingDirectory: String {
        guard let path = getcwd(nil, 0) else { return "" }
        defer { free(path) }
        let text = String(cString: path)
        return text == "/" ? "" : text
    }

    private static func target(of link: String) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(link, &buffer, buffer.count)
        let bytes = buffer.prefix(max(0, count)).map(UInt8.init(bitPattern:))
        return count < 0 ? nil : String(decoding: bytes, as: UTF8.self)
    }

    private static let changes = PathChanges.replacements.union([.selfMoved, .onlyDirectory])
    private static let moves: PathChanges = [.selfMoved, .onlyDirectory]
    private static let losses: PathChanges = [.lost, .gone, .selfMoved]
}
