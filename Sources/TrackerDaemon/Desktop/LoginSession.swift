import Glibc
import Systemd

/// The person's graphical session, from logind. A user service has no session of its own, so the session is
/// found through the user.
final class LoginSession {
    /// A hint from the desktop to logind.
    enum Hint: String { case locked = "LockedHint", idle = "IdleHint" }

    /// The hints of a session.
    struct State: Hashable {
        let isLocked: Bool
        /// Milliseconds since the desktop reported that nobody is there; `nil` if it doesn't. There was no
        /// input for at least this long.
        let idleMs: Int64?
    }

    private static let interface = "org.freedesktop.login1.Session"

    private let bus: Bus?
    /// Path of the session found last.
    private var path: String? { didSet { if path != oldValue { followLeaving() } } }
    private var subscription: BusSubscription?
    private var leaving: BusSubscription?
    private var left: (() -> Void)?

    init(_ bus: Bus?) { self.bus = bus }

    /// Asks for the hints; the answer is `nil` if no session is known.
    func ask(_ answered: @escaping (State?) -> Void) {
        guard let bus else { return answered(nil) }
        let manager = BusCall(
            LoginService.name, LoginService.path, LoginService.manager, "GetUser",
            [.uint32(getuid())])
        Self.ask(bus, manager) { user in
            guard let user = user?.text else { return answered(nil) }
            let display = BusCall.property(
                "Display", of: "org.freedesktop.login1.User", LoginService.name, user)
            Self.ask(bus, display) { [weak self] session in
                // For a user without a session, logind returns an unnamed one at the root.
                guard let session = session?.list, session.count == 2, session[0].text != "",
                    let path = session[1].text
                else { return answered(nil) }
                self?.path = path
                let hints = BusCall.properties(of: Self.interface, LoginService.name, path)
                Self.ask(bus, hints) { answered($0?.dictionary.map(Self.state)) }
            }
        }
    }

    private static func ask(
        _ bus: Bus, _ call: BusCall, _ answered: @escaping (BusValue?) -> Void
    ) {
        bus.call(call, timeoutMs: Desktop.patienceMs) { answered($0.value) }
    }

    private static func state(_ hints: [String: BusValue]) -> State {
        var idleMs: Int64?
        if hints[Hint.idle.rawValue]?.bool == true {
            let sinceUs = hints["IdleSinceHintMonotonic"]?.integer ?? 0
            idleMs = max(0, (Clocks.read().awakeNs / 1000 - max(0, sinceUs)) / 1000)
        }
        return State(isLocked: hints[Hint.locked.rawValue]?.bool == true, idleMs: idleMs)
    }

    /// Runs a handler whenever the session reports that a hint no longer holds.
    func follow(_ hint: Hint, _ ended: @escaping () -> Void) {
        guard let path else { return }
        let changes = BusRule.properties(of: Self.interface, LoginService.name, path)
        subscription = bus?.onSignal(changes) { signal in
            guard signal.arguments.count >= 2 else { return }
            if signal.arguments[1].dictionary?[hint.rawValue]?.bool == false { ended() }
        }
    }

    func stopFollowing() { subscription = nil }

    /// Runs a handler whenever the session reports that it is locked, or that nobody is there.
    func followLeaving(_ left: @escaping () -> Void) {
        self.left = left
        followLeaving()
        if path == nil { ask { _ in } }
    }

    func stopFollowingLeaving() {
        left = nil
        leaving = nil
    }

    private func followLeaving() {
        guard let path, left != nil else { return }
        let changes = BusRule.properties(of: Self.interface, LoginService.name, path)
        leaving = bus?.onSignal(changes) { [weak self] signal in
            guard signal.arguments.count >= 2 else { return }
            let hints = signal.arguments[1].dictionary
            let hasLeft = [Hint.locked, .idle].contains { hints?[$0.rawValue]?.bool == true }
            if hasLeft { self?.left?() }
        }
    }
}
