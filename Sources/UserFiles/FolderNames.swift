import Glibc

package enum FolderNames {
    package struct Unreadable: Error {
        /// The `errno` of the failed call.
        package let code: CInt
    }

    /// The names in the order in which the system gives them.
    ///
    /// - Parameter isWanted: whether a name is kept.
    package static func read(
        _ folder: String, where isWanted: (String) -> Bool
    ) throws(Unreadable) -> [String] {
        guard let directory = opendir(folder) else { throw Unreadable(code: errno) }
        defer { closedir(directory) }
        var names: [String] = []
        errno = 0
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if isWanted(name) { names.append(name) }
            errno = 0
        }
        guard errno == 0 else { throw Unreadable(code: errno) }
        return names
    }
}
