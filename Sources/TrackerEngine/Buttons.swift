import TrackerAPI
import TrackerCore
import TrackerStore

/// The outcome of a pressed button.
package struct Pressed {
    package var outcome: Outcome
    /// The reason where the request was refused.
    package var refusal: Rejection?
    /// Text that the bubble shows for a moment before it closes; `nil` for none.
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
    /// Carries out what a pressed button, or a hook's answer, stands for, like a request.
    ///
    /// A thing that has moved on since the button was shown is left alone.
    package func pressed(_ purpose: Alert.Action.Purpose, at now: Moment) -> Pressed {
        // What is due comes first, so that the thing is looked at as it is.
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
            Pressed(outcome: outcome, confirmation: confirmation(of: answer, at: now))
        default: Pressed(outcome: outcome)
        }
    }

    /// The effort that an answer has logged and the day's sum, for its bubble; `nil` where it has logged
    /// nothing.
    private func confirmation(of answer: String, at now: Moment) -> Alert? {
        guard let occurrence = try? JSONText.value(OccurrenceView.self, from: answer),
            let name = occurrence.name, let id = occurrence.log
        else { return nil }
        let line = try? store.read(at: now) { transaction -> String? in
            guard let entry = try transaction.logEntry(id: id),
                let exercise = try transaction.exercise(id: entry.exercise)
            else { return nil }
            let today = try context(transaction, .daemon).today()
            let total = today.totals?.first { $0.exercise == exercise.id }?.count ?? entry.count
            let unit = exercise.unit.rawValue
            return "\(Alert.amount(entry.count, unit: unit)) \(exercise.fields.name), "
                + "\(Alert.amount(total, unit: unit)) today"
        }
        guard let line = line.flatMap({ $0 }) else { return nil }
        return Alert(
            title: name, body: line, urgency: .low, sound: .reminderFired,
            thread: Alert.thread(of: occurrence.id), closesAfterMs: 5000)
    }

    // MARK: Urgency

    /// The alert of an event.
    func alert(for event: Event) -> Alert? {
        guard let alert = Alert(for: event) else { return nil }
        if event.type.hasPrefix("rest."), let line = nextLine(after: event) {
            return alert.saying(line)
        }
        guard dependencies.configuration.notifications.escalate else { return alert }
        if event.type == EventType.runFollowedUp.rawValue { return alert.escalated }
        guard event.type == "reminder.followed_up",
            let id = try? JSONText.value(OccurrenceView.self, from: event.data).id,
            let occurrence = try? store.read(at: lastRun, { try $0.occurrence(id: id) })
        else { return alert }
        return isRaised(event, of: occurrence) ? alert.escalated : alert
    }

    /// The line about the set that comes after a rest; `nil` for none.
    private func nextLine(after event: Event) -> String? {
        guard let rest = try? JSONText.value(RestView.self, from: event.data).after else {
            return nil
        }
        return try? store.read(at: lastRun) { transaction in
            try context(transaction, .daemon).nextLine(after: rest)
        }
    }

    /// True for the alert that is to be urgent: the last follow-up, if the configuration says so.
    func isRaised(_ event: Event, of occurrence: Occurrence) -> Bool {
        dependencies.configuration.notifications.escalate && event.type == "reminder.followed_up"
            && occurrence.hasFollowedUpLast
    }

    /// The request that a button stands for; `nil` where there is nothing to be done any more. An occurrence
    /// knows by itself that it was answered.
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
        case .skip(let id): try rest(id, in: transaction).map { _ in RestSkip() }
        case .extend(let id, let durationMs, let byMs):
            try rest(id, in: transaction).flatMap { rest in
                rest.durationMs == durationMs ? RestExtend(by: Span(ms: byMs)) : nil
            }
        case .trainAgain(let id):
            if let training = try transaction.lastTraining(), training.id == id, !training.isLive {
                TrainingStart(TrainingParameters(of: training.fields))
            } else {
                nil
            }
        case .runAgain(let id):
            if let run = try transaction.lastRun(), run.id == id, !run.isLive {
                RunStart(program: run.program, rounds: try rounds(of: run, in: transaction))
            } else {
                nil
            }
        }
    }

    /// An answer that puts an occurrence off; `nil` unless it is pending: one that was snoozed since goes by
    /// that.
    private static func putOff(
        _ id: String, _ action: ReminderAnswer.Action, in transaction: Transaction
    ) throws -> ReminderAnswer? {
        try transaction.occurrence(id: id)?.state == .pending
            ? ReminderAnswer(occurrence: id, action: action) : nil
    }

    /// The number of rounds that a run was begun with; `nil` for the program's own.
    private static func rounds(of run: Run, in transaction: Transaction) throws -> Int? {
        guard let parts = try transaction.runPlan(ofRun: run.id)?.parts,
            let own = try transaction.program(id: run.program)?.fields.parts, parts != own
        else { return nil }
        for case .group(let repeats, _) in parts {
            return (try? own.repeating(rounds: repeats)) == parts ? repeats : nil
        }
        return nil
    }

    /// The rest with this id, while it runs.
    private static func rest(_ id: String, in transaction: Transaction) throws -> Rest? {
        try transaction.liveRest().flatMap { $0.id == id && $0.state == .running ? $0 : nil }
    }
}

extension TrainingParameters {
    /// The terms of a session, for another one.
    fileprivate init(of fields: Training.Fields) {
        self.init()
        mode = fields.mode
        target = fields.mode.amount(fields.target)
        rest = Span(ms: fields.restMs)
        adjustment = fields.mode.amount(fields.adjustment)
        exercise = fields.exercise
    }
}
