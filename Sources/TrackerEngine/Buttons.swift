import TrackerAPI
import TrackerCore
import TrackerStore

/// The outcome of a pressed button.
package struct Pressed {
    package var outcome: Outcome
    /// Refusal of the request; `nil` where there was none.
    package var refusal: Rejection?
    /// Alert that the notification shows for a moment before it closes; `nil` for none.
    package var confirmation: Alert?
    /// The period whose report is to be opened as a page; `nil` for none.
    package var report: String?

    package init(outcome: Outcome, refusal: Rejection? = nil, confirmation: Alert? = nil) {
        self.outcome = outcome
        self.refusal = refusal
        self.confirmation = confirmation
    }
}

extension Engine {
    /// Carries out the request that a pressed button, or a hook's answer, stands for.
    ///
    /// A thing that has moved on since the button was shown is left alone.
    package func pressed(_ purpose: Alert.Action.Purpose, at now: Moment) -> Pressed {
        // Deadlines that are due come first, so that the thing is up to date.
        var outcome = run([], at: now)
        if case .view(let report) = purpose {
            var pressed = Pressed(outcome: outcome)
            pressed.report = report
            return pressed
        }
        let request = try? store.read(at: now) { try Self.request(for: purpose, in: $0) }
        guard let request else { return Pressed(outcome: outcome) }
        let done = run([Call(request)], at: now)
        outcome.published += done.published
        return switch done.replies.last {
        case .refused(let refusal)?: Pressed(outcome: outcome, refusal: refusal)
        case .result(let answer)? where !done.published.isEmpty:
            Pressed(outcome: outcome, confirmation: confirmation(of: answer, done.after[0]))
        default: Pressed(outcome: outcome)
        }
    }

    /// Confirmation of an answer, for its notification: the exercise that it has logged, and the day's total;
    /// `nil` where it has logged nothing.
    private func confirmation(of answer: String, _ after: After?) -> Alert? {
        guard let occurrence = try? JSONText.value(OccurrenceView.self, from: answer),
            let name = occurrence.name, let entry = after?.logged
        else { return nil }
        let total = after?.today?.count ?? entry.count
        let line =
            "\(Alert.amount(entry.count, unit: entry.unit)) \(entry.name), "
            + "\(Alert.amount(total, unit: entry.unit)) today"
        return Alert(
            title: name, body: line, urgency: .low, sound: .reminderFired,
            thread: Alert.thread(of: occurrence.id), closesAfterMs: 5000)
    }

    // MARK: Urgency

    /// What an event means to the person, as things are.
    func notice(of event: Event) -> Notice {
        var notice = Notice(of: event)
        if let line = notice.rest?.after.flatMap(nextLine) {
            notice.alert = notice.alert?.saying(line)
        }
        if event.type.hasPrefix("achievement.") {
            notice.alert = notice.alert.flatMap { alert($0, ofAchievements: event) }
        }
        guard dependencies.configuration.notifications.escalate else { return notice }
        let isUrgent =
            event.type == EventType.runFollowedUp.rawValue
            || notice.occurrence.flatMap { view in
                try? store.read(at: lastRun) { try $0.occurrence(id: view.id) }
            }.map { isRaised(event, of: $0) } == true
        if isUrgent { notice.alert = notice.alert?.escalated }
        return notice
    }

    /// The line about the set that comes after a rest; `nil` for none.
    private func nextLine(after rest: Rest.After) -> String? {
        try? store.read(at: lastRun) { try context($0, .daemon).nextLine(after: rest) }
    }

    /// True where the event's alert is to be urgent: a reminder's last follow-up, if the configuration says
    /// so.
    func isRaised(_ event: Event, of occurrence: Occurrence) -> Bool {
        dependencies.configuration.notifications.escalate
            && event.type == EventType.reminderFollowedUp.rawValue && occurrence.hasFollowedUpLast
    }

