import Glibc
import Systemd
import TrackerCore

/// Detects hooks that start themselves: a hook's command causes an event that runs the hook again, and so on
/// without end.
///
/// If a client in the process group of a run causes an event, the runs for that event have the earlier hooks
/// as their causes. A hook among the causes of its own run feeds itself: a few such runs start at once, later
/// ones are spaced out. Runs for all other events are never held back.
nonisolated struct HookFeeding {
    /// A run that has to wait.
    struct Hold: Hashable {
        /// Start in nanoseconds of the boot clock.
        let startNs: Int64
        /// Whether this is the first of the hook's runs to be held back.
        let isNews: Bool
    }

    private struct Run {
        let hooks: Set<Configuration.Hook>
        /// End of the process in nanoseconds of the boot clock; `nil` while it runs.
        var endedNs: Int64?
    }

    /// Number of self-caused runs that start at once.
    static let freeRuns: Int64 = 10
    /// Milliseconds between later ones.
    static let pauseMs: Int64 = 10_000
    /// Milliseconds after the end of a run during which its background processes still count as the run.
    static let memoryMs: Int64 = 60_000

    private static let pauseNs = pauseMs * nanosecondsPerMs

    /// Runs by their process groups.
    private var runs: [pid_t: Run] = [:]
    /// Time when each hook's allowance is whole again, in nanoseconds of the boot clock.
    private var fullNs: [Configuration.Hook: Int64] = [:]
    /// Hooks whose last self-caused run was held back.
    private var held: Set<Configuration.Hook> = []

    /// Hooks whose runs are held back until their allowances are whole again.
    func held(at now: Moment) -> Set<Configuration.Hook> {
        held.filter { (fullNs[$0] ?? 0) > now.bootNs }
    }

    /// The hooks that caused the events of clients in these process groups.
    func causes(of groups: Set<pid_t>, at now: Moment) -> Set<Configuration.Hook> {
        groups.reduce(into: []) { hooks, group in
            if let run = runs[group], !isForgotten(run, at: now) { hooks.formUnion(run.hooks) }
        }
    }

    /// Counts a run that its own hook has caused.
    ///
    /// - Returns: how long the run has to wait; `nil` if it may start at once.
    mutating func take(_ hook: Configuration.Hook, at now: Moment) -> Hold? {
        let full = fullNs[hook] ?? now.bootNs
        if full <= now.bootNs { held.remove(hook) }
        let start = max(now.bootNs, full - (Self.freeRuns - 1) * Self.pauseNs)
        fullNs[hook] = max(full, start) + Self.pauseNs
        guard start > now.bootNs else { return nil }
        return Hold(startNs: start, isNews: held.insert(hook).inserted)
    }

    /// Records that a hook has started to run.
    mutating func begin(
        _ group: pid_t, of hook: Configuration.Hook, causes: Set<Configuration.Hook>, at now: Moment
    ) {
        runs = runs.filter { !isForgotten($0.value, at: now) }
        runs[group] = Run(hooks: causes.union([hook]))
    }

    mutating func end(_ group: pid_t, at now: Moment) { runs[group]?.endedNs = now.bootNs }

    private func isForgotten(_ run: Run, at now: Moment) -> Bool {
        run.endedNs.map { now.bootNs - $0 > Self.memoryMs * nanosecondsPerMs } ?? false
    }

    /// Reason to report for a hook whose runs are held back.
    static let reason =
        "its own command starts it again and again: from now on it runs once every "
        + "\(DurationText.text(ms: pauseMs)); remove that event from its on"
}

final class HeldHooks {
    /// A run and everything it needs.
    struct Run {
        let hook: Configuration.Hook
        let occasion: HookOccasion
        let causes: Set<Configuration.Hook>
        let startNs: Int64
    }

    private let start: (Run) -> Void
    private let dropped: (Run) -> Void
    private var alarm: AlarmSource?
    /// Runs in the order of their starts, for each hook.
    private var runs: [Run] = []

    /// - Parameters:
    ///   - start: gets each run when its time comes.
    ///   - dropped: gets the oldest run if too many wait.
    init(
        _ loop: EventLoop, start: @escaping (Run) -> Void, dropped: @escaping (Run) -> Void
    ) throws(SystemError) {
        self.start = start
        self.dropped = dropped
        alarm = try loop.alarm(on: .boot) { [weak self] in self?.release() }
    }

    func add(_ run: Run) {
        runs.append(run)
        if runs.count > HookPool.queueLimit { dropped(runs.removeFirst()) }
        arm()
    }

    /// Forgets the runs of hooks that the person has removed or changed.
    func keep(_ hooks: [Configuration.Hook]) {
        runs.removeAll { !hooks.contains($0.hook) }
        arm()
    }

    /// Forgets the runs that would ask for an answer that is no longer wanted.
    func withdraw(thread: String) {
        runs.removeAll { $0.hook.answers && $0.occasion.alert?.thread == thread }
        arm()
    }

    /// Drops all runs, since the daemon ends.
    func stop() {
        alarm?.cancel()
        let left = runs
        runs = []
        for run in left { dropped(run) }
    }

    private func release() {
        let now = Clocks.read().bootNs
        let due = runs.filter { $0.startNs <= now }
        runs.removeAll { $0.startNs <= now }
        arm()
        for run in due { start(run) }
    }

    private func arm() {
        guard let next = runs.lazy.map(\.startNs).min() else { return alarm?.disarm() ?? () }
        alarm?.arm(atMicroseconds: UInt64(next + 999) / 1000)
    }
}
