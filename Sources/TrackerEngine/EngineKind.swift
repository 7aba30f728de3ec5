import TrackerCore
import TrackerStore

/// A kind that waits for moments: what happens once one has come, and how the kind comes in with a native export.
protocol EngineKind: StoredEntity {
    /// Carries out what is due for one of the kind.
    static func advance(_ id: String, in context: Context) throws

    /// The reason why it can't come in with a native export, beside the rules of its kind; `nil` where it
    /// can.
    func misfit(in fit: NativeFit) throws -> String?
}

extension Timer: EngineKind {
    static func advance(_ id: String, in context: Context) throws { try context.advanceTimer(id) }

    func misfit(in fit: NativeFit) throws -> String? {
        isLive || isWaiting ? try fit.misfit(ofLive: id) : nil
    }
}

extension Rest: EngineKind {
    static func advance(_ id: String, in context: Context) throws { try context.advanceRest(id) }

    func misfit(in fit: NativeFit) throws -> String? {
        isLive ? try fit.misfit(ofLive: id) : nil
    }
}

extension Occurrence: EngineKind {
    static func advance(_ id: String, in context: Context) throws {
        try context.advanceOccurrence(id)
    }

    /// Occurrences that are over are history, which outlives its reminder.
    func misfit(in fit: NativeFit) throws -> String? {
        guard isCurrent else { return nil }
        guard fit.hasAccepted(reminder) else {
            return "its reminder isn't imported with it"
        }
        let (next, live) = try fit.here.currentOccurrences(of: reminder)
        if fit.hasCurrent(self) || (isLive ? live : next) != nil {
            return "its reminder already has one here"
        }
        let isDisabled = try fit.here.reminder(id: reminder)?.isEnabled == false
        return isLive && isDisabled ? "its reminder is disabled" : nil
    }
}

extension Reminder: EngineKind {
    static func advance(_ id: String, in context: Context) throws {
        try context.advanceReminder(id)
    }

    func misfit(in fit: NativeFit) throws -> String? { nil }
}

extension DoNotDisturb: EngineKind {
    static func advance(_ id: String, in context: Context) throws {
        try context.advanceDoNotDisturb()
    }

    func misfit(in fit: NativeFit) throws -> String? {
        try fit.here.wasQuieted() ? "this has been changed here since" : nil
    }
}

extension Training: EngineKind {
    static func advance(_ id: String, in context: Context) throws {
        try context.advanceTraining(id)
    }

    func misfit(in fit: NativeFit) throws -> String? {
        guard isLive else { return nil }
        if let rest, !fit.hasAccepted(rest) { return "its rest isn't here" }
        return try fit.misfit(ofLive: id)
    }
}

extension Run: EngineKind {
    static func advance(_ id: String, in context: Context) throws { try context.advanceRun(id) }

    func misfit(in fit: NativeFit) throws -> String? {
        isLive ? try fit.misfit(ofLive: id) : nil
    }
}
