import Glibc
import TrackerView

/// The pipe's write end, the only part that the signal handler may use.
nonisolated(unsafe) private var writingEnd: CInt = -1
/// The signal to end with if it isn't handled in time.
nonisolated(unsafe) private var ending: CInt = SIGHUP

/// Signals as bytes of a pipe, for a loop that also waits for other things.
final class SignalPipe {
    /// The read end, for poll().
    let descriptor: CInt
    private let end: CInt
    /// Seconds after which the signal ends the program: a terminal that takes no more output blocks the
    /// writer.
    static let patienceSeconds: UInt32 = 1
    private static let numbers = [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGCONT, SIGWINCH]

    /// Signals of a crash.
    static let faults = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]

    init() throws {
        guard let ends = Self.ends() else {
            throw Output.Failed(code: errno, action: "make a pipe")
        }
        (descriptor, end) = ends
        // A full pipe mustn't block the handler, and an empty one mustn't block the loop.
        for end in [descriptor, end] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        writingEnd = end
        for number in Self.numbers { Self.handle(number) }
        signal(SIGALRM) { _ in
            Terminal.giveUp()
            signal(ending, SIG_DFL)
            raise(ending)
        }
        // Swift's own handler would ask what to do on a screen that nobody can read.
        for number in Self.faults {
            signal(number) { number in
                Terminal.giveUp()
                signal(number, SIG_DFL)
                raise(number)
            }
        }
    }

    deinit {
        for number in Self.numbers + [SIGALRM] { signal(number, SIG_DFL) }
        writingEnd = -1
        close(descriptor)
        close(end)
    }

    /// A pipe that no other program inherits; `nil` if none can be made.
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

    /// The signals that have come.
    func numbers() -> [CInt] {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(descriptor, &bytes, bytes.count)
        return bytes.prefix(max(0, count)).map(CInt.init)
    }

    /// Stops this process and the others of its job, as the terminal would; returns when they continue.
    static func stop() {
        signal(SIGTSTP, SIG_DFL)
        kill(0, SIGTSTP)
        handle(SIGTSTP)
    }

    /// Ends this process as the signal would have, so that a waiting parent sees the signal.
    static func end(by number: CInt) -> Never {
        signal(number, SIG_DFL)
        raise(number)
        exit(128 + number)
    }
}
