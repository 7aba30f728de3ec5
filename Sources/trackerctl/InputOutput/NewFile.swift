import ArgumentParser
import Glibc
import TrackerView

/// Path of the unfinished file, which is removed if a signal ends the program. Only the handler and `NewFile`
/// use it.
nonisolated(unsafe) private var unfinished: UnsafeMutablePointer<CChar>?

/// A file that appears under its name only when it is complete.
///
/// Until then it has a temporary name in the same folder; if writing fails, it is removed. Only the owner has
/// access, as with backups.
final class NewFile {
    private let path: String
    private let isReplacing: Bool
    private let descriptor: CInt
    private let link: Link
    /// The temporary path; `nil` once the file has its final name.
    private var temporary: String?
    /// The temporary path for the handler, kept as long as this object.
    private let mark: UnsafeMutablePointer<CChar>?

    /// Gives a file a second name.
    typealias Link = (_ from: UnsafePointer<CChar>, _ to: UnsafePointer<CChar>) -> CInt

    /// - Parameters:
    ///   - isReplacing: whether an existing file may be replaced.
    ///   - link: the function for linking, which not every file system supports.
    init(_ path: String, replacing isReplacing: Bool, link: @escaping Link = Glibc.link) throws {
        self.path = path
        self.link = link
        self.isReplacing = isReplacing
        var facts = stat()
        if stat(path, &facts) == 0 {
            guard facts.st_mode & S_IFMT == S_IFREG else {
                throw ValidationError("\(path) isn't a file: give another name, or leave it out")
            }
            guard isReplacing else { throw Self.taken(path) }
        }
        let name = "\(path).\(UInt64.random(in: 0...(.max)))"
        descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw ValidationError("can't write \(path): \(String(cString: strerror(errno)))")
        }
        temporary = name
        mark = strdup(name)
        unfinished = mark
        for number in [SIGINT, SIGTERM, SIGHUP] {
            signal(number) { number in
                if let unfinished { unlink(unfinished) }
                signal(number, SIG_DFL)
                raise(number)
            }
        }
    }

    deinit {
        close(descriptor)
        if let temporary { unlink(temporary) }
        if unfinished == mark { unfinished = nil }
        free(mark)
    }

    func write(_ text: String) throws { try Output.write(text, to: descriptor) }

    /// Removes everything written so far.
    func empty() throws {
        guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
            throw Output.Failed(code: errno)
        }
    }

    /// Gives the file its final name.
    func finish() throws {
        guard let temporary, fsync(descriptor) == 0 else { throw Output.Failed(code: errno) }
        if isReplacing {
            guard rename(temporary, path) == 0 else { throw Output.Failed(code: errno) }
        } else {
            // Unlike rename(), link() never replaces a file created in the meantime.
            if link(temporary, path) == 0 {
                unlink(temporary)
            } else {
                try move(temporary, after: errno)
            }
        }
        self.temporary = nil
    }

    /// Gives the file its final name on file systems without links, such as those of USB sticks (vfat,
    /// exFAT). A check there looks for a file created in the meantime.
    private func move(_ temporary: String, after code: CInt) throws {
        guard [EPERM, EOPNOTSUPP, ENOSYS].contains(code) else {
            throw code == EEXIST ? Self.taken(path) : Output.Failed(code: code)
        }
        guard access(path, F_OK) != 0 else { throw Self.taken(path) }
        guard rename(temporary, path) == 0 else { throw Output.Failed(code: errno) }
    }

    private static func taken(_ path: String) -> any Error {
        Refusal(message: "\(path) already exists", hint: "to overwrite it, add --force")
    }
}
