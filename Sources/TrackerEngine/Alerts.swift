import TrackerAPI
import TrackerCore
import TrackerStore

/// What an event means to the person. Its data is read once.
struct Notice {
    /// Alert for the person; `nil` where the person knows of the event or needn't know.
    var alert: Alert?
    /// Thread of alerts that ends with the event, so that its bubble is closed; `nil` for none.
    private(set) var endsThread: String?
    /// Occurrence of a reminder that was fired or followed up.
    private(set) var occurrence: OccurrenceView?
    /// Rest that ends.
    private(set) var rest: RestView?

    init(of event: Event) {
        let type = EventType(rawValue: event.type)
        let isDue = if case .deadline = event.cause { true } else { false }
        switch type {
        case .timerFinished where isDue, .timerRangAgain where isDue:
            alert = event.decoded(TimerView.self).map { Alert(over: $0, toldBy: event) }
        case .timerResumeOffered:
            alert = event.decoded(TimerView.self).map(Alert.init(offering:))
        case .timerAnswered, .timerExpired, .timerRestarted, .timerExtended, .timerCleared,
            .timerResumed, .timerFinished, .timerCancelled:
            endsThread = "timer:\(event.subject)"
        case .restWarning where isDue, .restFinished where isDue:
            rest = event.decoded(RestView.self)
            alert = rest.map { Alert($0, isWarning: type == .restWarning) }
        case .restSkipped, .restExtended, .restPaused: endsThread = "rest:\(event.subject)"
        case .trainingPaused where isDue, .trainingTargetReached where isDue, .trainingCompleted:
            alert = event.decoded(TrainingView.self).map { Alert($0, after: type) }
        case .trainingResumed, .trainingAttempted, .trainingReset, .trainingUndone,
            .trainingDeleted:
            endsThread = "training:\(event.subject)"
        case .reminderFired, .reminderFollowedUp:
            occurrence = event.decoded(OccurrenceView.self)
            alert = occurrence.flatMap { Alert(of: $0, toldBy: event) }
        case .reminderAnswered, .reminderDismissed, .reminderExpired, .reminderSnoozed,
            .reminderSuppressed:
            endsThread = event.decoded(OccurrenceView.self).map { Alert.thread(of: $0.id) }
        case .workoutDiscarded, .workoutDeleted:
            endsThread = Alert.threadOfRecords(in: event.subject)
        case .recordSet: alert = Alert(records: event)
        case .achievementUnlocked, .achievementRecognised, .reportReady:
            alert = Alert(progress: event)
        case .storageDegraded where event.cause == .daemon:
            alert = Alert(
                title: "trackerd can't save anything",
                body: "Timers and rests still end on time, but nothing can be started or changed. "
                    + "See: trackerctl doctor",
                urgency: .critical, sound: .storageDegraded, thread: "storage")
        case .storageRecovered where event.cause == .daemon: alert = Alert(recovered: event)
        case .configRefused where event.cause == .daemon:
            alert = event.decoded(ConfigRefused.self).map { refused in
                Alert(
                    title: "The old settings stay in effect", body: refused.reason,
                    sound: .storageDegraded, thread: Self.configurationThread)
            }
        case .configReloaded: endsThread = Self.configurationThread
        case .syncProblem: alert = event.decoded(SyncProblem.self).map(Alert.init(folder:))
        case .syncRecovered, .syncLeft: endsThread = Alert.threadOfFolder
        case let type? where event.type.hasPrefix("run."):
            alert = event.decoded(RunView.self).flatMap { Alert($0, after: type, of: event) }
            // A run's thread ends when a person has dealt with its bubble's question, unless another alert
            // replaces the bubble.
            if alert == nil, case .request = event.cause, Self.runMoves.contains(type) {
                endsThread = "run:\(event.subject)"
            }
        default: break
        }
        if event.cause == .merge { alert = nil }
    }

    private static let configurationThread = "configuration"
    private static let runMoves: Set<EventType> = [
        .runIntervalStarted, .runSkipped, .runJumped, .runExtended, .runResumed, .runStopped,
    ]
}

