import Systemd
import TrackerCore
import TrackerStore

/// The questions to the desktop: shortly before a reminder falls due, so that the answer is there when it does,
/// and again when a signal tells that a person who was away is back.
final class DesktopWatch {
    /// Milliseconds between a question and the reminder: the answer takes at most 300.
    private static let aheadMs = Desktop.patienceMs + 100
    /// Milliseconds for which an answer holds.
    private static let holdMs: Int64 = 2000

    private let desktop: Desktop
    private let answered: (DesktopState) -> Void
    private let forgotten: () -> Void
    private var bootAlarm: AlarmSource?
    private var wallAlarm: AlarmSource?
    private var end: AlarmSource?
    /// The reminders' deadlines that the alarms are set for.
    private var armed = NextDeadlines()

    /// - Parameters:
    ///   - answered: gets each answer, from the loop.
    ///   - forgotten: runs when the last answer no longer holds.
    init(
        _ loop: EventLoop, _ desktop: Desktop, answered: @escaping (DesktopState) -> Void,
        forgotten: @escaping () -> Void
    ) throws(SystemError) {
        self.desktop = desktop
        self.answered = answered
        self.forgotten = forgotten
        bootAlarm = try loop.alarm(on: .boot) { [weak self] in self?.ask() }
        wallAlarm = try loop.alarm(on: .wall) { [weak self] in self?.ask() }
        end = try loop.alarm(on: .boot) { [weak self] in self?.forgotten() }
    }

    /// Sets the alarms for the reminders' next deadlines. Where nothing is to be asked, none is set.
    func rearm(_ next: NextDeadlines) {
        let next = desktop.configuration.asks ? next : NextDeadlines()
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

    private func ask() {
        desktop.ask { [weak self] in self?.take($0) }
    }

    private func take(_ state: DesktopState) {
        if state.isReachable {
            desktop.stopAwaiting()
        } else {
            desktop.awaitReturn(from: state) { [weak self] in self?.ask() }
        }
        let endNs = Clocks.read().bootNs + Self.holdMs * nanosecondsPerMs
        end?.arm(atMicroseconds: UInt64(endNs / 1000))
        answered(state)
    }
}
