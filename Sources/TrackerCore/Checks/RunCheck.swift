extension Run {
    package func check(at now: Moment) throws(Rejection) {
        try Bounds.check(id: program, "program")
        try Text.checkName(name, field: "name")
        try Bounds.check(Int64(index), in: Bounds.whole, "step")
        try elapsedTime.check("tally", isCounting: state == .running)
        try Bounds.check(beganMs, in: Bounds.spans, "began_ms")
        try Bounds.check(durationMs, in: 0...Interval.durations.upperBound, "duration_ms")
        try Bounds.check(belowMs, in: 0...Interval.durations.upperBound, "below_ms")
        try Bounds.check(workedMs, in: Bounds.spans, "worked_ms")
        try Bounds.check(Int64(rounds), in: Bounds.whole, "rounds")
        try Bounds.require(asked == nil || state == .waiting, "asked")
        try asked?.check("asked")
        try Bounds.require(ringing == nil || state == .waiting, "ringing")
        try ringing?.check("ringing")
        try Bounds.require(
            rings == 0 || state == .waiting && Ringing.counts.contains(rings), "rings")
        try Bounds.require(absence == nil || pausesWhenAway && state == .paused, "absence")
        try Bounds.check(startedMs, in: Bounds.times, "started_ms")
        try day.check(of: startedMs)
        try Bounds.check(startOrder, in: Bounds.orders(at: now), "start_order")
        try Bounds.require((endedMs == nil) == isLive, "ended_ms")
        try Bounds.check(endedMs, in: Bounds.times, "ended_ms")
    }

    /// Whether the run's index and place agree with a plan.
    package func fits(_ plan: RunPlan) -> Bool {
        plan.hasStep(index) && place == plan.place(of: index)
    }
}

extension RunPlan {
    /// Checks what reading the row hasn't checked already.
    package func check(at now: Moment) throws(Rejection) {
        try Bounds.check(ringAgainMs, in: Ringing.spans, "ring_again_ms")
    }
}

extension Program {
    package func check(at now: Moment) throws(Rejection) {
        try fields.check()
        if let slug { try Text.checkName(slug, field: "slug") }
        try Bounds.require(slug != nil || !isEdited && !isDeleted, "slug")
    }
}
