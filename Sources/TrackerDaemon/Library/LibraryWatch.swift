import Glibc
import Systemd
import UserFiles

/// Reports that the person's own library files may have changed.
final class LibraryWatch {
    private let loop: EventLoop
    private let paths: LibraryPaths
    private let changed: () -> Void
    /// Watch on the files, the folder of programs, and the targets of their links.
    private var files: FileWatch?
    /// Watch on the entries of the folder of programs; `nil` if there is no such folder.
    private var folder: PathSource?
    private var settled: AlarmSource?

    /// - Parameter changed: called once the files haven't changed for a while, since saving takes several
    ///   steps.
    init(
        _ loop: EventLoop, _ paths: LibraryPaths, changed: @escaping () -> Void
    ) throws(SystemError) {
        self.loop = loop
        self.paths = paths
        self.changed = changed
        settled = try loop.alarm(on: .boot) { [unowned self] in mayHaveChanged() }
        files = try FileWatch(loop, []) { [unowned self] in mayHaveChanged() }
        watch()
    }

    private func mayHaveChanged() {
        watch()
        changed()
    }

    /// Watches what the paths lead to now.
    private func watch() {
        folder?.cancel()
        folder = paths.programs.flatMap { programs in
            try? loop.watchPath(programs, for: Self.changes) { [unowned self] _ in
                let now = UInt64(Clocks.read().bootNs / 1000)
                settled?.arm(atMicroseconds: now + Self.settledMicroseconds)
            }
        }
        let links = paths.programs.map(TextFolder.paths)?.filter(Self.isLink) ?? []
        files?.paths = paths.files + [paths.programs].compactMap { $0 } + links
    }

    private static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    private static let changes = PathChanges.replacements.union(.onlyDirectory)
    private static let settledMicroseconds: UInt64 = 100_000
}
