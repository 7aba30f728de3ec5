import CSystemd
import Glibc

/// Reports a signal to this process. If it is sent several times before the handler runs, it may be reported
/// once.
package final class SignalSource: EventSource {
    private var handler: (() -> Void)?

    fileprivate init(
        _ loop: EventLoop, _ signal: Int32, _ priority: Priority, _ handler: @escaping () -> Void
    ) throws(SystemError) {
        self.handler = handler
        super.init()
        try EventLoop.block(signal)
        try attach("watch signal \(signal)", priority: priority) { source, userData in
            sd_event_add_signal(loop.event, source, signal, onSignal, userData)
        }
    }

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
    /// Turns a signal into an event, so that it no longer takes its usual effect.
    ///
    /// The signal is blocked in this thread and stays blocked after the source is gone, since a pending
    /// signal would otherwise still end the program. Any other thread must have the signal blocked, too.
    /// Children of `ChildProcess` start with nothing blocked.
    ///
    /// - Throws: `SystemError`: EINVAL for a number that isn't a signal's, EBUSY if this loop watches the
    ///   signal already.
    package func onSignal(
        _ signal: Int32, priority: Priority = .normal, handler: @escaping () -> Void
    ) throws(SystemError) -> SignalSource {
        try SignalSource(self, signal, priority, handler)
    }
}

private nonisolated func onSignal(
    _: OpaquePointer?, _: UnsafePointer<signalfd_siginfo>?, userData: UnsafeMutableRawPointer?
) -> Int32 {
    EventSource.enter(SignalSource.self, userData) { $0.fire() }
}