extension Alert {
    fileprivate init(_ rest: RestView, isWarning: Bool) {
        let mark = DurationText.text(ms: rest.warnMs ?? 0)
        let lines = [rest.label, lateText(rest.lateByMs)]
        // The end of a training's rest begins the next effort.
        let isTraining = rest.after?.kind == .training
        let endSound = isTraining ? Sound.trainingEffortStarted : .restFinished
        let isCounted = isTraining && Rest.countdownMs.allSatisfy(rest.warnAtMs.contains)
        if isCounted, isWarning, let left = rest.warnMs, Rest.countdownMs.contains(left) {
            self.init(
                title: "\(left / 1000)", body: rest.label ?? "", urgency: .low,
                sound: .runCountdown, thread: "rest:\(rest.id)", isMomentary: true)
            return
        }
        self.init(
            title: isWarning
                ? "Rest ends in \(mark)" : isCounted ? "Go" : "Rest is over",
            body: lines.compactMap { $0 }.joined(separator: "\n"),
            urgency: isWarning ? .low : .normal, actions: isWarning ? Self.actions(of: rest) : [],
            sound: isWarning ? .restWarning : endSound, thread: "rest:\(rest.id)")
    }

    /// Buttons for a rest that is about to end.
    private static func actions(of rest: RestView) -> [Action] {
        [
            Action(.skip(rest: rest.id), label: "Skip", command: "trackerctl rest skip"),
            Action(
                .extend(rest: rest.id, durationMs: rest.durationMs, byMs: 15_000), label: "+15 s",
                command: "trackerctl rest extend 15"),
        ]
    }

    fileprivate init(_ training: TrainingView, after type: EventType?) {
        let title: String
        let line: String?
        let sound: Sound
        var actions: [Action] = []
        switch type {
        case .trainingPaused:
            (title, sound) = ("Hold paused", .trainingPaused)
            line =
                "The machine was asleep or off. " + training.amount(training.live?.elapsed)
                + " held so far"
        case .trainingTargetReached:
            (title, sound) = ("Target reached", .trainingTargetReached)
            line = training.amount(training.target)
        default:
            (title, sound) = ("Session complete", .trainingCompleted)
            let attempts = training.attempts.count
            line =
                training.amount(training.accumulated)
                + " in \(attempts) attempt\(attempts == 1 ? "" : "s")"
            actions = [
                Action(
                    .trainAgain(training: training.id), label: "Again",
                    command: "trackerctl train again")
            ]
        }
        let lines = [training.exerciseName, line, lateText(training.lateByMs)]
        self.init(
            title: title, body: lines.compactMap { $0 }.joined(separator: "\n"),
            actions: actions, sound: sound, thread: "training:\(training.id)")
    }

    /// - Parameters:
    ///   - occurrence: the occurrence as the event has it, or with its reminder's present texts.
    ///   - event: the firing or follow-up.
    init?(of occurrence: OccurrenceView, toldBy event: Event) {
        guard let name = occurrence.name else { return nil }
        let isFollowUp = event.type == EventType.reminderFollowedUp.rawValue
        let isFirst = !isFollowUp && occurrence.snoozes == 0
        let lines = [
            isFollowUp ? Self.stillThere(since: occurrence.firedAt, atMs: event.atMs) : nil,
            occurrence.message, Self.task(of: occurrence),
            isFirst ? lateText(occurrence.lateByMs) : nil,
        ]
        let word = Self.word(for: occurrence.reminder, named: name)
        let actions = [
            Action(
                .log(occurrence: occurrence.id),
                label: Self.work(of: occurrence).map { "Log \($0)" } ?? "Done",
                command: "trackerctl done \(word)"),
            Action(
                .snooze(occurrence: occurrence.id),
                label: "Snooze \(Self.minutes(occurrence.snoozeMs))",
                command: "trackerctl snooze \(word)"),
            Action(
                .dismiss(occurrence: occurrence.id), label: "Dismiss",
                command: "trackerctl dismiss \(word)"),
        ]
        self.init(
            title: name, body: lines.compactMap { $0 }.joined(separator: "\n"), actions: actions,
            isQuestion: true, sound: isFollowUp ? .reminderFollowedUp : .reminderFired,
            thread: Self.thread(of: occurrence.id),
            moment: "\(occurrence.dueAt) \(occurrence.snoozes) \(occurrence.followUps.count)")
    }

