import GRDBSQLite
import Glibc
import Synchronization

/// A folder on which SQLite's writes can be made to fail, by a VFS in front of the system's own. Other
/// folders go past it.
package final class FaultyDisk: Sendable {
    package struct Faults: Sendable {
        /// What writing answers; `SQLITE_FULL` and the like.
        package var write: Int32?
        /// What syncing answers.
        package var sync: Int32?
        /// How many more bytes may be written before `write` applies.
        package var roomBytes = 0
        /// Bytes that become free once this file is gone; it can't be made again then.
        package var reserve: (path: String, bytes: Int)?
        package var isReadOnly = false
        package var interruption: Interruption?
    }

    /// After so many more changes of the disk this is done, and what it answers is the next one's answer:
    /// `nil` lets it happen.
    package struct Interruption: Sendable {
        package var after: Int
        /// Whether only syncs count.
        package let isOfSyncs: Bool
        package let action: @Sendable () -> Int32?

        package init(
            after: Int, isOfSyncs: Bool = false, action: @escaping @Sendable () -> Int32?
        ) {
            self.after = after
            self.isOfSyncs = isOfSyncs
            self.action = action
        }
    }

    // SQLite composes these from others, which Swift doesn't see.
    package static let failedWrite = SQLITE_IOERR | 3 << 8
    package static let failedSync = SQLITE_IOERR | 4 << 8

    private let faults = Mutex(Faults())
    package let folder: String

    package init(_ folder: String) {
        self.folder = folder
        shim.disks.withLock { $0.append(Watched(disk: self)) }
    }

    package func set(_ change: (inout Faults) -> Void) { faults.withLock { change(&$0) } }

    package func heal() {
        set { $0 = Faults() }
        rmdir(folder + "/reserve")
    }

    /// Nothing can be written any more but what the reserve makes room for.
    package func fillUp(reserveBytes: Int = 0) {
        set {
            $0.write = SQLITE_FULL
            $0.reserve = (folder + "/reserve", reserveBytes)
        }
    }

    /// What the next change of the disk meets where it is the one to be interrupted.
    fileprivate func interruption(isSync: Bool = false) -> Int32? {
        let action = faults.withLock { faults -> (@Sendable () -> Int32?)? in
            guard let next = faults.interruption, isSync || !next.isOfSyncs else { return nil }
            faults.interruption?.after -= 1
            guard next.after <= 0 else { return nil }
            faults.interruption = nil
            return next.action
        }
        return action?()
    }

    fileprivate func fault(onWriting count: Int) -> Int32? {
        if let code = interruption() { return code }
        return faults.withLock { faults in
            guard let code = faults.write else { return nil }
            if let reserve = faults.reserve, access(reserve.path, F_OK) != 0 {
                faults.roomBytes += reserve.bytes
                mkdir(reserve.path, 0o700)
                faults.reserve = nil
            }
            guard faults.roomBytes < count else {
                faults.roomBytes -= count
                return nil
            }
            return code
        }
    }

    fileprivate var isReadOnly: Bool { faults.withLock { $0.isReadOnly } }

    fileprivate var faultOnSyncing: Int32? {
        interruption(isSync: true) ?? faults.withLock { $0.sync }
    }
}

private struct Watched: Sendable {
    weak let disk: FaultyDisk?

    init(disk: FaultyDisk) { self.disk = disk }
}

/// The state of the VFS: made once, and the default from then on.
private let shim = Shim()

private final class Shim: Sendable {
    let disks = Mutex<[Watched]>([])
    nonisolated(unsafe) let system: UnsafeMutablePointer<sqlite3_vfs>
    nonisolated(unsafe) let methods: UnsafeMutablePointer<sqlite3_io_methods>
    nonisolated(unsafe) private let vfs: UnsafeMutablePointer<sqlite3_vfs>

    init() {
        guard let system = sqlite3_vfs_find(nil) else { preconditionFailure("SQLite has no VFS") }
        self.system = system
        methods = .allocate(capacity: 1)
        methods.initialize(to: ioMethods())
        vfs = .allocate(capacity: 1)
        vfs.initialize(to: system.pointee)
        vfs.pointee.szOsFile = Int32(Front.bytes) + system.pointee.szOsFile
        vfs.pointee.zName = UnsafePointer(strdup("faulty"))
        vfs.pointee.pNext = nil
        vfs.pointee.xOpen = openFile
        vfs.pointee.xDelete = deleteFile
        sqlite3_vfs_register(vfs, 1)
    }

