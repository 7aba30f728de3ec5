import Systemd

/// The notification server that shows the bubbles, as far as the session's bus tells. notify-send talks to
/// the server itself; this type does the rest.
final class BubbleServer {
    /// Longest time in milliseconds that the bus may take to tell which server there is; usually it takes
    /// less than one.
    private static let patienceMs: Int64 = 10_000
    private static let name = "org.freedesktop.Notifications"
    /// The reason of a closing, as the specification numbers it.
    private static let closedByHand: UInt32 = 2
    private static let path = "/org/freedesktop/Notifications"

    private let changed: () -> Void
    private var owner: BusName?
    private var patience: AlarmSource?
    /// Whether it is known which server there is, or known that nobody can tell.
    private(set) var isSettled: Bool
    /// Whether the server shows buttons, as far as it is known.
    private(set) var offersActions = true

    /// - Parameter changed: runs from the loop when it is settled which server there is, and whenever the
    ///   server may have changed.
    init(
        _ loop: EventLoop, _ environment: HookEnvironment, changed: @escaping () -> Void
    ) throws(SystemError) {
        self.changed = changed
        isSettled = false
        // With an address that can't be right, no server can be reached from here, nor by notify-send.
        owner = environment.busAddress.flatMap { address in
            try? BusName(loop, address: address, name: Self.name) { [weak self] in
                self?.isOwned()
            }
        }
        isSettled = owner == nil
        patience = try loop.alarm(on: .awake) { [weak self] in self?.settle() }
        // Without a bus there is no server, and nothing to wait for. A bus that appears later is noticed.
        let patienceMs = environment.lacksBus ? 0 : Self.patienceMs
        let end = Clocks.read().awakeNs / 1000 + patienceMs * 1000
        if !isSettled { patience?.arm(atMicroseconds: UInt64(end)) }
    }

    /// Identity of this server, which no other server has; `nil` where there is none, or none that is
    /// known.
    var identity: String? { owner?.owner.map { "\($0.bus)\($0.name)" } }

    /// Whether there is a bus without a server. The bus may be able to start one when the server is called.
    var isAbsent: Bool { isSettled && owner != nil && identity == nil }

    /// Has the bus tell of closed bubbles.
    ///
    /// - Parameter closed: gets the id of a bubble that the person has closed, also by pressing a button.
    func tellClosedByHand(_ closed: @escaping (String) -> Void) {
        owner?.hear("NotificationClosed", of: Self.name) { id, reason in
            if reason == Self.closedByHand { closed(String(id)) }
        }
    }

    /// Closes a bubble.
    func close(_ id: String) {
        guard let number = UInt32(id) else { return }
        owner?.call("CloseNotification", of: Self.name, at: Self.path, number)
    }

    private func isOwned() {
        offersActions = true
        owner?.ask("GetCapabilities", of: Self.name, at: Self.path) { [weak self] capabilities in
            self?.offersActions = capabilities.contains("actions")
        }
        settle()
    }

    private func settle() {
        patience?.cancel()
        isSettled = true
        changed()
    }
}
