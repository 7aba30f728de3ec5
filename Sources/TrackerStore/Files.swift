import Glibc

enum FileError {
    static func text(_ errno: Int32) -> String { String(cString: strerror(errno)) }
}

/// The file operations that durability needs. Each throws an error that names the file.
enum Files {
    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Size in bytes; `nil` where there is no such file.
    static func size(_ path: String) -> Int64? {
        var status = stat()
        return stat(path, &status) == 0 ? Int64(status.st_size) : nil
    }

    static func rename(_ from: String, to: String) throws {
        try check(Glibc.rename(from, to), "rename", from)
        try syncFolder(of: to)
    }

    /// Moves a file, also to another file system.
    static func move(_ from: String, to: String) throws {
        guard Glibc.rename(from, to) != 0 else { return try syncFolder(of: to) }
        guard errno == EXDEV else {
            throw StoreError.file(operation: "rename", path: from, errno: errno)
        }
        // A file is either whole under its new name, or not there.
        let part = to + Backups.unfinished
        do {
            try Recovery.copyFile(from, to: part)
            try sync(part)
        } catch {
            unlink(part)
            throw error
        }
        try rename(part, to: to)
        try check(unlink(from), "delete", from)
    }

    /// Makes a folder that only the owner may access, and the folders above it.
    static func makeFolder(_ path: String) throws {
        guard !exists(path) else { return }
        let parent = folder(of: path)
        if parent != path { try makeFolder(parent) }
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw StoreError.file(operation: "create the folder", path: path, errno: errno)
        }
        try syncFolder(of: path)
    }

    /// Makes a new folder that only the owner may access. Random letters are appended to the name, since
    /// other users may write to the same place and prepare files there.
    static func makePrivateFolder(_ path: String) throws -> String {
        var template = Array((path + "-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else {
            throw StoreError.file(operation: "create the folder", path: path, errno: errno)
        }
        return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Syncs the folder of a path, which makes a renamed or new file durable.
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

    /// The names in a folder, sorted; empty where the folder can't be read.
    static func names(in folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = name(of: entry)
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Name of an entry from `readdir`.
    static func name(of entry: UnsafeMutablePointer<dirent>) -> String {
        withUnsafePointer(to: &entry.pointee.d_name) { pointer in
            pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
    }

    @discardableResult
    static func check(_ result: Int32, _ operation: String, _ path: String) throws -> Int32 {
        guard result >= 0 else {
            throw StoreError.file(operation: operation, path: path, errno: errno)
        }
        return result
    }
}
