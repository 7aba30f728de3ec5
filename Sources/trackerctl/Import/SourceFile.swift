import ArgumentParser
import Glibc
import TrackerView

/// A file that is read from beginning to end, without holding all of it in memory.
final class SourceFile {
    /// Size of a piece, in bytes. As JSON, a piece grows to at most six times that, which is below the limit
    /// of a line.
    private static let pieceBytes = 131_072

    /// The file's name for people.
    let name: String
    /// Size in bytes; `nil` if unknown.
    let size: Int?
    private let descriptor: CInt
    private var buffer = [UInt8](repeating: 0, count: SourceFile.pieceBytes)

    /// - Parameter path: the path; `-` for standard input.
    init(_ path: String) throws {
        guard path != "-" else {
            (name, descriptor, size) = ("standard input", STDIN_FILENO, nil)
            return
        }
        name = path
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw ValidationError("can't open \(path): \(String(cString: strerror(errno)))")
        }
        var facts = stat()
        let isFile = fstat(descriptor, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
        size = isFile ? Int(facts.st_size) : nil
        guard !isFile || facts.st_size > 0 else {
            throw Refusal(message: "\(path) is empty", hint: "export it again")
        }
    }

    deinit { if descriptor != STDIN_FILENO { close(descriptor) } }

    /// The next piece; empty at the end.
    func next() throws -> ArraySlice<UInt8> {
        while true {
            let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 { return buffer[..<count] }
            guard errno == EINTR else {
                throw ValidationError("can't read \(name): \(String(cString: strerror(errno)))")
            }
        }
    }
}
