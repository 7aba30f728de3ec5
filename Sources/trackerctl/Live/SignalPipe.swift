import Glibc

/// Where the handler writes, the only thing that it may know.
nonisolated(unsafe) private var writingEnd: CInt = -1
/// By what to end if it isn't heeded.
nonisolated(unsafe) private var ending: CInt = SIGHUP

/// Signals as bytes to be read, for a loop that waits for other things, too.
final class SignalPipe {
    /// For poll().
    let descriptor: CInt
    private let end: CInt
    /// A terminal that takes no more output keeps whoever writes to it: then it isn't waited for longer.
    static let patienceSeconds: UInt32 = 1
    private static let numbers = [
        SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGCONT, SIGWINCH,
    ]

    init() throws {
        guard let ends = Self.ends() else { throw Output.Failed(code: errno) }
        (descriptor, end) = ends
        // A full pipe mustn't stop the handler, nor an empty one the loop.
        for end in [descriptor, end] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        writingEnd = end
        for number in Self.numbers { Self.handle(number) }
        signal(SIGALRM) { _ in
            signal(ending, SIG_DFL)
            raise(ending)
        }
        // Where Swift's own handler is there, it would ask what to do on a screen that nobody can read.
        for number in [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV] {
            signal(number, SIG_DFL)
        }
    }

    deinit {
        for number in Self.numbers + [SIGALRM] { signal(number, SIG_DFL) }
        writingEnd = -1
        close(descriptor)
        close(end)
    }

    /// A pipe that no other program inherits.
    static func ends() -> (reading: CInt, writing: CInt)? {
        var ends: [CInt] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    private static func handle(_ number: CInt) {
        signal(number) { number in
            let before = errno
            switch number {
            case SIGHUP, SIGINT, SIGQUIT, SIGTERM:
                ending = number
                alarm(SignalPipe.patienceSeconds)
            default: break
            }
            var byte = UInt8(truncatingIfNeeded: number)
            _ = write(writingEnd, &byte, 1)
            errno = before
        }
    }

    /// Those that have come.
    func numbers() -> [CInt] {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(descriptor, &bytes, bytes.count)
        return bytes.prefix(max(0, count)).map(CInt.init)
    }

    /// Stops this process, and those in the same job, as the terminal would; returns when it goes on.
    static func stop() {
        signal(SIGTSTP, SIG_DFL)
        kill(0, SIGTSTP)
        handle(SIGTSTP)
    }

    /// Ends this process as the signal would have, so that whoever waits for it sees that.
    static func end(by number: CInt) -> Never {
        signal(number, SIG_DFL)
        raise(number)
        exit(128 + number)
    }
}
