import TrackerCore
import TrackerStore

/// The part of a kind that belongs to the engine: what time makes of it, and how it comes in with a native
/// export.
protocol Behaviour: StoredEntity {
    /// Lets happen what is due for one of the kind; `nil` for a kind that waits for nothing.
    static var deadline: ((_ id: String, _ context: Context) throws -> Void)? { get }

    /// The id of the only one of its kind; `nil` where there are many.
    static var fixedID: String? { get }

    /// The reason why it can't come in with a native export, beside the rules of its kind; `nil` where it
    /// can.
    func misfit(in fit: NativeFit) throws -> String?
}

extension Kind {
    /// The entity, with what the engine makes of it.
    var behaviour: any Behaviour.Type {
        switch self {
        case .timer: Timer.self
        case .rest: Rest.self
        case .exercise: Exercise.self
        case .logEntry: LogEntry.self
        case .bodyWeight: BodyWeight.self
        case .reminder: Reminder.self
        case .occurrence: Occurrence.self
        case .doNotDisturb: DoNotDisturb.self
        case .training: Training.self
        case .preset: Preset.self
        case .program: Program.self
        case .run: Run.self
        case .runPlan: RunPlan.self
        case .settings: Settings.self
        case .template: Template.self
        case .workout: Workout.self
        case .workoutSet: WorkoutSet.self
        case .pause: Pause.self
        case .announcement: Announcement.self
        case .challenge: Challenge.self
        }
    }
}

/// A kind of which there are many, which waits for nothing and comes in as its rules say, has nothing else
/// to say.
extension Behaviour {
    static var fixedID: String? { nil }
    func misfit(in fit: NativeFit) throws -> String? { nil }
}

// MARK: - Kinds that wait for moments

extension Timer: Behaviour {
    static var deadline: ((String, Context) throws -> Void)? { { try $1.advanceTimer($0) } }

    func misfit(in fit: NativeFit) throws -> String? {
        isLive ? try fit.misfit(ofLive: id) : nil
    }
}

extension Rest: Behaviour {
    static var deadline: ((String, Context) throws -> Void)? { { try $1.advanceRest($0) } }

    func misfit(in fit: NativeFit) throws -> String? {
        isLive ? try fit.misfit(ofLive: id) : nil
    }
}

extension Occurrence: Behaviour {
    static var deadline: ((String, Context) throws -> Void)? { { try $1.advanceOccurrence($0) } }

    /// Occurrences that are over are history, which outlives its reminder.
    func misfit(in fit: NativeFit) throws -> String? {
        guard isCurrent else { return nil }
        guard fit.comes(Reminder.self, id: reminder) else {
            return "its reminder doesn't come in with it"
        }
        return fit.hasCurrent(self) ? "its reminder has another one" : nil
    }
}

extension DoNotDisturb: Behaviour {
    static var deadline: ((String, Context) throws -> Void)? {
        { _, context in try context.advanceDoNotDisturb() }
    }
    static var fixedID: String? { onlyID }

    func misfit(in fit: NativeFit) throws -> String? {
        try fit.here.wasQuieted() ? "this was set here since" : nil
    }
}

extension Training: Behaviour {
    static var deadline: ((String, Context) throws -> Void)? { { try $1.advanceTraining($0) } }

    func misfit(in fit: NativeFit) throws -> String? {
        guard isLive else { return nil }
        if let rest, !fit.comes(Rest.self, id: rest) { return "its rest isn't here" }
        return try fit.misfit(ofLive: id)
    }
}

extension Run: Behaviour {
    static var deadline: ((String, Context) throws -> Void)? { { try $1.advanceRun($0) } }

    func misfit(in fit: NativeFit) throws -> String? {
        isLive ? try fit.misfit(ofLive: id) : nil
    }
}

// MARK: - Kinds that wait for nothing

extension Exercise: Behaviour {
    static var deadline: ((String, Context) throws -> Void)? { nil }
}

extension LogEntry: Behaviour {
    static var deadline: ((String, Context) throws -> Void)? { nil }
}

extension BodyWeight: Behaviour {
    static var deadline: ((String, Context) throws -> Void)? { nil }
}

extension Reminder: Behaviour {
    static var deadline: ((String, Context) throws -> Void)? { nil }
}

extension Preset: Behaviour {
    static var deadline: ((String, Context) throws -> Void)? { nil }
}

extension Program: Behaviour {
    static var deadline: ((String, Context) throws -> Void)? { nil }
}

extension RunPlan: Behaviour {
    static var deadline: ((String, Context) throws -> Void)? { nil }
}

extension Settings: Behaviour {
    static var deadline: ((String, Context) throws -> Void)? { nil }
    static var fixedID: String? { onlyID }
}

extension Template: Behaviour {
    static var deadline: ((String, Context) throws -> Void)? { nil }
}

extension Workout: Behaviour {
    static var deadline: ((String, Context) throws -> Void)? { nil }
}

extension WorkoutSet: Behaviour {
    static var deadline: ((String, Context) throws -> Void)? { nil }
}

extension Pause: Behaviour {
    static var deadline: ((String, Context) throws -> Void)? { nil }
}

extension Announcement: Behaviour {
    static var deadline: ((String, Context) throws -> Void)? { nil }
}

extension Challenge: Behaviour {
    static var deadline: ((String, Context) throws -> Void)? { nil }
}
