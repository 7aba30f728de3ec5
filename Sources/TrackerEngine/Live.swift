import TrackerAPI
import TrackerCore
import TrackerStore

extension LiveWord: SpokenWord {
    func reply(on target: Target, in context: Context) throws -> Written<LiveResult> {
        let live = try Live(context)
        let isAll = target.all == true
        guard !isAll || target.id == nil && target.names == nil else {
            throw Rejection.invalid("all", "say which things, or give \(field: "all"), not both")
        }
        guard let names = target.names else {
            // What is over needs no stop, but who names it means it.
            let waiting = self == .stop && target.id != nil ? live.waitingTimers : []
            let things = live.things + waiting.map(LiveThing.timer)
            let choices = things.compactMap { choice($0, in: live) }
            guard isAll, !choices.isEmpty else {
                return try live.act(verb, on: target.id, choices)
            }
            return try live.act(on: choices)
        }
        guard target.id == nil else {
            throw Rejection.invalid("names", "give \(field: "id") or \(field: "names"), not both")
        }
        let things = try live.things(
            named: names, withRestOfTraining: self == .skip, withWaitingTimers: self == .stop)
        return try live.act(
            on: things.map { thing in
                if let choice = choice(thing, in: live) { return choice }
                throw Rejection.conflict("\(thing.name) \(obstacle)", state: thing.state)
            })
    }

    /// The verb of messages.
    private var verb: String {
        switch self {
        case .stop: "stop"
        case .pause: "pause"
        case .resume: "resume"
        case .skip: "skip"
        }
    }

    /// Why the word can't be meant for a thing, after its name.
    private var obstacle: String {
        switch self {
        case .stop: "can't be stopped"
        case .pause: "isn't running"
        case .resume: "isn't paused"
        case .skip: "can't be skipped"
        }
    }

    // MARK: What it does to each thing; nil where the thing can't be meant

    private func choice(_ thing: LiveThing, in live: Live) -> LiveChoice? {
        switch thing {
        case .timer(let timer): choice(timer)
        case .rest(let rest): choice(rest)
        case .training(let training): choice(training, isEmpty: live.isTrainingEmpty)
        case .run(let run): choice(run)
        }
    }

    private func choice(_ timer: TimerView) -> LiveChoice? {
        let isPaused = timer.state == .paused
        return switch self {
        case .stop where timer.waitingMs != nil: LiveChoice(timer, .answer, .timerAnswered)
        case .stop where timer.durationMs == nil: LiveChoice(timer, .finish, .timerFinished)
        case .stop: LiveChoice(timer, .cancel, .timerCancelled)
        case .pause: isPaused ? nil : LiveChoice(timer, .pause, .timerPaused)
        case .resume: isPaused ? LiveChoice(timer, .resume, .timerResumed) : nil
        case .skip: nil
        }
    }

    private func choice(_ rest: RestView) -> LiveChoice? {
        let isPaused = rest.state == .paused
        return switch self {
        case .pause: isPaused ? nil : LiveChoice(rest, .pause, .restPaused)
        case .resume: isPaused ? LiveChoice(rest, .resume, .restResumed) : nil
        case .stop, .skip: LiveChoice(rest, .skip, .restSkipped)
        }
    }

    /// - Parameter isEmpty: whether the training is discarded when it is stopped, since nothing was done.
    private func choice(_ training: TrainingView, isEmpty: Bool) -> LiveChoice? {
        let isPaused = training.state == .paused
        return switch self {
        case .stop:
            LiveChoice(training, .stop, isEmpty ? .trainingReset : .trainingCompleted)
        case .pause: isPaused ? nil : LiveChoice(training, .pause, .trainingPaused)
        case .resume: isPaused ? LiveChoice(training, .resume, .trainingResumed) : nil
        case .skip:
            training.rest == nil ? nil : LiveChoice(training, .skipRest, .trainingEffortStarted)
        }
    }

    private func choice(_ run: RunView) -> LiveChoice? {
        let isPaused = run.state == .paused
        return switch self {
        case .stop: LiveChoice(run, .stop, .runStopped)
        case .pause: run.state == .running ? LiveChoice(run, .pause, .runPaused) : nil
        case .resume: isPaused ? LiveChoice(run, .resume, .runResumed) : nil
        // After the last interval the run is complete.
        case .skip: LiveChoice(run, .skip, run.next == nil ? .runCompleted : .runSkipped)
        }
    }
}

