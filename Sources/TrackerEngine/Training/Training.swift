import TrackerAPI
import TrackerCore
import TrackerStore

extension Context {
    func view(_ training: Training, lateByMs: Int64? = nil) throws -> TrainingView {
        TrainingView(
            training, exerciseName: try name(ofExercise: training.fields.exercise),
            rest: try training.rest.flatMap { try transaction.rest(id: $0) },
            last: training.isLive ? try transaction.lastTraining(like: training) : nil, at: now,
            zone: zone, lateByMs: lateByMs)
    }

    /// Records a change of a session.
    ///
    /// - Returns: the session as it is now, which is the event's data and the request's result.
    @discardableResult
    func append(
        _ change: Training.Change, _ training: Training, lateByMs: Int64? = nil
    ) throws -> Written<TrainingView> {
        try record(change.event, training, as: view(training, lateByMs: lateByMs))
    }

    /// The session that a text refers to, where `last` is the one that was started last; `nil` stands for
    /// the live one, else the last one.
    func training(_ text: String? = nil) throws -> Training {
        if let text {
            return try resolve(
                text,
                Address(field: "training", plural: "trainings", last: transaction.lastTraining))
        }
        if let training = try transaction.liveTraining() ?? transaction.lastTraining() {
            return training
        }
        throw Rejection(.notFound, "no training session has been started yet: start one first")
    }

    /// The live session.
    ///
    /// - Throws: a refusal where there is none.
    fileprivate func requireLiveTraining() throws -> Training {
        if let training = try transaction.liveTraining() { return training }
        let message = "no training session is in progress: start one first"
        guard let last = try transaction.lastTraining() else {
            throw Rejection(.notFound, message)
        }
        throw Rejection.conflict(message, state: last.state.rawValue)
    }

    fileprivate func change(
        _ move: (inout Training) throws -> Training.Change
    ) throws -> Written<TrainingView> {
        var training = try requireLiveTraining()
        return try append(move(&training), training)
    }

    func liveTraining() throws -> TrainingView? {
        try transaction.liveTraining().map { try view($0) }
    }
}

// MARK: - Steps of a session

extension Context {
    /// Continues a session after an attempt: a reached target completes it, and otherwise the rest or the
    /// next effort begins.
    fileprivate func continueAfterAttempt(_ training: Training) throws -> Written<TrainingView> {
        guard !training.hasReachedTarget else { return try complete(training) }
        return try beginEffort(training, afterMs: training.fields.pauseMs)
    }

    /// Begins the next effort after a rest, or at once if that is 0. Where there is a time to get ready, the
    /// rest counts down at its end.
    fileprivate func beginEffort(
        _ training: Training, afterMs restMs: Int64
    ) throws -> Written<TrainingView> {
        var training = training
        guard restMs > 0 else { return try beginEffort(training, from: now) }
        let countdown = training.fields.readyMs > 0 ? Rest.countdownMs : []
        let usual = dependencies.configuration.rest.warnAtMs.filter { !countdown.contains($0) }
        let rest = try Rest(
            id: newID(), durationMs: restMs,
            warnAtMs: countdown + usual.prefix(Rest.maximumMarks - countdown.count),
            label: name(ofExercise: training.fields.exercise),
            after: Rest.After(kind: .training, id: training.id),
            order: transaction.nextOrder(of: Rest.self), at: now)
        try begin(rest)
        let change = training.begin(rest: rest)
        return try append(change, training)
    }

    @discardableResult
    private func beginEffort(_ training: Training, from start: Moment) throws -> Written<
        TrainingView
    > {
        var training = training
        let change = training.beginEffort(from: start)
        let result = try append(change, training)
        // The machine may have slept since that moment.
        if start.bootNs < now.bootNs { try advance(training, mayReach: false) }
        return result
    }

    fileprivate func complete(_ training: Training) throws -> Written<TrainingView> {
        var training = training
        let change = training.complete(at: now)
        let result = try append(change, training)
        try log(training)
        return result
    }

