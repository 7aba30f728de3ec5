import ArgumentParser
import Glibc

/// Standard input.
enum Input {
    /// All of it: up to 16 MiB, far beyond what the daemon takes in a line.
    static func read() throws -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = chunk.withUnsafeMutableBytes {
                Glibc.read(STDIN_FILENO, $0.baseAddress, $0.count)
            }
            if count == 0 { return bytes }
            if count > 0 {
                bytes += chunk.prefix(count)
                guard bytes.count <= 16 << 20 else {
                    throw ValidationError("standard input has more than 16 MiB")
                }
            } else if errno != EINTR {
                throw ValidationError(
                    "can't read standard input: \(String(cString: strerror(errno)))")
            }
        }
    }
}
