// MARK: - Moves of a person

extension Run {
    package mutating func pause(at now: Moment) throws(Rejection) -> Change {
        try require(.running, to: "paused")
        state = .paused
        elapsedTime.stop(at: now)
        return .paused
    }

    package mutating func resume(at now: Moment) throws(Rejection) -> Change {
        try require(.paused, to: "resumed")
        state = .running
        absence = nil
        elapsedTime.start(at: now)
        return .resumed
    }

    /// Begins the next interval of a run that waits for confirmation.
    package mutating func confirm(_ plan: RunPlan, at now: Moment) throws(Rejection) -> Change {
        try require(.waiting, to: "confirmed")
        return finishInterval(plan, at: now, .intervalStarted(nil))
    }

    /// Begins the next interval, whether or not this one must be confirmed; after the last interval the run
    /// is complete. A paused run stays paused.
    package mutating func skip(_ plan: RunPlan, at now: Moment) throws(Rejection) -> Change {
        try requireLive()
        return finishInterval(plan, at: now, .skipped)
    }

    /// Begins the interval again, or the interval before within the first 2 s and in an open one. A paused run
    /// stays paused.
    package mutating func back(_ plan: RunPlan, at now: Moment) throws(Rejection) -> Change {
        try requireLive()
        let isFresh =
            place.interval.isOpen
            || state != .waiting && elapsedTime.elapsedMs(at: now) - beganMs < Self.backMs
        return go(to: max(0, isFresh ? index - 1 : index), plan, at: now, .jumped)
    }

    /// Goes to the interval at `index`, from 0. A paused run stays paused.
    package mutating func jump(
        to index: Int, _ plan: RunPlan, at now: Moment
    ) throws(Rejection) -> Change {
        try requireLive()
        guard plan.offersStep(index) else {
            throw .invalid(
                "index",
                "\(field: "index") is out of range: the run has steps \(plan.offeredSteps)")
        }
        return go(to: index, plan, at: now, .jumped)
    }

    /// Extends the interval, or shortens it by a negative span. An interval that is shortened past its end is
    /// over, and `advance` reports the consequence. A run that waits for confirmation is running again.
    /// An open interval has no duration to extend.
    package mutating func extend(byMs span: Int64, at now: Moment) throws(Rejection) -> Change {
        try requireLive()
        guard !place.interval.isOpen else {
            throw .conflict(
                "\(place.interval.label) has no duration to extend: confirm it when you are done,"
                    + " or skip it", state: state.rawValue)
        }
        let (sum, overflow) = durationMs.addingReportingOverflow(span)
        guard span != 0, !overflow, sum <= Interval.durations.upperBound else {
            throw .invalid(
                "by",
                "\(field: "by") is out of range: it can't be 0 or make the interval longer than 24 h"
            )
        }
        if state == .waiting {
            guard span > 0 else {
                throw .invalid(
                    "by",
                    "\(field: "by") is out of range: the interval is over, so it can't be shortened"
                )
            }
            endWait(at: now)
        }
        let position = elapsedTime.elapsedMs(at: now) - beganMs
        durationMs = min(max(sum, position), Interval.durations.upperBound)
        // Cues that lie ahead again are given again.
        belowMs = max(0, durationMs - position)
        return sum > position ? .extended : .intervalFinished(nil)
    }

    package mutating func stop(at now: Moment) throws(Rejection) -> Change {
        try requireLive()
        elapsedTime.stop(at: now)
        end(.stopped, atMs: now.wallMs, atElapsedMs: elapsedTime.elapsedMs(at: now))
        return .stopped
    }

    private mutating func finishInterval(
        _ plan: RunPlan, at now: Moment, _ change: Change
    ) -> Change {
        guard plan.hasStep(index + 1) else {
            elapsedTime.stop(at: now)
            end(
                .completed, atMs: now.wallMs, atElapsedMs: elapsedTime.elapsedMs(at: now))
            return .completed(nil)
        }
        return go(to: index + 1, plan, at: now, change)
    }

    private mutating func go(
        to index: Int, _ plan: RunPlan, at now: Moment, _ change: Change
    ) -> Change {
        if state == .waiting { endWait(at: now) }
        enter(index, of: plan, atElapsedMs: elapsedTime.elapsedMs(at: now))
        if case .intervalStarted = change { hasBegun = true }
        return change
    }

    /// Ends the wait for confirmation.
    private mutating func endWait(at now: Moment) {
        state = .running
        elapsedTime.start(at: now)
        dropQuestion()
    }

    /// Reports the start of the interval that a person has moved to, once the run is running; `nil` where
    /// there is nothing to report.
    package mutating func begin() -> Change? {
        guard state == .running, !hasBegun else { return nil }
        hasBegun = true
        return .intervalStarted(nil)
    }

    private func require(_ needed: State, to verb: String) throws(Rejection) {
        guard state == needed else {
            throw .conflict(
                "the run is \(state.text): only one that is \(needed.text) can be "
                    + verb, state: state.rawValue)
        }
    }

    private func requireLive() throws(Rejection) {
        guard isLive else {
            throw .conflict(
                "no run in progress: the last one is \(state.rawValue)", state: state.rawValue)
        }
    }
}

// MARK: - Figures

extension Run {
    /// Adds work that was done. Figures stop at the largest that an import takes.
    mutating func count(workMs: Int64, rounds: Int) {
        workedMs = min(workedMs + workMs, Bounds.spans.upperBound)
        self.rounds = min(self.rounds + rounds, Int(Bounds.whole.upperBound))
    }
}
