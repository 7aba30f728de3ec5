import CSystemd
import Glibc

/// An alarm that goes off once each time it is armed, at or after its deadline on its clock. A new alarm is
/// disarmed.
///
/// A deadline that passed while the machine was suspended goes off on resume.
package final class AlarmSource: EventSource {
    private var handler: (() -> Void)?

    fileprivate init(
        _ loop: EventLoop, _ clock: AlarmClock, _ priority: Priority,
        _ handler: @escaping () -> Void
    ) throws(SystemError) {
        self.handler = handler
        super.init()
        // An accuracy of 0 would mean sd-event's default of 250 ms.
        try attach("sd_event_add_time", priority: priority) { source, userData in
            sd_event_add_time(loop.event, source, clock.id, .max, 1, onAlarm, userData)
        }
        disarm()
    }

    /// Sets the deadline, replacing an earlier one. A deadline that has already passed goes off at the next
    /// turn of the loop. Does nothing after `cancel`.
    ///
    /// - Parameter deadline: microseconds on the alarm's clock. The largest value, `UInt64.max`, means never.
    package func arm(atMicroseconds deadline: UInt64) {
        guard let pointer else { return }
        Self.insist(sd_event_source_set_time(pointer, deadline), "sd_event_source_set_time")
        Self.insist(enable(.once), "sd_event_source_set_enabled")
    }

    /// Removes the deadline, even if it has passed and the handler is still to run.
    package func disarm() {
        Self.insist(enable(.off), "sd_event_source_set_enabled")
    }

    /// Whether a deadline is set and hasn't gone off yet; `false` while the handler runs.
    package var isArmed: Bool { isEnabled }

    package override func cancel() {
        super.cancel()
        handler = nil
    }

    fileprivate func fire() {
        let handler = handler
        handler?()
    }
}

extension EventLoop {
    /// Makes a disarmed alarm.
    ///
    /// - Parameter handler: runs when the alarm goes off; it may arm the alarm again.
    /// - Throws: `SystemError` if the kernel has no timer left.
    package func alarm(
        on clock: AlarmClock, priority: Priority = .normal, handler: @escaping () -> Void
    ) throws(SystemError) -> AlarmSource {
        try AlarmSource(self, clock, priority, handler)
    }
}

private nonisolated func onAlarm(
    _: OpaquePointer?, _: UInt64, userData: UnsafeMutableRawPointer?
) -> Int32 {
    EventSource.enter(AlarmSource.self, userData) { $0.fire() }
}
