/// Follows the owner of a well-known name on a message bus.
package final class BusName {
    /// An owner of the name: the bus and the owner's connection to it.
    package struct Owner: Hashable {
        /// The id of the bus, which no other bus has.
        package let bus: String
        /// The owner's unique name, which the bus gives to nobody else.
        package let name: String
    }

    private static let daemon = "org.freedesktop.DBus"
    private static let nobody = "org.freedesktop.DBus.Error.NameHasNoOwner"

    private let bus: Bus
    private let name: String
    private let changed: () -> Void
    private var subscriptions: [BusSubscription] = []
    /// Owner of the name; `nil` if there is none, or no bus.
    package private(set) var owner: Owner?

    /// - Parameter changed: runs from the loop as soon as it is known whether the name has an owner, and
    ///   whenever the owner may have changed.
    package init(_ bus: Bus, _ name: String, changed: @escaping () -> Void) {
        self.bus = bus
        self.name = name
        self.changed = changed
        let change = BusRule(
            sender: Self.daemon, interface: Self.daemon, member: "NameOwnerChanged", first: name)
        subscriptions = [
            bus.onSignal(.connected) { [weak self] _ in self?.ask() },
            bus.onSignal(.disconnected) { [weak self] _ in self?.isOwned(by: nil) },
            bus.onSignal(change) { [weak self] in
                // A signal sent to this connection alone passes the rule, whoever sent it.
                if $0.sender == Self.daemon { self?.isOwned(by: $0.arguments.last) }
            },
        ]
        if bus.isConnected { ask() }
    }

    private func ask() {
        let question = BusCall(
            Self.daemon, "/org/freedesktop/DBus", Self.daemon, "GetNameOwner", [.string(name)])
        bus.call(question) { [weak self] answer in
            switch answer {
            case .success(let values): self?.isOwned(by: values.first)
            case .failure(let error) where error.name == Self.nobody: self?.isOwned(by: nil)
            case .failure(.timedOut): self?.ask()
            // Any other error means that the connection is lost, which is reported elsewhere.
            case .failure: break
            }
        }
    }

    private func isOwned(by unique: BusValue?) {
        owner = unique?.text.flatMap { name in
            name.isEmpty ? nil : bus.id.map { Owner(bus: $0, name: name) }
        }
        changed()
    }
}
