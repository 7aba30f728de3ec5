import TrackerAPI
import TrackerCore
import TrackerStore

// MARK: - The log entry of a session

extension Context {
    typealias TrainingEffort = (exercise: Exercise, count: Int64)

    /// The effort of a session for the log; `nil` for none.
    func effort(of training: Training) throws -> TrainingEffort? {
        guard let count = training.performed, let id = training.fields.exercise,
            let exercise = try transaction.exercise(id: id),
            exercise.unit == training.fields.mode.unit
        else { return nil }
        return (exercise, count)
    }

    /// New log entry at the end of a session. Its id is derived from the session, so that the session finds
    /// it again.
    func newLogEntry(of training: Training, _ effort: TrainingEffort) throws -> LogEntry {
        try LogEntry(
            id: id(of: LogEntry.self, from: Self.content(of: training)),
            exercise: effort.exercise, count: effort.count,
            // The clock may have been set back since.
            time: local(min(training.endedMs ?? now.wallMs, now.wallMs)), source: .training,
            order: transaction.nextOrder(of: LogEntry.self), at: now)
    }

    private static func content(of training: Training) -> String { "training:\(training.id)" }

    /// The log entry of a completed session; `nil` where there is none. Older versions gave it a random id:
    /// such an entry is found by its exercise and time.
    fileprivate func logEntry(of training: Training) throws -> LogEntry? {
        let id = Identifier.derived(from: "\(LogEntry.table):\(Self.content(of: training))")
        if let entry = try transaction.logEntry(id: id) { return entry }
        guard let endedMs = training.endedMs, let exercise = training.fields.exercise else {
            return nil
        }
        return try transaction.logEntry(ofTrainingEndedMs: endedMs, exercise: exercise)
    }

    /// The change of a completed session's log entry.
    private struct Following {
        var written: LogEntry?
        var removed: LogEntry?
        /// Effort that a new entry adds to the log.
        var added: Effort?
    }

    /// Change of the log entry that follows from a correction of its session. An entry that the person has
    /// deleted isn't made again.
    private func following(
        _ training: Training, from former: Training
    ) throws -> Following {
        guard !training.isLive else { return Following() }
        let before = try effort(of: former)
        let after = try effort(of: training)
        guard var entry = try logEntry(of: former) else {
            guard before == nil, let after else { return Following() }
            let entry = try newLogEntry(of: training, after)
            return Following(written: entry, added: Effort(entry))
        }
        guard let after else { return Following(removed: entry) }
        if after.exercise.id != former.fields.exercise {
            try entry.edit(exercise: after.exercise, at: now)
        }
        if after.count != before?.count, entry.unit == after.exercise.unit {
            try entry.edit(count: after.count, at: now)
        }
        return Following(written: entry)
    }

    /// Records the correction of a session, with its log entry.
    fileprivate func correct(
        _ training: Training, from former: Training
    ) throws -> Written<TrainingView> {
        let entry = try following(training, from: former)
        let moved = try entry.added.map { try intervals(begunBy: $0) } ?? []
        let result = try append(
            .trainingUpdated, subject: training.id, data: view(training),
            [training] + [entry.written].compactMap { $0 } + moved,
            removed: [entry.removed].compactMap { $0 })
        if let effort = entry.added { try answerPending(by: effort) }
        return result
    }

}

// MARK: - Requests

extension TrainingUndo: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        let former = try context.training()
        var training = former
        let entry = former.isLive ? nil : try context.logEntry(of: former)
        let change = try training.undo(at: context.now)
        var rested = former
        try context.dropRest(of: &rested)
        return try context.append(
            change.event, subject: training.id, data: context.view(training), [training],
            removed: [entry].compactMap { $0 })
    }
}

extension TrainingUpdate: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        let former = try context.training(training)
        var training = former
        let corrections = attempts?.attempts.map {
            Training.Correction(attempt: $0.id, value: $0.value)
        }
        guard corrections?.isEmpty == false || exercise != nil else {
            throw Rejection.invalid(
                "training", "nothing to change: give \(field: "attempts") or \(field: "exercise")")
        }
        if let exercise {
            let exercise = exercise.isEmpty ? nil : try context.exercise(exercise)
            try exercise?.check(for: training.fields.mode)
            training.move(to: exercise)
        }
        if let corrections {
            try training.correct(corrections, field: "attempts", at: context.now)
        }
        return try context.correct(training, from: former)
    }
}

extension TrainingDelete: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        let training = try context.training(training)
        guard !training.isLive else {
            throw Rejection.conflict(
                "the training session is in progress: reset it instead",
                state: training.state.rawValue)
        }
        let entry = try context.logEntry(of: training)
        return try context.append(
            .trainingDeleted, subject: training.id, data: context.view(training),
            removed: [training] + [entry].compactMap { $0 })
    }
}
