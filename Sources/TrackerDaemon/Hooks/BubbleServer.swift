import Systemd

/// The notification server that has the bubbles, as far as the session's bus tells of it. notify-send
/// speaks with it by itself; what it can't do is done from here.
final class BubbleServer {
    /// The longest time that the bus may leave open which server there is. Usually it takes no millisecond.
    private static let patienceMs: Int64 = 10_000
    private static let name = "org.freedesktop.Notifications"
    private static let path = "/org/freedesktop/Notifications"

    private let changed: () -> Void
    private var owner: BusName?
    private var patience: AlarmSource?
    /// Whether it's known which server there is, or nobody knows.
    private(set) var isSettled: Bool
    /// Whether it shows buttons, for all that is known.
    private(set) var offersActions = true

    /// - Parameter changed: runs from the loop when it's settled which server there is, and whenever
    ///   that may be another.
    init(
        _ loop: EventLoop, _ environment: HookEnvironment, changed: @escaping () -> Void
    ) throws(SystemError) {
        self.changed = changed
        isSettled = false
        // By an address that can't be right no server is reached from here, nor by notify-send.
        owner = environment.busAddress.flatMap { address in
            try? BusName(loop, address: address, name: Self.name) { [weak self] in
                self?.isOwned()
            }
        }
        isSettled = owner == nil
        patience = try loop.alarm(on: .awake) { [weak self] in self?.settle() }
        // Where there is no bus there is no server, and nothing to wait for. It's taken note of when it comes.
        let patienceMs = environment.lacksBus ? 0 : Self.patienceMs
        let end = Clocks.read().awakeNs / 1000 + patienceMs * 1000
        if !isSettled { patience?.arm(atMicroseconds: UInt64(end)) }
    }

    /// The mark of this server: no two have the same. `nil` where there is none, or none that is known.
    var identity: String? { owner?.owner.map { "\($0.bus)\($0.name)" } }

    /// Whether there is a bus, and no server on it. The bus may be able to start one when it's called.
    var isAbsent: Bool { isSettled && owner != nil && identity == nil }

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
