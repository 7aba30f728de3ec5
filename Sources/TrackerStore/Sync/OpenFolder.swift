import Glibc
import TrackerCore

/// Size, time and inode of a file. A file with another mark may have been replaced or rewritten.
package struct FileMark: Sendable, Hashable {
    package let bytes: Int64
    /// Time of the last change: nanoseconds since 1970, which wrap around if the time is too far away.
    package let modifiedNs: Int64
    package let inode: UInt64

    init(bytes: Int64, modifiedNs: Int64, inode: UInt64) {
        self.bytes = bytes
        self.modifiedNs = modifiedNs
        self.inode = inode
    }

    init(_ status: stat) {
        bytes = Int64(status.st_size)
        // Anybody can give a file a time that doesn't fit.
        modifiedNs =
            Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
        inode = UInt64(status.st_ino)
    }
}

/// Folder to which other programs write, too. Its entries are opened through its descriptor and never through a link,
/// so it doesn't matter if another folder takes its name meanwhile.
final class OpenFolder {
    let path: String
    private let descriptor: Int32

    private init(_ path: String, descriptor: Int32) {
        self.path = path
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Opens a folder by its path, which may contain links.
    convenience init(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SharedFolderError("open", path) }
        self.init(path, descriptor: descriptor)
    }

    private func path(of name: String) -> String { "\(path)/\(name)" }

    // MARK: Folders

    /// Opens a folder in this one; `nil` if there is none.
    ///
    /// - Throws: `SharedFolderError` if the entry is a link, isn't a folder, or belongs to another user.
    func folder(_ name: String) throws -> OpenFolder? {
        let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        let inner = openat(descriptor, name, flags)
        guard inner >= 0 else {
            if errno == ENOENT { return nil }
            throw SharedFolderError("open", path(of: name))
        }
        let folder = OpenFolder(path(of: name), descriptor: inner)
        var status = stat()
        guard fstat(inner, &status) == 0 else { throw SharedFolderError("open", folder.path) }
        guard status.st_uid == geteuid() else {
            throw SharedFolderError("use", folder.path, code: EPERM)
        }
        return folder
    }

    /// Opens a folder in this one, and creates it if there is none. Only the owner may access it.
    func makeFolder(_ name: String) throws -> OpenFolder {
        if mkdirat(descriptor, name, 0o700) == 0 {
            try sync()
        } else if errno != EEXIST {
            throw SharedFolderError("create the folder", path(of: name))
        }
        guard let folder = try folder(name) else {
            throw SharedFolderError("open", path(of: name), code: ENOENT)
        }
        return folder
    }

    /// Removes an empty folder in this one.
    func removeFolder(_ name: String) throws {
        guard unlinkat(descriptor, name, AT_REMOVEDIR) == 0 || errno == ENOENT else {
            throw SharedFolderError("delete", path(of: name))
        }
    }

    /// Entries of the folder, in no order.
    ///
    /// - Parameters:
    ///   - limit: highest number of names; the rest is left out.
    ///   - entry: makes the entry of a name; `nil` for a name that isn't wanted.
    /// - Returns: the entries, and whether no name was left out.
    func entries<Entry>(
        limit: Int, _ entry: (String) -> Entry?
    ) throws -> (found: [Entry], isWhole: Bool) {
        // A separate descriptor starts at the first entry, and is closed with the directory.
        let own = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard own >= 0 else { throw SharedFolderError("read", path) }
        guard let directory = fdopendir(own) else {
            let error = SharedFolderError("read", path)
            close(own)
            throw error
        }
        defer { closedir(directory) }
        var found: [Entry] = []
        var count = 0
        while true {
            errno = 0
            guard let next = readdir(directory) else {
                guard errno == 0 else { throw SharedFolderError("read", path) }
                return (found, true)
            }
            let name = Files.name(of: next)
            if name == "." || name == ".." { continue }
            guard count < limit else { return (found, false) }
            count += 1
            if let entry = entry(name) { found.append(entry) }
        }
    }

    // MARK: Files

