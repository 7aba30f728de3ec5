import CSystemd
import Glibc

/// Follows the owner of a well-known name on a message bus, and sends calls to the owner (sd-bus).
///
/// Where the bus isn't there yet and its address is a path, its appearance is awaited without polling. A
/// lost bus is connected to again.
package final class BusName {
    /// An owner of the name.
    package struct Owner: Hashable {
        /// The id of the bus, which no other bus has.
        package let bus: String
        /// The owner's unique name, which the bus gives to nobody else.
        package let name: String
    }

    private static let shortestPauseMs: UInt64 = 1000
    private static let longestPauseMs: UInt64 = 3_600_000
    private static let daemon = "org.freedesktop.DBus"

    private let loop: EventLoop
    private let address: String
    private let name: String
    private let changed: () -> Void
    private var bus: OpaquePointer?
    private var again: AlarmSource?
    private var pauseMs = shortestPauseMs
    /// Receiver of the list of texts that was asked for; `nil` while none is awaited.
    private var awaited: (([String]) -> Void)?
    /// The signal that is followed, and its receiver; `nil` for none.
    private var followed: (match: String, heard: (UInt32, UInt32) -> Void)?
    /// The owner of the name; `nil` where there is none, or no bus.
    package private(set) var owner: Owner?

    /// - Parameters:
    ///   - address: the address of the bus, as in DBUS_SESSION_BUS_ADDRESS.
    ///   - changed: runs from the loop when it is first known whether the name has an owner, and whenever
    ///     the owner may have changed.
    /// - Throws: `SystemError` where no bus can have that address.
    package init(
        _ loop: EventLoop, address: String, name: String, changed: @escaping () -> Void
    ) throws(SystemError) {
        self.loop = loop
        self.address = address
        self.name = name
        self.changed = changed
        again = try loop.alarm(on: .awake) { [weak self] in self?.connectAgain() }
        do throws(SystemError) { try connect() } catch {
            drop()
            throw error
        }
    }

    isolated deinit { drop() }

    // MARK: Calls

    /// Calls a method of the name's owner, if there is one, and ignores the reply.
    package func call(_ method: String, of interface: String, at path: String, _ number: UInt32) {
        var number = number
        guard let message = message(method, interface, path) else { return }
        defer { sd_bus_message_unref(message) }
        sd_bus_message_set_expect_reply(message, 0)
        sd_bus_message_append_basic(message, CChar(UInt8(ascii: "u")), &number)
        sd_bus_send(bus, message, nil)
    }

    /// Asks the name's owner for a list of texts. Without a reply, `answered` isn't called.
    package func ask(
        _ method: String, of interface: String, at path: String,
        answered: @escaping ([String]) -> Void
    ) {
        guard let message = message(method, interface, path) else { return }
        defer { sd_bus_message_unref(message) }
        awaited = answered
        sd_bus_call_async(bus, nil, message, onTexts, userData, 0)
    }

    /// Follows a signal of the name's owner that carries two numbers. There is one such signal; another
    /// receiver takes the place of the first.
    package func hear(
        _ signal: String, of interface: String, heard: @escaping (UInt32, UInt32) -> Void
    ) {
        let isFollowed = followed != nil
        followed = ("type='signal',interface='\(interface)',member='\(signal)'", heard)
        if !isFollowed { follow() }
    }

    private func follow() {
        guard let bus, let followed else { return }
        sd_bus_add_match_async(bus, nil, followed.match, onNumbers, nil, userData)
    }

    private func message(_ method: String, _ interface: String, _ path: String) -> OpaquePointer? {
        guard let bus, let owner else { return nil }
        var message: OpaquePointer?
        guard
            sd_bus_message_new_method_call(bus, &message, owner.name, path, interface, method) >= 0
        else { return nil }
        sd_bus_message_set_auto_start(message, 0)
        return message
    }

    // MARK: The connection

    private var userData: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    private func connect() throws(SystemError) {
        try SystemError.check(sd_bus_new(&bus), "sd_bus_new")
        try SystemError.check(sd_bus_set_address(bus, address), "use the bus \(address)")
        try SystemError.check(sd_bus_set_bus_client(bus, 1), "sd_bus_set_bus_client")
        try SystemError.check(sd_bus_set_watch_bind(bus, 1), "sd_bus_set_watch_bind")
        // At the loop's end sd-bus would otherwise wait for the bus, which may never come.
        try SystemError.check(sd_bus_set_close_on_exit(bus, 0), "sd_bus_set_close_on_exit")
        try SystemError.check(sd_bus_start(bus), "connect to the bus \(address)")
        try SystemError.check(
            sd_bus_attach_event(bus, loop.event, Int32(Priority.normal.rawValue)),
            "sd_bus_attach_event")
        try SystemError.check(sd_bus_add_filter(bus, nil, onMessage, userData), "sd_bus_add_filter")
        let match =
            "type='signal',sender='\(Self.daemon)',interface='\(Self.daemon)',"
            + "member='NameOwnerChanged',arg0='\(name)'"
        try SystemError.check(
            sd_bus_add_match_async(bus, nil, match, onOwnerChanged, nil, userData),
            "sd_bus_add_match_async")
        follow()
        try askForOwner()
    }

    private func askForOwner() throws(SystemError) {
        var message: OpaquePointer?
        try SystemError.check(
            sd_bus_message_new_method_call(
                bus, &message, Self.daemon, "/org/freedesktop/DBus", Self.daemon, "GetNameOwner"),
            "sd_bus_message_new_method_call")
        defer { sd_bus_message_unref(message) }
        try SystemError.check(
            name.withCString {
                sd_bus_message_append_basic(message, CChar(UInt8(ascii: "s")), $0)
            }, "sd_bus_message_append_basic")
        try SystemError.check(
            sd_bus_call_async(bus, nil, message, onOwner, userData, 0), "sd_bus_call_async")
    }

    private func connectAgain() {
        drop()
        do throws(SystemError) { try connect() } catch { drop() }
    }

    private func drop() {
        sd_bus_close_unref(bus)
        bus = nil
        awaited = nil
    }

    // MARK: Messages of the bus

    fileprivate func isOwned(by unique: String) {
        pauseMs = Self.shortestPauseMs
        var id = sd_id128_t()
        guard !unique.isEmpty, sd_bus_get_bus_id(bus, &id) >= 0 else { return become(nil) }
        let bus = String(id.qwords.0, radix: 16) + String(id.qwords.1, radix: 16)
        become(Owner(bus: bus, name: unique))
    }

    fileprivate func isLost() {
        // A connection that can't be kept is tried again at growing intervals.
        again?.arm(atMicroseconds: UInt64(Clocks.read().awakeNs / 1000) + pauseMs * 1000)
        pauseMs = min(pauseMs * 2, Self.longestPauseMs)
        become(nil)
    }

    private func become(_ new: Owner?) {
        owner = new
        awaited = nil
        changed()
    }

    fileprivate func isTold(by sender: String, _ first: UInt32, _ second: UInt32) {
        guard sender == owner?.name else { return }
        followed?.heard(first, second)
    }

    fileprivate func isAnswered(by sender: String, _ texts: [String]) {
        guard sender == owner?.name else { return }
        let awaited = awaited
        awaited?(texts)
    }
}

