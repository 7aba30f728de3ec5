import Systemd

/// A service of the session that lets a program keep the screen on: `Inhibit`, which returns a number, and
/// `UnInhibit`. The inhibition ends with our connection, or with the service.
// Explicit, though it is the default: Swift 6.3 loses it for `isolated deinit` in optimised test builds.
@MainActor final class ScreenInhibitor {
    nonisolated static let screenSaver = "org.freedesktop.ScreenSaver"
    nonisolated static let powerManager = "org.freedesktop.PowerManagement"

    /// Milliseconds to wait for an answer, in effect without limit: if the bus stopped waiting and an answer
    /// came later, the screen would stay on with no number to end that.
    private static let patienceMs: Int64 = 86_400_000

    private let bus: Bus
    private let service: String
    private let path: String
    private let interface: String
    private let changed: () -> Void
    private var name: BusName?
    /// The inhibition's number from the current owner of the name; `nil` while there is none.
    private var cookie: BusValue?
    /// Number of the current owner, so that answers from an earlier one don't count.
    private var owners = 0
    /// Whether this service is known not to keep the screen on.
    private(set) var isUseless = false

    /// Asks the service, now and whenever it returns, until this object is released.
    ///
    /// - Parameter changed: runs from the loop when `isUseless` may have changed.
    init(
        _ bus: Bus, _ service: String, _ path: String, _ interface: String,
        changed: @escaping () -> Void
    ) {
        self.bus = bus
        self.service = service
        self.path = path
        self.interface = interface
        self.changed = changed
        name = BusName(bus, service) { [weak self] in self?.ask() }
    }

    isolated deinit {
        if let cookie { release(cookie) }
    }

    private func ask() {
        cookie = nil
        owners += 1
        isUseless = name?.owner == nil
        defer { changed() }
        guard !isUseless else { return }
        let call = BusCall(
            service, path, interface, "Inhibit", [.string(Awake.who), .string(Awake.why)])
        // The closure keeps the bus, so that an inhibition granted too late is released.
        bus.call(call, timeoutMs: Self.patienceMs) {
            [weak self, bus, owners, service, path, interface] answer in
            guard let self, self.owners == owners else {
                if let cookie = answer.value {
                    bus.send(BusCall(service, path, interface, "UnInhibit", [cookie]))
                }
                return
            }
            cookie = answer.value
            isUseless = cookie == nil
            if isUseless { changed() }
        }
    }

    private func release(_ cookie: BusValue) {
        bus.send(BusCall(service, path, interface, "UnInhibit", [cookie]))
    }
}
