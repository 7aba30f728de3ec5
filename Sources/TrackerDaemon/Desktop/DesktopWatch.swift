import Systemd
import TrackerCore
import TrackerStore

/// Times the questions to the desktop: shortly before a reminder falls due, so that the answer is there in
/// time; at once for a reminder that is already due; and when a signal reports that a person has left, while
/// absences count as breaks, or is back. An X server has no such signals: while nobody is there, it is looked
/// at once a minute.
final class DesktopWatch {
    /// Milliseconds between a question and the reminder: an answer takes at most 300.
    private static let aheadMs = Desktop.patienceMs + 100
    /// Milliseconds between two looks at an X server.
    private static let lookMs: Int64 = 60_000

    private let desktop: Desktop
    private let answered: (DesktopState) -> Void
    private var bootAlarm: AlarmSource?
    private var wallAlarm: AlarmSource?
    private var lookAlarm: AlarmSource?
    private var isAsking = false
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
        lookAlarm = try loop.alarm(on: .awake) { [weak self] in self?.ask() }
        desktop.awaitCompositor()
    }

    /// Sets the alarms for the reminders' next deadlines, or none if there is nothing to ask.
    ///
    /// - Parameter isAwaited: whether reminders are already due and wait for the answer.
    func rearm(_ next: NextDeadlines, isAwaited: Bool = false) {
        if isAwaited { ask() }
        let next = desktop.configuration.asks ? next : NextDeadlines()
        followLeaving(next != NextDeadlines())
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

    /// - Parameter isWanted: whether there are reminders that a break may move.
    private func followLeaving(_ isWanted: Bool) {
        let configuration = desktop.configuration
        let idleMs = isWanted && configuration.breakMs != nil ? configuration.idleMs : nil
        guard idleMs != leavingMs else { return }
        leavingMs = idleMs
        if let idleMs {
            desktop.followLeaving(afterMs: idleMs) { [weak self] in self?.ask() }
        } else {
            desktop.stopFollowingLeaving()
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
        if state.absence == .idle, leavingMs != nil, desktop.findings.isOfXAlone {
            lookAlarm?.arm(
                atMicroseconds: UInt64(Clocks.read().awakeNs / 1000 + Self.lookMs * 1000))
        } else {
            lookAlarm?.disarm()
        }
        answered(state)
    }
}
