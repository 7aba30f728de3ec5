import TrackerCore
import TrackerStore

extension Engine {
    /// Longest time in milliseconds for which one hold, rest or interval keeps the screen on: a longer one
    /// isn't followed on the screen, or was forgotten.
    private static let longestWatchMs: Int64 = 600_000

    /// Time in milliseconds for which somebody may watch the screen: to the end of a training's hold or rest,
    /// or of a run's interval. `nil` where there is nothing to watch.
    package func watchedMs(at now: Moment) -> Int64? {
        let kinds = dependencies.configuration.desktop.keepAwake
        guard !kinds.isEmpty else { return nil }
        let live = try? store.read(at: now) { transaction in
            (
                training: kinds.contains(.training) ? try transaction.liveTraining() : nil,
                rest: try transaction.liveRest(),
                run: kinds.contains(.run) ? try transaction.liveRun() : nil
            )
        }
        guard let live else { return nil }
        let rest = live.rest.flatMap { $0.id == live.training?.rest ? $0 : nil }
        let times = [
            live.training?.holdLeftMs(of: Self.longestWatchMs, at: now),
            rest.flatMap { rest in
                rest.state == .running && rest.durationMs <= Self.longestWatchMs
                    ? rest.remainingMs(at: now) : nil
            },
            live.run.flatMap { run in
                // The desktop tells whether somebody is there only while nothing keeps the screen on.
                run.state == .running && !run.pausesWhenAway
                    && run.durationMs <= Self.longestWatchMs
                    ? run.remainingMs(at: now) : nil
            },
        ]
        return times.compactMap { $0 }.max()
    }
}

extension Training {
    /// Time left of `limitMs` for the present hold, in milliseconds; `nil` outside of holds, and once the
    /// limit has passed.
    fileprivate func holdLeftMs(of limitMs: Int64, at now: Moment) -> Int64? {
        guard state == .training, fields.mode == .time, let effort else { return nil }
        let left = limitMs - effort.elapsedMs(at: now)
        return left > 0 ? left : nil
    }
}
