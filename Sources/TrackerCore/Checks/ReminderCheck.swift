extension Reminder {
    package func check(at now: Moment) throws(Rejection) {
        try Bounds.require(try Self.checked(fields, before: fields) == fields, "message")
        try Bounds.check(id: fields.exerciseID, "exercise")
        try Bounds.check(offUntilMs, in: Bounds.times, "off_until_ms")
        try Bounds.check(createOrder, in: Bounds.orders(at: now), "create_order")
    }
}

extension Occurrence {
    /// Whether the occurrence is its reminder's next one, or waits for an answer.
    package var isCurrent: Bool { state == .scheduled || isLive }

    package func check(at now: Moment) throws(Rejection) {
        try Bounds.check(id: reminder, "reminder")
        try checkMoments()
        try day.check(of: dueMs)
        try Bounds.check(fireOrder, in: Bounds.orders(at: now), "fire_order")
        try Bounds.require(followUpAfterMs.count <= Reminder.maximumFollowUps, "ladder_ms")
        for span in followUpAfterMs { try Bounds.check(span, in: Reminder.followUps, "ladder_ms") }
        try Bounds.check(Int64(followUpsDone), in: 0...Int64(followUpAfterMs.count), "rung")
        try Bounds.check(expireAfterMs, in: Schedule.intervals, "expire_after_ms")
        try Bounds.require(followUpsMs.count <= Self.maximumFollowUps, "follow_ups_ms")
        for time in followUpsMs { try Bounds.check(time, in: Bounds.times, "follow_ups_ms") }
        try Bounds.check(snoozes, in: Bounds.counters, "snoozes")
        try Bounds.check(stage.snoozeMs, in: Reminder.snoozes, "snooze_ms")
        try Bounds.check(responseMs, in: Bounds.times, "response_ms")
        try Bounds.check(id: log, "log")
    }

    /// Maximum number of follow-ups of one occurrence, including those after its snoozes.
    static let maximumFollowUps = 10_000

    private func checkMoments() throws(Rejection) {
        try Bounds.check(dueMs, in: Bounds.times, "due_ms")
        try base?.check("base")
        try wait?.began.check("began")
        try wait?.since.check("since")
        try Bounds.check(firedMs, in: Bounds.times, "fired_ms")
        try Bounds.check(lateByMs, in: Bounds.times, "late_by_ms")
        try Bounds.check(stage.expiresMs, in: Bounds.times, "expires_ms")
        try Bounds.check(answeredMs, in: Bounds.times, "answered_ms")
        try Bounds.check(expiredMs, in: Bounds.times, "expired_ms")
    }
}