    func disk(of path: String) -> FaultyDisk? {
        disks.withLock { watched in
            watched.removeAll { $0.disk == nil }
            return watched.compactMap(\.disk).first { path.hasPrefix($0.folder + "/") }
        }
    }
}

/// What stands before the system's own file in memory.
private struct Front {
    var base: sqlite3_file
    var disk: Unmanaged<FaultyDisk>

    static var bytes: Int { (MemoryLayout<Front>.stride + 15) / 16 * 16 }
}

private typealias File = UnsafeMutablePointer<sqlite3_file>

private func front(_ file: File?) -> UnsafeMutablePointer<Front> {
    guard let file else { preconditionFailure("SQLite gave no file") }
    return UnsafeMutableRawPointer(file).assumingMemoryBound(to: Front.self)
}

private func inner(_ file: File?) -> File {
    (UnsafeMutableRawPointer(front(file)) + Front.bytes)
        .assumingMemoryBound(to: sqlite3_file.self)
}

private func own(_ file: File?) -> sqlite3_io_methods { inner(file).pointee.pMethods.pointee }

private func openFile(
    _: UnsafeMutablePointer<sqlite3_vfs>?, name: UnsafePointer<CChar>?, file: File?, flags: Int32,
    outFlags: UnsafeMutablePointer<Int32>?
) -> Int32 {
    let path = name.map { String(cString: $0) } ?? ""
    guard let disk = shim.disk(of: path) else {
        return shim.system.pointee.xOpen(shim.system, name, file, flags, outFlags)
    }
    front(file).pointee.base.pMethods = nil
    var flags = flags
    if disk.isReadOnly {
        // As the system's own does where the file system is mounted read-only.
        guard flags & SQLITE_OPEN_MAIN_DB != 0 else { return SQLITE_CANTOPEN }
        flags = flags & ~(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE) | SQLITE_OPEN_READONLY
    }
    let result = shim.system.pointee.xOpen(shim.system, name, inner(file), flags, outFlags)
    if inner(file).pointee.pMethods != nil {
        front(file).pointee.disk = .passRetained(disk)
        front(file).pointee.base.pMethods = UnsafePointer(shim.methods)
    }
    return result
}

private func deleteFile(
    _: UnsafeMutablePointer<sqlite3_vfs>?, name: UnsafePointer<CChar>?, syncsFolder: Int32
) -> Int32 {
    let disk = name.flatMap { shim.disk(of: String(cString: $0)) }
    return disk?.interruption() ?? shim.system.pointee.xDelete(shim.system, name, syncsFolder)
}

private func ioMethods() -> sqlite3_io_methods {
    var methods = sqlite3_io_methods()
    methods.iVersion = 2
    methods.xClose = { file in
        defer { front(file).pointee.disk.release() }
        return own(file).xClose(inner(file))
    }
    methods.xRead = { own($0).xRead(inner($0), $1, $2, $3) }
    methods.xWrite = { file, bytes, count, offset in
        front(file).pointee.disk.takeUnretainedValue().fault(onWriting: Int(count))
            ?? own(file).xWrite(inner(file), bytes, count, offset)
    }
    methods.xTruncate = { file, bytes in
        front(file).pointee.disk.takeUnretainedValue().interruption()
            ?? own(file).xTruncate(inner(file), bytes)
    }
    methods.xSync = { file, flags in
        front(file).pointee.disk.takeUnretainedValue().faultOnSyncing
            ?? own(file).xSync(inner(file), flags)
    }
    methods.xFileSize = { own($0).xFileSize(inner($0), $1) }
    methods.xLock = { own($0).xLock(inner($0), $1) }
    methods.xUnlock = { own($0).xUnlock(inner($0), $1) }
    methods.xCheckReservedLock = { own($0).xCheckReservedLock(inner($0), $1) }
    methods.xFileControl = { own($0).xFileControl(inner($0), $1, $2) }
    methods.xSectorSize = { own($0).xSectorSize(inner($0)) }
    methods.xDeviceCharacteristics = { own($0).xDeviceCharacteristics(inner($0)) }
    methods.xShmMap = { own($0).xShmMap(inner($0), $1, $2, $3, $4) }
    methods.xShmLock = { own($0).xShmLock(inner($0), $1, $2, $3) }
    methods.xShmBarrier = { own($0).xShmBarrier(inner($0)) }
    methods.xShmUnmap = { own($0).xShmUnmap(inner($0), $1) }
    return methods
}
