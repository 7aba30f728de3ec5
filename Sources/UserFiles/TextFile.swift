import Glibc
import TrackerCore

/// Reading of the files that people write.
package enum TextFile {
    /// Largest size in bytes; a larger file is refused.
    package static let maximumBytes = 1_048_576

    /// The content of a file. A link that leads nowhere is an error: somebody wanted a file there, and without
    /// it all settings would be dropped while a dotfile manager switches its links.
    ///
    /// - Parameter mustExist: whether a missing file is an error rather than `nil`.
    package static func text(of path: String, mustExist: Bool) throws(TextProblem) -> String? {
        // The file is opened without blocking, so that a pipe in its place doesn't hold up the daemon.
        let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else {
            let code = errno
            guard code == ENOENT else { throw unreadable(path, code) }
            if let link = deadLink(on: path) {
                throw TextProblem(
                    file: path,
                    message: "can't be read: the link \(link) is broken; fix or remove it")
            }
            if !mustExist { return nil }
            throw unreadable(path, code)
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw unreadable(path, errno) }
        // Devices are allowed for the sake of /dev/null.
        guard [S_IFREG, S_IFCHR].contains(status.st_mode & S_IFMT) else {
            let what = status.st_mode & S_IFMT == S_IFDIR ? "a directory" : "not a file"
            throw TextProblem(file: path, message: "is \(what); it must be a text file")
        }
        return try text(try bytes(file, path), file: path)
    }

    /// Text of a file's bytes, which must be UTF-8.
    ///
    /// - Parameter file: the name of the file in problems; `nil` for a text from elsewhere.
    package static func text(_ bytes: [UInt8], file: String?) throws(TextProblem) -> String {
        guard bytes.count <= maximumBytes else {
            throw TextProblem(file: file, message: "is too large: at most 1 MiB")
        }
        do throws(NotUTF8) { return try Text.read(bytes) } catch {
            throw TextProblem(
                file: file, line: error.line, message: "is not UTF-8 text; save the file as UTF-8")
        }
    }

    /// True for a key of a movement or the name of a program's file, such as `push-ups`.
    package static func isSlug(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (97...122).contains(byte) || (48...57).contains(byte) || byte == UInt8(ascii: "-")
            }
    }

    private static func bytes(_ file: Int32, _ path: String) throws(TextProblem) -> [UInt8] {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while bytes.count <= maximumBytes {
            let count = read(file, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw unreadable(path, errno) }
            guard count > 0 else { break }
            bytes += piece[..<count]
        }
        return bytes
    }

    /// The first part of a missing path that is a link to nothing; `nil` where the path has none.
    private static func deadLink(on path: String) -> String? {
        var end = path.startIndex
        while end < path.endIndex {
            end = path[path.index(after: end)...].firstIndex(of: "/") ?? path.endIndex
            let part = String(path[..<end])
            var status = stat()
            if lstat(part, &status) != 0 { return nil }
            if status.st_mode & S_IFMT == S_IFLNK, stat(part, &status) != 0 { return part }
        }
        return nil
    }

    private static func unreadable(_ path: String, _ code: Int32) -> TextProblem {
        TextProblem(file: path, message: "can't be read: \(String(cString: strerror(code)))")
    }
}
