import TrackerAPI
import TrackerCore
import TrackerStore

extension LiveDone: Replying {
    func reply(in context: Context) throws -> Written<LiveResult> {
        var training = try context.transaction.liveTraining()
        if training?.fields.mode != .reps { training = nil }
        if let training, reminder == nil, named == nil, exercise == nil {
            let reps = try reps(of: training, in: context)
            return Written(did: .trainingAttempted, try reps.reply(in: context))
        }
        if let timer = try timer(in: context) {
            return Written(did: .timerAnswered, try context.answer(timer))
        }
        do {
            let former = context.transaction.events.count
            let view = try answer(in: context).reply(in: context)
            let isAhead = context.transaction.events.dropFirst(former).contains {
                $0.type == EventType.reminderSuppressed.rawValue
            }
            return Written(did: isAhead ? .reminderSuppressed : .reminderAnswered, view)
        } catch let error as Rejection where mayBeMistyped(error) {
            if let timers = try severalTimers(in: context) {
                return try Live(context).act(
                    on: timers.map { LiveChoice($0.view(in: context), .answer, .timerAnswered) })
            }
            guard training != nil else { throw error }
            var rejection = error
            rejection.state = Training.State.training.rawValue
            throw rejection
        }
    }

    /// The answer to the reminder that is meant, or with the exercise.
    private func answer(in context: Context) throws -> ReminderAnswer {
        var answer = ReminderAnswer(
            reminder: reminder, action: .log, exercise: exercise, count: count, seconds: seconds)
        guard let named else { return answer }
        guard reminder == nil, exercise == nil else {
            throw Rejection.invalid(
                "named",
                "give \(field: "named"), or \(field: "reminder") and \(field: "exercise"), not both"
            )
        }
        try context.checkName(named)
        do {
            answer.reminder = try context.reminder(named).id
        } catch var rejection as Rejection where rejection.kind == .notFound {
            rejection.field = "named"
            do {
                let exercise = try context.exercise(named, field: "named").id
                answer.reminder = try context.reminderToCome(for: exercise)?.id
                answer.exercise = answer.reminder == nil ? exercise : nil
            } catch let error as Rejection where error.kind == .notFound {
                guard count == nil, seconds == nil else { throw rejection }
                throw try context.runningTimer(named) ?? rejection
            }
        }
        return answer
    }

    /// The report of reps for the live training.
    ///
    /// - Throws: `Rejection` if a reminder is pending, too, or no count of reps is given.
    private func reps(of training: Training, in context: Context) throws -> TrainingReps {
        // A snoozed reminder has been answered for now.
        if let pending = try context.newestLiveOccurrence(), pending.state == .pending {
            let name = try context.name(ofReminder: pending.reminder) ?? pending.reminder
            throw Rejection(
                .ambiguous, "that could be the training session or \(name)",
                matches: [training.id, pending.id])
        }
        guard let count, seconds == nil else { throw Rejection.repsAreUnknown }
        return TrainingReps(count: count)
    }

    /// The countdown that is over and meant; `nil` where a reminder is.
    private func timer(in context: Context) throws -> Timer? {
        guard exercise == nil, count == nil, seconds == nil, reminder == nil || named == nil
        else { return nil }
        guard let name = reminder ?? named else {
            return try context.newestTimerAlert()
        }
        return try context.timerAlert(name)
    }

    /// The countdowns that are over and that the words name, each once; `nil` where a word names none.
    private func severalTimers(in context: Context) throws -> [Timer]? {
        let words = named?.split(separator: " ").map(String.init) ?? []
        guard 2...20 ~= words.count else { return nil }
        let names = try words.splitIntoNames(field: "named") {
            try context.waitingTimer($0) != nil
        }
        var timers: [Timer] = []
        for name in names {
            guard let timer = try context.waitingTimer(name) else { return nil }
            if !timers.contains(where: { $0.id == timer.id }) { timers.append(timer) }
        }
        return timers
    }

    /// Whether a word alone names no reminder, so that it may be meant as a count of reps.
    private func mayBeMistyped(_ rejection: Rejection) -> Bool {
        rejection.kind == .notFound
            && (rejection.field == "reminder" || rejection.field == "named")
            && exercise == nil && count == nil && seconds == nil
    }
}

extension LiveDismiss: Replying {
    func reply(in context: Context) throws -> Written<LiveResult> {
        try context.checkName(named)
        if let timer = try context.timerAlert(named) {
            return Written(did: .timerAnswered, try context.answer(timer))
        }
        do {
            let answer = ReminderAnswer(reminder: named, action: .dismiss)
            return Written(did: .reminderDismissed, try answer.reply(in: context))
        } catch var error as Rejection where error.field == "reminder" {
            error.field = "named"
            guard error.kind == .notFound else { throw error }
            throw try context.runningTimer(named) ?? error
        }
    }
}

extension Context {
    /// Checks that a name isn't blank.
    fileprivate func checkName(_ named: String) throws {
        guard !Text.isBlank(named) else {
            throw Rejection.invalid("named", "\(field: "named") is empty: give a name or an id")
        }
    }

    /// The countdown of this name that is over; `nil` where there is none, or a pending reminder has the name.
    fileprivate func timerAlert(_ name: String) throws -> Timer? {
        guard let timer = try waitingTimer(name) else { return nil }
        do {
            let live = try transaction.currentOccurrences(of: reminder(name).id).live
            return live?.state == .pending ? nil : timer
        } catch is Rejection {
            return timer
        }
    }

    /// Refusal to answer a timer that isn't over; `nil` where none is called that.
    fileprivate func runningTimer(_ name: String) throws -> Rejection? {
        let timer = try liveTimers().first { $0.name?.lowercased() == name.lowercased() }
        return timer.map { timer in
            let state = timer.state == .paused ? "paused" : "still running"
            return Rejection.conflict(
                "\(timer.name ?? name) is \(state): there is nothing to answer yet",
                state: timer.state.text)
        }
    }

    /// The countdown that is over and whose alert is the newest of all; `nil` where that of a pending reminder is.
    func newestTimerAlert() throws -> Timer? {
        let timer = try transaction.waitingTimers().first
        guard let fired = try newestLiveOccurrence()?.pendingSince else { return timer }
        let isNewer = timer?.asked.map {
            now.elapsedMs(since: $0) < now.elapsedMs(since: fired)
        }
        return isNewer == true ? timer : nil
    }
}

extension Written<LiveResult> {
    fileprivate init(did: EventType, _ view: some CustomStringConvertible) {
        self.init(json: "{\"did\":\"\(did.rawValue)\",\"view\":\(view)}")
    }
}

extension Rejection {
    /// Only the person knows how many reps were done.
    static let repsAreUnknown = Rejection(
        .conflict, "this set counts reps: give how many you did",
        field: "count", state: Training.State.training.rawValue)
}