/// A C function that gets a message and the object that the message is for.
private typealias Handler =
    @convention(c) (
        OpaquePointer?, UnsafeMutableRawPointer?, UnsafeMutablePointer<sd_bus_error>?
    ) -> Int32

private nonisolated func enter(
    _ userData: UnsafeMutableRawPointer?, _ body: @MainActor (BusName) -> Void
) -> Int32 {
    guard let userData else { return 0 }
    let name = Unmanaged<BusName>.fromOpaque(userData).takeUnretainedValue()
    withExtendedLifetime(name) { MainActor.assumeIsolated { body(name) } }
    return 0
}

private nonisolated func readText(_ message: OpaquePointer?) -> String {
    var text: UnsafePointer<CChar>?
    guard sd_bus_message_read_basic(message, CChar(UInt8(ascii: "s")), &text) > 0, let text else {
        return ""
    }
    return String(cString: text)
}

private nonisolated let onMessage: Handler = { message, userData, _ in
    guard sd_bus_message_is_signal(message, "org.freedesktop.DBus.Local", "Disconnected") > 0 else {
        return 0
    }
    return enter(userData) { $0.isLost() }
}

private nonisolated let onOwnerChanged: Handler = { message, userData, _ in
    _ = readText(message)
    _ = readText(message)
    let owner = readText(message)
    return enter(userData) { $0.isOwned(by: owner) }
}

private nonisolated let onOwner: Handler = { message, userData, _ in
    let nobody = "org.freedesktop.DBus.Error.NameHasNoOwner"
    let isError = sd_bus_message_is_method_error(message, nil) > 0
    // Any other error means that the connection is lost, which is reported elsewhere.
    guard !isError || sd_bus_message_is_method_error(message, nobody) > 0 else { return 0 }
    let owner = isError ? "" : readText(message)
    return enter(userData) { $0.isOwned(by: owner) }
}

private nonisolated let onNumbers: Handler = { message, userData, _ in
    var (first, second): (UInt32, UInt32) = (0, 0)
    let type = CChar(UInt8(ascii: "u"))
    guard sd_bus_message_read_basic(message, type, &first) > 0,
        sd_bus_message_read_basic(message, type, &second) > 0,
        let sender = sd_bus_message_get_sender(message).map({ String(cString: $0) })
    else { return 0 }
    return enter(userData) { [first, second] in $0.isTold(by: sender, first, second) }
}

private nonisolated let onTexts: Handler = { message, userData, _ in
    var list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    guard sd_bus_message_is_method_error(message, nil) == 0,
        sd_bus_message_read_strv(message, &list) >= 0,
        let sender = sd_bus_message_get_sender(message).map({ String(cString: $0) })
    else { return 0 }
    var texts: [String] = []
    var next = list
    while let place = next, let text = place.pointee {
        texts.append(String(cString: text))
        free(text)
        next = place + 1
    }
    free(list)
    return enter(userData) { [texts] in $0.isAnswered(by: sender, texts) }
}
