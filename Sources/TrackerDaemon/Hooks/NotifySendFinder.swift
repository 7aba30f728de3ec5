import Systemd

/// Finds the notify-send that is installed, and what it can do.
final class NotifySendFinder {
    enum Finding {
        case unknown
        case looking
        case found(NotifySend)
        /// Looked for in vain; not again until the awake clock shows this.
        case missing(untilMs: Int64)
    }

    /// The time for which nobody looks again for a notify-send that isn't there.
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

    /// The one that was found.
    var found: NotifySend? { if case .found(let notifySend) = finding { notifySend } else { nil } }

    /// It was there, and perhaps isn't any more.
    func forget() { finding = .unknown }

    /// Looks for it.
    ///
    /// - Parameter done: runs from the loop when it's found, or known to be missing.
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