    /// Discards a live session.
    fileprivate func discard(_ training: Training) throws -> Written<TrainingView> {
        var training = training
        // The view is of the session before its rest ends.
        var view = try view(training)
        view.discarded = true
        try dropRest(of: &training)
        return try record(.trainingReset, training, as: view, isGone: true)
    }

    /// Adds the effort of a completed session to the log of its exercise.
    private func log(_ training: Training) throws {
        guard let effort = try effort(of: training) else { return }
        try add(newLogEntry(of: training, effort), of: effort.exercise)
    }

    /// Carries the end, a pause or a resumption of a session's rest over to the session.
    ///
    /// - Parameter moment: when the rest was over, where it is over.
    /// - Returns: the session as it is then; `nil` where the rest belongs to no session.
    @discardableResult
    func carryOver(_ change: Rest.Change, of rest: Rest, from moment: Moment) throws
        -> Written<TrainingView>?
    {
        guard rest.after?.kind == .training, let id = rest.after?.id,
            var training = try transaction.training(id: id), training.rest == rest.id
        else { return nil }
        switch change {
        case .paused, .resumed:
            let change = training.setRest(isPaused: change == .paused)
            return try append(change, training)
        case .finished, .skipped:
            training.endRest(takenMs: rest.takenMs)
            return try beginEffort(training, from: moment)
        case .started, .extended, .warning: return nil
        }
    }

    /// Ends the rest of a session without beginning the next effort.
    func dropRest(of training: inout Training) throws {
        guard let id = training.rest, var rest = try transaction.rest(id: id) else { return }
        let change = try rest.skip(at: now)
        try note(change, rest)
        training.endRest(takenMs: rest.takenMs)
    }
}

// MARK: - The course of time

extension Context {
    /// Carries out the deadline of a session.
    func advanceTraining(_ id: String) throws {
        guard let training = try transaction.training(id: id) else { return }
        try advance(training)
    }

    private func advance(_ training: Training, mayReach: Bool = true) throws {
        var training = training
        if let (change, late) = training.advance(to: now), mayReach || change == .paused {
            try append(change, training, lateByMs: late >= worthTellingMs ? late : nil)
        } else if mayReach {
            try transaction.rearm(training)
        }
    }

    /// Pauses the session after a reboot: nobody is holding then, neither since before nor after a rest that
    /// has ended.
    func pauseTrainingAfterReboot() throws {
        if let id = try transaction.liveTraining()?.rest, let rest = try transaction.rest(id: id),
            rest.state == .running, rest.remainingMs(at: now) == 0
        {
            try with(.deadline(Rest.table)).advanceRest(id, from: now)
        }
        guard var training = try transaction.liveTraining(),
            let change = training.pauseAfterReboot(at: now)
        else { return }
        try with(.deadline(Training.table)).append(change, training)
    }

    /// Pauses the hold, once the machine has slept.
    func wakeTraining() throws {
        guard let training = try transaction.liveTraining(), training.hasSlept(at: now) else {
            return
        }
        try advance(training)
    }
}

// MARK: - Requests

