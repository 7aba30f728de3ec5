import Systemd
import TrackerCore
import TrackerStore

/// Watch for changes of other machines' files in the shared folder.
///
/// The folder is watched for subfolders that come and go, and each subfolder for its files. In this machine's
/// own subfolder only the note and conflict copies are reported, since they show that another machine has the
/// same id. If other files there were reported, each of this machine's own writes would lead to a listing.
/// Other changes there are found by the next listing, which compares the files with those that were written:
/// at a start, after another machine's change, and by `sync.now`.
///
/// A call on a path may hang if its disk or network does. So paths are touched only right after a task has
/// succeeded there, and a watch that still works isn't set again. While the folder is missing, nothing is
/// watched.
final class FolderWatch {
    private let loop: EventLoop
    private let path: String
    /// Returns this machine's id, which may change.
    private let ownID: () -> String
    private let changed: () -> Void
    private var folder: PathSource?
    /// Watches on the machines' subfolders, by id.
    private var subfolders: [String: PathSource] = [:]
    private var settled: AlarmSource?
    /// Time of the last report, in microseconds of the boot clock.
    private var reported: UInt64 = 0

    /// - Parameter changed: called at the first change, then once for all changes within a tenth of a second.
    init(
        _ loop: EventLoop, _ path: String, ownID: @escaping () -> String,
        changed: @escaping () -> Void
    ) throws(SystemError) {
        self.loop = loop
        self.path = path
        self.ownID = ownID
        self.changed = changed
        settled = try loop.alarm(on: .boot) { [weak self] in self?.report() }
    }

    /// Watches the subfolders of these machines, which were just listed.
    func follow(_ writers: some Sequence<String>) {
        let followed = Set(writers)
        for (writer, watch) in subfolders where !followed.contains(writer) {
            watch.cancel()
            subfolders[writer] = nil
        }
        var isNew = false
        if folder == nil {
            folder = watchFolder()
            isNew = folder != nil
        }
        for writer in followed where subfolders[writer] == nil {
            subfolders[writer] = watchSubfolder(writer)
            isNew = isNew || subfolders[writer] != nil
        }
        // Something may have changed between the listing and the start of the new watch.
        if isNew { mayHaveChanged() }
    }

    /// Watches nothing, since the folder is gone. `follow` starts again.
    func end() {
        folder?.cancel()
        folder = nil
        for watch in subfolders.values { watch.cancel() }
        subfolders = [:]
    }

    private func watchFolder() -> PathSource? {
        try? loop.watchPath(path, for: Self.changes) { [weak self] change in
            guard let self else { return }
            if !change.changes.isDisjoint(with: Self.losses) {
                folder?.cancel()
                folder = nil
                mayHaveChanged()
            } else if let name = change.name, Identifier.isWhole(name), name != ownID() {
                mayHaveChanged()
            }
        }
    }

    private func watchSubfolder(_ writer: String) -> PathSource? {
        // A link would lead out of the folder.
        let changes = Self.changes.union(.linkItself)
        return try? loop.watchPath("\(path)/\(writer)", for: changes) { [weak self] change in
            guard let self else { return }
            if !change.changes.isDisjoint(with: Self.losses) {
                subfolders.removeValue(forKey: writer)?.cancel()
                mayHaveChanged()
            } else if let name = change.name, isReported(name, of: writer) {
                mayHaveChanged()
            }
        }
    }

    /// Whether this is the name of a file to read. Programs that sync folders create others.
    private func isReported(_ name: String, of writer: String) -> Bool {
        if name == MachineNote.fileName { return true }
        guard let name = SharedFile.Name(name) else { return false }
        return name.isCopy || writer != ownID()
    }

    /// Further changes don't delay the report, since a constant stream of them would hold it back for good.
    private func mayHaveChanged() {
        guard let settled, !settled.isArmed else { return }
        let now = UInt64(Clocks.read().bootNs / 1000)
        settled.arm(atMicroseconds: max(now, reported + Self.settledMicroseconds))
    }

    private func report() {
        reported = UInt64(Clocks.read().bootNs / 1000)
        changed()
    }

    private static let settledMicroseconds: UInt64 = 100_000
    private static let changes = PathChanges.replacements.union([.selfMoved, .onlyDirectory])
    private static let losses: PathChanges = [.lost, .gone, .selfMoved]
}
