import Glibc
import Systemd

/// A running hook: its process group, its output and its timeout.
final class HookProcess {
    /// A program to run, and everything it gets.
    struct Launch {
        /// Path of the program, followed by its arguments.
        var arguments: [String]
        var environment: [String: String]
        /// Bytes for the standard input; `nil` for none.
        var input: [UInt8]?
        var keepsOutput = false
        var timeoutMs: Int64
    }

    struct Ending {
        let status: ChildStatus
        let timedOut: Bool
        /// Whether `recall` told the process to end.
        let wasRecalled: Bool
        /// The last 64 KiB of the standard output, if it is kept.
        let output: String
        /// The first 4 KiB of the standard error, without surrounding blanks.
        let error: String
    }

    /// Milliseconds between SIGTERM and SIGKILL.
    static let graceMs: Int64 = 2000

    let pid: pid_t
    private let output: HookOutput?
    private let error: HookOutput
    private let ended: (Ending) -> Void
    private var child: ChildSource?
    private var alarm: AlarmSource?
    private var timedOut = false
    /// Whether `recall` told the process to end.
    private(set) var wasRecalled = false
    private var hasEnded = false

    /// Starts the process.
    ///
    /// - Parameters:
    ///   - outputArrived: runs whenever there is standard output, if it is kept.
    ///   - ended: runs once, from the loop. The pid is still valid then.
    init(
        _ launch: Launch, _ loop: EventLoop, outputArrived: @escaping () -> Void = {},
        ended: @escaping (Ending) -> Void
    ) throws(SystemError) {
        output =
            launch.keepsOutput
            ? try HookOutput(loop, keeping: .last(65_536), arrived: outputArrived) : nil
        error = try HookOutput(loop, keeping: .first(4096))
        self.ended = ended
        let input = try launch.input.map { bytes throws(SystemError) in
            try MemoryFile.holding(bytes)
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
            // The end of this process would never be noticed, so kill it at once.
            kill()
            waitpid(pid, nil, 0)
            throw error
        }
        armAlarm(afterMs: launch.timeoutMs)
    }

    var outputSoFar: String { output?.text ?? "" }

    /// Reads the remaining output, after the loop has ended.
    func readOutput() { output?.finish() }

    /// Asks the process to end because it is no longer needed, which isn't a failure.
    func recall(_ signal: Int32 = SIGTERM) {
        guard !hasEnded, !wasRecalled else { return }
        wasRecalled = true
        end(signal)
    }

    /// Ends the process as if its timeout had passed.
    func giveUp() {
        if !hasEnded, !wasRecalled, !timedOut { timeIsUp() }
    }

    /// Asks the whole group to end, but only once, since it may be cleaning up.
    func terminate() {
        guard !hasEnded, !wasRecalled else { return }
        ChildProcess.signalGroup(pid, SIGTERM)
        ChildProcess.signalGroup(pid, SIGCONT)
    }

    /// Whether no process of the group is left; reaps its leader. For use after the loop has ended.
    func isGone() -> Bool {
        child?.cancel()
        alarm?.cancel()
        if !hasEnded, waitpid(pid, nil, WNOHANG) == 0 { return false }
        // While other processes of the group live, its id isn't given to another process.
        return !ChildProcess.signalGroup(pid, 0)
    }

    /// Kills the whole group at once.
    func kill() {
        guard !hasEnded else { return }
        ChildProcess.signalGroup(pid, SIGKILL)
        child?.cancel()
        alarm?.cancel()
        hasEnded = true
    }

    private func end(_ signal: Int32) {
        ChildProcess.signalGroup(pid, signal)
        // A stopped process wouldn't react to the signal.
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
        // The leader may have ended before processes that it started. From here on its pid may be reused.
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
    /// The text without surrounding blanks and line ends.
    nonisolated var trimmingBlanks: String {
        var text = Substring(self)
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
