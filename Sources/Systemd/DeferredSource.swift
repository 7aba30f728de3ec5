import CSystemd
import Glibc

/// Deferred work: the handler runs once each time the source is armed, at the next turn of the loop when no
/// source of an earlier priority is ready. It gathers the work of many handlers to do it at once.
package final class DeferredSource: EventSource {
    private var handler: (() -> Void)?

    fileprivate init(
        _ loop: EventLoop, _ priority: Priority, _ handler: @escaping () -> Void
    ) throws(SystemError) {
        self.handler = handler
        super.init()
        try attach("sd_event_add_defer", priority: priority) { source, userData in
            sd_event_add_defer(loop.event, source, onTurn, userData)
        }
        Self.insist(enable(.off), "sd_event_source_set_enabled")
    }

    /// Asks for a run. Asking again before the run has begun changes nothing; asking from within the handler
    /// leads to another run. Does nothing after `cancel`.
    package func arm() {
        Self.insist(enable(.once), "sd_event_source_set_enabled")
    }

    /// Withdraws a request for a run.
    package func disarm() {
        Self.insist(enable(.off), "sd_event_source_set_enabled")
    }

    /// Whether a run was asked for and hasn't begun.
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
    /// Makes a disarmed deferred source.
    ///
    /// - Throws: `SystemError` if memory runs out.
    package func deferred(
        priority: Priority = .normal, handler: @escaping () -> Void
    ) throws(SystemError) -> DeferredSource {
        try DeferredSource(self, priority, handler)
    }
}

private nonisolated func onTurn(_: OpaquePointer?, userData: UnsafeMutableRawPointer?) -> Int32 {
    EventSource.enter(DeferredSource.self, userData) { $0.fire() }
}
