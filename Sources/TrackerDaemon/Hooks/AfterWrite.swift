import Systemd
import TrackerCore

/// Runs the program of `[sync] after_write` after this machine has written to the shared folder: one run at a
/// time, and one more if something was written meanwhile.
final class AfterWrite {
    /// Key in the configuration, used in reports in place of an event.
    nonisolated static let key = "sync.after_write"
    nonisolated static let timeoutMs: Int64 = 30_000

    /// The program and its arguments; empty for none.
    var arguments: [String]
    private let pool: HookPool
    private let environment: HookEnvironment
    private let report: (HookFailure) -> Void
    private var isRunning = false
    /// Whether something was written after the program started.
    private var isDue = false

    init(
        _ pool: HookPool, _ environment: HookEnvironment, _ configuration: Configuration.Sync,
        report: @escaping (HookFailure) -> Void
    ) {
        self.pool = pool
        self.environment = environment
        self.report = report
        arguments = configuration.afterWrite
    }

    /// Runs the program now, or again after the current run.
    func run() {
        isDue = !arguments.isEmpty
        guard isDue, !isRunning else { return }
        isRunning = true
        let (arguments, environment) = (arguments, environment)
        pool.submit(
            HookPool.Job(
                lane: .quick,
                launch: { [weak self] () throws(HookLaunchError) in
                    self?.isDue = false
                    let path = try environment.launchPath(of: arguments.first ?? "")
                    return HookProcess.Launch(
                        arguments: [path] + arguments.dropFirst(),
                        environment: environment.adding([:]), timeoutMs: Self.timeoutMs)
                },
                ended: { [weak self] in self?.ended(arguments, $0) }))
    }

    private func ended(_ arguments: [String], _ outcome: HookPool.Outcome) {
        isRunning = false
        if let trouble = outcome.trouble(timeoutMs: Self.timeoutMs) {
            report(
                HookFailure(
                    run: arguments, seq: 0, type: Self.key, kind: trouble.kind,
                    reason: trouble.reason))
        }
        if isDue { run() }
    }
}
