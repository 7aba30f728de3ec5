import Systemd
import TrackerCore

/// Time without input, from the display server: a Wayland compositor, which is asked once and then reports
/// changes, or an X server, which is asked each time.
final class DisplayIdle {
    enum State: Hashable {
        /// A Wayland compositor that can't report idleness.
        case waylandCannotTell
        /// A Wayland compositor's report whether nobody is there; `nil` if too little time has passed since
        /// it was asked.
        case wayland(isIdle: Bool?)
        case x(idleMs: Int64)

        /// Whether there was no input for this long; `nil` if unknown.
        func isIdle(forMs idleMs: Int64) -> Bool? {
            switch self {
            case .waylandCannotTell: nil
            case .wayland(let isIdle): isIdle
            case .x(let ms): ms >= idleMs
            }
        }
    }

    private let loop: EventLoop
    private let bus: Bus?
    private let environment: [String: String]
    /// Milliseconds without input after which nobody counts as there.
    var idleMs: Int64 { didSet { if idleMs != oldValue { wayland = nil } } }
    private var wayland: WaylandIdle?
    /// Handlers waiting for a compositor's first answer.
    private var waiting: [(State?) -> Void] = []
    private var query: XIdleQuery?
    private var arrival: CompositorArrival?
    private var touched: (() -> Void)?
    /// Runs whenever a compositor reports that nobody is there.
    var left: (() -> Void)?

    init(_ loop: EventLoop, _ bus: Bus?, _ environment: [String: String], idleMs: Int64) {
        self.loop = loop
        self.bus = bus
        self.environment = environment
        self.idleMs = idleMs
    }

    /// Asks the display server; the answer is `nil` if there is none that can tell.
    func ask(_ answered: @escaping (State?) -> Void) {
        if let wayland {
            guard let state = wayland.told else { return waiting.append(answered) }
            return answered(state)
        }
        if let own = DisplayPlace(in: environment), ask(at: own, answered) { return }
        readManager { [weak self, environment] variables in
            // A name may come from an earlier session. X servers come last: under a compositor, the X server
            // doesn't see all input.
            let places = [
                DisplayPlace(in: variables), DisplayPlace(onlySocketIn: environment),
                DisplayPlace(xIn: environment), DisplayPlace(xIn: variables),
            ]
            let isAsked = places.contains { place in
                place.flatMap { self?.ask(at: $0, answered) } ?? false
            }
            if !isAsked { answered(nil) }
        }
    }

    /// Last state reported by a compositor; `nil` if none is connected.
    var told: State? { wayland?.told }

    /// Connects to a compositor even if it starts later than this program, or restarts.
    func awaitCompositor() {
        arrival = CompositorArrival(loop, environment) { [weak self] found in
            guard let self, wayland == nil else { return found(true) }
            ask { [weak self] _ in found(self?.wayland != nil) }
        }
    }

    /// Disconnects from the compositor, and waits for none.
    func disconnect() {
        wayland = nil
        arrival = nil
    }

    /// Runs a handler when there is input again, if a compositor reports that.
    func follow(_ touched: @escaping () -> Void) { self.touched = touched }

    func stopFollowing() { touched = nil }

    /// Drops all waiting handlers. A compositor that hasn't answered yet stays connected for the next time:
    /// KWin reads the file of each program that first connects, which is slow if the file is large.
    func giveUp() {
        query = nil
        waiting = []
    }

    // MARK: The screen

    /// Asks the server at a place.
    ///
    /// - Returns: whether a server listens there.
    private func ask(at place: DisplayPlace, _ answered: @escaping (State?) -> Void) -> Bool {
        switch place {
        case .wayland(let path): askWayland(at: path, answered)
        case .x(let display, let cookies): askX(display, cookies, answered)
        }
    }

    /// Reads the variables of the user manager: a daemon that was started before the session doesn't have
    /// them, but the manager is told.
    private func readManager(_ found: @escaping ([String: String]) -> Void) {
        guard let bus else { return found(environment) }
        let question = BusCall.property(
            "Environment", of: "org.freedesktop.systemd1.Manager", "org.freedesktop.systemd1",
            "/org/freedesktop/systemd1")
        bus.call(question, timeoutMs: Desktop.patienceMs) { [environment] answer in
            var variables = environment
            for entry in (answer.value?.list ?? []).compactMap(\.text) {
                let parts = entry.split(separator: "=", maxSplits: 1)
                if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
            }
            found(variables)
        }
    }

