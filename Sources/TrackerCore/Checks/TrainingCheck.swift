extension Training {
    package func check(at now: Moment) throws(Rejection) {
        try fields.check()
        try Bounds.check(id: rest, "rest")
        try clock.check("clock", isCounting: isLive)
        try effort?.check("effort", isCounting: state == .training)
        try Bounds.require(stage != .between, "effort")
        try Bounds.check(accumulated, in: Bounds.spans, "accumulated")
        try Bounds.require(attempts.count <= Self.maximumAttempts + 1, "attempts")
        for attempt in attempts {
            try Bounds.check(id: attempt.id, "attempts")
            try Bounds.check(attempt.value, in: Bounds.spans, "attempts")
            try Bounds.check(attempt.adjustment, in: Bounds.spans, "attempts")
            try Bounds.check(attempt.counted, in: Bounds.spans, "attempts")
            try Bounds.check(attempt.atMs, in: Bounds.times, "attempts")
            try Bounds.check(attempt.restTakenMs, in: Bounds.spans, "attempts")
            try Bounds.check(attempt.tookMs, in: Bounds.spans, "attempts")
        }
        try Bounds.check(attemptedMs, in: Bounds.spans, "attempted_ms")
        try Bounds.check(effortMs, in: Bounds.spans, "effort_ms")
        try Bounds.check(startedMs, in: Bounds.times, "started_ms")
        try day.check(of: startedMs)
        try Bounds.check(startOrder, in: Bounds.orders(at: now), "start_order")
        try Bounds.check(endedMs, in: Bounds.times, "ended_ms")
    }
}

extension Preset {
    package func check(at now: Moment) throws(Rejection) {
        try Text.checkName(name, field: "name")
        try fields.check()
    }
}
