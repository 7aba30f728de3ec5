import Glibc

/// A lock on the state, held as long as the daemon lives, that keeps a second daemon away.
package final class StateLock {
    private let descriptor: Int32
    private let path: String
    /// Longest wait for the lock in milliseconds. Where a daemon was killed while it started a hook, the
    /// child process holds the lock until it executes the hook, which takes long on a busy machine.
    private static let patienceMs = 5000

    /// Takes the lock file beside the database and writes the pid into it.
    ///
    /// - Parameter goesOn: called again and again while it waits for the lock.
    /// - Throws: `StoreError.lockedBy` where another process holds the lock; `StoreError.noLocks` where the
    ///   file system has none; `StoreError.file` where the file can't be made.
    package init(stateFolder: String, goesOn: () -> Void = {}) throws {
        path = stateFolder + "/trackerd.lock"
        try Files.makeFolder(stateFolder)
        descriptor = try Files.check(
            open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600), "open", path)
        // From here on deinit closes the descriptor, after a throw, too. The lock ends with the process,
        // however that ends; the file stays.
        switch Self.acquire(descriptor, goesOn) {
        case 0: break
        case EWOULDBLOCK:
            throw StoreError.lockedBy(pid: Self.content(of: descriptor), path: stateFolder)
        case let code: throw StoreError.noLocks(path: stateFolder, errno: code)
        }
        let text = "\(getpid())\n"
        guard ftruncate(descriptor, 0) == 0 else { return }
        _ = text.withCString { pwrite(descriptor, $0, strlen($0), 0) }
    }

    deinit { close(descriptor) }

    /// True where the file still has its name; otherwise another daemon could make and lock a new one.
    package var isInPlace: Bool {
        var held = stat()
        var named = stat()
        return fstat(descriptor, &held) == 0 && stat(path, &named) == 0
            && held.st_dev == named.st_dev && held.st_ino == named.st_ino
    }

    /// Takes the lock, and waits for it only where no process has the holder's pid any more.
    ///
    /// - Returns: 0, or the errno: EWOULDBLOCK where another process holds it.
    private static func acquire(_ descriptor: Int32, _ goesOn: () -> Void) -> Int32 {
        for _ in 0..<patienceMs / 10 {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return 0 }
            let code = errno
            if code == EINTR { continue }
            guard code == EWOULDBLOCK else { return code }
            guard let pid = pid_t(content(of: descriptor)), kill(pid, 0) != 0, errno == ESRCH else {
                return code
            }
            usleep(10_000)
            goesOn()
        }
        return EWOULDBLOCK
    }

    private static func content(of descriptor: Int32) -> String {
        var bytes = [UInt8](repeating: 0, count: 32)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        let digits = bytes.prefix(max(0, count)).prefix { (48...57).contains($0) }
        return digits.isEmpty ? "unknown" : String(decoding: digits, as: UTF8.self)
    }
}
