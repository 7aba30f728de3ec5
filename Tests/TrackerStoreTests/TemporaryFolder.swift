import Glibc

/// A folder of a test's own, which goes with it.
final class TemporaryFolder {
    let path: String

    init() throws {
        var template = Array("/tmp/trackerd-tests-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw FolderError(errno: errno) }
        path = String(cString: made)
    }

    deinit { Self.remove(path) }

    static func names(in folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
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

    static func remove(_ path: String) {
        if unlink(path) == 0 { return }
        for name in names(in: path) { remove("\(path)/\(name)") }
        rmdir(path)
    }
}

struct FolderError: Error {
    let errno: Int32
}
