import Glibc
import TrackerAPI
import TrackerClient
import TrackerView

/// The loop of a bar that follows changes. It waits for the daemon, the next change of a figure and the end
/// of the reader, all at once, and prints each line that differs from the last.
///
/// It reads no input and writes no messages, since bars handle both in their own ways. SIGTERM ends it at
/// once, as by default, since bars wait for that.
final class BarLoop {
    private let style: BarStyle
    private let template: BarTemplate?
    private let kinds: Set<BarKind>
    private let stream: EventStream
    private let presence: DaemonPresence
    private let alarm: BootAlarm
    /// The status read last, and when, on the boot clock; `nil` while the daemon isn't running.
    private var status: (value: Status.Response, atMs: Int64)?
    /// Whether an event has come but not the status after it, so the line is outdated.
    private var isOutdated = false
    private var hasTried = false
    /// The line printed last, when, on the boot clock, and whether that was a repetition.
    private var printed: (line: String, atMs: Int64, isRepeated: Bool)?

    /// Milliseconds after which to print the line again for tmux: if two lines come within a second, tmux
    /// draws the second only with the next one.
    private static let tmuxSettleMs: Int64 = 1_100
    /// Milliseconds after which to repeat the line for tmux, which ends commands that are silent for an hour.
    private static let tmuxRepeatMs: Int64 = 1_800_000

    init(
        socket: String, style: BarStyle, template: BarTemplate?, showing kinds: Set<BarKind>
    ) throws {
        self.style = style
        self.template = template
        self.kinds = kinds
        stream = EventStream(path: socket, withStatus: true)
        presence = DaemonPresence(socket: socket)
        alarm = try BootAlarm()
    }

    /// Runs the loop; returns when the reader has gone.
    func run() throws {
        while true {
            let now = LiveTime.now().bootMs
            try listen(at: now)
            let face = face(at: now)
            try print(face, at: now)
            guard wait(for: face, at: now) else { return }
        }
    }

    /// Whether to talk to the daemon: at the first attempt, and then until the daemon is stopped.
    private var isWanted: Bool { stream.descriptor != nil || !hasTried || presence.isUp }

    private func listen(at now: Int64) throws {
        if isWanted {
            hasTried = true
            for item in try stream.advance(at: now) {
                switch item {
                case .online(let value?, _), .status(let value):
                    (status, isOutdated) = ((value, now), false)
                case .offline: (status, isOutdated) = (nil, false)
                case .event: isOutdated = true
                case .online(nil, _), .refused, .unanswered: break
                }
            }
        }
        // The connection may just have been lost to a daemon that was stopped.
        if !isWanted { (status, isOutdated) = (nil, false) }
    }

    private func face(at now: Int64) -> BarFace {
        status.map { .of($0.value, passed: now - $0.atMs, showing: kinds) } ?? .offline
    }

    private func print(_ face: BarFace, at now: Int64) throws {
        // Before the first reply there is nothing to show.
        guard status != nil || stream.descriptor == nil, !isOutdated else { return }
        let line = try style.line(face, template)
        let isKnown = line == printed?.line
        guard !isKnown || repeatDueMs.map({ $0 <= now }) ?? false else { return }
        try Output.print(line + "\n")
        printed = (line, now, isKnown)
    }

    /// Time to print the line again, on the boot clock; `nil` for never.
    private var repeatDueMs: Int64? {
        guard style == .tmux, let printed else { return nil }
        return printed.atMs + (printed.isRepeated ? Self.tmuxRepeatMs : Self.tmuxSettleMs)
    }

    /// - Returns: whether the reader is still there.
    private func wait(for face: BarFace, at now: Int64) -> Bool {
        let change = status == nil ? nil : face.changesInMs.map { now + $0 }
        // A lost connection is noticed by itself; only for an absent daemon is there a time to look.
        let due = isWanted ? stream.dueMs : presence.lookAgainInMs.map { now + $0 }
        alarm.arm(atMs: [change, due, repeatDueMs].compactMap { $0 }.min())
        var files = [
            // Nothing is asked of the output, but poll() still reports that its reader has gone.
            pollfd(fd: STDOUT_FILENO, events: 0, revents: 0),
            pollfd(fd: alarm.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: presence.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: stream.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
        ]
        guard poll(&files, nfds_t(files.count), -1) > 0 else { return true }
        if files[1].revents != 0 {
            alarm.clear()
            presence.lookAgain()
        }
        if files[2].revents != 0 { presence.clear() }
        return files[0].revents == 0
    }
}
