import Systemd
import TrackerCore

/// The desktop, asked when a reminder falls due whether somebody would see it: by logind, by Mutter, by the
/// screen's own server and by the notification server. Nothing is polled, and no service started.
package final class Desktop {
    /// Longest time in milliseconds that an answer may take.
    static let patienceMs: Int64 = 300

    private enum Source: CaseIterable { case login, mutter, display, server }

    private let login: LoginSession
    private let mutter: Mutter
    private let display: DisplayIdle
    private let server: QuietServer
    /// The state of the screen that is known already, so that it isn't asked.
    private let told: DisplayIdle.State?
    /// Goes off when the answer is complete, or has taken long enough.
    private var patience: AlarmSource?

    private var answered: [(DesktopState) -> Void] = []
    /// Number of the present question, so that answers to an earlier one don't count.
    private var round = 0
    /// The sources that haven't answered yet.
    private var silent: Set<Source> = []
    private(set) var findings = DesktopFindings()

    private var returned: (() -> Void)?
    /// Number of the present wait for a return.
    private var wait = 0

    /// The part of the configuration that is in effect.
    var configuration: TrackerCore.Configuration.Desktop {
        didSet {
            server.modes = configuration.makoModes
            guard configuration.idleMs != oldValue.idleMs else { return }
            guard let idleMs = configuration.idleMs else { return display.disconnect() }
            display.idleMs = idleMs
            display.ask { _ in }
            display.awaitCompositor()
        }
    }

    /// - Parameters:
    ///   - environment: the daemon's own variables.
    ///   - told: what is known of the screen already, so that it isn't asked; `nil` for nothing.
    init(
        _ loop: EventLoop, _ buses: DesktopBuses, environment: [String: String],
        _ configuration: TrackerCore.Configuration.Desktop, told: DisplayIdle.State? = nil
    ) throws(SystemError) {
        self.configuration = configuration
        self.told = told
        login = LoginSession(buses.system)
        mutter = Mutter(buses.session)
        display = DisplayIdle(
            loop, buses.session, environment, idleMs: configuration.idleMs ?? Int64.max)
        server = QuietServer(
            loop, buses.session, HookEnvironment(environment), modes: configuration.makoModes)
        patience = try loop.alarm(on: .awake) { [weak self] in self?.answer() }
        // A compositor counts from when it is asked.
        if configuration.idleMs != nil, told == nil { display.ask { _ in } }
    }

    // MARK: Questions

    /// Asks all sources at once.
    ///
    /// - Parameters:
    ///   - patienceMs: longest time in milliseconds that the answer may take; a source that hasn't answered by
    ///     then has nothing to say.
    ///   - answered: runs once, from a later turn of the loop.
    package func ask(
        withinMs patienceMs: Int64 = patienceMs, _ answered: @escaping (DesktopState) -> Void
    ) {
        self.answered.append(answered)
        guard self.answered.count == 1 else { return }
        round += 1
        findings = DesktopFindings()
        silent = []
        if configuration.idleMs != nil { silent = [.login, .mutter, .display] }
        if configuration.doNotDisturb { silent.insert(.server) }
        if let told, silent.remove(.display) != nil { findings.display = told }
        // Answers may come at once.
        let asked = silent
        let round = round
        armPatience(inMs: asked.isEmpty ? 0 : patienceMs)
        for source in Source.allCases where asked.contains(source) { ask(source, round) }
    }

    private func ask(_ source: Source, _ round: Int) {
        switch source {
        case .login: login.ask { [weak self] in self?.take($0, at: \.login, source, round) }
        case .mutter: mutter.ask { [weak self] in self?.take($0, at: \.mutterMs, source, round) }
        case .display: display.ask { [weak self] in self?.take($0, at: \.display, source, round) }
        case .server: server.ask { [weak self] in self?.take($0, at: \.server, source, round) }
        }
    }

    private func take<Finding>(
        _ finding: Finding?, at place: WritableKeyPath<DesktopFindings, Finding?>,
        _ source: Source, _ round: Int
    ) {
        guard round == self.round, silent.remove(source) != nil else { return }
        findings[keyPath: place] = finding
        if silent.isEmpty { armPatience(inMs: 0) }
    }

    private func armPatience(inMs ms: Int64) {
        patience?.arm(atMicroseconds: UInt64(Clocks.read().awakeNs / 1000 + ms * 1000))
    }

    private func answer() {
        silent = []
        display.giveUp()
        let state = findings.state(configuration)
        let waiting = answered
        answered = []
        for one in waiting { one(state) }
    }

    /// The answer of a compositor that is followed; `nil` for none.
    var followedDisplay: DisplayIdle.State? { display.told }

    /// Follows a compositor from its start on, if it starts later than this program.
    func awaitCompositor() {
        if configuration.idleMs != nil { display.awaitCompositor() }
    }

    // MARK: The return

    /// Waits until a signal tells that somebody is there again, or may be disturbed. Sources without a signal
    /// never tell.
    ///
    /// - Parameters:
    ///   - state: the state that isn't to last, as `ask` has told it.
    ///   - returned: runs once, from the loop; whether all is well now, `ask` tells. A later call of this
    ///     method, or `stopAwaiting`, takes it back.
    package func awaitReturn(from state: DesktopState, _ returned: @escaping () -> Void) {
        stopAwaiting()
        self.returned = returned
        let isBack = { [weak self] in self?.endWait() ?? () }
        switch state.absence {
        // Whoever types a password at a locked screen isn't there yet.
        case .locked: login.follow(.locked, isBack)
        case .idle:
            login.follow(.idle, isBack)
            mutter.follow(isBack)
            display.follow(isBack)
        case nil: break
        }
        if state.doNotDisturb { server.follow(isBack) }
        // The change may have come before the signals were asked for.
        ask { [weak self, wait] now in
            if now != state, self?.wait == wait { self?.endWait() }
        }
    }

    /// Waits for nobody any more.
    package func stopAwaiting() {
        returned = nil
        wait += 1
        login.stopFollowing()
        mutter.stopFollowing()
        display.stopFollowing()
        server.stopFollowing()
    }

    /// Tells that the person may be back.
    private func endWait() {
        guard let returned else { return }
        stopAwaiting()
        returned()
    }
}
