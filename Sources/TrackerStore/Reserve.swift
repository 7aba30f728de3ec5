import Glibc

/// A file of 4 MiB beside the database that is deleted when the disk is full, so that deadlines can still
/// be journaled.
package struct Reserve {
    private static let bytes: off_t = 4 << 20
    let path: String

    package init(stateFolder: String) { path = stateFolder + "/reserve" }

    package var isThere: Bool { Files.size(path) == Int64(Self.bytes) }

    /// Writes the file.
    ///
    /// - Returns: whether the file is there now.
    @discardableResult
    package func fill() -> Bool {
        if isThere { return true }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        guard posix_fallocate(descriptor, 0, Self.bytes) == 0 else {
            // A part of the reserve would only take up the little space that is left.
            unlink(path)
            return false
        }
        return true
    }

    /// Deletes the file.
    ///
    /// - Returns: whether there was a file to delete.
    package func giveUp() -> Bool {
        guard Files.exists(path) else { return false }
        return unlink(path) == 0
    }
}
