import CSystemd
import Glibc

/// A connection to a message bus, for calling methods and receiving signals (sd-bus). All of it happens in
/// turns of the loop.
///
/// If the bus isn't there yet and its address is a path, the connection waits for it without polling. If the
/// bus is lost, it connects again and keeps its subscriptions.
// Explicit, though it is the default: Swift 6.3 loses it for `isolated deinit` in optimised test builds.
@MainActor package final class Bus {
    /// Longest time to wait for an answer, in milliseconds, unless a call says otherwise.
    package static let usualTimeoutMs: Int64 = 25_000
    private static let shortestPauseMs: UInt64 = 1000
    private static let longestPauseMs: UInt64 = 3_600_000
    /// Longest pause between attempts, in milliseconds, when nothing can report that the bus has come.
    private static let blindPauseMs: UInt64 = 60_000

    private struct Subscribed { weak var subscription: BusSubscription? }

    private let loop: EventLoop
    private let address: BusAddress
    private let awaitsBus: Bool
    private var bus: OpaquePointer?
    /// Whether calls can be sent.
    package private(set) var isConnected = false
    private var again: AlarmSource?
    /// Watches for a missing bus to appear.
    private var appearance: FileWatch?
    private var pauseMs = shortestPauseMs
    /// Goes off when the first of the calls has waited too long.
    private var timeout: AlarmSource?
    /// Unanswered calls, in the order in which they were made.
    private var calls: [PendingBusCall] = []
    private var subscribed: [Subscribed] = []

    /// - Parameter awaitsBus: whether to wait for a bus that isn't there.
    /// - Throws: `SystemError` if no bus can be reached; with `awaitsBus`, only for an address that isn't a
    ///   path.
    package init(
        _ loop: EventLoop, _ address: BusAddress, awaitsBus: Bool = true
    ) throws(SystemError) {
        self.loop = loop
        self.address = address
        self.awaitsBus = awaitsBus
        again = try loop.alarm(on: .awake) { [weak self] in self?.connectAgain() }
        timeout = try loop.alarm(on: .awake) { [weak self] in self?.endLateCalls() }
        do throws(SystemError) { try connect() } catch {
            drop()
            throw error
        }
    }

    isolated deinit { drop() }

    /// The id of the bus, which no other bus has; `nil` without a connection.
    package var id: String? {
        var id = sd_id128_t()
        guard isConnected, sd_bus_get_bus_id(bus, &id) >= 0 else { return nil }
        return String(id.qwords.0, radix: 16) + String(id.qwords.1, radix: 16)
    }

    // MARK: Calls

    /// Calls a method. Without a connection the call waits for one, until its time is up.
    ///
    /// - Parameters:
    ///   - timeoutMs: milliseconds to wait for an answer.
    ///   - answered: runs once, from the loop; never if the bus is released first.
    package func call(
        _ call: BusCall, timeoutMs: Int64 = usualTimeoutMs,
        answered: @escaping (BusAnswer) -> Void
    ) {
        let end = Clocks.read().awakeNs / 1000 + max(0, timeoutMs) * 1000
        let pending = PendingBusCall(self, call, endUs: UInt64(end), answered)
        calls.append(pending)
        // A closing connection still counts as connected for a while.
        if isConnected, sd_bus_is_open(bus) > 0 { pending.send(on: bus) }
        armTimeout()
    }

    /// Calls a method and ignores the answer. Without a connection, the method isn't called.
    package func send(_ call: BusCall) {
        guard isConnected, let message = try? BusMessage.make(call, on: bus) else { return }
        defer { sd_bus_message_unref(message) }
        sd_bus_message_set_expect_reply(message, 0)
        sd_bus_send(bus, message, nil)
    }

    func end(_ call: PendingBusCall, _ answer: BusAnswer) {
        guard let index = calls.firstIndex(where: { $0 === call }) else { return }
        calls.remove(at: index)
        // A connection on which the bus has answered is worth keeping.
        if ![BusError.timedOut.name, BusError.lost.name].contains(answer.error?.name) {
            pauseMs = Self.shortestPauseMs
        }
        armTimeout()
        call.answered(answer)
    }

    private func armTimeout() {
        guard let first = calls.lazy.map(\.endUs).min() else { return timeout?.disarm() ?? () }
        timeout?.arm(atMicroseconds: first)
    }

    private func endLateCalls() {
        let now = UInt64(Clocks.read().awakeNs / 1000)
        for call in calls where call.endUs <= now {
            end(call, .failure(call.fault ?? .timedOut))
        }
        armTimeout()
    }

    // MARK: Signals

    /// Runs a handler, from the loop, for each matching signal.
    package func onSignal(
        _ rule: BusRule, _ handler: @escaping (BusSignal) -> Void
    ) -> BusSubscription {
        let subscription = BusSubscription(rule, handler)
        subscribed.removeAll { $0.subscription == nil }
        subscribed.append(Subscribed(subscription: subscription))
        // If the connection is just being lost, the next one installs the rule.
        try? subscription.install(on: bus)
        return subscription
    }

    /// Runs a handler for signals addressed to others, too: a notification server may tell only the sender of
    /// a notification that it was closed. Such a connection can't make calls any more. If the bus doesn't
    /// allow it, only broadcast signals are heard.
    package func onAnySignal(
        _ rule: BusRule, _ handler: @escaping (BusSignal) -> Void
    ) -> [BusSubscription] {
        let begin = { [weak self] in
            let daemon = "org.freedesktop.DBus"
            let call = BusCall(
                daemon, "/org/freedesktop/DBus", "\(daemon).Monitoring", "BecomeMonitor",
                [.strings([rule.match]), .uint32(0)])
            self?.call(call) { _ in }
        }
        if isConnected { begin() }
        return [onSignal(rule, handler), onSignal(.connected) { _ in begin() }]
    }

    // MARK: The connection

    private func connect() throws(SystemError) {
        try SystemError.check(sd_bus_new(&bus), "sd_bus_new")
        try SystemError.check(
            sd_bus_set_address(bus, address.description), "use the bus \(address)")
        try SystemError.check(sd_bus_set_bus_client(bus, 1), "sd_bus_set_bus_client")
        try SystemError.check(sd_bus_set_connected_signal(bus, 1), "sd_bus_set_connected_signal")
        // Otherwise sd-bus would wait at the loop's end for the bus, which may never come.
        try SystemError.check(sd_bus_set_close_on_exit(bus, 0), "sd_bus_set_close_on_exit")
        do throws(SystemError) {
            try SystemError.check(sd_bus_start(bus), "connect to the bus \(address)")
        } catch {
            guard awaitsBus, let paths = address.paths else { throw error }
            return try awaitBus(at: paths)
        }
        appearance = nil
        try SystemError.check(
            sd_bus_attach_event(bus, loop.event, Int32(Priority.normal.rawValue)),
            "sd_bus_attach_event")
        let userData = Unmanaged.passUnretained(self).toOpaque()
        // A filter runs before the subscriptions, so they see the new state.
        try SystemError.check(sd_bus_add_filter(bus, nil, onMessage, userData), "sd_bus_add_filter")
        for one in subscribed { try one.subscription?.install(on: bus) }
    }

    /// Waits for the sockets of a missing bus. sd-bus could do so itself, but each of its connections would
    /// take one of the user's few inotify instances.
    private func awaitBus(at paths: [String]) throws(SystemError) {
        drop()
        if appearance == nil {
            appearance = try FileWatch(loop, paths) { [weak self] in self?.connectAgain() }
        }
        if appearance?.isBlind == true {
            pauseMs = min(pauseMs, Self.blindPauseMs)
            tryLater()
        } else if !address.isMissing {
            // Either the socket has only just come, or nobody listens there yet.
            tryLater()
        }
    }

    private func connectAgain() {
        drop()
        do throws(SystemError) { try connect() } catch {
            drop()
            hasLost()
        }
    }

    private func drop() {
        for one in subscribed { one.subscription?.uninstall() }
        sd_bus_close_unref(bus)
        bus = nil
        isConnected = false
    }

    fileprivate func hasConnected() {
        isConnected = true
        for call in calls { call.send(on: bus) }
        armTimeout()
    }

    fileprivate func hasLost() {
        // A connection that keeps failing is retried at growing intervals.
        isConnected = false
        tryLater()
        guard !awaitsBus else { return }
        for call in calls { end(call, .failure(.lost)) }
    }

    private func tryLater() {
        again?.arm(atMicroseconds: UInt64(Clocks.read().awakeNs / 1000) + pauseMs * 1000)
        pauseMs = min(pauseMs * 2, Self.longestPauseMs)
    }
}

