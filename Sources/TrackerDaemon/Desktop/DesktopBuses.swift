import Systemd

/// The message buses that the desktop is asked on. One that can't be reached asks nothing.
struct DesktopBuses {
    let session: Bus?
    let system: Bus?

    /// - Parameter awaitsSession: whether a session's bus that isn't there is waited for.
    init(_ loop: EventLoop, _ environment: [String: String], awaitsSession: Bool = true) {
        session = BusAddress.session(in: environment).flatMap {
            try? Bus(loop, $0, awaitsBus: awaitsSession)
        }
        // The system's bus is there before any person's programs, or not at all.
        system = try? Bus(loop, .system(in: environment), awaitsBus: false)
    }
}
