import Glibc
import Systemd

/// A hook that runs: its process group, what it writes, and its time.
final class HookProcess {
    /// A program to run, with all that it gets.
    struct Launch {
        /// The program's path, then its arguments.
        var arguments: [String]
        var environment: [String: String]
        /// For its standard input; `nil` is none.
        var input: String?
        var keepsOutput = false
        var timeoutMs: Int64
    }

    /// The end of a process.
    struct Ending {
        let status: ChildStatus
        let timedOut: Bool
        /// It was told by `recall` to end.
        let wasRecalled: Bool
        /// Its standard output, if that's kept: the last 64 KiB.
        let output: String
        /// The first 4 KiB that it has written to standard error, without blanks around.
        let error: String
    }

    /// Between SIGTERM and SIGKILL.
    static let graceMs: Int64 = 2000

    let pid: pid_t
    private let output: HookOutput?
    private let error: HookOutput
    private let ended: (Ending) -> Void
    private var child: ChildSource?
    private var alarm: AlarmSource?
    private var timedOut = false
    /// Whether it was told by `recall` to end.
    private(set) var wasRecalled = false
    private var hasEnded = false

    /// Starts it.
    ///
    /// - Parameters:
    ///   - outputArrived: runs whenever it has written to standard output, if that's kept.
    ///   - ended: runs once, from the loop. Its process is still to be named by its pid then.
    init(
        _ launch: Launch, _ loop: EventLoop, outputArrived: @escaping () -> Void = {},
        ended: @escaping (Ending) -> Void
    ) throws(SystemError) {
        output =
            launch.keepsOutput
            ? try HookOutput(loop, keeping: .last(65_536), arrived: outputArrived) : nil
        error = try HookOutput(loop, keeping: .first(4096))
        self.ended = ended
        let input = try launch.input.map { text throws(SystemError) in
            try MemoryFile.holding(text)
        }
        defer { if let input { close(input) } }
        pid = try ChildProcess.spawn(
            arguments: launch.arguments, environment: launch.environment, input: input,
            output: output?.writeEnd, error: error.writeEnd)
        output?.childHasIt()
        error.childHasIt()
        do throws(SystemError) {
            child = try loop.onExit(of: pid) { [weak self] status in self?.exited(status) }
            alarm = try loop.alarm(on: .awake) { [weak self] in self?.timeIsUp() }
        } catch {
            // Nobody would ever learn of its end.
            kill()
            waitpid(pid, nil, 0)
            throw error
        }
        armAlarm(afterMs: launch.timeoutMs)
    }

    /// Its standard output so far.
    var outputSoFar: String { output?.text ?? "" }

    /// Reads what it has written by now, when no loop runs any more.
    func readOutput() { output?.finish() }

    /// Asks it to end because it isn't needed any more. That is no failure.
    func recall(_ signal: Int32 = SIGTERM) {
        guard !hasEnded, !wasRecalled else { return }
        wasRecalled = true
        end(signal)
    }

    /// Ends it as if its time were up.
    func giveUp() {
        if !hasEnded, !wasRecalled, !timedOut { timeIsUp() }
    }

    /// Asks the whole group to end, without more ado. One that was told to end already isn't told again: it
    /// may be clearing up.
    func terminate() {
        guard !hasEnded, !wasRecalled else { return }
        ChildProcess.signalGroup(pid, SIGTERM)
        ChildProcess.signalGroup(pid, SIGCONT)
    }

    /// Whether any process of the group is left; reaps its leader. For when the loop runs no more.
    func isGone() -> Bool {
        child?.cancel()
        alarm?.cancel()
        if !hasEnded, waitpid(pid, nil, WNOHANG) == 0 { return false }
        // As long as others of the group live, its id isn't given to anyone else.
        return !ChildProcess.signalGroup(pid, 0)
    }

    /// Ends the whole group at once.
    func kill() {
        guard !hasEnded else { return }
        ChildProcess.signalGroup(pid, SIGKILL)
        child?.cancel()
        alarm?.cancel()
        hasEnded = true
    }

    private func end(_ signal: Int32) {
        ChildProcess.signalGroup(pid, signal)
        // One that is stopped wouldn't notice.
        ChildProcess.signalGroup(pid, SIGCONT)
        armAlarm(afterMs: Self.graceMs)
    }

    private func timeIsUp() {
        if timedOut || wasRecalled {
            ChildProcess.signalGroup(pid, SIGKILL)
        } else {
            timedOut = true
            end(SIGTERM)
        }
    }

    private func exited(_ status: ChildStatus) {
        hasEnded = true
        alarm?.cancel()
        // The leader may be gone before those it started. After this its pid can be given to
        // others.
        if timedOut || wasRecalled { ChildProcess.signalGroup(pid, SIGKILL) }
        output?.finish()
        error.finish()
        let ending = Ending(
            status: status, timedOut: timedOut, wasRecalled: wasRecalled,
            output: output?.text ?? "", error: error.text.trimmingBlanks)
        ended(ending)
    }

    private func armAlarm(afterMs delay: Int64) {
        alarm?.arm(atMicroseconds: UInt64(Clocks.read().awakeNs / 1000 + delay * 1000))
    }
}

extension StringProtocol {
    /// Without blanks and line ends around it.
    nonisolated var trimmingBlanks: String {
        var text = Substring(self)
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
