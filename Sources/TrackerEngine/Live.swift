import TrackerAPI
import TrackerCore
import TrackerStore

extension LiveWord: SpokenWord {
    func reply(on target: Target, in context: Context) throws -> Written<LiveResult> {
        let live = try Live(context)
        let timers = live.timers.compactMap(choice)
        let rest = live.rest.flatMap(choice)
        let training = live.training.flatMap { choice($0, isEmpty: live.isTrainingEmpty) }
        let run = live.run.flatMap(choice)
        guard self == .next else {
            return try live.act(
                verb, on: target.id, timers + [rest, training, run].compactMap(\.self))
        }
        var choices = [run, training, rest].compactMap(\.self)
        // Somebody who holds a plank must be able to end the hold by this, even when a timer ends or a reminder
        // fires.
        if live.training?.state.known != .training {
            choices += live.waitingTimers.map {
                LiveChoice($0, .answer, .timerAnswered, ends: true)
            }
            choices += try live.reminders()
        }
        if choices.isEmpty || target.id != nil, let workout = try context.transaction.openWorkout(),
            try context.nextSet(in: workout) != nil
        {
            choices.append(
                LiveChoice(
                    id: workout.id, name: workout.name, did: .setLogged, request: SetLog(),
                    ends: true))
        }
        return try live.act(verb, on: target.id, choices, byKey: true)
    }

    /// The verb of messages.
    private var verb: String {
        switch self {
        case .next: "continue"
        case .stop: "stop"
        case .pause: "pause"
        case .resume: "resume"
        case .skip: "skip"
        }
    }

    // MARK: What it does to each thing; nil where the thing can't be meant

    private func choice(_ timer: TimerView) -> LiveChoice? {
        let isPaused = timer.state == .paused
        return switch self {
        case .stop where timer.durationMs == nil: LiveChoice(timer, .finish, .timerFinished)
        case .stop: LiveChoice(timer, .cancel, .timerCancelled)
        case .pause: isPaused ? nil : LiveChoice(timer, .pause, .timerPaused)
        case .resume: isPaused ? LiveChoice(timer, .resume, .timerResumed) : nil
        case .next, .skip: nil
        }
    }

    private func choice(_ rest: RestView) -> LiveChoice? {
        let isPaused = rest.state == .paused
        return switch self {
        case .pause: isPaused ? nil : LiveChoice(rest, .pause, .restPaused)
        case .next where isPaused: LiveChoice(rest, .resume, .restResumed)
        case .resume: isPaused ? LiveChoice(rest, .resume, .restResumed) : nil
        case .next, .stop, .skip: LiveChoice(rest, .skip, .restSkipped, ends: true)
        }
    }

    /// - Parameter isEmpty: whether the training is discarded when it is stopped, since nothing was done.
    private func choice(_ training: TrainingView, isEmpty: Bool) -> LiveChoice? {
        let isPaused = training.state == .paused
        return switch self {
        case .stop:
            LiveChoice(training, .stop, isEmpty ? .trainingReset : .trainingCompleted)
        case .pause: isPaused ? nil : LiveChoice(training, .pause, .trainingPaused)
        case .skip where training.rest == nil: nil
        case .next where training.state == .resting, .skip:
            LiveChoice(training, .skipRest, .trainingEffortStarted, ends: true)
        case .next where isPaused: LiveChoice(training, .resume, .trainingResumed)
        case .resume: isPaused ? LiveChoice(training, .resume, .trainingResumed) : nil
        case .next where training.mode != Training.Mode.time.rawValue:
            LiveChoice(training, nil, .trainingAttempted)
        case .next where training.live.map { $0.remaining <= 0 } == true:
            LiveChoice(training, .stop, .trainingCompleted, ends: true)
        // In the first second of a hold, bailing is refused, which says why.
        case .next: LiveChoice(training, .bail, .trainingAttempted, ends: true)
        }
    }

