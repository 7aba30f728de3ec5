import ArgumentParser
import Glibc

/// What a signal that ends the program takes with it. Nothing but the handler and `NewFile` touch it.
nonisolated(unsafe) private var unfinished: UnsafeMutablePointer<CChar>?

/// A file that appears under its name when all of it is written.
///
/// Until then it lies beside, under a name of its own; where the writing fails, nothing is left of it. It is
/// the owner's alone, as backups are.
final class NewFile {
    private let path: String
    private let isReplacing: Bool
    private let descriptor: CInt
    private let link: Link
    /// `nil` once it has its own.
    private var temporary: String?
    /// The same for the handler, for as long as this is here.
    private let mark: UnsafeMutablePointer<CChar>?

    /// Gives a file a second name.
    typealias Link = (_ from: UnsafePointer<CChar>, _ to: UnsafePointer<CChar>) -> CInt

    /// - Parameters:
    ///   - isReplacing: whether a file that is there may go.
    ///   - link: the system's, which not every file system has.
    init(_ path: String, replacing isReplacing: Bool, link: @escaping Link = Glibc.link) throws {
        self.path = path
        self.link = link
        self.isReplacing = isReplacing
        var facts = stat()
        if stat(path, &facts) == 0 {
            guard facts.st_mode & S_IFMT == S_IFREG else {
                throw ValidationError("\(path) is no file: give another name, or leave it out")
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

    /// Forgets what was written.
    func empty() throws {
        guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
            throw Output.Failed(code: errno)
        }
    }

    /// Gives it its name.
    func finish() throws {
        guard let temporary, fsync(descriptor) == 0 else { throw Output.Failed(code: errno) }
        if isReplacing {
            guard rename(temporary, path) == 0 else { throw Output.Failed(code: errno) }
        } else {
            // Unlike rename(), it never replaces one that has come in the meantime.
            if link(temporary, path) == 0 {
                unlink(temporary)
            } else {
                try move(temporary, after: errno)
            }
        }
        self.temporary = nil
    }

    /// USB sticks (vfat, exFAT) have no links: there one that has come in the meantime is looked for.
    private func move(_ temporary: String, after code: CInt) throws {
        guard [EPERM, EOPNOTSUPP, ENOSYS].contains(code) else {
            throw code == EEXIST ? Self.taken(path) : Output.Failed(code: code)
        }
        guard access(path, F_OK) != 0 else { throw Self.taken(path) }
        guard rename(temporary, path) == 0 else { throw Output.Failed(code: errno) }
    }

    private static func taken(_ path: String) -> any Error {
        Refusal(message: "\(path) is there already", hint: "to overwrite it, add --force")
    }
}
