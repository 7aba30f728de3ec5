import FoundationEssentials
import Glibc

/// Whole files, and the names in folders.
package enum File {
    package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// The names in a folder, sorted; empty where it can't be read.
    package static func names(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    /// Removes a file, or a folder with everything in it.
    package static func remove(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            unlink(path)
            return
        }
        for name in names(in: path) { remove("\(path)/\(name)") }
        rmdir(path)
    }

    package static func makeFolder(_ path: String, mode: mode_t = 0o700) throws {
        guard mkdir(path, mode) == 0 || errno == EEXIST else {
            throw FileError("mkdir \(path)")
        }
    }

    package static func write(_ text: String, to path: String, mode: mode_t = 0o600) throws {
        try write(Array(text.utf8), to: path, mode: mode)
    }

    package static func write(_ bytes: [UInt8], to path: String, mode: mode_t = 0o600) throws {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
        guard file >= 0 else { throw FileError("open \(path)") }
        defer { close(file) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            guard count > 0 else { throw FileError("write \(path)") }
            rest = rest.dropFirst(count)
        }
    }

    /// The bytes of a file; `nil` where it can't be read.
    package static func bytes(_ path: String) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while case let count = read(file, &piece, piece.count), count > 0 {
            bytes += piece[..<count]
        }
        return bytes
    }

    /// A file's text; empty where it can't be read.
    package static func text(_ path: String) -> String {
        String(decoding: bytes(path) ?? [], as: UTF8.self)
    }

    package static func lines(_ path: String) -> [String] {
        text(path).split(separator: "\n").map(String.init)
    }

    /// Overwrites bytes from an offset on.
    package static func overwrite(_ path: String, at offset: Int, with bytes: [UInt8]) throws {
        let file = open(path, O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { throw FileError("open \(path)") }
        defer { close(file) }
        guard pwrite(file, bytes, bytes.count, off_t(offset)) == bytes.count else {
            throw FileError("write \(path)")
        }
    }
}

/// The error of a failed system call, with its reason.
package struct FileError: Error, CustomStringConvertible {
    package let description: String

    package init(_ operation: String) {
        description = "\(operation): \(String(cString: strerror(errno)))"
    }
}
