/// The types of events, in the order of the documentation: each is a noun and what happened to it.
///
/// `Event.type` stays a text, since a journal may have been written by a newer version.
package enum EventType: String, CaseIterable, Sendable {
    case timerStarted = "timer.started"
    case timerPaused = "timer.paused"
    case timerResumed = "timer.resumed"
    case timerResumeOffered = "timer.resume_offered"
    case timerExtended = "timer.extended"
    case timerRestarted = "timer.restarted"
    case timerRenamed = "timer.renamed"
    case timerLapped = "timer.lapped"
    case timerFinished = "timer.finished"
    case timerRangAgain = "timer.rang_again"
    case timerAnswered = "timer.answered"
    case timerExpired = "timer.expired"
    case timerCancelled = "timer.cancelled"
    case timerCleared = "timer.cleared"

    case restStarted = "rest.started"
    case restPaused = "rest.paused"
    case restResumed = "rest.resumed"
    case restExtended = "rest.extended"
    case restWarning = "rest.warning"
    case restFinished = "rest.finished"
    case restSkipped = "rest.skipped"

    case reminderCreated = "reminder.created"
    case reminderUpdated = "reminder.updated"
    case reminderEnabled = "reminder.enabled"
    case reminderDisabled = "reminder.disabled"
    case reminderDeleted = "reminder.deleted"
    case reminderFired = "reminder.fired"
    case reminderFollowedUp = "reminder.followed_up"
    case reminderSnoozed = "reminder.snoozed"
    case reminderAnswered = "reminder.answered"
    case reminderDismissed = "reminder.dismissed"
    case reminderExpired = "reminder.expired"
    case reminderSuppressed = "reminder.suppressed"

    case doNotDisturbSet = "do_not_disturb.set"
    case doNotDisturbEnded = "do_not_disturb.ended"

    case breakTaken = "break.taken"

    case trainingStarted = "training.started"
    case trainingEffortStarted = "training.effort_started"
    case trainingAttempted = "training.attempted"
    case trainingResting = "training.resting"
    case trainingPaused = "training.paused"
    case trainingResumed = "training.resumed"
    case trainingTargetReached = "training.target_reached"
    case trainingCompleted = "training.completed"
    case trainingReset = "training.reset"
    case trainingUndone = "training.undone"
    case trainingUpdated = "training.updated"
    case trainingDeleted = "training.deleted"

    case presetSaved = "preset.saved"
    case presetDeleted = "preset.deleted"

    case programCreated = "program.created"
    case programUpdated = "program.updated"
    case programDeleted = "program.deleted"
    case programSeeded = "program.seeded"

    case runStarted = "run.started"
    case runIntervalStarted = "run.interval_started"
    case runHalfway = "run.halfway"
    case runCountdown = "run.countdown"
    case runIntervalFinished = "run.interval_finished"
    case runConfirmationNeeded = "run.confirmation_needed"
    case runFollowedUp = "run.followed_up"
    case runPaused = "run.paused"
    case runResumed = "run.resumed"
    case runResumeOffered = "run.resume_offered"
    case runSkipped = "run.skipped"
    case runJumped = "run.jumped"
    case runExtended = "run.extended"
    case runCompleted = "run.completed"
    case runStopped = "run.stopped"

    case templateCreated = "template.created"
    case templateUpdated = "template.updated"
    case templateDeleted = "template.deleted"

    case planCreated = "plan.created"
    case planUpdated = "plan.updated"
    case planDeleted = "plan.deleted"

    case workoutStarted = "workout.started"
    case workoutUpdated = "workout.updated"
    case workoutFinished = "workout.finished"
    case workoutDiscarded = "workout.discarded"
    case workoutDeleted = "workout.deleted"

    case setLogged = "set.logged"
    case setUpdated = "set.updated"
    case setDeleted = "set.deleted"

    case recordSet = "record.set"

    case dayClosed = "day.closed"

    case streakChanged = "streak.changed"
    case streakPaused = "streak.paused"
    case streakResumed = "streak.resumed"

    case achievementUnlocked = "achievement.unlocked"
    case achievementLost = "achievement.lost"
    case achievementRecognised = "achievement.recognised"

    case levelReached = "level.reached"

    case challengeOffered = "challenge.offered"
    case challengeCompleted = "challenge.completed"
    case challengeReopened = "challenge.reopened"
    case challengeSwapped = "challenge.swapped"

    case reportReady = "report.ready"

    case goalCreated = "goal.created"
    case goalUpdated = "goal.updated"
    case goalDeleted = "goal.deleted"

    case settingsChanged = "settings.changed"

    case exerciseCreated = "exercise.created"
    case exerciseUpdated = "exercise.updated"
    case exerciseArchived = "exercise.archived"
    case exerciseDeleted = "exercise.deleted"
    case exerciseMerged = "exercise.merged"
    case exerciseSeeded = "exercise.seeded"

    case weightLogged = "weight.logged"
    case weightDeleted = "weight.deleted"
    case measurementLogged = "measurement.logged"
    case measurementDeleted = "measurement.deleted"
    case maxLogged = "max.logged"
    case maxDeleted = "max.deleted"
    case logAdded = "log.added"
    case logUpdated = "log.updated"
    case logDeleted = "log.deleted"

    case importAdded = "import.added"
    case importCommitted = "import.committed"
    case importRemoved = "import.removed"
    case importUndone = "import.undone"

    case journalUndone = "journal.undone"
    case journalRedone = "journal.redone"

    case configReloaded = "config.reloaded"
    case configRefused = "config.refused"

    case clockStepped = "clock.stepped"
    case clockRebooted = "clock.rebooted"
    case clockRescheduled = "clock.rescheduled"

    case zoneChanged = "zone.changed"

    case storageDegraded = "storage.degraded"
    case storageRecovered = "storage.recovered"
    case storageRestored = "storage.restored"

    case syncEnabled = "sync.enabled"
    case syncLeft = "sync.left"
    case syncMachine = "sync.machine"
    case syncMerged = "sync.merged"
    case syncOverridden = "sync.overridden"
    case syncTaken = "sync.taken"
    case syncIdentity = "sync.identity"
    case syncProblem = "sync.problem"
    case syncRecovered = "sync.recovered"

    case hookFailed = "hook.failed"
}

