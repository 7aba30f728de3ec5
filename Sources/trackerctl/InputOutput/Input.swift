import ArgumentParser
import Glibc
import TrackerView

/// Reads standard input and files.
enum Input {
    /// The path that means standard input.
    static let standard = "-"

    /// All of standard input, at most 16 MiB, which is far more than the daemon accepts in a line.
    static func read() throws -> [UInt8] { try read(STDIN_FILENO, "standard input") }

    /// A file, or standard input.
    static func read(_ path: String) throws -> [UInt8] {
        guard path != standard else { return try read() }
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            throw ValidationError("can't open \(path): \(String(cString: strerror(errno)))")
        }
        defer { close(file) }
        return try read(file, path)
    }

    private static func read(_ file: CInt, _ name: String) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = chunk.withUnsafeMutableBytes { Glibc.read(file, $0.baseAddress, $0.count) }
            if count == 0 { return bytes }
            if count > 0 {
                bytes += chunk.prefix(count)
                guard bytes.count <= 16 << 20 else {
                    throw ValidationError("\(name) has more than 16 MiB")
                }
            } else if errno != EINTR {
                throw ValidationError("can't read \(name): \(String(cString: strerror(errno)))")
            }
        }
    }
}
