import TrackerAPI
import TrackerCore
import TrackerView

/// What events mean to somebody who is watching.
enum LiveCue {
    /// Globs of the events that change the view.
    static let types = [
        "timer.*", "rest.*", "training.*", "run.*", "reminder.*", "log.*", "exercise.*",
        "break.*", "do_not_disturb.*", "storage.*", "journal.*", "workout.*", "set.*", "program.*",
    ]

    private static let bells: Set<String> = [
        "timer.finished", "timer.rang_again", "rest.warning", "rest.finished",
        "training.effort_started", "training.target_reached", "training.completed",
        "run.interval_started", "run.halfway", "run.countdown", "run.interval_finished",
        "run.confirmation_needed", "run.followed_up", "run.completed", "reminder.fired",
        "reminder.followed_up",
    ]

    /// Whether an event rings the bell. During a run, the interval's own cues decide.
    static func rings(_ event: EventView) -> Bool {
        guard bells.contains(event.type) else { return false }
        guard event.type.hasPrefix("run."), let run = try? event.data.decoded(as: RunView.self)
        else { return true }
        return switch event.type {
        // An open interval asks at once.
        case "run.interval_started": run.interval.cues.contains(.start) && !run.interval.isOpen
        case "run.interval_finished": run.isEndHeard
        case "run.halfway":
            !Interval.countsThroughHalf(
                durationMs: run.durationMs ?? run.interval.durationMs, cues: run.interval.cues)
        default: true
        }
    }

    static func changesNames(_ event: EventView) -> Bool {
        event.type.hasPrefix("exercise.") || event.type.hasPrefix("program.")
    }

    /// The item that begins with an event and should be shown; `nil` for none. A training's own rest is part
    /// of the training.
    static func beginning(of event: EventView) -> LiveItem? {
        switch event.type {
        case "training.started", "training.effort_started", "training.undone":
            return (try? event.data.decoded(as: TrainingView.self)).map(LiveItem.training)
        case "run.started", "run.confirmation_needed":
            return (try? event.data.decoded(as: RunView.self)).map(LiveItem.run)
        case "timer.started", "timer.restarted":
            return (try? event.data.decoded(as: TimerView.self)).map(LiveItem.timer)
        case "rest.started": return rest(of: event)
        case "workout.started":
            return (try? event.data.decoded(as: WorkoutView.self)).map(LiveItem.workout)
        default: return nil
        }
    }

    /// Whether an event is about the item with this id, or about its rest.
    static func isAbout(_ id: String, _ event: EventView) -> Bool {
        event.data["id"]?.string == id || event.data["after"]?["id"]?.string == id
    }

    /// The rest in an event, unless it is a training's own; `nil` otherwise.
    private static func rest(of event: EventView) -> LiveItem? {
        let rest = try? event.data.decoded(as: RestView.self)
        return rest.flatMap { $0.after?.kind == .training ? nil : .rest($0) }
    }

    /// The item that has ended with an event and stays on the screen: a session, a run, a workout, a
    /// countdown, or a rest outside of trainings; `nil` for none.
    static func outcome(of event: EventView) -> LiveItem? {
        switch event.type {
        case "training.completed":
            return (try? event.data.decoded(as: TrainingView.self)).map(LiveItem.training)
        case "run.completed", "run.stopped":
            return (try? event.data.decoded(as: RunView.self)).map(LiveItem.run)
        case "timer.finished":
            let timer = try? event.data.decoded(as: TimerView.self)
            return timer.flatMap { $0.isStopwatch ? nil : .timer($0) }
        case "rest.finished": return rest(of: event)
        case "workout.finished":
            return (try? event.data.decoded(as: WorkoutView.self)).map(LiveItem.workout)
        default: return nil
        }
    }
}
