import CSystemd
import Glibc

/// Tells, once, that a child process has ended, and reaps it.
///
/// The child is reaped after its handler returns, so that its pid still means it there. Cancelled
/// before, it is not reaped: whoever does that leaves a zombie for as long as this process runs.
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
    /// Waits for a child's end; one that has ended already is told at the next turn.
    ///
    /// - Throws: `SystemError`: ESRCH where there is no such process, EBUSY where this loop watches it
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
