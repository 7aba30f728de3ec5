import Systemd

/// Reports that a person's own movements or programs may have changed.
final class LibraryWatch {
    private let loop: EventLoop
    private let programs: String
    private let changed: () -> Void
    private var files: [FileWatch] = []
    /// The watch on the entries of the folder of programs; `nil` where there is no such folder.
    private var folder: PathSource?
    private var settled: AlarmSource?

    /// - Parameters:
    ///   - movements: the path of the file of movements; `nil` for none, as for the folder of programs.
    ///   - changed: called once the files haven't changed for a while, since they are saved in several steps.
    init(
        _ loop: EventLoop, movements: String?, programs: String?, changed: @escaping () -> Void
    ) throws(SystemError) {
        self.loop = loop
        self.programs = programs ?? ""
        self.changed = changed
        settled = try loop.alarm(on: .boot) { [unowned self] in self.changed() }
        if let movements {
            files.append(try FileWatch(loop, movements) { [unowned self] in self.changed() })
        }
        guard let programs else { return }
        files.append(
            try FileWatch(loop, programs) { [unowned self] in
                watchFolder()
                self.changed()
            })
        watchFolder()
    }

    /// Watches the folder that the path names now.
    private func watchFolder() {
        folder?.cancel()
        folder = try? loop.watchPath(programs, for: Self.changes) { [unowned self] _ in
            let now = UInt64(Clocks.read().bootNs / 1000)
            settled?.arm(atMicroseconds: now + Self.settledMicroseconds)
        }
    }

    private static let changes = PathChanges.replacements.union(.onlyDirectory)
    private static let settledMicroseconds: UInt64 = 100_000
}
