import Systemd

/// Finds the installed notify-send and what it can do.
final class NotifySendFinder {
    enum Finding {
        case unknown
        case looking
        case found(NotifySend)
        /// No notify-send was found. The search isn't repeated until this time, in milliseconds of the awake
        /// clock.
        case missing(untilMs: Int64)
    }

    /// Milliseconds before searching for a missing notify-send again.
    static let pauseMs: Int64 = 60_000
    static let complaint =
        "can't be used: install libnotify's notify-send, "
        + "or set enabled = false under [notifications]"

    private let pool: HookPool
    private let environment: HookEnvironment
    private(set) var finding = Finding.unknown

    init(_ pool: HookPool, _ environment: HookEnvironment) {
        self.pool = pool
        self.environment = environment
    }

    /// The notify-send found; `nil` for none.
    var found: NotifySend? { if case .found(let notifySend) = finding { notifySend } else { nil } }

    /// Forgets the notify-send, which may have been removed.
    func forget() { finding = .unknown }

    /// Searches for notify-send.
    ///
    /// - Parameter done: runs from the loop once notify-send is found, or known to be missing.
    func look(done: @escaping () -> Void) {
        finding = .looking
        let environment = environment
        pool.submit(
            HookPool.Job(
                lane: .quick,
                launch: { () throws(HookLaunchError) in
                    guard let path = environment.path(of: NotifySend.name) else {
                        throw HookLaunchError(reason: Self.complaint)
                    }
                    return HookProcess.Launch(
                        arguments: [path, "--help"], environment: environment.adding([:]),
                        keepsOutput: true, timeoutMs: Bubbles.showTimeoutMs)
                },
                ended: { [weak self] outcome in
                    self?.take(outcome)
                    done()
                }))
    }

    private func take(_ outcome: HookPool.Outcome) {
        if case .ended(let ending) = outcome, !ending.timedOut,
            let path = environment.path(of: NotifySend.name)
        {
            finding = .found(
                NotifySend(
                    path: path, stdbuf: environment.path(of: "stdbuf"),
                    busctl: environment.path(of: "busctl"), help: ending.output))
        } else {
            let now = Clocks.read().awakeNs / 1_000_000
            finding = .missing(untilMs: now + Self.pauseMs)
        }
    }
}