    /// The word for a reminder on a command line: its name, unless the name could be read as a count, a
    /// span or an option; its id then.
    static func word(for id: String, named name: String) -> String {
        guard name.first?.isLetter == true, name != "last" else { return id }
        let isPlain = name.allSatisfy { $0.isLetter || $0.isNumber || "-_.".contains($0) }
        return isPlain
            ? name
            : "'"
                + name.split(separator: "'", omittingEmptySubsequences: false)
                .joined(separator: #"'\''"#) + "'"
    }

    /// The task of a reminder, such as `10 × Push-ups` or `30 s Plank`; `nil` without an exercise.
    private static func task(of occurrence: OccurrenceView) -> String? {
        guard let exercise = occurrence.exerciseName else { return nil }
        guard let count = occurrence.count else { return exercise }
        return occurrence.unit == Exercise.Unit.seconds.rawValue
            ? "\(DurationText.text(ms: count * 1000)) \(exercise)" : "\(count) × \(exercise)"
    }

    /// The effort that a reminder's answer logs, such as `10 Push-ups` or `30s Plank`; `nil` without an
    /// exercise.
    private static func work(of occurrence: OccurrenceView) -> String? {
        guard let exercise = occurrence.exerciseName else { return nil }
        guard let count = occurrence.count else { return exercise }
        return "\(amount(count, unit: occurrence.unit)) \(exercise)"
    }

    /// A count, or a span such as `30s`.
    static func amount(_ count: Int64, unit: String?) -> String {
        unit == Exercise.Unit.seconds.rawValue ? DurationText.text(ms: count * 1000) : "\(count)"
    }

    /// The question of a follow-up, with the time waited from a minute on: `Still there? It's been 5 min`.
    ///
    /// - Parameter since: the moment of the first question, as events have it; `nil` where nobody knows.
    static func stillThere(since: String?, atMs now: Int64) -> String {
        guard let since = since.flatMap({ GivenTime($0)?.instantMs }), now - since >= 60_000
        else { return "Still there?" }
        return "Still there? It's been \(minutes((now - since) / 60_000 * 60_000))"
    }

    private static func minutes(_ span: Int64?) -> String {
        let span = span ?? Reminder.defaultSnoozeMs
        return span < 3_600_000 && span % 60_000 == 0
            ? "\(span / 60_000) min" : DurationText.text(ms: span)
    }

    /// The thread of all alerts of an occurrence.
    static func thread(of occurrence: String) -> String { "occurrence:\(occurrence)" }

    fileprivate init(recovered event: Event) {
        struct Data: Decodable {
            let recoveredFrom: String?
        }
        guard let folder = event.decoded(Data.self)?.recoveredFrom else {
            self.init(
                title: "trackerd can save again", body: "", sound: .storageRecovered,
                thread: "storage")
            return
        }
        self.init(
            title: "trackerd: the database was damaged",
            body: "Everything that could be read was recovered. The damaged files are in "
                + "\(folder). See: trackerctl doctor",
            urgency: .critical, sound: .storageRecovered, thread: "storage")
    }
}

extension Alert {
    fileprivate static let threadOfFolder = "sync"

    fileprivate init(folder problem: SyncProblem) {
        let title =
            switch problem.kind.known {
            case .missing: "The shared folder can't be reached"
            case .full: "The disk with the shared folder is full"
            case .format, .limits: "Some of the shared folder can't be read"
            case .unwritable, nil: "The shared folder can't be used"
            }
        self.init(
            title: title, body: "\(problem.detail). Nothing is lost. See: trackerctl sync",
            sound: .storageDegraded, thread: Self.threadOfFolder)
    }
}

extension TrainingView {
    /// An amount in the session's measure, such as `34.2 s` or `12 reps`.
    fileprivate func amount(_ amount: Double?) -> String {
        let amount = amount ?? 0
        guard mode == Training.Mode.time.rawValue else {
            return amount == 1 ? "1 rep" : "\(Int64(amount)) reps"
        }
        let tenths = Int64((amount * 10).rounded(.down))
        return tenths % 10 == 0 ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10) s"
    }
}

/// Milliseconds of lateness from which alerts mention it.
private let tellingMs: Int64 = 2000

func lateText(_ lateByMs: Int64?) -> String? {
    guard let lateByMs, lateByMs >= tellingMs else { return nil }
    return "(\(DurationText.text(ms: lateByMs / 1000 * 1000)) late)"
}

extension Event {
    func decoded<Value: Decodable>(_ type: Value.Type) -> Value? {
        try? JSONText.value(type, from: data)
    }
}
