/// The sounds of alerts, one for each kind of boundary; the raw value is a sound's name in the
/// configuration, to hooks and in `trackerctl sound`.
package enum Sound: String, Sendable, Hashable, CaseIterable {
    case timerFinished = "timer-finished"
    case restWarning = "rest-warning"
    case restFinished = "rest-finished"
    case trainingEffortStarted = "training-effort-started"
    case trainingPaused = "training-paused"
    case trainingTargetReached = "training-target-reached"
    case trainingCompleted = "training-completed"
    case reminderFired = "reminder-fired"
    case reminderFollowedUp = "reminder-followed-up"
    case reminderEscalated = "reminder-escalated"
    case runPrepareStarted = "run-prepare-started"
    case runWorkStarted = "run-work-started"
    case runRestStarted = "run-rest-started"
    case runBreakStarted = "run-break-started"
    case runCooldownStarted = "run-cooldown-started"
    case runHalfway = "run-halfway"
    case runCountdown = "run-countdown"
    case runIntervalFinished = "run-interval-finished"
    case runConfirmationNeeded = "run-confirmation-needed"
    case runCompleted = "run-completed"
    case runStopped = "run-stopped"
    case achievementUnlocked = "achievement-unlocked"
    case reportReady = "report-ready"
    case storageDegraded = "storage-degraded"
    case storageRecovered = "storage-recovered"

    /// The boundary that the sound stands for, in words that complete "when".
    package var occasion: String {
        switch self {
        case .timerFinished: "a timer finishes"
        case .restWarning: "a rest is about to end"
        case .restFinished: "a rest ends"
        case .trainingEffortStarted: "a training rest ends and the next set begins"
        case .trainingPaused: "a hold is paused because the machine slept"
        case .trainingTargetReached: "a hold reaches its target"
        case .trainingCompleted: "a training session is complete"
        case .reminderFired: "a reminder goes off"
        case .reminderFollowedUp: "a reminder asks again"
        case .reminderEscalated: "a reminder asks for the last time, urgently"
        case .runPrepareStarted: "an interval to get ready begins"
        case .runWorkStarted: "a work interval begins"
        case .runRestStarted: "a rest interval begins"
        case .runBreakStarted: "a break begins"
        case .runCooldownStarted: "a cool-down begins"
        case .runHalfway: "an interval is half over"
        case .runCountdown: "an interval has 3, 2 or 1 seconds left"
        case .runIntervalFinished: "an interval ends and the next one begins silently"
        case .runConfirmationNeeded: "a run waits for you to continue"
        case .runCompleted: "a run is complete"
        case .runStopped: "a run is stopped because the rest of it was missed"
        case .achievementUnlocked: "an achievement is unlocked or a record is set"
        case .reportReady: "a report is ready"
        case .storageDegraded: "changes can't be saved"
        case .storageRecovered: "saving works again"
        }
    }

    /// The nearest name of the freedesktop sound naming specification, for notification servers that play
    /// sounds.
    package var themeName: String {
        switch self {
        case .timerFinished: "alarm-clock-elapsed"
        case .restWarning, .trainingPaused, .runStopped: "dialog-warning"
        case .restFinished, .runIntervalFinished: "message"
        case .trainingEffortStarted, .runPrepareStarted, .runWorkStarted, .runRestStarted,
            .runBreakStarted, .runCooldownStarted:
            "bell"
        case .trainingTargetReached, .trainingCompleted, .runCompleted, .achievementUnlocked:
            "complete"
        case .reminderFired, .reminderFollowedUp: "message-new-instant"
        case .reminderEscalated: "alarm-clock-elapsed"
        case .runHalfway, .storageRecovered, .reportReady: "dialog-information"
        case .runCountdown: "audio-volume-change"
        case .runConfirmationNeeded: "dialog-question"
        case .storageDegraded: "dialog-error"
        }
    }

    /// The kind of thing that the boundary belongs to, as a notification's category.
    package var category: String {
        switch self {
        case .timerFinished: "timer"
        case .restWarning, .restFinished, .trainingEffortStarted: "rest"
        case .trainingPaused, .trainingTargetReached, .trainingCompleted: "training"
        case .reminderFired, .reminderFollowedUp, .reminderEscalated: "reminder"
        case .runPrepareStarted, .runWorkStarted, .runRestStarted, .runBreakStarted,
            .runCooldownStarted, .runHalfway, .runCountdown, .runIntervalFinished,
            .runConfirmationNeeded, .runCompleted, .runStopped:
            "run"
        case .achievementUnlocked: "achievement"
        case .reportReady: "report"
        case .storageDegraded, .storageRecovered: "storage"
        }
    }

    /// Importance of a sound among others of the same moment.
    private enum Importance: Int, Comparable {
        /// News that can be read later.
        case news
        /// A cue on the way to a boundary.
        case cue
        /// A boundary: something ends, begins or asks.
        case boundary
        /// An alarm: nobody may miss it.
        case alarm

        static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
    }

    private var importance: Importance {
        switch self {
        case .achievementUnlocked, .reportReady, .storageRecovered: .news
        case .restWarning, .runHalfway, .runCountdown: .cue
        case .restFinished, .trainingEffortStarted, .trainingPaused, .trainingTargetReached,
            .trainingCompleted, .reminderFired, .reminderFollowedUp, .runPrepareStarted,
            .runWorkStarted, .runRestStarted, .runBreakStarted, .runCooldownStarted,
            .runIntervalFinished, .runConfirmationNeeded, .runCompleted:
            .boundary
        case .timerFinished, .reminderEscalated, .runStopped, .storageDegraded: .alarm
        }
    }

    /// Length of a moment in milliseconds: of several sounds within it, only one is heard.
    package static let momentMs: Int64 = 500

    /// Whether the sound replaces another that is playing or was heard in the same moment.
    ///
    /// - Parameters:
    ///   - afterMs: milliseconds since the other sound began.
    ///   - isOfItsThread: whether both belong to one thread, in which the later sound counts.
    package func replaces(_ other: Sound, afterMs: Int64, isOfItsThread: Bool) -> Bool {
        let isOfItsMoment = afterMs < Self.momentMs
        if isOfItsThread, !isOfItsMoment { return true }
        return isOfItsMoment && !isOfItsThread
            ? importance > other.importance : importance >= other.importance
    }

    /// Whether the sound is a cue on the way, which nobody wants to read about later.
    package var isCue: Bool {
        switch self {
        case .restWarning, .runHalfway, .runCountdown, .runIntervalFinished: true
        default: startsInterval
        }
    }

    // MARK: Starts of intervals

    /// Name of all sounds of interval starts together, by which a person's own file may stand for any of
    /// them.
    package static let intervalStart = "run-interval-started"

    /// Whether the sound is that of an interval's start.
    private var startsInterval: Bool {
        Interval.Kind.allCases.contains { Sound.start(of: $0) == self }
    }

    /// The sound of the start of an interval.
    package static func start(of kind: Interval.Kind) -> Sound {
        switch kind {
        case .prepare: .runPrepareStarted
        case .work: .runWorkStarted
        case .rest: .runRestStarted
        case .break: .runBreakStarted
        case .cooldown: .runCooldownStarted
        }
    }

    /// The names by which the configuration may have a file for the sound, the closest first.
    package var configuredNames: [String] {
        startsInterval ? [rawValue, Self.intervalStart] : [rawValue]
    }

    /// All names of sounds in the configuration.
    package static var allConfiguredNames: [String] { allCases.map(\.rawValue) + [intervalStart] }

    /// The path of the shipped file in one of the folders of `folders(near:)`.
    package func file(in folder: String) -> String { "\(folder)/\(rawValue).wav" }

    /// The folders in which the shipped files may be, the nearest first: `share/trackerd/sounds` beside the
    /// program's folder, or further up for a program that was built but not installed.
    ///
    /// - Parameter program: the program's absolute path.
    package static func folders(near program: String) -> [String] {
        var folder = program.split(separator: "/").dropLast()
        var folders: [String] = []
        for _ in 0..<4 where !folder.isEmpty {
            folder.removeLast()
            folders.append((folder + ["share/trackerd/sounds"]).map { "/" + $0 }.joined())
        }
        return folders
    }
}
