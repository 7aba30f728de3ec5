import CSystemd
import Glibc

/// The event loop of the one thread: waits for all sources at once and runs the handlers of the ready ones,
/// one at a time, by priority. Wraps sd-event.
///
/// Sources come from its factory methods (`watch`, `alarm`, `deferred`, `onSignal`, …), each beside its
/// source's type. A loop runs once: after `stop` it is finished. It must be made, run and released on
/// one thread. Sources keep the parts of the loop that they need, so the loop and its sources may be
/// released in any order.
// Explicit, though it is the default: Swift 6.3 loses it for `isolated deinit` in optimised test builds.
@MainActor package final class EventLoop {
    /// sd-event's object, kept alive by this one.
    let event: OpaquePointer
    /// Reason why a path first couldn't be watched, because the kernel had run out of watches: its changes go
    /// unnoticed. `nil` if everything is watched.
    package private(set) var watchFault: SystemError?
    /// Gets `watchFault`, once.
    package var watchFailed: (SystemError) -> Void = { _ in }

    /// Blocks SIGCHLD in this thread, which sd-event requires for watching children.
    ///
    /// - Throws: `SystemError` if the kernel's resources or memory run out.
    package init() throws(SystemError) {
        try Self.block(SIGCHLD)
        var created: OpaquePointer?
        try SystemError.check(sd_event_new(&created), "sd_event_new")
        guard let created else { throw SystemError("sd_event_new", ENOMEM) }
        event = created
    }

    isolated deinit {
        sd_event_unref(event)
    }

    /// Runs until `stop`, and returns the code given there. Handlers of sources that are ready when `stop` is
    /// called don't run any more.
    ///
    /// - Throws: `SystemError`: EBUSY if the loop is running or has ended, otherwise the error that kept it
    ///   from waiting.
    package func run() throws(SystemError) -> Int32 {
        try SystemError.check(sd_event_loop(event), "sd_event_loop")
    }

    /// Runs the handler of the first source in order, after waiting at most `limit` microseconds for it;
    /// `nil` to wait for ever. For callers that drive the loop step by step, such as tests.
    ///
    /// - Returns: whether a handler ran or the loop noticed something else, so that it may be called again.
    /// - Throws: `SystemError`, as `run` does; ESTALE after `stop`.
    @discardableResult
    package func turn(waitingMicroseconds limit: UInt64?) throws(SystemError) -> Bool {
        try SystemError.check(sd_event_run(event, limit ?? .max), "sd_event_run") > 0
    }

    /// Ends `run` as soon as the current handler returns; a later `run` ends at once. If called again before
    /// the end, the later code counts; after the end, nothing happens.
    ///
    /// - Parameter code: the code that `run` returns, 0 or more.
    package func stop(code: Int32 = 0) {
        precondition(code >= 0, "a loop's exit code is not negative")
        EventSource.insist(sd_event_exit(event, code), "sd_event_exit")
    }

    func cannotWatch(_ fault: SystemError) {
        guard watchFault == nil else { return }
        watchFault = fault
        watchFailed(fault)
    }

    /// Blocks a signal in this thread and the threads that it starts, so that it doesn't take its usual
    /// effect.
    static func block(_ signal: Int32) throws(SystemError) {
        var set = sigset_t()
        sigemptyset(&set)
        try SystemError.checkErrno(sigaddset(&set, signal), "sigaddset \(signal)")
        try SystemError.check(-pthread_sigmask(SIG_BLOCK, &set, nil), "pthread_sigmask")
    }
}