extension Timer.Change {
    /// The event type for this change.
    package var event: EventType {
        switch self {
        case .started: .timerStarted
        case .paused: .timerPaused
        case .resumed: .timerResumed
        case .resumeOffered: .timerResumeOffered
        case .extended: .timerExtended
        case .restarted: .timerRestarted
        case .renamed: .timerRenamed
        case .lapped: .timerLapped
        case .finished: .timerFinished
        case .rangAgain: .timerRangAgain
        case .answered: .timerAnswered
        case .expired: .timerExpired
        case .cancelled: .timerCancelled
        case .cleared: .timerCleared
        }
    }
}

extension Rest.Change {
    /// The event type for this change.
    package var event: EventType {
        switch self {
        case .started: .restStarted
        case .paused: .restPaused
        case .resumed: .restResumed
        case .extended: .restExtended
        case .warning: .restWarning
        case .finished: .restFinished
        case .skipped: .restSkipped
        }
    }
}

extension Occurrence.Change {
    /// The event type for this change.
    package var event: EventType {
        switch self {
        case .fired: .reminderFired
        case .followedUp: .reminderFollowedUp
        case .snoozed: .reminderSnoozed
        case .answered: .reminderAnswered
        case .dismissed: .reminderDismissed
        case .expired: .reminderExpired
        case .suppressed: .reminderSuppressed
        }
    }
}

extension Training.Change {
    /// The event type for this change.
    package var event: EventType {
        switch self {
        case .started: .trainingStarted
        case .effortStarted: .trainingEffortStarted
        case .attempted: .trainingAttempted
        case .resting: .trainingResting
        case .paused: .trainingPaused
        case .resumed: .trainingResumed
        case .targetReached: .trainingTargetReached
        case .completed: .trainingCompleted
        case .reset: .trainingReset
        case .undone: .trainingUndone
        case .updated: .trainingUpdated
        }
    }
}

extension Run.Change {
    /// The event type for this change.
    package var event: EventType {
        switch self {
        case .started: .runStarted
        case .intervalStarted: .runIntervalStarted
        case .halfway: .runHalfway
        case .countdown: .runCountdown
        case .intervalFinished: .runIntervalFinished
        case .confirmationNeeded: .runConfirmationNeeded
        case .followedUp: .runFollowedUp
        case .paused: .runPaused
        case .resumed: .runResumed
        case .resumeOffered: .runResumeOffered
        case .skipped: .runSkipped
        case .jumped: .runJumped
        case .extended: .runExtended
        case .completed: .runCompleted
        case .stopped: .runStopped
        }
    }
}