/// A call that waits for the connection, and then for its answer.
// Explicit, though it is the default: Swift 6.3 loses it for `isolated deinit` in optimised test builds.
@MainActor final class PendingBusCall {
    private let call: BusCall
    private weak var bus: Bus?
    private var slot: OpaquePointer?
    let answered: (BusAnswer) -> Void
    /// Deadline for the answer, in microseconds of the awake clock.
    private(set) var endUs: UInt64
    /// Reason why the call couldn't be sent.
    private(set) var fault: BusError?

    init(_ bus: Bus, _ call: BusCall, endUs: UInt64, _ answered: @escaping (BusAnswer) -> Void) {
        self.bus = bus
        self.call = call
        self.endUs = endUs
        self.answered = answered
    }

    isolated deinit { sd_bus_slot_unref(slot) }

    /// Sends the call. If that fails, the call ends at the next turn.
    func send(on bus: OpaquePointer?) {
        do throws(SystemError) {
            let message = try BusMessage.make(call, on: bus)
            defer { sd_bus_message_unref(message) }
            let userData = Unmanaged.passUnretained(self).toOpaque()
            // sd-bus would count the time without the wait for the connection.
            try SystemError.check(
                sd_bus_call_async(bus, &slot, message, onAnswer, userData, .max), "send a call")
        } catch {
            fault = BusError(error)
            endUs = 0
        }
    }

    fileprivate func isAnswered(_ answer: BusAnswer) { bus?.end(self, answer) }
}

// MARK: Callbacks

typealias BusCallback =
    @convention(c) (
        OpaquePointer?, UnsafeMutableRawPointer?, UnsafeMutablePointer<sd_bus_error>?
    ) -> Int32

/// Runs a body with the object that a callback is for, and passes the message on to others.
nonisolated func enterBus<Object: AnyObject & Sendable>(
    _ type: Object.Type, _ userData: UnsafeMutableRawPointer?,
    _ body: @MainActor (Object) -> Void
) -> Int32 {
    guard let userData else { return 0 }
    let object = Unmanaged<Object>.fromOpaque(userData).takeUnretainedValue()
    withExtendedLifetime(object) { MainActor.assumeIsolated { body(object) } }
    return 0
}

private nonisolated let onMessage: BusCallback = { message, userData, _ in
    let local = "org.freedesktop.DBus.Local"
    if sd_bus_message_is_signal(message, local, "Connected") > 0 {
        return enterBus(Bus.self, userData) { $0.hasConnected() }
    }
    if sd_bus_message_is_signal(message, local, "Disconnected") > 0 {
        return enterBus(Bus.self, userData) { $0.hasLost() }
    }
    return 0
}

private nonisolated let onAnswer: BusCallback = { message, userData, _ in
    let answer = BusMessage.answer(message)
    return enterBus(PendingBusCall.self, userData) { $0.isAnswered(answer) }
}
