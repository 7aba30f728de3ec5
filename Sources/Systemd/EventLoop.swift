import CSystemd
import Glibc

/// The one thread's loop: waits for all sources at once and runs the handlers of those that are ready,
/// one at a time, by priority. Wraps sd-event.
///
/// Sources come from its factory methods (`watch`, `alarm`, `deferred`, `onSignal`, …), each beside its
/// source's type. A loop runs once: after `stop` it is finished. It must be made, run and released on
/// one thread. Sources keep what they need of it; the order in which it and they go away is free.
// Said though it is the default: Swift 6.3 loses it for `isolated deinit` in optimised test builds.
@MainActor package final class EventLoop {
    /// sd-event's object, referenced as long as this one lives.
    let event: OpaquePointer

    /// - Throws: `SystemError` when the kernel or memory has nothing to give.
    ///
    /// Blocks SIGCHLD in this thread, which sd-event demands for watching children.
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

    /// Runs until `stop`, and returns the code given there. Handlers of sources that are ready when
    /// `stop` is called don't run any more.
    ///
    /// - Throws: `SystemError`: EBUSY when it's running or has run to its end, else what kept it from
    ///   waiting.
    package func run() throws(SystemError) -> Int32 {
        try SystemError.check(sd_event_loop(event), "sd_event_loop")
    }

    /// Runs the handler of the one source that is first in order, waiting for it at most so many
    /// microseconds (`nil` = for ever). For those who drive a loop by steps, as tests do.
    ///
    /// - Returns: whether a handler ran; or the loop took note of something else, and may be asked again.
    /// - Throws: `SystemError`, as `run` does; ESTALE after `stop`.
    @discardableResult
    package func turn(waitingMicroseconds limit: UInt64?) throws(SystemError) -> Bool {
        try SystemError.check(sd_event_run(event, limit ?? .max), "sd_event_run") > 0
    }

    /// Ends `run` as soon as the present handler returns; called before `run`, that ends at once.
    /// Called again before the end, the later code counts; after it, nothing happens.
    ///
    /// - Parameter code: what `run` returns, 0 or more.
    package func stop(code: Int32 = 0) {
        precondition(code >= 0, "a loop's exit code is not negative")
        EventSource.insist(sd_event_exit(event, code), "sd_event_exit")
    }

    /// Keeps a signal from its disposition, in this thread and those that it starts.
    static func block(_ signal: Int32) throws(SystemError) {
        var set = sigset_t()
        sigemptyset(&set)
        try SystemError.checkErrno(sigaddset(&set, signal), "sigaddset \(signal)")
        try SystemError.check(-pthread_sigmask(SIG_BLOCK, &set, nil), "pthread_sigmask")
    }
}
