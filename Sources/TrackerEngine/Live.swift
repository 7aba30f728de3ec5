import TrackerAPI
import TrackerCore
import TrackerStore

extension LiveStop: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        let live = try Live(context)
        let timers = live.timers { _, timer in
            timer.durationMs == nil
                ? LiveChoice(timer, .timerFinished, TimerFinish(timer: timer.id), ends: true)
                : LiveChoice(timer, .timerCancelled, TimerCancel(timer: timer.id), ends: true)
        }
        return try live.act(
            "stop",
            timers + live.rest { LiveChoice($0, .restSkipped, RestSkip(), ends: true) }
                + live.training {
                    LiveChoice(
                        $0, live.isTrainingEmpty ? .trainingReset : .trainingCompleted,
                        TrainingStop(), ends: true)
                }
                + live.run { LiveChoice($0, .runStopped, RunStop(), ends: true) })
    }
}

extension LiveSkip: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        let live = try Live(context)
        return try live.act(
            "skip",
            live.rest { LiveChoice($0, .restSkipped, RestSkip(), ends: true) }
                + live.training {
                    $0.rest == nil
                        ? nil
                        : LiveChoice($0, .trainingEffortStarted, TrainingSkipRest(), ends: true)
                }
                + live.run { LiveChoice(skipping: $0) })
    }
}

extension LivePause: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        let live = try Live(context)
        let run = live.run {
            $0.state == .running ? LiveChoice($0, .runPaused, RunPause()) : nil
        }
        return try live.act(
            "pause",
            live.timers { $0 ? nil : LiveChoice($1, .timerPaused, TimerPause(timer: $1.id)) }
                + live.rest { $0.isPaused ? nil : LiveChoice($0, .restPaused, RestPause()) }
                + live.training {
                    $0.isPaused ? nil : LiveChoice($0, .trainingPaused, TrainingPause())
                } + run)
    }
}

extension LiveResume: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        let live = try Live(context)
        return try live.act(
            "resume",
            live.timers { $0 ? LiveChoice($1, .timerResumed, TimerResume(timer: $1.id)) : nil }
                + live.rest { $0.isPaused ? LiveChoice($0, .restResumed, RestResume()) : nil }
                + live.training {
                    $0.isPaused ? LiveChoice($0, .trainingResumed, TrainingResume()) : nil
                } + live.run { $0.isPaused ? LiveChoice($0, .runResumed, RunResume()) : nil })
    }
}

extension LiveNext: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        let live = try Live(context)
        var choices = live.run(Self.choice) + (try live.training(Self.choice))
        choices += live.rest {
            $0.isPaused
                ? LiveChoice($0, .restResumed, RestResume())
                : LiveChoice($0, .restSkipped, RestSkip(), ends: true)
        }
        // Somebody who holds a plank must be able to end the hold by this, even when a reminder fires.
        if live.training?.state.known != .training {
            choices += try context.transaction.liveOccurrences().compactMap { occurrence in
                // A snoozed reminder has been answered for now.
                guard occurrence.state == .pending else { return nil }
                let name = try context.transaction.reminder(id: occurrence.reminder)?.fields.name
                return LiveChoice(
                    id: occurrence.id, name: name ?? occurrence.reminder, did: .reminderAnswered,
                    request: ReminderAnswer(occurrence: occurrence.id, action: .log), ends: true)
            }
        }
        if choices.isEmpty, let workout = try context.transaction.openWorkout(),
            try context.nextSet(in: workout) != nil
        {
            choices.append(
                LiveChoice(
                    id: workout.id, name: workout.name, did: .setLogged, request: SetLog(),
                    ends: true))
        }
        return try live.act("go on with", choices)
    }

    private static func choice(_ run: RunView) -> LiveChoice {
        switch run.state.known {
        case .waiting:
            LiveChoice(
                run, run.next == nil ? .runCompleted : .runIntervalStarted, RunConfirm())
        case .paused: LiveChoice(run, .runResumed, RunResume())
        default: LiveChoice(skipping: run)
        }
    }

    private static func choice(_ training: TrainingView) throws -> LiveChoice {
        switch training.state.known {
        case .resting:
            return LiveChoice(training, .trainingEffortStarted, TrainingSkipRest(), ends: true)
        case .paused: return LiveChoice(training, .trainingResumed, TrainingResume())
        default: break
        }
        guard training.mode == Training.Mode.time.rawValue else {
            return LiveChoice(training, .trainingAttempted, nil)
        }
        // In the first second of a hold, bailing is refused, which says why.
        return training.live.map { $0.remaining <= 0 } == true
            ? LiveChoice(training, .trainingCompleted, TrainingStop(), ends: true)
            : LiveChoice(training, .trainingAttempted, TrainingBail(), ends: true)
    }
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
    let ends: Bool

    init(id: String, name: String, did: EventType, request: (any Replying)?, ends: Bool) {
        self.id = id
        self.name = name
        self.did = did
        self.request = request
        self.ends = ends
    }

    init(_ timer: TimerView, _ did: EventType, _ request: any Replying, ends: Bool = false) {
        self.init(
            id: timer.id, name: timer.name ?? timer.kind, did: did, request: request, ends: ends)
    }

    init(_ rest: RestView, _ did: EventType, _ request: any Replying, ends: Bool = false) {
        self.init(id: rest.id, name: "rest", did: did, request: request, ends: ends)
    }

    init(_ training: TrainingView, _ did: EventType, _ request: (any Replying)?, ends: Bool = false)
    {
        self.init(id: training.id, name: "training", did: did, request: request, ends: ends)
    }

    init(_ run: RunView, _ did: EventType, _ request: any Replying, ends: Bool = false) {
        self.init(id: run.id, name: run.name, did: did, request: request, ends: ends)
    }

    /// Skips the interval; after the last one the run is complete.
    init(skipping run: RunView) {
        self.init(run, run.next == nil ? .runCompleted : .runSkipped, RunSkip(), ends: true)
    }
}

