import Glibc
import TrackerAPI
import TrackerClient
import TrackerView

/// The loop of a bar that is followed: waits for the daemon, the next change of a figure, and the end of the
/// reader, all at once, and prints each line that differs from the one before.
///
/// It reads no input and writes no messages, since bars pass both on in ways of their own; and it ends by
/// SIGTERM's default, at once, since bars wait for that.
final class BarLoop {
    private let style: BarStyle
    private let template: BarTemplate?
    private let kinds: Set<BarKind>
    private let stream: EventStream
    private let presence: DaemonPresence
    private let alarm: BootAlarm
    /// The status that was read last, and the moment on the boot clock; `nil` while the daemon is away.
    private var status: (value: Status.Response, atMs: Int64)?
    /// Whether an event has come whose status hasn't: what the line shows is over.
    private var isOutdated = false
    private var hasTried = false
    /// The line that was printed last, the moment on the boot clock, and whether it had been printed before.
    private var printed: (line: String, atMs: Int64, isRepeated: Bool)?

    /// Milliseconds after which tmux gets a new line again: one that comes within a second of another is
    /// drawn only with the next.
    private static let tmuxSettleMs: Int64 = 1_100
    /// Milliseconds after which tmux gets its line again: it ends commands that are silent for an hour.
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

    /// Returns when the reader is gone.
    func run() throws {
        while true {
            let now = LiveTime.now().bootMs
            try listen(at: now)
            let face = face(at: now)
            try print(face, at: now)
            guard wait(for: face, at: now) else { return }
        }
    }

    /// True while the daemon may be talked to: once at the beginning, and then as long as it hasn't been stopped.
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
        // The connection may have been lost just now, to a daemon that was stopped.
        if !isWanted { (status, isOutdated) = (nil, false) }
    }

    private func face(at now: Int64) -> BarFace {
        status.map { .of($0.value, passed: now - $0.atMs, showing: kinds) } ?? .offline
    }

    private func print(_ face: BarFace, at now: Int64) throws {
        // Before the first reply there is nothing to tell yet.
        guard status != nil || stream.descriptor == nil, !isOutdated else { return }
        let line = try style.line(face, template)
        let isKnown = line == printed?.line
        guard !isKnown || repeatDueMs.map({ $0 <= now }) ?? false else { return }
        try Output.print(line + "\n")
        printed = (line, now, isKnown)
    }

    /// The moment on the boot clock to print the line again; `nil` for never.
    private var repeatDueMs: Int64? {
        guard style == .tmux, let printed else { return nil }
        return printed.atMs + (printed.isRepeated ? Self.tmuxRepeatMs : Self.tmuxSettleMs)
    }

    /// - Returns: whether the reader is still there.
    private func wait(for face: BarFace, at now: Int64) -> Bool {
        let change = status == nil ? nil : face.changesInMs.map { now + $0 }
        // The end of a connection is told by itself; only an absent daemon has to be looked for.
        let due = isWanted ? stream.dueMs : presence.lookAgainInMs.map { now + $0 }
        alarm.arm(atMs: [change, due, repeatDueMs].compactMap { $0 }.min())
        var files = [
            // Nothing is asked of the output, but its end is told all the same.
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
