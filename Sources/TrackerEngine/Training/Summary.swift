import TrackerCore
import TrackerStore

extension Engine {
    /// One line about what is running and what comes next: `2 timers, rest on; next at 14:05:10`.
    package func summary(at now: Moment) -> String {
        let counts = try? store.read(at: now) { transaction in
            (
                over: try transaction.waitingTimers().count,
                timers: try transaction.timerCounts(), rest: try transaction.liveRest(),
                run: try transaction.liveRun(), training: try transaction.liveTraining(),
                workout: try transaction.openWorkout(),
                pending: try transaction.liveOccurrences().count
            )
        }
        guard let counts else { return "the state can't be read" }
        var parts: [String] = []
        let (running, paused) = counts.timers
        if counts.over > 0 {
            parts.append("\(counts.over) timer\(counts.over == 1 ? "" : "s") over")
        }
        if running > 0 { parts.append("\(running) timer\(running == 1 ? "" : "s") running") }
        if paused > 0 { parts.append("\(paused) paused") }
        if let rest = counts.rest { parts.append("rest \(rest.state.rawValue)") }
        if let training = counts.training {
            // A session's rest isn't mentioned here, since the line has it already.
            parts.append("training" + (training.state == .paused ? " paused" : ""))
        }
        if let workout = counts.workout { parts.append("\(workout.name) open") }
        if let run = counts.run { parts.append("\(run.name) \(run.state.text)") }
        if counts.pending > 0 {
            parts.append("\(counts.pending) reminder\(counts.pending == 1 ? "" : "s") pending")
        }
        let line = parts.isEmpty ? "Nothing is running" : parts.joined(separator: ", ")
        guard !parts.isEmpty, let next = nextDeadlines.wallMs(at: now) else { return line }
        return "\(line); next at \(dependencies.zone.civilTime(atMs: next).timeText)"
    }
}

extension NextDeadlines {
    /// The earlier deadline by the wall clock, UTC milliseconds; `nil` for none.
    fileprivate func wallMs(at now: Moment) -> Int64? {
        let boot = bootNs.map { now.wallMs + ($0 - now.bootNs) / nanosecondsPerMs }
        return [boot, wallMs].compactMap { $0 }.min()
    }
}
