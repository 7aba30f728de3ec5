// Corrections of a session by the person, while it is on or later.

extension Training {
    /// The change of one attempt.
    package struct Correction: Sendable, Hashable {
        /// Id of the attempt.
        package let attempt: String
        /// The amount that was really held or performed, in seconds or reps; `nil` takes the attempt away.
        package let value: Double?

        package init(attempt: String, value: Double?) {
            self.attempt = attempt
            self.value = value
        }
    }

    /// Takes the last step back. A complete session is open again, and the attempt that ended it is gone: a
    /// hold stands still at its reading, or at 0 where no hold was on, and an effort of reps begins. In an
    /// open session the last attempt is gone, and the effort begins anew; the caller ends the rest first.
    package mutating func undo(at now: Moment) throws(Rejection) -> Change {
        if isLive { try takeBackAttempt(at: now) } else { try reopen(at: now) }
        hasReached = isAtTarget(at: now)
        // The count that was wrong may be told right, or again, at once.
        attemptedMs = nil
        return .undone
    }

    private mutating func takeBackAttempt(at now: Moment) throws(Rejection) {
        guard let last = attempts.last else {
            throw .conflict(
                "there is nothing to take back: the training has no attempt so far",
                state: state.rawValue)
        }
        takeAway(last)
        attempts.removeLast()
        rest = nil
        _ = beginEffort(from: now)
    }

    /// - Throws: a refusal where the session ended too long ago to be opened again.
    private func requireRecent(at now: Moment) throws(Rejection) {
        guard let endedMs, now.wallMs - endedMs <= Self.reopeningMs else {
            throw .conflict(
                "the last training ended more than a day ago: change its attempts instead",
                state: state.rawValue)
        }
    }

    private mutating func reopen(at now: Moment) throws(Rejection) {
        try requireRecent(at: now)
        var heldMs: Int64 = 0
        if let last = attempts.last, isEnding(last) {
            takeAway(last)
            attempts.removeLast()
            heldMs = fields.mode == .time ? last.value : 0
        }
        guard !hasReachedTarget else {
            throw .conflict(
                "the attempts before the last reach the target, so the training stays complete: "
                    + "change that attempt instead", state: state.rawValue)
        }
        self.endedMs = nil
        clock.start(at: now)
        _ = beginEffort(from: now)
        if fields.mode == .time {
            effort?.stop(atElapsedMs: heldMs)
            state = .paused
        }
    }

    /// True for the attempt that a complete session ended with: it was counted by the stop, or reached the
    /// target. Others are followed by a rest, or by an effort.
    private func isEnding(_ last: Attempt) -> Bool {
        last.restTakenMs == nil && last.atMs == endedMs
            && (fields.mode == .time || hasReachedTarget)
    }

    /// Changes attempts, or takes some away; the sums are counted anew. In a session that is on, the target
    /// may not be reached by that, and the attempt whose rest is on may not be taken away.
    ///
    /// - Parameter field: the parameter with the corrections, for refusals.
    package mutating func correct(
        _ corrections: [Correction], field: String, at now: Moment
    ) throws(Rejection) {
        for (index, correction) in corrections.enumerated() {
            guard let place = attempts.firstIndex(where: { $0.id == correction.attempt }) else {
                throw Rejection(
                    .notFound,
                    "the training has no attempt '\(correction.attempt.prefix(64))'",
                    field: "\(field)[\(index)].id")
            }
            if let value = correction.value {
                try change(place, to: value, field: "\(field)[\(index)].value")
            } else {
                guard rest == nil || place < attempts.count - 1 else {
                    throw .conflict(
                        "the rest after this attempt is on: undo takes both back",
                        state: state.rawValue)
                }
                takeAway(attempts[place])
                attempts.remove(at: place)
            }
        }
        guard !isLive || !hasReachedTarget else {
            throw .conflict(
                "that reaches the target, and the training is on: complete it first, and correct it "
                    + "then", state: state.rawValue)
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
                    field, "\(field) is out of range: more than 0, in seconds up to 86400 (24 h)")
            }
        }
        takeAway(attempt)
        attempt.counted =
            fields.mode == .time
            ? max(0, value - attempt.adjustment) : value + attempt.adjustment
        attempt.value = value
        accumulated = Bounds.span(accumulated + attempt.counted)
        effortMs = Bounds.span(effortMs + durationMs(of: attempt))
        attempts[place] = attempt
    }

    /// Takes an attempt out of the sums.
    private mutating func takeAway(_ attempt: Attempt) {
        accumulated = Bounds.span(accumulated - attempt.counted)
        effortMs = Bounds.span(effortMs - durationMs(of: attempt))
    }

    /// Duration of an attempt in milliseconds; 0 where it isn't known.
    private func durationMs(of attempt: Attempt) -> Int64 {
        fields.mode == .time ? attempt.value : attempt.tookMs ?? 0
    }

    /// Gives the session another exercise, or none.
    package mutating func move(to exercise: Exercise?) { fields.exercise = exercise?.id }

    /// The session as an undoing or redoing puts it back: where it was on and still is, it goes on as it is
    /// now; where it is over, it is opened again, without the time in between.
    ///
    /// - Throws: a refusal where it ended too long ago to be opened.
    package func putBack(beside present: Training, at now: Moment) throws(Rejection) -> Training {
        guard isLive else { return self }
        var training = self
        guard present.isLive else {
            try present.requireRecent(at: now)
            training.clock = present.clock
            training.clock.start(at: now)
            if let effort, effort.isCounting {
                var effort = effort
                effort.stop(atElapsedMs: effort.countedMs)
                effort.start(at: now)
                training.effort = effort
            }
            return training
        }
        training.state = present.state
        training.rest = present.rest
        training.clock = present.clock
        training.effort = present.effort
        training.hasReached = present.hasReached && training.isAtTarget(at: now)
        return training
    }

    /// True once the present hold has reached the target.
    private func isAtTarget(at now: Moment) -> Bool {
        live(at: now).map { $0.total >= fields.target } ?? false
    }
}