    private func choice(_ run: RunView) -> LiveChoice? {
        let (isPaused, isLast) = (run.state == .paused, run.next == nil)
        return switch self {
        case .stop: LiveChoice(run, .stop, .runStopped)
        case .pause: run.state == .running ? LiveChoice(run, .pause, .runPaused) : nil
        case .next where isPaused: LiveChoice(run, .resume, .runResumed)
        case .resume: isPaused ? LiveChoice(run, .resume, .runResumed) : nil
        case .next where run.state == .waiting:
            LiveChoice(run, .confirm, isLast ? .runCompleted : .runIntervalStarted)
        // After the last interval the run is complete.
        case .next, .skip:
            LiveChoice(run, .skip, isLast ? .runCompleted : .runSkipped, ends: true)
        }
    }
}

extension LiveDone: Replying {
    func reply(in context: Context) throws -> Written<LiveResult> {
        var training = try context.transaction.liveTraining()
        if training?.fields.mode != .reps { training = nil }
        if let training, reminder == nil, exercise == nil {
            let reps = try reps(of: training, in: context)
            return Written(did: .trainingAttempted, try reps.reply(in: context))
        }
        if let timer = try timer(in: context) {
            return Written(did: .timerAnswered, try context.answer(timer))
        }
        let answer = ReminderAnswer(
            reminder: reminder, action: .log, exercise: exercise, count: count, seconds: seconds)
        do {
            let former = context.transaction.events.count
            let view = try answer.reply(in: context)
            let isAhead = context.transaction.events.dropFirst(former).contains {
                $0.type == EventType.reminderSuppressed.rawValue
            }
            return Written(did: isAhead ? .reminderSuppressed : .reminderAnswered, view)
        } catch let error as Rejection where training != nil && mayBeMistyped(error) {
            var rejection = error
            rejection.state = Training.State.training.rawValue
            throw rejection
        }
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
        guard exercise == nil, count == nil, seconds == nil else { return nil }
        guard let reminder else {
            let pending = try context.newestLiveOccurrence()
            let timer = try context.transaction.waitingTimers().first
            guard let fired = pending?.pendingSince else { return timer }
            // The newest alert is answered.
            return timer.flatMap { timer in
                let isNewer = timer.asked.map {
                    context.now.elapsedMs(since: $0) < context.now.elapsedMs(since: fired)
                }
                return isNewer == true ? timer : nil
            }
        }
        guard let timer = try context.waitingTimer(reminder) else { return nil }
        do {
            let named = try context.reminder(reminder)
            let live = try context.transaction.currentOccurrences(of: named.id).live
            return live?.state == .pending ? nil : timer
        } catch is Rejection {
            return timer
        }
    }

    /// Whether a word alone names no reminder, so that it may be meant as a count of reps.
    private func mayBeMistyped(_ rejection: Rejection) -> Bool {
        rejection.kind == .notFound && rejection.field == "reminder"
            && exercise == nil && count == nil && seconds == nil
    }
}

extension Written<LiveResult> {
    fileprivate init(did: EventType, _ view: some CustomStringConvertible) {
        self.init(json: "{\"did\":\"\(did.rawValue)\",\"view\":\(view)}")
    }
}

extension Rejection {
    /// Only the person knows how many reps were done.
    fileprivate static let repsAreUnknown = Rejection(
        .conflict, "this set counts reps: give how many you did",
        field: "count", state: Training.State.training.rawValue)
}

/// One live thing that a short word may mean, with what the word does to it.
private struct LiveChoice {
    let id: String
    let name: String
    /// The event that tells what was done.
    let did: EventType
    /// `nil` where a word isn't enough: the number of reps is known by the person alone.
    let request: (any Replying)?
    /// Set where it ends, skips or logs something, which a second press of the same key mustn't do again.
    var ends = false
}

extension LiveChoice {
    init(_ timer: TimerView, _ word: TimerWord, _ did: EventType, ends: Bool = false) {
        self.init(
            id: timer.id, name: timer.name ?? timer.kind, did: did,
            request: TimerMove(word, timer: timer.id), ends: ends)
    }

    init(_ rest: RestView, _ word: RestWord, _ did: EventType, ends: Bool = false) {
        self.init(id: rest.id, name: "rest", did: did, request: RestMove(word), ends: ends)
    }

    init(_ training: TrainingView, _ word: TrainingWord?, _ did: EventType, ends: Bool = false) {
        self.init(
            id: training.id, name: "training", did: did,
            request: word.map { TrainingMove($0) }, ends: ends)
    }

