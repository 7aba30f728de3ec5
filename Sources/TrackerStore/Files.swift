import Glibc

enum FileError {
    static func text(_ errno: Int32) -> String { String(cString: strerror(errno)) }
}

/// The few file operations that durability needs, each with an error that names the file.
enum Files {
    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// In bytes; `nil` where there is no such file.
    static func size(_ path: String) -> Int64? {
        var status = stat()
        return stat(path, &status) == 0 ? Int64(status.st_size) : nil
    }

    static func rename(_ from: String, to: String) throws {
        try check(Glibc.rename(from, to), "rename", from)
        try syncFolder(of: to)
    }

    /// Makes a folder of the owner's alone, and those above it.
    static func makeFolder(_ path: String) throws {
        guard !exists(path) else { return }
        let parent = folder(of: path)
        if parent != path { try makeFolder(parent) }
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw StoreError.file(operation: "make the folder", path: path, errno: errno)
        }
        try syncFolder(of: path)
    }

    /// Makes a folder that was not there before, of the owner's alone, with letters of its own after the
    /// name: others may write to the place as well, and lie in wait.
    static func makePrivateFolder(_ path: String) throws -> String {
        var template = Array((path + "-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else {
            throw StoreError.file(operation: "make the folder", path: path, errno: errno)
        }
        return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// A rename or a new file is durable once its folder is synced.
    static func syncFolder(of path: String) throws {
        try sync(folder(of: path), flags: O_RDONLY | O_DIRECTORY)
    }

    static func sync(_ path: String, flags: Int32 = O_RDONLY) throws {
        let descriptor = try check(open(path, flags | O_CLOEXEC), "open", path)
        defer { close(descriptor) }
        try check(fsync(descriptor), "sync", path)
    }

    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The names in a folder, sorted; none where it can't be read.
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

    @discardableResult
    static func check(_ result: Int32, _ operation: String, _ path: String) throws -> Int32 {
        guard result >= 0 else {
            throw StoreError.file(operation: operation, path: path, errno: errno)
        }
        return result
    }
}