/// The live things, as the short words see them.
private struct Live {
    let context: Context
    private let timers: [TimerView]
    let training: TrainingView?
    /// True where the training is discarded when it is stopped, since nothing was done.
    let isTrainingEmpty: Bool
    private let rest: RestView?
    private let run: RunView?

    init(_ context: Context) throws {
        self.context = context
        timers = try context.liveTimers()
        rest = try context.liveRest()
        training = try context.liveTraining()
        isTrainingEmpty =
            try context.transaction.liveTraining()?.isEmpty(at: context.now) ?? false
        run = try context.liveRun()
    }

    func timers(_ choice: (_ isPaused: Bool, TimerView) -> LiveChoice?) -> [LiveChoice] {
        timers.compactMap { choice($0.state == .paused, $0) }
    }

    /// The rest, unless it is a part of the training.
    func rest(_ choice: (RestView) -> LiveChoice?) -> [LiveChoice] {
        guard let rest, training?.rest?.id != rest.id else { return [] }
        return [choice(rest)].compactMap(\.self)
    }

    func training(_ choice: (TrainingView) throws -> LiveChoice?) rethrows -> [LiveChoice] {
        try [training.flatMap(choice)].compactMap(\.self)
    }

    func run(_ choice: (RunView) -> LiveChoice?) -> [LiveChoice] {
        [run.flatMap(choice)].compactMap(\.self)
    }

    /// Acts on the only thing that can be meant.
    ///
    /// - Parameter verb: the word for messages.
    /// - Throws: `Rejection` where nothing can be meant, or several things; where only the person knows what
    ///   is to be told; for a second press within a second.
    func act(_ verb: String, _ choices: [LiveChoice]) throws -> Written<LiveResult> {
        guard let choice = choices.first else {
            throw Rejection.conflict("there is nothing to \(verb)", state: "none")
        }
        guard choices.count == 1 else {
            let names = choices.map(\.name).joined(separator: ", ")
            throw Rejection(
                .ambiguous, "several things can be meant: \(names)", matches: choices.map(\.id))
        }
        guard let request = choice.request else {
            throw Rejection(
                .conflict, "this effort counts reps: only you know how many they were",
                field: "count", state: Training.State.training.rawValue)
        }
        if choice.ends { try refuseSecondPress(of: choice) }
        let view = try request.result(in: context)
        return Written(json: "{\"did\":\"\(choice.did.rawValue)\",\"view\":\(view)}")
    }

    /// Events after which a second press would end what the first one began, or a late press would do the
    /// wrong thing.
    private static let moves: [EventType] = [
        .runStarted, .runIntervalStarted, .runResumed, .runSkipped, .runJumped, .runCompleted,
        .runStopped, .trainingResting, .trainingResumed, .trainingCompleted, .restStarted,
        .restResumed, .restSkipped, .restFinished, .reminderAnswered, .setLogged,
    ]
    private static let doublePressMs: Int64 = 1000
    /// Most events that are searched; fewer happen in that time.
    private static let recentEvents: Int64 = 100

    private func refuseSecondPress(of choice: LiveChoice) throws {
        var query = JournalQuery(limit: 1)
        query.since = max(0, context.transaction.lastSeq - Self.recentEvents)
        var moves = Self.moves
        // Bailing in the first second of a hold is refused for itself, which says why.
        if choice.request is TrainingStop { moves.append(.trainingEffortStarted) }
        // Intervals begin by themselves, perhaps every second, and stopping is meant for all of them.
        if choice.request is RunStop { moves.removeAll { $0 == .runIntervalStarted } }
        query.types = moves.map(\.rawValue)
        query.newestFirst = true
        guard let last = try context.transaction.events(query).first,
            0..<Self.doublePressMs ~= context.now.wallMs - last.atMs
        else { return }
        throw Rejection.conflict(
            "something ended or went on just now: a second press within a second is taken for an "
                + "accident", state: "just_now")
    }
}

extension RestView {
    fileprivate var isPaused: Bool { state == .paused }
}

extension TrainingView {
    fileprivate var isPaused: Bool { state == .paused }
}

extension RunView {
    fileprivate var isPaused: Bool { state == .paused }
}
