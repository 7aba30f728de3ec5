import Glibc

/// The identity of a file: another one under the same path differs in it.
nonisolated struct FileIdentity: Equatable, Sendable {
    private let device: dev_t
    private let inode: ino_t

    /// - Returns: `nil` where there is no such file.
    init?(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        device = status.st_dev
        inode = status.st_ino
    }
}
