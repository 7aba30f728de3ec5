import Glibc

/// Bytes that are kept on the disk for a while. The file has no name, so that it disappears with the
/// process, however that ends.
package final class Spool {
    private let descriptor: Int32
    private let folder: String
    /// Number of bytes.
    package private(set) var bytes = 0

    package init(folder: String) throws {
        self.folder = folder
        var template = Array("\(folder)/spool-XXXXXX".utf8CString)
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw Self.error("create a file in", folder) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        unlink(template)
    }

    deinit { close(descriptor) }

    /// Appends all of the bytes, or none where that fails.
    package func append(_ more: [UInt8]) throws {
        var rest = more[...]
        var offset = bytes
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes {
                pwrite(descriptor, $0.baseAddress, $0.count, offset)
            }
            guard written > 0 else { throw Self.error("write a file in", folder) }
            offset += written
            rest = rest.dropFirst(written)
        }
        bytes = offset
    }

    /// Removes all bytes, which frees the space on the disk.
    package func empty() {
        ftruncate(descriptor, 0)
        bytes = 0
    }

    /// At most `length` bytes from an offset on; empty at the end.
    package func piece(at offset: Int, atMost length: Int) throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: min(length, max(0, bytes - offset))) {
            room, count in
            guard room.count > 0 else { return }
            count = pread(descriptor, room.baseAddress, room.count, offset)
            guard count > 0 else {
                count = 0
                throw Self.error("read a file in", folder)
            }
        }
    }

    private static func error(_ operation: String, _ folder: String) -> StoreError {
        .file(operation: operation, path: folder, errno: errno)
    }
}
