import CSystemd
import Glibc

/// Reports that a descriptor is ready, again and again while it is.
///
/// The descriptor belongs to the caller, who closes it only after `cancel` (or after the last reference to
/// this object is gone): otherwise epoll keeps watching a file that nothing refers to any more.
package final class DescriptorSource: EventSource {
    private var handler: ((Readiness) -> Void)?
    /// Reports to the handler that an interest couldn't be set.
    private var failure: DeferredSource?
    private let loop: EventLoop

    /// The readiness to wait for. Empty means nothing at all, not even a hang-up, which epoll would report
    /// over and over. Setting the same value again costs nothing.
    ///
    /// The kernel may refuse a change if memory or watches run out. Nothing is watched then, and the handler
    /// gets `.error` at the next turn, as if the descriptor had failed.
    package var interest: Readiness {
        didSet {
            if interest != oldValue { apply(from: oldValue) }
        }
    }

    fileprivate init(
        _ loop: EventLoop, _ descriptor: Int32, _ interest: Readiness, _ priority: Priority,
        _ handler: @escaping (Readiness) -> Void
    ) throws(SystemError) {
        self.loop = loop
        self.handler = handler
        self.interest = interest
        super.init()
        try attach("watch descriptor \(descriptor)", priority: priority) { source, userData in
            sd_event_add_io(loop.event, source, descriptor, interest.rawValue, onReady, userData)
        }
        if interest.isEmpty { apply(from: .readable) }
    }

    package override func cancel() {
        super.cancel()
        handler = nil
        failure?.cancel()
    }

    fileprivate func fire(_ ready: Readiness) {
        let handler = handler
        handler?(ready)
    }

    private func apply(from old: Readiness) {
        guard let pointer else { return }
        // sd-event only stores the events of a source that is off, and passes them to the kernel when the
        // source is turned on.
        var result =
            interest.isEmpty
            ? enable(.off) : sd_event_source_set_io_events(pointer, interest.rawValue)
        if result >= 0, old.isEmpty { result = enable(.always) }
        if result < 0, result != -ESTALE { reportFailure() }
    }

    private func reportFailure() {
        _ = enable(.off)
        do throws(SystemError) {
            if failure == nil {
                failure = try loop.deferred { [weak self] in self?.fire(.error) }
            }
            failure?.arm()
        } catch {
            preconditionFailure("a descriptor can neither be watched nor given up: \(error)")
        }
    }
}

extension EventLoop {
    /// Watches a descriptor: a socket, a pipe, anything that epoll takes.
    ///
    /// - Parameters:
    ///   - interest: the readiness to wait for, which can be changed later.
    ///   - handler: gets the ready part of the interest, and always `.hangup` and `.error`.
    /// - Throws: `SystemError`: EEXIST if this loop watches the descriptor already, EPERM for a plain file or
    ///   a directory.
    package func watch(
        _ descriptor: Int32, for interest: Readiness, priority: Priority = .normal,
        handler: @escaping (Readiness) -> Void
    ) throws(SystemError) -> DescriptorSource {
        try DescriptorSource(self, descriptor, interest, priority, handler)
    }
}

private nonisolated func onReady(
    _: OpaquePointer?, _: Int32, ready: UInt32, userData: UnsafeMutableRawPointer?
) -> Int32 {
    EventSource.enter(DescriptorSource.self, userData) { $0.fire(Readiness(rawValue: ready)) }
}
