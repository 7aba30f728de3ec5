import CSystemd
import Glibc

/// Reports the end of a child process once, and reaps the child.
///
/// The child is reaped after the handler returns, so that its pid is still valid in the handler. A child
/// whose source is cancelled before its end isn't reaped, and stays a zombie until this process ends.
package final class ChildSource: EventSource {
    private var handler: ((ChildStatus) -> Void)?

    fileprivate init(
        _ loop: EventLoop, _ pid: pid_t, _ priority: Priority,
        _ handler: @escaping (ChildStatus) -> Void
    ) throws(SystemError) {
        self.handler = handler
        super.init()
        try attach("watch child \(pid)", priority: priority) { source, userData in
            sd_event_add_child(loop.event, source, pid, WEXITED, onChild, userData)
        }
    }

    package override func cancel() {
        super.cancel()
        handler = nil
    }

    fileprivate func fire(_ status: ChildStatus) {
        let handler = handler
        handler?(status)
    }
}

extension EventLoop {
    /// Waits for a child to end; one that has already ended is reported at the next turn.
    ///
    /// - Throws: `SystemError`: ESRCH if there is no such process, EBUSY if this loop watches the child
    ///   already.
    package func onExit(
        of pid: pid_t, priority: Priority = .normal, handler: @escaping (ChildStatus) -> Void
    ) throws(SystemError) -> ChildSource {
        try ChildSource(self, pid, priority, handler)
    }
}

private nonisolated func onChild(
    _: OpaquePointer?, info: UnsafePointer<siginfo_t>?, userData: UnsafeMutableRawPointer?
) -> Int32 {
    var bySignal: Int32 = 0
    let value = csystemd_child_status(info, &bySignal)
    let status = bySignal == 0 ? ChildStatus.exited(value) : .killed(signal: value)
    return EventSource.enter(ChildSource.self, userData) { $0.fire(status) }
}
