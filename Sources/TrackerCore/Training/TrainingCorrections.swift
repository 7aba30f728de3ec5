// Corrections of a session by the person, during the session or later.

extension Training {
    /// A correction of one attempt.
    package struct Correction: Sendable, Hashable {
        /// Id of the attempt.
        package let attempt: String
        /// Amount that was actually held or performed, in seconds or reps; `nil` removes the attempt.
        package let value: Double?

        package init(attempt: String, value: Double?) {
            self.attempt = attempt
            self.value = value
        }
    }

    /// Undoes the last step. A complete session is reopened without the attempt that ended it: a hold is
    /// paused at its reading, or at 0 where there was none, and an effort of reps begins. In an open session
    /// the last attempt is removed, and the effort begins anew; the caller ends the rest first.
    package mutating func undo(at now: Moment) throws(Rejection) -> Change {
        if isLive { try undoLastAttempt(at: now) } else { try reopen(at: now) }
        hasReached = isAtTarget(at: now)
        // The right count may be reported at once, and isn't taken for a double press.
        attemptedMs = nil
        return .undone
    }

    private mutating func undoLastAttempt(at now: Moment) throws(Rejection) {
        guard let last = attempts.last else {
            throw .conflict(
                "there is nothing to undo: the session has no attempts yet",
                state: state.rawValue)
        }
        subtract(last)
        attempts.removeLast()
        _ = beginEffort(from: now)
    }

    /// Checks that the session ended recently enough to be reopened.
    private func requireRecent(at now: Moment) throws(Rejection) {
        guard let endedMs, now.wallMs - endedMs <= Self.reopeningMs else {
            throw .conflict(
                "the last session ended more than a day ago: edit its attempts instead",
                state: state.rawValue)
        }
    }

    private mutating func reopen(at now: Moment) throws(Rejection) {
        try requireRecent(at: now)
        var heldMs: Int64 = 0
        if let last = attempts.last, isEnding(last) {
            subtract(last)
            attempts.removeLast()
            heldMs = fields.mode == .time ? last.value : 0
        }
        guard !hasReachedTarget else {
            throw .conflict(
                "the earlier attempts reach the target, so the session stays complete: edit the "
                    + "last attempt instead", state: state.rawValue)
        }
        clock.start(at: now)
        var effort = ElapsedTime(from: now)
        switch fields.mode {
        case .reps: stage = .training(effort)
        case .time:
            effort.stop(atElapsedMs: heldMs)
            stage = .paused(.effort(effort))
        }
    }

    /// Whether an attempt ended the complete session: it was counted by the stop, or reached the target.
    /// Other attempts are followed by a rest or by an effort.
    private func isEnding(_ last: Attempt) -> Bool {
        last.restTakenMs == nil && last.atMs == endedMs
            && (fields.mode == .time || hasReachedTarget)
    }

    /// Changes or removes attempts, and counts the sums anew. In a session that hasn't ended, the target may
    /// not be reached this way, and the attempt whose rest is running can't be removed.
    ///
    /// - Parameter field: the parameter with the corrections, for refusals.
    package mutating func correct(
        _ corrections: [Correction], field: String, at now: Moment
    ) throws(Rejection) {
        for (index, correction) in corrections.enumerated() {
            guard let place = attempts.firstIndex(where: { $0.id == correction.attempt }) else {
                throw Rejection(
                    .notFound,
                    "the session has no attempt '\(correction.attempt.prefix(64))'",
                    field: "\(field)[\(index)].id")
            }
            if let value = correction.value {
                try change(place, to: value, field: "\(field)[\(index)].value")
            } else {
                guard rest == nil || place < attempts.count - 1 else {
                    throw .conflict(
                        "the rest after this attempt isn't over: use undo, which removes both",
                        state: state.rawValue)
                }
                subtract(attempts[place])
                attempts.remove(at: place)
            }
        }
        guard !isLive || !hasReachedTarget else {
            throw .conflict(
                "that would reach the target of an open session: complete it first, then correct "
                    + "it", state: state.rawValue)
        }
        hasReached = hasReached && isAtTarget(at: now)
    }

    private mutating func change(
        _ place: Int, to amount: Double, field: String
    ) throws(Rejection) {
        var attempt = attempts[place]
        let value = try fields.mode.measured(amount, field: field)
        switch fields.mode {
        case .reps: try Exercise.check(count: value, field: field)
        case .time:
            guard 1...Fields.maximumMs ~= value else {
                throw .invalid(
                    field,
                    "\(field: field) is out of range: more than 0 and at most 86400 seconds (24 h)")
            }
        }
        subtract(attempt)
        attempt.counted =
            fields.mode == .time
            ? max(0, value - attempt.adjustment) : value + attempt.adjustment
        attempt.value = value
        accumulated = Bounds.span(accumulated + attempt.counted)
        effortMs = Bounds.span(effortMs + durationMs(of: attempt))
        attempts[place] = attempt
    }

    /// Subtracts an attempt from the sums.
    private mutating func subtract(_ attempt: Attempt) {
        accumulated = Bounds.span(accumulated - attempt.counted)
        effortMs = Bounds.span(effortMs - durationMs(of: attempt))
    }

    /// Duration of an attempt in milliseconds; 0 where it isn't known.
    private func durationMs(of attempt: Attempt) -> Int64 {
        fields.mode == .time ? attempt.value : attempt.tookMs ?? 0
    }

    /// Moves the session to another exercise, or to none.
    package mutating func move(to exercise: Exercise?) { fields.exercise = exercise?.id }

    /// The session as undo or redo restores it. If it was open and still is, it continues in its present
    /// state; if it has ended since, it is reopened without the time in between.
    ///
    /// - Throws: a rejection where the session ended too long ago to be reopened.
    package func putBack(beside present: Training, at now: Moment) throws(Rejection) -> Training {
        guard isLive else { return self }
        var training = self
        guard present.isLive else {
            try present.requireRecent(at: now)
            training.clock = present.clock
            training.clock.start(at: now)
            training.changeEffort { effort in
                guard effort.isCounting else { return }
                effort.stop(atElapsedMs: effort.countedMs)
                effort.start(at: now)
            }
            return training
        }
        training.stage = present.stage
        training.clock = present.clock
        training.hasReached = present.hasReached && training.isAtTarget(at: now)
        return training
    }

    /// Whether the present hold has reached the target.
    private func isAtTarget(at now: Moment) -> Bool {
        live(at: now).map { $0.total >= fields.target } ?? false
    }
}