    private func askWayland(at path: String, _ answered: @escaping (State?) -> Void) -> Bool {
        // Another question may have connected to it first.
        guard wayland == nil else {
            ask(answered)
            return true
        }
        guard let descriptor = LocalConnection.connect(to: path) else { return false }
        attach(descriptor, answered)
        return true
    }

    /// Asks a compositor over a connection that is kept.
    func attach(_ descriptor: Int32, _ answered: @escaping (State?) -> Void) {
        waiting.append(answered)
        wayland = WaylandIdle(loop, descriptor, idleMs: idleMs) { [weak self] former in
            guard let self else { return }
            answer(wayland?.told)
            if former == .idle {
                touched?()
            } else if wayland?.told == .wayland(isIdle: true) {
                left?()
            }
            if wayland?.hasEnded == true { wayland = nil }
        }
        if wayland == nil { answer(nil) }
    }

    private func answer(_ state: State?) {
        let asked = waiting
        waiting = []
        for answered in asked { answered(state) }
    }

    private func askX(
        _ display: String, _ cookies: String?, _ answered: @escaping (State?) -> Void
    ) -> Bool {
        let path = "/tmp/.X11-unix/X\(display)"
        guard
            let descriptor = LocalConnection.connect(to: path)
                ?? LocalConnection.connect(to: "@\(path)")
        else { return false }
        let cookie = cookies.flatMap { XCookie(inFile: $0, display: display) }
        query = XIdleQuery(loop, descriptor, cookie) { [weak self] idleMs in
            self?.query = nil
            answered(idleMs.map { .x(idleMs: $0) })
        }
        if query == nil { answered(nil) }
        return true
    }
}

/// A connection to a Wayland compositor that reports idleness while connected.
private final class WaylandIdle {
    private let idleMs: Int64
    private let beganNs = Clocks.read().awakeNs
    private var client: WaylandIdleClient
    private var connection: LocalConnection?
    /// Whether the compositor has reported idleness once: from then on it reports each change, so somebody is
    /// there unless it says otherwise.
    private var hasTold = false
    private(set) var hasEnded = false

    /// - Parameter changed: runs from the loop after each change of the state, with the previous state.
    init?(
        _ loop: EventLoop, _ descriptor: Int32, idleMs: Int64,
        changed: @escaping (_ former: WaylandIdleClient.State) -> Void
    ) {
        self.idleMs = idleMs
        client = WaylandIdleClient(idleMs: idleMs)
        do throws(SystemError) {
            connection = try LocalConnection(
                loop, descriptor, sending: client.hello,
                received: { [weak self] in self?.take($0, changed) },
                ended: { [weak self] in
                    self?.hasEnded = true
                    changed(self?.client.state ?? .failed)
                })
        } catch {
            return nil
        }
    }

    private func take(_ bytes: [UInt8], _ changed: (WaylandIdleClient.State) -> Void) -> [UInt8]? {
        let former = client.state
        let answer = client.take(bytes)
        if client.state == .failed { return nil }
        if client.state == .idle { hasTold = true }
        if client.state != former { changed(former) }
        return answer
    }

    /// The reported state; `nil` if the compositor hasn't answered, or has gone.
    var told: DisplayIdle.State? {
        guard !hasEnded else { return nil }
        switch client.state {
        case .asking, .failed: return nil
        case .cannotTell: return .waylandCannotTell
        case .idle: return .wayland(isIdle: true)
        case .active:
            let isLongAgo = Clocks.read().awakeNs - beganNs >= idleMs * nanosecondsPerMs
            return .wayland(isIdle: hasTold || isLongAgo ? false : nil)
        }
    }
}

/// One question to an X server.
private final class XIdleQuery {
    private var client: XIdleClient
    private var connection: LocalConnection?

    /// - Parameter answered: gets the milliseconds without input, from the loop; `nil` if the server doesn't
    ///   report them.
    init?(
        _ loop: EventLoop, _ descriptor: Int32, _ cookie: XCookie?,
        answered: @escaping (Int64?) -> Void
    ) {
        client = XIdleClient(cookie)
        do throws(SystemError) {
            connection = try LocalConnection(
                loop, descriptor, sending: client.hello,
                received: { [weak self] in
                    guard let self else { return nil }
                    let answer = client.take($0)
                    return client.state == .asking ? answer : nil
                },
                ended: { [weak self] in
                    guard case .told(let idleMs) = self?.client.state else { return answered(nil) }
                    answered(idleMs)
                })
        } catch {
            return nil
        }
    }
}
