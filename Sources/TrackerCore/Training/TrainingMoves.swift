// MARK: Moves of a person

extension Training {
    /// Ends a hold early: the adjustment is subtracted from it.
    ///
    /// - Parameter id: the id for the attempt.
    package mutating func bail(id: String, at now: Moment) throws(Rejection) -> Change {
        try require(.time, "this session counts reps: give the number of reps instead")
        guard let live = live(at: now) else {
            throw outsideOfEfforts("there is no hold to end")
        }
        guard live.elapsed >= Self.firstBailMs else {
            throw .conflict(
                "the hold has only just begun: bail works after 1 second",
                state: state.rawValue)
        }
        guard live.total < fields.target else {
            throw .conflict(
                "the target is reached: use stop, which counts the whole hold",
                state: state.rawValue)
        }
        try requireRoom()
        add(
            Attempt(
                id: id, value: live.elapsed, adjustment: fields.adjustment, counted: live.counted,
                atMs: now.wallMs), tookMs: live.elapsed, at: now)
        return .attempted
    }

    /// Counts an effort of `reps`, with the adjustment added.
    ///
    /// - Parameter id: the id for the attempt.
    package mutating func report(
        reps: Int64, id: String, at now: Moment
    ) throws(Rejection) -> Change {
        try require(.reps, "this session counts seconds: use bail or stop to end a hold")
        try Exercise.check(count: reps, field: "count")
        guard state != .complete else { throw outsideOfEfforts("the session is complete") }
        if let attemptedMs, attempts.last?.value == reps,
            clock.elapsedMs(at: now) - attemptedMs < Self.doublePressMs
        {
            throw .conflict(
                "\(reps) reps were counted just now: if you did the same again, wait a second and "
                    + "repeat", state: state.rawValue)
        }
        guard let effort else {
            throw outsideOfEfforts(
                "there is no set to count: skip the rest to begin the next one")
        }
        try requireRoom()
        let took = tookMs(effort, at: now)
        add(
            Attempt(
                id: id, value: reps, adjustment: fields.adjustment,
                counted: reps + fields.adjustment, atMs: now.wallMs, tookMs: took),
            tookMs: took, at: now)
        return .attempted
    }

    /// Duration of an effort in milliseconds. For reps the machine's sleep doesn't count, since nobody is
    /// assumed to do any then; a hold is paused by it.
    private func tookMs(_ effort: ElapsedTime, at now: Moment) -> Int64 {
        fields.mode == .reps ? effort.awakeMs(at: now) : effort.elapsedMs(at: now)
    }

    /// Counts the whole hold, if there is one. The caller then completes the session, or discards it where it
    /// has no attempts.
    ///
    /// - Parameter id: the id for the attempt.
    /// - Returns: `nil` where there is no hold to count. A hold that has only begun doesn't count, as for
    ///   `bail`.
    package mutating func stop(id: String, at now: Moment) throws(Rejection) -> Change? {
        guard isLive else { throw outsideOfEfforts("the session is complete") }
        guard let live = live(at: now), counts(live) else { return nil }
        add(
            Attempt(
                id: id, value: live.elapsed, adjustment: 0, counted: live.elapsed,
                atMs: now.wallMs), tookMs: live.elapsed, at: now)
        return .attempted
    }

    /// Whether nothing was done in the session, so that it is discarded when it is stopped.
    package func isEmpty(at now: Moment) -> Bool {
        attempts.isEmpty && live(at: now).map(counts) != true
    }

    private func counts(_ live: Live) -> Bool {
        live.elapsed >= Self.firstBailMs || live.total >= fields.target
    }

    /// Pauses the effort. A rest is paused as a `Rest`, and the session with `setRest`.
    package mutating func pause(at now: Moment) throws(Rejection) -> Change {
        guard case .training(var effort) = stage else {
            throw .conflict(
                "the session is \(state.rawValue): only a running one can be paused",
                state: state.rawValue)
        }
        effort.stop(atElapsedMs: tookMs(effort, at: now))
        stage = .paused(.effort(effort))
        return .paused
    }

    /// Resumes the effort. A rest is resumed as a `Rest`, and the session with `setRest`.
    package mutating func resume(at now: Moment) throws(Rejection) -> Change {
        guard case .paused(.effort(var effort)) = stage else {
            throw .conflict(
                "the session is \(state.rawValue): only a paused one can be resumed",
                state: state.rawValue)
        }
        effort.start(at: now)
        stage = .training(effort)
        return .resumed
    }
}

// MARK: - Changes that time makes

extension Training {
    /// Begins the next effort at a moment that may lie in the past.
    package mutating func beginEffort(from start: Moment) -> Change {
        stage = .training(ElapsedTime(from: start))
        return .effortStarted
    }

