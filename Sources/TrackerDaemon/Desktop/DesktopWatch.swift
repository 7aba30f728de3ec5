import Systemd
import TrackerCore
import TrackerStore

/// Times the questions to the desktop: shortly before a reminder falls due, so that the answer is there in
/// time; at once for a reminder that is already due; and when a signal reports that a person is back, or has left
/// while something follows that: a timer or run that pauses, or reminders that a break moves.
final class DesktopWatch {
    /// Milliseconds between a question and the reminder: an answer takes at most 300.
    private static let aheadMs = Desktop.patienceMs + 100

    private let desktop: Desktop
    private let answered: (DesktopState) -> Void
    private var bootAlarm: AlarmSource?
    private var wallAlarm: AlarmSource?
    /// Goes off when to ask a source again that doesn't tell of changes.
    private var againAlarm: AlarmSource?
    private var isAsking = false
    /// Whether a signal reported during a question that the person has left, which the answer may have missed.
    private var hasLeft = false
    /// Things that depend on whether somebody is there; the desktop is asked whenever they change.
    private var followed: [String] = []
    /// Milliseconds without input after which leaving is reported; `nil` while that isn't followed.
    private var leavingMs: Int64?
    /// The reminders' deadlines for which the alarms are set.
    private var armed = NextDeadlines()

    /// - Parameter answered: gets each answer, from the loop.
    init(
        _ loop: EventLoop, _ desktop: Desktop, answered: @escaping (DesktopState) -> Void
    ) throws(SystemError) {
        self.desktop = desktop
        self.answered = answered
        bootAlarm = try loop.alarm(on: .boot) { [weak self] in self?.ask() }
        wallAlarm = try loop.alarm(on: .wall) { [weak self] in self?.ask() }
        againAlarm = try loop.alarm(on: .awake) { [weak self] in self?.ask() }
        desktop.awaitCompositor()
    }

    /// Sets the alarms for the reminders' next deadlines, or none if there is nothing to ask.
    ///
    /// - Parameters:
    ///   - isAwaited: whether reminders are already due and wait for the answer.
    ///   - takesBreaks: whether absences can be breaks.
    ///   - followed: what follows whether somebody is there, from `Engine.followed`.
    func rearm(
        _ next: NextDeadlines, isAwaited: Bool = false, takesBreaks: Bool = true,
        following followed: [String] = []
    ) {
        let next = desktop.configuration.asks ? next : NextDeadlines()
        follow(followed, takesBreaks: takesBreaks && next != NextDeadlines())
        if isAwaited { ask() }
        guard next != armed else { return }
        armed = next
        if let ns = next.bootNs {
            let atUs = max(0, ns / 1000 - Self.aheadMs * 1000)
            bootAlarm?.arm(atMicroseconds: UInt64(atUs))
        } else {
            bootAlarm?.disarm()
        }
        if let ms = next.wallMs {
            wallAlarm?.arm(atMicroseconds: UInt64(max(0, ms - Self.aheadMs)) * 1000)
        } else {
            wallAlarm?.disarm()
        }
    }

    /// - Parameters:
    ///   - followed: what follows whether somebody is there.
    ///   - takesBreaks: whether there are reminders that a break may move.
    private func follow(_ followed: [String], takesBreaks: Bool) {
        let isWanted = !followed.isEmpty || takesBreaks
        followLeaving(afterMs: isWanted ? desktop.configuration.idleMs : nil)
        guard followed != self.followed else { return }
        self.followed = followed
        if !followed.isEmpty { ask() }
    }

    private func followLeaving(afterMs idleMs: Int64?) {
        guard idleMs != leavingMs else { return }
        leavingMs = idleMs
        if let idleMs {
            desktop.followLeaving(afterMs: idleMs) { [weak self] in self?.leave() }
        } else {
            desktop.stopFollowingLeaving()
            againAlarm?.disarm()
        }
    }

    /// Makes the next `rearm` set the alarms again: if the clock was set back, a deadline comes a second
    /// time.
    func forgetAlarms() { armed = NextDeadlines() }

    /// Asks now, unless an answer is already on its way. The answer comes within 300 ms; if there is nothing
    /// to ask, it is that somebody is there.
    func ask() {
        guard !isAsking else { return }
        isAsking = true
        desktop.ask { [weak self] in self?.take($0) }
    }

    private func take(_ state: DesktopState) {
        isAsking = false
        if state.isReachable {
            desktop.stopAwaiting()
        } else {
            desktop.awaitReturn(from: state) { [weak self] in self?.ask() }
        }
        if leavingMs != nil,
            let againMs = desktop.askAgainMs(after: state, isUrgent: !followed.isEmpty)
        {
            let atUs = Clocks.read().awakeNs / 1000 + againMs * 1000
            againAlarm?.arm(atMicroseconds: UInt64(atUs))
        } else {
            againAlarm?.disarm()
        }
        answered(state)
        guard hasLeft else { return }
        hasLeft = false
        if state.absence == nil { ask() }
    }

    private func leave() {
        if isAsking { hasLeft = true } else { ask() }
    }
}
