import Systemd

/// The notification server that shows the bubbles, as far as the session's bus tells. notify-send talks to
/// the server itself; this type does the rest.
final class BubbleServer {
    /// Longest time in milliseconds that the bus may take to tell which server there is; usually it takes
    /// less than one.
    private static let patienceMs: Int64 = 10_000
    /// The reason of a closing, as the specification numbers it.
    private static let closedByHand: Int64 = 2

    private let changed: () -> Void
    private let loop: EventLoop
    private let address: BusAddress?
    private let bus: Bus?
    private var owner: BusName?
    /// The connection by which closings are heard; `nil` without a bus.
    private var listener: Bus?
    private var closings: [BusSubscription] = []
    private var patience: AlarmSource?
    /// Whether it is known which server there is, or known that nobody can tell.
    private(set) var isKnown: Bool
    /// Whether the server shows buttons, as far as it is known.
    private(set) var offersActions = true

    /// - Parameter changed: runs from the loop when it is known which server there is, and whenever the
    ///   server may have changed.
    init(
        _ loop: EventLoop, _ environment: HookEnvironment, changed: @escaping () -> Void
    ) throws(SystemError) {
        self.changed = changed
        self.loop = loop
        address = environment.busAddress
        // With an address that can't be right, no server can be reached from here, nor by notify-send.
        bus = address.flatMap { try? Bus(loop, $0) }
        isKnown = bus == nil
        owner = bus.map { BusName($0, NotificationService.name) { [weak self] in self?.isOwned() } }
        patience = try loop.alarm(on: .awake) { [weak self] in self?.noteKnown() }
        // Without a bus there is no server, and nothing to wait for. A bus that appears later is noticed.
        let patienceMs = address?.isMissing == true ? 0 : Self.patienceMs
        let end = Clocks.read().awakeNs / 1000 + patienceMs * 1000
        if !isKnown { patience?.arm(atMicroseconds: UInt64(end)) }
    }

    /// Identity of this server, which no other server has; `nil` where there is none, or none that is
    /// known.
    var identity: String? { owner?.owner.map { "\($0.bus)\($0.name)" } }

    /// Whether there is a bus without a server. The bus may be able to start one when the server is called.
    var isAbsent: Bool { isKnown && bus != nil && identity == nil }

    /// Has the bus tell of closed notifications. Some servers, such as dunst up to 1.9, tell only the sender,
    /// which is notify-send, and notify-send doesn't pass it on.
    ///
    /// - Parameter closed: gets the id of a notification that the person has closed, also by pressing a
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

    /// Closes a bubble.
    func close(_ id: String) {
        guard let number = UInt32(id), let call = call("CloseNotification", [.uint32(number)])
        else { return }
        bus?.send(call)
    }

    /// A call of the server; `nil` where there is none.
    private func call(_ member: String, _ arguments: [BusValue] = []) -> BusCall? {
        owner?.owner.map {
            BusCall($0.name, NotificationService.path, NotificationService.name, member, arguments)
        }
    }

    private func isOwned() {
        offersActions = true
        if let call = call("GetCapabilities") {
            let asked = identity
            bus?.call(call) { [weak self] answer in
                guard let self, asked == identity, let capabilities = answer.value?.list else {
                    return
                }
                offersActions = capabilities.contains("actions")
            }
        }
        noteKnown()
    }

    private func noteKnown() {
        patience?.cancel()
        isKnown = true
        changed()
    }
}