    /// Request that a button stands for; `nil` where there is nothing left to do. `.log` isn't checked here,
    /// since the occurrence itself knows whether it was answered.
    private static func request(
        for purpose: Alert.Action.Purpose, in transaction: Transaction
    ) throws -> (any Request)? {
        switch purpose {
        case .view: nil
        case .log(let occurrence): ReminderAnswer(occurrence: occurrence, action: .log)
        case .snooze(let occurrence): try putOff(occurrence, .snooze, in: transaction)
        case .dismiss(let occurrence): try putOff(occurrence, .dismiss, in: transaction)
        case .confirm(let id, let index):
            if let run = try transaction.liveRun(), run.id == id, run.index == index,
                run.state == .waiting
            {
                RunConfirm()
            } else {
                nil
            }
        case .skip(let id): try rest(id, in: transaction).map { _ in RestMove(.skip) }
        case .extend(let id, let durationMs, let byMs):
            try rest(id, in: transaction).flatMap { rest in
                rest.durationMs == durationMs ? RestExtend(by: Span(ms: byMs)) : nil
            }
        case .timerDone(let id):
            try waiting(id, in: transaction).map { TimerMove(.answer, timer: $0.id) }
        case .timerAgain(let id):
            try waiting(id, in: transaction).map { TimerMove(.restart, timer: $0.id) }
        case .timerMore(let id, let byMs):
            try waiting(id, in: transaction).map { TimerExtend(timer: $0.id, by: Span(ms: byMs)) }
        case .resume(let id):
            try askedTimer(id, in: transaction).map { TimerMove(.resume, timer: $0.id) }
        case .stop(let id):
            try askedTimer(id, in: transaction).map {
                TimerMove($0.kind == .countdown ? .cancel : .finish, timer: $0.id)
            }
        case .resumeRun(let id): try isAsked(run: id, in: transaction) ? RunMove(.resume) : nil
        case .stopRun(let id): try isAsked(run: id, in: transaction) ? RunMove(.stop) : nil
        case .trainAgain(let id):
            if let training = try transaction.lastTraining(), training.id == id, !training.isLive {
                TrainingStart(TrainingParameters(of: training.fields))
            } else {
                nil
            }
        case .runAgain(let id):
            if let run = try transaction.lastRun(), run.id == id, !run.isLive {
                RunStart(
                    program: run.program, try changes(of: run, in: transaction),
                    pauseWhenAway: run.pausesWhenAway ? true : nil)
            } else {
                nil
            }
        }
    }

    /// Timer that the person is asked to resume; `nil` once it isn't paused any more.
    private static func askedTimer(_ id: String, in transaction: Transaction) throws -> Timer? {
        try transaction.timer(id: id).flatMap { $0.absence == .asked ? $0 : nil }
    }

    /// Whether the person is asked to resume the run.
    private static func isAsked(run id: String, in transaction: Transaction) throws -> Bool {
        try transaction.liveRun().map { $0.id == id && $0.absence == .asked } ?? false
    }

    /// Answer that puts an occurrence off; `nil` unless it is pending: an occurrence that has been snoozed
    /// since then stays snoozed.
    private static func putOff(
        _ id: String, _ action: ReminderAnswer.Action, in transaction: Transaction
    ) throws -> ReminderAnswer? {
        try transaction.occurrence(id: id)?.state == .pending
            ? ReminderAnswer(occurrence: id, action: action) : nil
    }

    /// Changes that a run was started with; none if they aren't known.
    private static func changes(of run: Run, in transaction: Transaction) throws -> RunChanges {
        guard let plan = try transaction.runPlan(ofRun: run.id),
            let program = try transaction.program(id: run.program)
        else { return RunChanges() }
        return RunChanges(of: plan, from: program.fields) ?? RunChanges()
    }

    /// Countdown with this id; `nil` unless it is over and waits for an answer.
    private static func waiting(_ id: String, in transaction: Transaction) throws -> Timer? {
        try transaction.timer(id: id).flatMap { $0.isWaiting ? $0 : nil }
    }

    /// Rest with this id; `nil` unless it is running.
    private static func rest(_ id: String, in transaction: Transaction) throws -> Rest? {
        try transaction.liveRest().flatMap { $0.id == id && $0.state == .running ? $0 : nil }
    }
}

extension TrainingParameters {
    /// Parameters for another session like this one.
    fileprivate init(of fields: Training.Fields) {
        self.init()
        mode = fields.mode
        target = fields.mode.amount(fields.target)
        rest = Span(ms: fields.restMs)
        ready = Span(ms: fields.readyMs)
        adjustment = fields.mode.amount(fields.adjustment)
        exercise = fields.exercise
    }
}