extension TrainingParameters {
    /// Fields for a session: given members come before those of the preset, and missing ones have their
    /// defaults. A preset of the other mode gives only the rest.
    func fields(in context: Context) throws -> Training.Fields {
        let preset = try preset.map { try context.preset($0).fields }
        let named = try exercise.flatMap { $0.isEmpty ? nil : try context.exercise($0) }
        guard let mode = mode ?? named?.mode ?? preset?.mode else {
            throw Rejection.invalid(
                "mode", "\(field: "mode") is missing: give time or reps, an exercise or a preset")
        }
        let amounts = preset?.mode == mode ? preset : nil
        let usualReadyMs = mode == .time ? context.dependencies.configuration.training.readyMs : 0
        let exercise =
            try exercise == nil
            ? amounts?.exercise.flatMap { try context.transaction.exercise(id: $0) } : named
        try exercise?.check(for: mode)
        let minutes = try minutesOrMetres.map { try context.seconds(ofMinutes: $0, of: exercise) }
        guard mode == .time || minutes == nil && timed != true else {
            throw Rejection.invalid(
                target == nil && minutes == nil ? "adjustment" : "target",
                """
                \(exercise?.name ?? "the session") is counted in reps, not in seconds: write a \
                number without a unit
                """)
        }
        return try Training.Fields(
            mode: mode,
            target: target ?? minutes.map { Double($0) } ?? amounts.map { mode.amount($0.target) },
            adjustment: adjustment ?? amounts.map { mode.amount($0.adjustment) },
            restMs: rest?.ms ?? preset?.restMs,
            readyMs: ready?.ms ?? amounts?.readyMs ?? usualReadyMs, exercise: exercise?.id)
    }
}

extension Exercise {
    fileprivate var mode: Training.Mode { unit == .seconds ? .time : .reps }

    /// Refuses to train an exercise in a mode that counts something else.
    func check(for mode: Training.Mode) throws(Rejection) {
        guard unit != mode.unit else { return }
        throw .invalid(
            "exercise",
            "\(name) counts \(unit.rawValue), but mode \(mode.rawValue) counts "
                + "\(mode.unit.rawValue): name another exercise or none, or use the other mode")
    }
}

extension TrainingStart: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        let fields = try parameters.fields(in: context)
        let training = Training(
            id: context.newID(), fields: fields,
            order: try context.transaction.nextOrder(of: Training.self),
            day: try context.local(context.now.wallMs).day, at: context.now)
        try context.append(.started, training)
        return try context.beginEffort(training, afterMs: fields.readyMs)
    }
}

extension TrainingWord: SpokenWord {
    func reply(on target: Target, in context: Context) throws -> Written<TrainingView> {
        let training = try context.requireLiveTraining()
        switch self {
        case .bail: return try context.bail(training)
        case .stop: return try context.stop(training)
        case .skipRest:
            if let result = try context.changeRest(of: training, { try $0.skip(at: context.now) }) {
                return result
            }
            throw Rejection.conflict(
                "there is no rest to skip (the training session is \(training.state.rawValue))",
                state: training.state.rawValue)
        case .pause, .resume:
            let (isPause, now) = (self == .pause, context.now)
            if training.state == (isPause ? .resting : .paused),
                let result = try context.changeRest(
                    of: training, { try isPause ? $0.pause(at: now) : $0.resume(at: now) })
            {
                return result
            }
            return try context.change { try isPause ? $0.pause(at: now) : $0.resume(at: now) }
        }
    }
}

extension Context {
    fileprivate func bail(_ training: Training) throws -> Written<TrainingView> {
        var training = training
        let change = try training.bail(id: newID(), at: now)
        try append(change, training)
        return try continueAfterAttempt(training)
    }

    fileprivate func stop(_ training: Training) throws -> Written<TrainingView> {
        var training = training
        if let change = try training.stop(id: newID(), at: now) { try append(change, training) }
        guard !training.attempts.isEmpty else { return try discard(training) }
        try dropRest(of: &training)
        return try complete(training)
    }
}

extension TrainingReps: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        var training = try context.requireLiveTraining()
        let change = try training.report(reps: count, id: context.newID(), at: context.now)
        try context.append(change, training)
        return try context.continueAfterAttempt(training)
    }
}

extension TrainingReset: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        let training = try context.requireLiveTraining()
        guard confirm == true else {
            throw Rejection(
                .confirmationRequired,
                "this discards the training session with its attempts (\(training.attempts.count))",
                field: "confirm",
                state: training.state.rawValue)
        }
        return try context.discard(training)
    }
}

extension TrainingGet: Performable {
    func perform(in context: Context) throws -> TrainingView {
        try context.view(context.training(training))
    }
}
