import CSystemd
import Glibc

/// The base class of all sources of an `EventLoop`. A source works until it is released or cancelled. Keep
/// sources in properties: the optimiser may release a local variable after its last use, before the loop has
/// run, and does so with arrays.
///
/// sd-event holds an unowned pointer to the object as its user data. That is safe because the object disables
/// and releases its sd-event source before it is released, and because the entry from C holds the object
/// while its handler runs: a handler may cancel, or drop the last reference to, its own source.
// Explicit, though it is the default: Swift 6.3 loses it for `isolated deinit` in optimised test builds.
@MainActor package class EventSource {
    /// sd-event's object; `nil` before `attach` and after `cancel`.
    final private(set) var pointer: OpaquePointer?

    init() {}

    isolated deinit {
        sd_event_source_disable_unref(pointer)
    }

    /// Ends the source for good: its handler won't run again, even if the source was already ready, and
    /// everything the handler refers to is released. Cancelling again does nothing.
    package func cancel() {
        sd_event_source_disable_unref(pointer)
        pointer = nil
    }

    /// Whether the source has not been cancelled.
    package final var isActive: Bool { pointer != nil }

    /// Takes over the source that an `sd_event_add_…` function made, or throws its error.
    ///
    /// - Parameter add: gets the address for the new source, and the user data to pass to sd-event.
    final func attach(
        _ operation: @autoclosure () -> String, priority: Priority,
        _ add: (UnsafeMutablePointer<OpaquePointer?>, UnsafeMutableRawPointer) -> Int32
    ) throws(SystemError) {
        let userData = Unmanaged.passUnretained(self).toOpaque()
        try SystemError.check(add(&pointer, userData), operation())
        try SystemError.check(
            sd_event_source_set_priority(pointer, priority.rawValue),
            "sd_event_source_set_priority")
    }

    /// Turns the source on or off. Returns 0 or a negative errno; after `cancel` it does nothing, and returns
    /// 0.
    final func enable(_ mode: Mode) -> Int32 {
        guard let pointer else { return 0 }
        return sd_event_source_set_enabled(pointer, mode.rawValue)
    }

    /// Whether the source is turned on.
    final var isEnabled: Bool {
        guard let pointer else { return false }
        return sd_event_source_get_enabled(pointer, nil) > 0
    }

    /// When a source's handler may run, with sd-event's values.
    enum Mode: Int32 {
        case off = 0
        case always = 1
        /// Once; then the source is off.
        case once = -1
    }

    /// Runs `fire` with the source of a C callback. Returns the value that the callback returns to
    /// sd-event.
    final nonisolated class func enter<Source: EventSource>(
        _ type: Source.Type, _ userData: UnsafeMutableRawPointer?,
        _ fire: @MainActor (Source) -> Void
    ) -> Int32 {
        guard let userData else { return 0 }
        let source = Unmanaged<Source>.fromOpaque(userData).takeUnretainedValue()
        withExtendedLifetime(source) {
            MainActor.assumeIsolated { fire(source) }
        }
        return 0
    }

    /// Checks a call that fails only through a mistake in the program; carrying on would silently lose a
    /// deadline. A loop that has finished meanwhile isn't a mistake.
    static func insist(_ result: Int32, _ operation: StaticString) {
        precondition(
            result >= 0 || result == -ESTALE, "\(operation): \(String(cString: strerror(-result)))")
    }
}
