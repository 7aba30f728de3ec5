import CSystemd
import Glibc

/// Reports that the wall clock was set, or that the machine resumed from suspend. The size of the step
/// isn't reported: compare `ClockReading`s.
package final class ClockStepSource: EventSource {
    private var handler: (() -> Void)?
    private let timer: Int32

    fileprivate init(
        _ loop: EventLoop, _ priority: Priority, _ handler: @escaping () -> Void
    ) throws(SystemError) {
        let timer = try SystemError.check(csystemd_clock_step_timer(), "timerfd_create")
        self.handler = handler
        self.timer = timer
        super.init()
        do throws(SystemError) {
            try attach("watch the clock", priority: priority) { source, userData in
                sd_event_add_io(
                    loop.event, source, timer, Readiness.readable.rawValue, onStep, userData)
            }
        } catch {
            cancel()
            close(timer)
            throw error
        }
        // From here on sd-event closes the timer with its source, after any handler that is still running.
        Self.insist(sd_event_source_set_io_fd_own(pointer, 1), "sd_event_source_set_io_fd_own")
        try SystemError.check(csystemd_clock_step_rearm(timer), "timerfd_settime")
    }

    package override func cancel() {
        super.cancel()
        handler = nil
    }

    fileprivate func fire() {
        var elapsed: UInt64 = 0
        guard read(timer, &elapsed, 8) < 0, errno == ECANCELED else { return }
        // The timer is armed before the handler reads any clock, so that no later step is missed.
        Self.insist(csystemd_clock_step_rearm(timer), "timerfd_settime")
        let handler = handler
        handler?()
    }
}

extension EventLoop {
    /// Watches for steps of the wall clock.
    ///
    /// - Throws: `SystemError` if the kernel has no timer left.
    package func clockSteps(
        priority: Priority = .normal, handler: @escaping () -> Void
    ) throws(SystemError) -> ClockStepSource {
        try ClockStepSource(self, priority, handler)
    }
}

private nonisolated func onStep(
    _: OpaquePointer?, _: Int32, _: UInt32, userData: UnsafeMutableRawPointer?
) -> Int32 {
    EventSource.enter(ClockStepSource.self, userData) { $0.fire() }
}
