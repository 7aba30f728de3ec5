import Glibc

/// A folder for one test, removed with this object. Its path is short, since sockets lie in it.
package final class TemporaryFolder: Sendable {
    package let path: String

    /// A folder in memory, or `/tmp` where there is none.
    package static let inMemory = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"

    /// - Parameter base: the folder above it.
    package init(in base: String = "/tmp") throws {
        var template = Array("\(base)/trk-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw FileError("mkdtemp in \(base)") }
        path = String(cString: made)
    }

    deinit { File.remove(path) }

    package func file(_ name: String) -> String { "\(path)/\(name)" }
}
