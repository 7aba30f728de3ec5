import CSystemd

/// A signal received from a message bus.
package nonisolated struct BusSignal: Hashable, Sendable {
    /// The sender's unique name.
    package let sender: String
    package let path: String
    package let interface: String
    package let member: String
    package let arguments: [BusValue]
}

/// Rule for the signals to receive; `nil` matches any. Values are bus names, which contain no quotes.
package nonisolated struct BusRule: Hashable, Sendable {
    /// Sender: a unique or a well-known name. For a well-known name, signals for other rules may pass, too:
    /// where that matters, compare the signal's sender with the name's owner.
    package var sender: String?
    package var path: String?
    package var interface: String
    package var member: String?
    /// First argument, a name.
    package var first: String?

    package init(
        sender: String? = nil, path: String? = nil, interface: String, member: String? = nil,
        first: String? = nil
    ) {
        self.sender = sender
        self.path = path
        self.interface = interface
        self.member = member
        self.first = first
    }

    /// A connection was made, for the first time or again.
    package static let connected = BusRule(interface: local, member: "Connected")
    /// The connection was lost.
    package static let disconnected = BusRule(interface: local, member: "Disconnected")

    /// Changes of an interface's properties.
    package static func properties(
        of interface: String, _ service: String, _ path: String
    ) -> BusRule {
        BusRule(
            sender: service, path: path, interface: BusCall.properties,
            member: "PropertiesChanged", first: interface)
    }

    /// The interface of sd-bus's own signals, which no other sender can send.
    private static let local = "org.freedesktop.DBus.Local"

    /// The rule in the bus's syntax.
    var match: String {
        let parts = [
            ("sender", sender), ("path", path), ("interface", interface), ("member", member),
            ("arg0", first),
        ]
        return parts.reduce("type='signal'") { match, part in
            part.1.map { "\(match),\(part.0)='\($0)'" } ?? match
        }
    }
}

/// A rule in effect, across reconnections, until it is released or cancelled.
// Explicit, though it is the default: Swift 6.3 loses it for `isolated deinit` in optimised test builds.
@MainActor package final class BusSubscription {
    private let rule: BusRule
    private var handler: ((BusSignal) -> Void)?
    private var slot: OpaquePointer?

    init(_ rule: BusRule, _ handler: @escaping (BusSignal) -> Void) {
        self.rule = rule
        self.handler = handler
    }

    isolated deinit { sd_bus_slot_unref(slot) }

    /// Ends the subscription: the handler won't run again.
    package func cancel() {
        handler = nil
        uninstall()
    }

    /// Installs the rule on a connection.
    func install(on bus: OpaquePointer?) throws(SystemError) {
        uninstall()
        guard let bus, handler != nil else { return }
        let userData = Unmanaged.passUnretained(self).toOpaque()
        try SystemError.check(
            sd_bus_add_match_async(bus, &slot, rule.match, onSignal, nil, userData),
            "follow \(rule.match)")
    }

    func uninstall() {
        sd_bus_slot_unref(slot)
        slot = nil
    }

    fileprivate func hear(_ signal: BusSignal) {
        let handler = handler
        handler?(signal)
    }
}

private nonisolated let onSignal: BusCallback = { message, userData, _ in
    guard let signal = BusMessage.signal(message) else { return 0 }
    return enterBus(BusSubscription.self, userData) { $0.hear(signal) }
}
