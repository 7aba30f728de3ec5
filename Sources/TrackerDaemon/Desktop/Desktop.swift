import Systemd
import TrackerCore

/// Asks the desktop, when a reminder falls due, whether somebody would see it. The sources are logind,
/// Mutter, the display server and the notification server. No service is started, and nothing is polled, but for
/// an X server while a timer or run follows whether somebody is there, or while a break lasts.
package final class Desktop {
    /// Longest time for an answer, in milliseconds.
    static let patienceMs: Int64 = 300
    /// Milliseconds between questions for the return of the person to a server that doesn't report it.
    private static let againMs: Int64 = 10_000
    private static let leastAgainMs: Int64 = 1000
    /// The same if the return only ends a break.
    private static let laterMs: Int64 = 60_000

    private enum Source: CaseIterable { case login, mutter, display, server }

    private let login: LoginSession
    private let mutter: Mutter
    private let display: DisplayIdle
    private let server: QuietServer
    /// State of the screen if it is already known, so that it isn't asked for.
    private let told: DisplayIdle.State?
    /// Goes off when the answer is complete, or has taken too long.
    private var patience: AlarmSource?

    private var answered: [(DesktopState) -> Void] = []
    /// Number of the current question, so that answers to an earlier one don't count.
    private var round = 0
    /// The sources that haven't answered yet.
    private var silent: Set<Source> = []
    private(set) var findings = DesktopFindings()

    private var returned: (() -> Void)?
    /// Number of the current wait for a return.
    private var wait = 0

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
    ///   - told: state of the screen if it is already known, so that it isn't asked for; `nil` to ask.
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
        // A compositor counts only from when it is asked.
        if configuration.idleMs != nil, told == nil { display.ask { _ in } }
    }

    // MARK: Questions

    /// Asks all sources at once.
    ///
    /// - Parameters:
    ///   - patienceMs: longest time for the answer, in milliseconds; a source that is slower doesn't count.
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
        // Answers may arrive during the questions.
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
        awayMs = findings.awayMs(configuration)
        let waiting = answered
        answered = []
        for one in waiting { one(state) }
    }

    /// Answer of a followed compositor; `nil` for none.
    var followedDisplay: DisplayIdle.State? { display.told }

    /// Follows a compositor as soon as it starts, if it starts later than this program.
    func awaitCompositor() {
        if configuration.idleMs != nil { display.awaitCompositor() }
    }

    // MARK: Leaving

    /// Milliseconds without input when the person was last asked for and away, at least; `nil` if unknown.
    private(set) var awayMs: Int64?

    /// Calls a handler whenever a source reports that nobody is there any more. An X server reports nothing.
    ///
    /// - Parameters:
    ///   - idleMs: milliseconds without input after which the person counts as away.
    ///   - left: runs from the loop. Call `ask` for the state by then.
    func followLeaving(afterMs idleMs: Int64, _ left: @escaping () -> Void) {
        login.followLeaving(left)
        mutter.followLeaving(afterMs: idleMs, left)
        display.left = left
    }

    func stopFollowingLeaving() {
        login.stopFollowingLeaving()
        mutter.stopFollowingLeaving()
        display.left = nil
    }

    /// Milliseconds after which to ask again whether somebody is there, for a state just answered, because no
    /// signal will tell; `nil` if signals do, or if it can wait for the next question.
    ///
    /// - Parameter isUrgent: whether something pauses when the person leaves, or waits for the return.
    func askAgainMs(after state: DesktopState, isUrgent: Bool) -> Int64? {
        guard let idleMs = configuration.idleMs, findings.mutterMs == nil, state.absence != .locked
        else { return nil }
        if case .x(let passed)? = findings.display {
            if state.absence != nil { return isUrgent ? Self.againMs : Self.laterMs }
            return isUrgent ? max(Self.leastAgainMs, idleMs - passed) : nil
        }
        if case .wayland? = findings.display { return nil }
        // The hint is given before the person counts as away, or after.
        guard isUrgent, state.absence == nil else { return nil }
        return findings.login?.idleMs.map { max(Self.leastAgainMs, idleMs - $0) }
    }

    // MARK: The return

    /// Waits for a signal that somebody is there again, or may be disturbed. Some sources have no signal.
    ///
    /// - Parameters:
    ///   - state: the state to wait for the end of, from `ask`.
    ///   - returned: runs once, from the loop. Call `ask` for the state by then. A later call of this method,
    ///     or `stopAwaiting`, cancels it.
    package func awaitReturn(from state: DesktopState, _ returned: @escaping () -> Void) {
        stopAwaiting()
        self.returned = returned
        let isBack = { [weak self] in self?.endWait() ?? () }
        switch state.absence {
        // Somebody who is typing a password at a locked screen isn't there yet.
        case .locked: login.follow(.locked, isBack)
        case .idle:
            login.follow(.idle, isBack)
            mutter.follow(isBack)
            display.follow(isBack)
        case nil: break
        }
        if state.doNotDisturb { server.follow(isBack) }
        // The change may have come before the signals were subscribed to.
        ask { [weak self, wait] now in
            if now != state, self?.wait == wait { self?.endWait() }
        }
    }

    package func stopAwaiting() {
        returned = nil
        wait += 1
        login.stopFollowing()
        mutter.stopFollowing()
        display.stopFollowing()
        server.stopFollowing()
    }

    /// Reports that the person may be back.
    private func endWait() {
        guard let returned else { return }
        stopAwaiting()
        returned()
    }
}