    /// Mark of a file of this user's, without opening it.
    ///
    /// - Parameter limit: size in bytes up to which a file is read.
    func mark(of name: String, limit: Int) -> Result<FileMark, SharedFolder.Unread> {
        var status = stat()
        guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
            return .failure(unread(name))
        }
        if let reason = Self.refusal(of: status, limit) { return .failure(reason) }
        return .success(FileMark(status))
    }

    /// Content of a file of this user's, with the mark that it had before.
    ///
    /// A file that is being written gets another mark afterwards, so it will be read again.
    ///
    /// - Parameter limit: size in bytes up to which a file is read.
    func content(
        of name: String, limit: Int
    ) -> Result<(bytes: [UInt8], mark: FileMark), SharedFolder.Unread> {
        // Without O_NONBLOCK, opening a FIFO would wait for a writer.
        let file = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return .failure(unread(name)) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { return .failure(unread(name)) }
        if let reason = Self.refusal(of: status, limit) { return .failure(reason) }
        // What is appended meanwhile isn't read, so the size stays within the limit.
        let size = Int(status.st_size)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size)
        var piece = [UInt8](repeating: 0, count: 65_536)
        while bytes.count < size {
            let count = read(file, &piece, min(piece.count, size - bytes.count))
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { return .failure(unread(name)) }
            // The file has become shorter.
            if count == 0 { break }
            bytes += piece[..<count]
        }
        return .success((bytes: bytes, mark: FileMark(status)))
    }

    private static func refusal(of status: stat, _ limit: Int) -> SharedFolder.Unread? {
        guard status.st_mode & S_IFMT == S_IFREG else { return .notAFile }
        guard status.st_uid == geteuid() else { return .foreign }
        return status.st_size <= limit ? nil : .format(.tooLarge)
    }

    /// Reason for a call on an entry that has just failed.
    private func unread(_ name: String) -> SharedFolder.Unread {
        switch errno {
        case ENOENT: .missing
        // These errors mean a link and a socket.
        case ELOOP, ENXIO: .notAFile
        default: .failed(SharedFolderError("read", path(of: name)))
        }
    }

    /// Replaces the file with this name as a whole. Readers find the old one or the new one, never a part.
    ///
    /// - Parameter synced: whether the file must survive a power cut from now on.
    /// - Returns: the mark of the new file.
    func replace(_ name: String, with bytes: [UInt8], synced: Bool) throws -> FileMark {
        let part = Self.partName(of: name)
        // A leftover of an earlier run would be in the way.
        unlinkat(descriptor, part, 0)
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let file = openat(descriptor, part, flags, 0o600)
        guard file >= 0 else { throw SharedFolderError("make", path(of: part)) }
        do {
            let mark = try fill(file, part, with: bytes, synced: synced)
            guard renameat(descriptor, part, descriptor, name) == 0 else {
                throw SharedFolderError("rename", path(of: part))
            }
            if synced { try sync() }
            return mark
        } catch {
            unlinkat(descriptor, part, 0)
            throw error
        }
    }

    /// Name of a file until it is whole.
    static func partName(of name: String) -> String { ".\(name).tmp" }

    /// Name of the file that a part belongs to; `nil` for a name of another form.
    static func name(ofPart part: String) -> String? {
        guard part.hasPrefix("."), part.hasSuffix(".tmp") else { return nil }
        return String(part.dropFirst().dropLast(4))
    }

    /// Writes the bytes to a new file and closes it.
    private func fill(
        _ file: Int32, _ part: String, with bytes: [UInt8], synced: Bool
    ) throws -> FileMark {
        var isOpen = true
        defer { if isOpen { close(file) } }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw SharedFolderError("write", path(of: part)) }
            rest = rest.dropFirst(count)
        }
        if synced {
            guard fdatasync(file) == 0 else { throw SharedFolderError("sync", path(of: part)) }
        }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw SharedFolderError("write", path(of: part)) }
        isOpen = false
        // Network file systems report a full disk only here.
        guard close(file) == 0 else { throw SharedFolderError("write", path(of: part)) }
        return FileMark(status)
    }

    /// Removes a file, if it is there. A link is removed, not what it leads to.
    func remove(_ name: String) throws {
        guard unlinkat(descriptor, name, 0) == 0 || errno == ENOENT else {
            throw SharedFolderError("delete", path(of: name))
        }
    }

    /// Makes new names and removals durable.
    func sync() throws {
        // Some file systems can't sync folders, and offer nothing better.
        guard fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP else {
            throw SharedFolderError("sync", path)
        }
    }
}
