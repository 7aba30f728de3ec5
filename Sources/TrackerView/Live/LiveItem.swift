import TrackerAPI
import TrackerCore

/// A live thing, or one that has ended and is still shown.
package enum LiveItem: Hashable {
    case training(TrainingView)
    case run(RunView)
    case rest(RestView)
    case timer(TimerView)
    case workout(WorkoutView)

    package var id: String {
        switch self {
        case .training(let training): training.id
        case .run(let run): run.id
        case .rest(let rest): rest.id
        case .timer(let timer): timer.id
        case .workout(let workout): workout.id
        }
    }

    /// Whether it is a countdown that is over and waits for an answer.
    package var isOverAndWaits: Bool {
        guard case .timer(let timer) = self else { return false }
        return timer.isWaiting
    }

    /// Importance to the person. A less important item doesn't hide a more important one.
    package var weight: Int {
        switch self {
        case .training, .run: 2
        case .rest: 1
        case .timer, .workout: 0
        }
    }

    /// Phase of the item. Keys may do something else in another phase.
    package var phase: String {
        switch self {
        case .training(let training): "\(training.state.text) \(training.rest != nil)"
        case .run(let run): "\(run.state.text) \(run.index)"
        case .rest(let rest): rest.state.text
        case .timer(let timer): timer.state.text
        case .workout(let workout): workout.state.text
        }
    }

    /// Milliseconds left of a running countdown when the status was read; `nil` if nothing counts down.
    package var leftMs: Int64? {
        switch self {
        case .training(let training):
            training.rest.flatMap { $0.state == .running ? $0.remainingMs : nil }
        case .run(let run): run.state == .running ? run.remainingMs : nil
        case .rest(let rest): rest.state == .running ? rest.remainingMs : nil
        case .timer(let timer):
            timer.state == .running && !timer.isStopwatch ? timer.remainingMs : nil
        case .workout: nil
        }
    }

    /// All live items, most urgent first: a run that waits for the person, the training, the run, a rest, the
    /// workout, countdowns that are over and wait for an answer (the newest alert first), countdowns (the one
    /// that ends first comes first), stopwatches (newest first), and paused timers. A training's own rest is
    /// part of the training.
    package static func all(in status: Status.Response) -> [LiveItem] {
        var items: [LiveItem] = []
        let run = status.run.flatMap { $0.isLive ? $0 : nil }
        if let run, run.isWaiting { items.append(.run(run)) }
        if let training = status.training, training.isLive { items.append(.training(training)) }
        if let run, !run.isWaiting { items.append(.run(run)) }
        if let rest = status.rest, rest.isLive, status.training?.rest?.id != rest.id {
            items.append(.rest(rest))
        }
        if let workout = status.workout { items.append(.workout(workout)) }
        items += status.timers.filter(\.isWaiting).map(LiveItem.timer)
        let timers = status.timers.filter { !$0.hasEnded }
        return items + timers.sorted(by: Self.isSooner).map(LiveItem.timer)
    }

    private static func isSooner(_ left: TimerView, _ right: TimerView) -> Bool {
        func rank(_ timer: TimerView) -> (Int, Int64) {
            if timer.state == .paused { return (2, timer.remainingMs ?? .max) }
            // A newer stopwatch shows less time.
            return timer.isStopwatch ? (1, timer.elapsedMs) : (0, timer.remainingMs ?? .max)
        }
        return rank(left) < rank(right)
    }
}

extension RunView {
    package var isWaiting: Bool { state == .waiting }
}
