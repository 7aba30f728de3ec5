import Systemd

/// The message buses for asking the desktop. A bus that can't be reached is left out.
struct DesktopBuses {
    let session: Bus?
    let system: Bus?

    /// - Parameter awaitsSession: whether to wait for a session bus that isn't there.
    init(_ loop: EventLoop, _ environment: [String: String], awaitsSession: Bool = true) {
        session = BusAddress.session(in: environment).flatMap {
            try? Bus(loop, $0, awaitsBus: awaitsSession)
        }
        // The system bus starts before any user's programs, or not at all.
        system = try? Bus(loop, .system(in: environment), awaitsBus: false)
    }
}