extension LiveNext: Replying {
    func reply(in context: Context) throws -> Written<LiveResult> {
        let live = try Live(context)
        let run = live.run.map(choice)
        var choices = [run, live.training.map(choice), live.rest.map(choice)].compactMap(\.self)
        // Somebody who holds a plank must be able to end the hold by this, even when a timer ends or a reminder
        // fires.
        if live.training?.state.known != .training {
            choices += live.waitingTimers.map {
                LiveChoice($0, .answer, .timerAnswered, ends: true)
            }
            choices += try reminders(in: context)
        }
        var mayLogSet = choices.isEmpty || id != nil
        if count != nil {
            choices.removeAll { !$0.takesCount }
            mayLogSet = mayLogSet || choices.isEmpty && live.training == nil
        }
        if mayLogSet, let workout = try context.transaction.openWorkout(),
            try context.nextSet(in: workout) != nil
        {
            var set = SetLog()
            set.reps = count
            choices.append(
                LiveChoice(
                    id: workout.id, name: workout.name, did: .setLogged, request: set, ends: true,
                    takesCount: true))
        }
        if count != nil, choices.isEmpty {
            throw Rejection(
                .conflict, "nothing is waiting for a count", field: "count", state: "none")
        }
        if id == nil, choices.allSatisfy({ Self.alerts.contains($0.did) }) {
            // As by `done`, the newest alert is answered. The newest reminder comes first.
            let newest = try context.newestTimerAlert()?.id
            let meant = choices.first { $0.id == newest }
            let answered = meant ?? choices.first { $0.did == .reminderAnswered }
            choices = answered.map { [$0] } ?? choices
        }
        return try live.act("continue", on: id, choices, byKey: true)
    }

    private static let alerts: [EventType?] = [.timerAnswered, .reminderAnswered]

    private func choice(_ rest: RestView) -> LiveChoice {
        rest.state == .paused
            ? LiveChoice(rest, .resume, .restResumed)
            : LiveChoice(rest, .skip, .restSkipped, ends: true)
    }

    private func choice(_ training: TrainingView) -> LiveChoice {
        if training.state == .resting {
            return LiveChoice(training, .skipRest, .trainingEffortStarted, ends: true)
        }
        if training.state == .paused { return LiveChoice(training, .resume, .trainingResumed) }
        if training.mode != Training.Mode.time.rawValue {
            return LiveChoice(
                id: training.id, name: "training", did: .trainingAttempted,
                request: count.map { TrainingReps(count: $0) }, takesCount: true)
        }
        if let hold = training.live, hold.remaining <= 0 {
            return LiveChoice(training, .stop, .trainingCompleted, ends: true)
        }
        // In the first second of a hold, bailing is refused, which says why.
        return LiveChoice(training, .bail, .trainingAttempted, ends: true)
    }

    private func choice(_ run: RunView) -> LiveChoice {
        let isLast = run.next == nil
        if run.state == .paused { return LiveChoice(run, .resume, .runResumed) }
        if run.state == .waiting {
            return LiveChoice(
                id: run.id, name: run.name, did: isLast ? .runCompleted : .runIntervalStarted,
                request: RunConfirm(count: count), takesCount: run.interval.exercise != nil)
        }
        // After the last interval the run is complete.
        return LiveChoice(run, .skip, isLast ? .runCompleted : .runSkipped, ends: true)
    }

    /// The reminders that wait for an answer. A snoozed one has been answered for now.
    private func reminders(in context: Context) throws -> [LiveChoice] {
        try context.transaction.liveOccurrences().filter { $0.state == .pending }.map {
            occurrence in
            let name = try context.transaction.reminder(id: occurrence.reminder)?.fields.name
            return LiveChoice(
                id: occurrence.id, name: name ?? occurrence.reminder, did: .reminderAnswered,
                request: ReminderAnswer(occurrence: occurrence.id, action: .log, count: count),
                ends: true, takesCount: true)
        }
    }
}

extension LiveExtend: Replying {
    func reply(in context: Context) throws -> Written<LiveResult> {
        let live = try Live(context)
        guard let names else {
            let choices = live.things.compactMap(choice)
            // An open interval counts nothing down. Where nothing else does, its refusal says what to do.
            let open = live.run.flatMap { $0.interval.isOpen ? $0.id : nil }
            let counting = choices.filter { $0.id != open }
            return try live.act("extend", on: nil, counting.isEmpty ? choices : counting)
        }
        return try live.act(
            on: live.things(
                named: names, withRestOfTraining: true, withWaitingTimers: true
            ).map { thing in
                if let choice = choice(thing) { return choice }
                throw Rejection.conflict(
                    "\(thing.name) isn't counting down, so it can't be extended",
                    state: thing.state)
            })
    }

    private func choice(_ thing: LiveThing) -> LiveChoice? {
        let request: (any Replying)? =
            switch thing {
            case .timer(let timer):
                timer.durationMs.map { _ in TimerExtend(timer: timer.id, by: by) }
            case .rest: RestExtend(by: by)
            case .training(let training): training.rest.map { _ in RestExtend(by: by) }
            case .run: RunExtend(by: by)
            }
        return request.map { LiveChoice(id: thing.id, name: thing.title, did: nil, request: $0) }
    }
}
