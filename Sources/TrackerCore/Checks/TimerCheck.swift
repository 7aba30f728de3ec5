extension Timer {
    package func check(at now: Moment) throws(Rejection) {
        if let name { try Text.checkName(name, field: "name") }
        if let message { try Text.checkMessage(message, field: "message") }
        if let sound { try ChosenSound.check(sound, field: "sound") }
        if let ringAgainMs { try Ringing.check(ringAgainMs, field: "ring_again_ms") }
        try Bounds.require(ringAgainMs == nil || kind == .countdown, "ring_again_ms")
        try Bounds.require((kind == .countdown) == (durationMs != nil), "duration_ms")
        try Bounds.require((durationMs == nil) == (originalMs == nil), "original_ms")
        // A timer that was shortened may have less than the shortest duration that can be asked for.
        try Bounds.check(durationMs, in: 0...Self.durations.upperBound, "duration_ms")
        try Bounds.check(originalMs, in: Self.durations, "original_ms")
        try elapsedTime.check("tally", isCounting: state == .running)
        try Bounds.check(startedMs, in: Bounds.times, "started_ms")
        try Bounds.check(startOrder, in: Bounds.orders(at: now), "start_order")
        try Bounds.check(pausedMs, in: Bounds.times, "paused_ms")
        try Bounds.require((endNoticed == nil) == isLive, "end_noticed")
        try endNoticed?.check("end_noticed")
        try Bounds.check(lateByMs, in: Bounds.times, "late_by_ms")
        try Bounds.require(!isWaiting || kind == .countdown && state == .finished, "asked")
        try asked?.check("asked")
        try ringing?.check("ringing")
        try Bounds.require(Ringing.counts.contains(rings) || rings == 0, "rings")
        try Bounds.require(answeredMs == nil || state == .finished && !isWaiting, "answered_ms")
        try Bounds.check(answeredMs, in: Bounds.times, "answered_ms")
        try Bounds.require(absence == nil || pausesWhenAway && state == .paused, "absence")
        try Bounds.require(laps.count <= Self.maximumLaps, "laps")
        for lap in laps {
            try Bounds.check(lap.atMs, in: Bounds.times, "laps")
            try Bounds.check(lap.elapsedMs, in: Bounds.spans, "laps")
        }
    }
}

extension Rest {
    package func check(at now: Moment) throws(Rejection) {
        // A rest that was shortened may have less than the shortest duration that can be asked for.
        try Bounds.check(durationMs, in: 0...Self.durations.upperBound, "duration_ms")
        try elapsedTime.check("tally", isCounting: state == .running)
        try Bounds.check(startedMs, in: Bounds.times, "started_ms")
        try Bounds.check(startOrder, in: Bounds.orders(at: now), "start_order")
        try Bounds.require((endedMs == nil) == isLive, "ended_ms")
        try Bounds.check(endedMs, in: Bounds.times, "ended_ms")
        try Bounds.check(lateByMs, in: Bounds.times, "late_by_ms")
        try Self.check(warnAtMs, field: "warn_at_ms")
        try Bounds.require(warnAtMs == Set(warnAtMs).sorted(by: >), "warn_at_ms")
        try Bounds.require(armedMs == warnAtMs.filter(armedMs.contains), "armed_ms")
        if let label { try Text.checkName(label, field: "label") }
        try Bounds.check(id: after?.id, "after")
    }
}
