import Glibc

/// A folder of one test's own. Its path is short, since sockets lie in it.
package struct Folder: Sendable {
    package let path: String

    package init() throws {
        var template = Array("/tmp/trk-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw StageError(errno: "mkdtemp") }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    package func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Removes it with all that is in it.
    package func remove() { Self.remove(path) }

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

    package static func names(in path: String) -> [String] {
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}

/// Plain files, whole.
package enum File {
    package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    package static func makeFolder(_ path: String, mode: mode_t = 0o700) throws {
        guard mkdir(path, mode) == 0 || errno == EEXIST else {
            throw StageError(errno: "mkdir \(path)")
        }
    }

    package static func write(_ text: String, to path: String, mode: mode_t = 0o600) throws {
        try write(Array(text.utf8), to: path, mode: mode)
    }

    package static func write(_ bytes: [UInt8], to path: String, mode: mode_t = 0o600) throws {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
        guard file >= 0 else { throw StageError(errno: "open \(path)") }
        defer { close(file) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            guard count > 0 else { throw StageError(errno: "write \(path)") }
            rest = rest.dropFirst(count)
        }
    }

    /// `nil` where it can't be read.
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

    /// What is in it; nothing where it can't be read.
    package static func text(_ path: String) -> String {
        String(decoding: bytes(path) ?? [], as: UTF8.self)
    }

    package static func lines(_ path: String) -> [String] {
        text(path).split(separator: "\n").map(String.init)
    }

    /// Puts other bytes in the place of some.
    package static func overwrite(_ path: String, at offset: Int, with bytes: [UInt8]) throws {
        let file = open(path, O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { throw StageError(errno: "open \(path)") }
        defer { close(file) }
        guard pwrite(file, bytes, bytes.count, off_t(offset)) == bytes.count else {
            throw StageError(errno: "write \(path)")
        }
    }
}