    init(_ run: RunView, _ word: RunWord, _ did: EventType, ends: Bool = false) {
        self.init(id: run.id, name: run.name, did: did, request: RunMove(word), ends: ends)
    }
}

/// The live things, as the short words see them.
private struct Live {
    let context: Context
    let timers: [TimerView]
    /// Countdowns that are over and wait for an answer.
    let waitingTimers: [TimerView]
    let training: TrainingView?
    let isTrainingEmpty: Bool
    /// The rest, unless it is a part of the training.
    let rest: RestView?
    let run: RunView?

    init(_ context: Context) throws {
        self.context = context
        timers = try context.liveTimers()
        waitingTimers = try context.waitingTimers()
        let training = try context.liveTraining()
        self.training = training
        rest = try context.liveRest().flatMap { $0.id == training?.rest?.id ? nil : $0 }
        isTrainingEmpty =
            try context.transaction.liveTraining()?.isEmpty(at: context.now) ?? false
        run = try context.liveRun()
    }

    /// The reminders that wait for an answer. A snoozed one has been answered for now.
    func reminders() throws -> [LiveChoice] {
        try context.transaction.liveOccurrences().filter { $0.state == .pending }.map {
            occurrence in
            let name = try context.transaction.reminder(id: occurrence.reminder)?.fields.name
            return LiveChoice(
                id: occurrence.id, name: name ?? occurrence.reminder, did: .reminderAnswered,
                request: ReminderAnswer(occurrence: occurrence.id, action: .log), ends: true)
        }
    }

    /// Acts on the thing with an id, else on the only one that can be meant.
    ///
    /// - Parameters:
    ///   - verb: the word for messages.
    ///   - id: `nil` for the only one.
    ///   - isByKey: whether it is the word for a key, which may be pressed twice by accident. What says `stop`
    ///     or `skip` is meant, also by a script that has just begun something.
    /// - Throws: `Rejection` where nothing can be meant, or several things; where only the person knows what
    ///   is to be told; for a second press within a second.
    func act(
        _ verb: String, on id: String?, _ all: [LiveChoice], byKey isByKey: Bool = false
    ) throws -> Written<LiveResult> {
        let choices = id.map { id in all.filter { $0.id == id } } ?? all
        guard let choice = choices.first else {
            throw Rejection.conflict("there is nothing to \(verb)", state: "none")
        }
        guard choices.count == 1 else {
            let names = choices.map(\.name).joined(separator: ", ")
            throw Rejection(
                .ambiguous, "several things match: \(names)", matches: choices.map(\.id))
        }
        guard let request = choice.request else { throw Rejection.repsAreUnknown }
        if isByKey, choice.ends { try refuseSecondPress(of: choice) }
        return Written(did: choice.did, try request.result(in: context))
    }

    /// Events after which a second press would end what the first one began, or a late press would do the
    /// wrong thing.
    private static let moves: [EventType] = [
        .runStarted, .runIntervalStarted, .runResumed, .runSkipped, .runJumped, .runCompleted,
        .runStopped, .trainingResting, .trainingResumed, .trainingCompleted, .restStarted,
        .restResumed, .restSkipped, .restFinished, .reminderAnswered, .timerAnswered, .setLogged,
    ]
    private static let doublePressMs: Int64 = 1000
    /// Most events that are searched; fewer happen in that time.
    private static let recentEvents: Int64 = 100

    private func refuseSecondPress(of choice: LiveChoice) throws {
        var query = JournalQuery(limit: 1)
        query.since = max(0, context.transaction.lastSeq - Self.recentEvents)
        var moves = Self.moves
        // Bailing in the first second of a hold is refused for itself, which says why.
        if choice.did == .trainingCompleted { moves.append(.trainingEffortStarted) }
        // Whoever pressed the key for something else hasn't seen that the timer is over.
        if choice.did == .timerAnswered { moves.append(.timerFinished) }
        query.types = moves.map(\.rawValue)
        query.newestFirst = true
        query.isOwnPast = true
        guard let last = try context.transaction.events(query).first,
            0..<Self.doublePressMs ~= context.now.wallMs - last.atMs
        else { return }
        throw Rejection.conflict(
            "something ended or continued just now: a second press within a second is "
                + "ignored", state: "just_now")
    }
}
