import Systemd

/// The notification server, as seen from the session's bus. notify-send talks to the server itself; this type
/// does the rest.
final class BubbleServer {
    /// Longest time to find the server on the bus, in milliseconds; usually it takes less than one.
    private static let patienceMs: Int64 = 10_000
    /// Reason for closing, "dismissed by the user" in the specification's numbering.
    private static let closedByHand: Int64 = 2

    private let changed: () -> Void
    private let loop: EventLoop
    private let address: BusAddress?
    private let bus: Bus?
    private var owner: BusName?
    /// The connection that receives closings; `nil` without a bus.
    private var listener: Bus?
    private var closings: [BusSubscription] = []
    private var patience: AlarmSource?
    /// Whether it is known which server there is, or that this can't be found out.
    private(set) var isKnown: Bool
    /// Whether the server shows buttons; `true` until it says otherwise.
    private(set) var offersActions = true
    /// The server's own name, such as `dunst`; `nil` until it is known.
    private(set) var name: String?

    /// - Parameter changed: runs from the loop as soon as the server is known, and whenever it may have
    ///   changed.
    init(
        _ loop: EventLoop, _ environment: HookEnvironment, changed: @escaping () -> Void
    ) throws(SystemError) {
        self.changed = changed
        self.loop = loop
        address = environment.busAddress
        // With an invalid address, neither this program nor notify-send can reach a server.
        bus = address.flatMap { try? Bus(loop, $0) }
        isKnown = bus == nil
        owner = bus.map { BusName($0, NotificationService.name) { [weak self] in self?.isOwned() } }
        patience = try loop.alarm(on: .awake) { [weak self] in self?.noteKnown() }
        // Without a bus there is no server, and nothing to wait for. A bus that appears later is still
        // noticed.
        let patienceMs = address?.isMissing == true ? 0 : Self.patienceMs
        let end = Clocks.read().awakeNs / 1000 + patienceMs * 1000
        if !isKnown { patience?.arm(atMicroseconds: UInt64(end)) }
    }

    /// Identity of this server, unlike any other's; `nil` if there is no server, or it isn't known.
    var identity: String? { owner?.owner.map { "\($0.bus)\($0.name)" } }

    /// Whether there is a bus but no server. The bus may be able to start one when the server is called.
    var isAbsent: Bool { isKnown && bus != nil && identity == nil }

    /// Listens for closed notifications on the bus. Some servers, such as dunst up to 1.9, tell only the
    /// sender notify-send, which doesn't pass it on.
    ///
    /// - Parameter closed: gets the id of each notification that the person closes, also by pressing a
    ///   button.
    func tellClosedByHand(_ closed: @escaping (String) -> Void) {
        let rule = BusRule(
            sender: NotificationService.name, path: NotificationService.path,
            interface: NotificationService.name, member: "NotificationClosed")
        listener = address.flatMap { try? Bus(loop, $0) }
        closings =
            listener?.onAnySignal(rule) { [weak self] signal in
                let numbers = signal.arguments.compactMap(\.integer)
                guard signal.sender == self?.owner?.owner?.name, numbers.count == 2,
                    numbers[1] == Self.closedByHand
                else { return }
                closed(String(numbers[0]))
            } ?? []
    }

    func close(_ id: String) {
        guard let number = UInt32(id), let call = call("CloseNotification", [.uint32(number)])
        else { return }
        bus?.send(call)
    }

    /// A call to the server; `nil` if there is none.
    private func call(_ member: String, _ arguments: [BusValue] = []) -> BusCall? {
        owner?.owner.map {
            BusCall($0.name, NotificationService.path, NotificationService.name, member, arguments)
        }
    }

    private func isOwned() {
        offersActions = true
        name = nil
        ask("GetCapabilities") { [weak self] in
            if let capabilities = $0.list { self?.offersActions = capabilities.contains("actions") }
        }
        ask("GetServerInformation") { [weak self] in self?.name = $0.text }
        noteKnown()
    }

    /// Asks the server; without an answer, or once another server has replaced it, nothing happens.
    private func ask(_ member: String, _ answered: @escaping (BusValue) -> Void) {
        guard let call = call(member) else { return }
        let asked = identity
        bus?.call(call) { [weak self] answer in
            guard let self, asked == identity, let value = answer.value else { return }
            answered(value)
        }
    }

    private func noteKnown() {
        patience?.cancel()
        isKnown = true
        changed()
    }
}
