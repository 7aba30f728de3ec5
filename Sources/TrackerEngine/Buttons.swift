import TrackerAPI
import TrackerCore
import TrackerStore

/// What came of a pressed button.
package struct Pressed {
    package var outcome: Outcome
    /// The reason where the request was refused.
    package var refusal: Rejection?
    /// What the bubble says for a moment before it closes; `nil` for nothing.
    package var confirmation: Alert?

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

    /// What an answer has logged and what that makes today, for its bubble; `nil` where it has logged
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
        guard dependencies.configuration.notifications.escalate,
            event.type == "reminder.followed_up",
            let id = try? JSONText.value(OccurrenceView.self, from: event.data).id,
            let occurrence = try? store.read(at: lastRun, { try $0.occurrence(id: id) })
        else { return alert }
        return isRaised(event, of: occurrence) ? alert.escalated : alert
    }

    /// Whether the alert of an event is to be urgent: the last follow-up, if the configuration says so.
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
        case .log(let occurrence): ReminderAnswer(occurrence: occurrence, action: .log)
        case .snooze(let occurrence): ReminderAnswer(occurrence: occurrence, action: .snooze)
        case .dismiss(let occurrence): ReminderAnswer(occurrence: occurrence, action: .dismiss)
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
                RunStart(program: run.program)
            } else {
                nil
            }
        }
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
