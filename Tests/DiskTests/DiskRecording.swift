import GRDBSQLite
import Glibc
import Rig
import Synchronization
import TestSupport

@testable import TrackerStore

/// A change to the files of a folder. Paths are relative to the folder.
enum Change: Sendable {
    case write(file: Int, offset: Int, bytes: [UInt8])
    case truncate(file: Int, size: Int)
    case sync(file: Int)
    /// Names that get another file, or none, at the same time.
    case name([(name: String, file: Int?)])
    /// The folder; `""` is the recorded folder itself.
    case syncFolder(String)
}

/// The contents of a folder's files.
struct Image: Sendable {
    var files: [String: [UInt8]] = [:]
    /// Paths of files with such contents that still have their times and inodes.
    var kept: [[UInt8]: String] = [:]

    /// A number that is equal for equal images, within one run.
    var fingerprint: Int {
        var hasher = Hasher()
        for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
            hasher.combine(name)
            hasher.combine(bytes.count)
            bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
        }
        return hasher.finalize()
    }

    /// Writes the image into a folder, which must be empty or missing, and what belongs to it into the home beside it.
    func write(to folder: String) throws {
        Self.makeFolder(folder)
        for (name, bytes) in files {
            let isHome = name.hasPrefix(Machine.home + "/")
            let path = isHome ? "\(folder).\(name)" : "\(folder)/\(name)"
            if name.contains("/") { Self.makeFolder(Files.folder(of: path)) }
            if isHome, let kept = kept[bytes],
                linkat(AT_FDCWD, kept, AT_FDCWD, path, 0) == 0
            {
                continue
            }
            let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
            defer { Glibc.close(descriptor) }
            guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
                throw Finding("can't write \(path)")
            }
        }
    }

    private static func makeFolder(_ path: String) {
        guard mkdir(path, 0o700) != 0, errno == ENOENT else { return }
        makeFolder(Files.folder(of: path))
        mkdir(path, 0o700)
    }

    /// Digest of the database as SQLite finds it; 0 where there is none.
    ///
    /// - Parameter folder: folder that may be used for that.
    func digest(in folder: String) throws -> UInt64 {
        var image = Image()
        image.files = files.filter { ["tracker.db", "tracker.db-wal"].contains($0.key) }
        guard image.files["tracker.db"] != nil else { return 0 }
        File.remove(folder)
        try image.write(to: folder)
        return Disk.digest(ofFile: folder + "/tracker.db")
    }
}

/// Records the changes of SQLite's files in a folder, of all names there, and of the shared folder in the home beside it.
final class DiskRecording: DiskWitness {
    private struct State: Sendable {
        var changes: [Change] = []
        /// Numbers of the files, by their present names.
        var files: [String: Int] = [:]
        var count = 0
        /// Numbers of the files that the program writes without SQLite. Their contents are taken at each
        /// sync.
        var own: Set<Int> = []
        /// Files of the shared folder, by their contents.
        var kept: [[UInt8]: String] = [:]
    }

    let folder: String
    /// The contents before the recording.
    let baseline: Image
    private let state: Mutex<State>

    /// - Parameter baseline: the contents of the folder. Its files get the numbers from 0, in the order of
    ///   their names.
    init(_ folder: String, _ baseline: Image) {
        self.folder = folder
        self.baseline = baseline
        var state = State()
        for name in baseline.files.keys.sorted() {
            state.files[name] = state.count
            state.count += 1
        }
        self.state = Mutex(state)
        Disk.watch(self)
    }

    func watches(_ path: String) -> Bool { Machine.owns(path, stateFolder: folder) }

    var changes: [Change] { state.withLock { $0.changes } }

    /// Files of the shared folder that still have their times and inodes, by their contents.
    var kept: [[UInt8]: String] { state.withLock { $0.kept } }

    /// Number of changes so far.
    var position: Int { state.withLock { $0.changes.count } }

    func answer(_ call: DiskCall) -> DiskAnswer {
        // What is in the home beside the folder has names such as `home/shared`.
        let name = String(call.path.dropFirst(folder.count + 1))
        let isHome = Machine.isHome(call.path, stateFolder: folder)
        guard isHome || !call.isOwnAccess else { return DiskAnswer() }
        switch call.kind {
        case .open:
            if call.flags & SQLITE_OPEN_CREATE != 0 { create(name, call.path) }
        case .write:
            add(name) { .write(file: $0, offset: call.offset, bytes: Array(call.bytes)) }
        case .truncate: add(name) { .truncate(file: $0, size: call.offset) }
        case .sync where call.isOwn && !isHome: syncOwn(name, call.path)
        case .sync: add(name) { .sync(file: $0) }
        case .syncFolder: state.withLock { $0.changes.append(.syncFolder(name)) }
        case .delete: rename(from: name, to: nil)
        case .rename:
            if isHome { keep(call.path) }
            rename(from: name, to: String(call.target.dropFirst(folder.count + 1)))
        case .link: link(name, String(call.target.dropFirst(folder.count + 1)))
        case .read, .makeFolder, .allocate: break
        }
        return DiskAnswer()
    }

    /// Keeps a file under another name, since a machine knows its files by their times and inodes.
    private func keep(_ path: String) {
        guard let bytes = File.bytes(path) else { return }
        let kept = folder + ".kept"
        state.withLock { state in
            mkdir(kept, 0o700)
            let copy = "\(kept)/\(state.changes.count)"
            if linkat(AT_FDCWD, path, AT_FDCWD, copy, 0) == 0 { state.kept[bytes] = copy }
        }
    }

    private func add(_ name: String, _ change: (Int) -> Change) {
        state.withLock { state in
            // The reserve and the lock don't matter.
            guard let file = state.files[name] else { return }
            state.changes.append(change(file))
        }
    }

    /// Takes the contents of a copy that the program makes by itself.
    private func syncOwn(_ name: String, _ path: String) {
        guard name.hasSuffix(".db") || name.contains(".db."), let bytes = File.bytes(path) else {
            return
        }
        state.withLock { state in
            if state.files[name] == nil {
                state.files[name] = state.count
                state.own.insert(state.count)
                state.changes.append(.name([(name, state.count)]))
                state.count += 1
            }
            guard let file = state.files[name] else { return }
            if state.own.contains(file) {
                state.changes.append(.write(file: file, offset: 0, bytes: bytes))
            }
            state.changes.append(.sync(file: file))
        }
    }

    private func create(_ name: String, _ path: String) {
        state.withLock { state in
            guard access(path, F_OK) != 0 else { return }
            state.files[name] = state.count
            state.changes.append(.name([(name, state.count)]))
            state.count += 1
        }
    }

    private func rename(from: String, to: String?) {
        state.withLock { state in
            guard let file = state.files.removeValue(forKey: from) else { return }
            guard let to else { return state.changes.append(.name([(from, nil)])) }
            state.files[to] = file
            state.changes.append(.name([(from, nil), (to, file)]))
        }
    }

    private func link(_ from: String, _ to: String) {
        state.withLock { state in
            guard let file = state.files[from], state.files[to] == nil else { return }
            state.files[to] = file
            state.changes.append(.name([(to, file)]))
        }
    }
}
