import Glibc

/// Keeps a second daemon away from the same state, for as long as it lives.
package final class StateLock {
    private let descriptor: Int32

    /// Takes the lock file beside the database and writes the pid into it.
    ///
    /// - Throws: `StoreError.lockedBy` where another process holds it; `StoreError.file` where it can't
    ///   be made.
    package init(stateFolder: String) throws {
        let path = stateFolder + "/trackerd.lock"
        try Files.makeFolder(stateFolder)
        descriptor = try Files.check(
            open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600), "open", path)
        // The lock goes with the process, however it ends; the file stays.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let pid = Self.content(of: descriptor)
            close(descriptor)
            throw StoreError.lockedBy(pid: pid, path: stateFolder)
        }
        let text = "\(getpid())\n"
        guard ftruncate(descriptor, 0) == 0 else { return }
        _ = text.withCString { pwrite(descriptor, $0, strlen($0), 0) }
    }

    deinit { close(descriptor) }

    private static func content(of descriptor: Int32) -> String {
        var bytes = [UInt8](repeating: 0, count: 32)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        let digits = bytes.prefix(max(0, count)).prefix { (48...57).contains($0) }
        return digits.isEmpty ? "unknown" : String(decoding: digits, as: UTF8.self)
    }
}