    /// Moves the session into a rest that has started.
    package mutating func begin(rest: Rest) -> Change {
        stage = .resting(rest: rest.id)
        return .resting
    }

    /// Sets the state to that of the present rest, which was paused or resumed.
    package mutating func setRest(isPaused: Bool) -> Change {
        if let rest { stage = isPaused ? .paused(.rest(rest)) : .resting(rest: rest) }
        return isPaused ? .paused : .resumed
    }

    /// Leaves the present rest, which is over.
    ///
    /// - Parameter takenMs: milliseconds actually rested.
    package mutating func endRest(takenMs: Int64?) {
        stage = .between
        if !attempts.isEmpty { attempts[attempts.count - 1].restTakenMs = takenMs }
    }

    package mutating func complete(at now: Moment) -> Change {
        stage = .complete(endedMs: now.wallMs)
        clock.stop(at: now)
        return .completed
    }

    /// Whether the machine has slept during a hold.
    package func hasSlept(at now: Moment) -> Bool {
        guard fields.mode == .time, case .training(let effort) = stage else { return false }
        return effort.slept(at: now)
    }

    /// Pauses a hold that was running when the machine was switched off, or that began as the machine was
    /// switched on: nobody is holding anything by then.
    package mutating func pauseAfterReboot(at now: Moment) -> Change? {
        guard fields.mode == .time, case .training(var effort) = stage else { return nil }
        effort.stop(at: now)
        stage = .paused(.effort(effort))
        return .paused
    }

    /// Applies the change of a hold that is due by now, and returns it with its lateness in milliseconds;
    /// `nil` where none is due.
    package mutating func advance(to now: Moment) -> (change: Change, lateByMs: Int64)? {
        guard fields.mode == .time, case .training(var effort) = stage else { return nil }
        if effort.slept(at: now) {
            effort.stop(atElapsedMs: effort.awakeMs(at: now))
            stage = .paused(.effort(effort))
            return (.paused, 0)
        }
        let late = effort.elapsedMs(at: now) - reachedAtMs
        guard !hasReached, late >= 0 else { return nil }
        hasReached = true
        return (.targetReached, late)
    }

    /// The moment at which the present hold reaches the target; `nil` where there is none to wait for.
    package func deadline(at now: Moment) -> Deadline? {
        guard fields.mode == .time, !hasReached, case .training(let effort) = stage else {
            return nil
        }
        return effort.dueNs(atElapsedMs: reachedAtMs, now: now).map(Deadline.boot)
    }

    /// Carries the clocks over a reboot. The effort counts up to `lastMs`, the last time at which the machine
    /// was certainly on. An effort of reps then continues from now; a hold is stopped until
    /// `pauseAfterReboot` reports its pause.
    package mutating func reanchor(at now: Moment, lastMs: Int64) -> Bool {
        let isCarried = clock.reanchor(at: now)
        guard let effort, let since = effort.since, since.bootID != now.bootID else {
            return isCarried
        }
        let isContinued = fields.mode == .reps
        changeEffort { effort in
            effort.stop(atElapsedMs: effort.countedMs + max(0, lastMs - since.wallMs))
            if isContinued { effort.start(at: now) }
        }
        return true
    }

    package mutating func adjustToClock(at now: Moment) -> Int64? {
        var steps = [clock.adjustToClock(at: now)]
        changeEffort { steps.append($0.adjustToClock(at: now)) }
        return steps.compactMap(\.self).max { abs($0) < abs($1) }
    }

    /// Reading of the hold's clock, in milliseconds, at which the target is reached.
    private var reachedAtMs: Int64 { fields.adjustment + fields.target - accumulated }
}

// MARK: - Parts of the moves

extension Training {
    private mutating func add(_ attempt: Attempt, tookMs: Int64, at now: Moment) {
        attempts.append(attempt)
        attemptedMs = clock.elapsedMs(at: now)
        accumulated = Bounds.span(accumulated + attempt.counted)
        effortMs = Bounds.span(effortMs + tookMs)
        hasReached = false
        stage = .between
    }

    private func require(_ mode: Mode, _ message: String) throws(Rejection) {
        guard fields.mode == mode else { throw .conflict(message, state: state.rawValue) }
    }

    private func requireRoom() throws(Rejection) {
        guard attempts.count < Self.maximumAttempts else {
            throw Rejection(
                .tooLarge,
                "a session can have at most \(Self.maximumAttempts) attempts: stop to complete it"
            )
        }
    }

    private func outsideOfEfforts(_ message: String) -> Rejection {
        .conflict(
            isLive ? "\(message) (it is \(state.rawValue))" : "the session is complete",
            state: state.rawValue)
    }
}
