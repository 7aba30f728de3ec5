import TrackerAPI
import TrackerCore
import TrackerStore

extension Alert {
    /// The alert for an event; `nil` where the person knows of the event or needn't know.
    init?(for event: Event) {
        switch (event.type, event.cause) {
        case ("timer.finished", .deadline): self.init(finishedTimer: event)
        case ("rest.warning", .deadline), ("rest.finished", .deadline): self.init(rest: event)
        case ("training.paused", .deadline), ("training.target_reached", .deadline),
            ("training.completed", _):
            self.init(training: event)
        case ("reminder.fired", _), ("reminder.followed_up", _):
            guard let occurrence = event.decoded(OccurrenceView.self) else { return nil }
            self.init(of: occurrence, toldBy: event)
        case let (type, _) where type.hasPrefix("run."): self.init(run: event)
        case let (type, _)
        where type.hasPrefix("achievement.") || type == EventType.reportReady.rawValue:
            self.init(progress: event)
        case (EventType.recordSet.rawValue, _): self.init(records: event)
        case (EventType.storageDegraded.rawValue, .daemon):
            self.init(
                title: "trackerd can't save anything",
                body: "Timers and rests still end on time, but nothing can be started or changed. "
                    + "See: trackerctl doctor",
                urgency: .critical, sound: .storageDegraded, thread: "storage")
        case (EventType.configRefused.rawValue, .daemon):
            guard let refused = event.decoded(ConfigRefused.self) else { return nil }
            self.init(
                title: "The old settings stay in effect", body: refused.reason,
                sound: .storageDegraded, thread: Self.configurationThread)
        case (Transaction.recoveredType, .daemon): self.init(recovered: event)
        default: return nil
        }
    }

    private init?(finishedTimer event: Event) {
        guard let timer = event.decoded(TimerView.self) else { return nil }
        let length = timer.durationMs.map { DurationText.text(ms: $0) } ?? ""
        let lines = [timer.message ?? "\(length) are over", lateText(timer.lateByMs)]
        self.init(
            title: timer.name ?? "Timer finished",
            body: lines.compactMap { $0 }.joined(separator: "\n"),
            sound: .timerFinished, thread: "timer:\(timer.id)")
    }

    private init?(rest event: Event) {
        guard let rest = event.decoded(RestView.self) else { return nil }
        let isWarning = event.type == "rest.warning"
        let mark = DurationText.text(ms: rest.warnMs ?? 0)
        let lines = [rest.label, lateText(rest.lateByMs)]
        // The end of a training's rest begins the next effort.
        let isTraining = rest.after?.kind == .training
        let endSound = isTraining ? Sound.trainingEffortStarted : .restFinished
        self.init(
            title: isWarning ? "Rest ends in \(mark)" : "Rest is over",
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

    private init?(training event: Event) {
        guard let training = event.decoded(TrainingView.self) else { return nil }
        let title: String
        let line: String?
        let sound: Sound
        var actions: [Action] = []
        switch event.type {
        case "training.paused":
            (title, sound) = ("Hold paused", .trainingPaused)
            line =
                "The machine was asleep or off. " + training.amount(training.live?.elapsed)
                + " held so far"
        case "training.target_reached":
            (title, sound) = ("Target reached", .trainingTargetReached)
            line = training.amount(training.target)
        default:
            (title, sound) = ("Training complete", .trainingCompleted)
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
        let isFollowUp = event.type == "reminder.followed_up"
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

    /// The question of a follow-up, with the time waited from a minute on: `Still there? Waiting for 5 min`.
    ///
    /// - Parameter since: the moment of the first question, as events have it; `nil` where nobody knows.
    static func stillThere(since: String?, atMs now: Int64) -> String {
        guard let since = since.flatMap({ GivenTime($0)?.instantMs }), now - since >= 60_000
        else { return "Still there?" }
        return "Still there? Waiting for \(minutes((now - since) / 60_000 * 60_000))"
    }

    private static func minutes(_ span: Int64?) -> String {
        let span = span ?? Reminder.defaultSnoozeMs
        return span < 3_600_000 && span % 60_000 == 0
            ? "\(span / 60_000) min" : DurationText.text(ms: span)
    }

    /// The thread of all alerts of an occurrence.
    static func thread(of occurrence: String) -> String { "occurrence:\(occurrence)" }

    /// The thread that ends with an event, so that its bubble is closed; `nil` for none.
    static func thread(endedBy event: Event) -> String? {
        switch event.type {
        case "reminder.answered", "reminder.dismissed", "reminder.expired", "reminder.snoozed",
            "reminder.suppressed":
            event.decoded(OccurrenceView.self).map { thread(of: $0.id) }
        case "timer.restarted", "timer.cleared": "timer:\(event.subject)"
        case "rest.skipped", "rest.extended", "rest.paused": "rest:\(event.subject)"
        case "training.resumed", "training.attempted", "training.reset", "training.undone",
            "training.deleted":
            "training:\(event.subject)"
        case EventType.workoutDiscarded.rawValue, EventType.workoutDeleted.rawValue:
            threadOfRecords(in: event.subject)
        case "run.interval_started", "run.skipped", "run.jumped", "run.extended", "run.stopped":
            threadOfRun(endedBy: event)
        case EventType.configReloaded.rawValue: configurationThread
        default: nil
        }
    }

    private static let configurationThread = "configuration"

    /// The thread of a run ends when a person has dealt with its bubble's question, unless another alert
    /// replaces the bubble.
    private static func threadOfRun(endedBy event: Event) -> String? {
        guard case .request = event.cause, Alert(run: event) == nil else { return nil }
        return "run:\(event.subject)"
    }

    private init?(recovered event: Event) {
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
            body: "What could be read of it is in use again. The damaged files are in \(folder). "
                + "See: trackerctl doctor",
            urgency: .critical, sound: .storageRecovered, thread: "storage")
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
    fileprivate func decoded<Value: Decodable>(_ type: Value.Type) -> Value? {
        try? JSONText.value(type, from: data)
    }
}
