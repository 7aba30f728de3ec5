import TrackerAPI
import TrackerCore

/// What events mean to someone who looks on.
enum LiveCue {
    /// The events after which something else is to be seen.
    static let types = [
        "timer.*", "rest.*", "training.*", "run.*", "reminder.*", "log.*", "exercise.updated",
        "do_not_disturb.*", "storage.*", "journal.undone", "workout.*", "set.*",
    ]

    private static let bells: Set<String> = [
        "timer.finished", "rest.warning", "rest.finished", "training.effort_started",
        "training.target_reached", "training.completed", "run.interval_started", "run.halfway",
        "run.countdown", "run.interval_finished", "run.confirmation_needed", "run.completed",
        "reminder.fired", "reminder.followed_up",
    ]

    /// An interval says itself which of its cues are to be heard.
    static func rings(_ event: EventView) -> Bool {
        guard bells.contains(event.type) else { return false }
        guard event.type.hasPrefix("run."), let run = try? event.data.decoded(as: RunView.self)
        else { return true }
        return switch event.type {
        case "run.interval_started": run.interval.cues.contains(.start)
        case "run.interval_finished": run.isEndHeard
        case "run.halfway":
            !Interval.countsThroughHalf(
                durationMs: run.durationMs ?? run.interval.durationMs, cues: run.interval.cues)
        default: true
        }
    }

    /// What has begun and wants to be seen. A training's own rest is part of it.
    static func beginning(of event: EventView) -> LiveItem? {
        switch event.type {
        case "training.started", "training.effort_started":
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

    /// Whether it tells of a thing, or of that thing's rest.
    static func isAbout(_ id: String, _ event: EventView) -> Bool {
        event.data["id"]?.string == id || event.data["after"]?["id"]?.string == id
    }

    /// Unless it is a training's own.
    private static func rest(of event: EventView) -> LiveItem? {
        let rest = try? event.data.decoded(as: RestView.self)
        return rest.flatMap { $0.after?.kind == .training ? nil : .rest($0) }
    }

    /// What stays on view of something that has ended: a session, a run, a workout, a countdown, a rest
    /// that is no training's.
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
