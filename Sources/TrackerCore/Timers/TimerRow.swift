extension Timer {
    package init(_ row: inout RowVisitor, writing entity: Timer?) throws {
        id = try row.column("id", entity?.id)
        name = try row.optional("name", entity?.name)
        message = try row.optional("message", entity?.message)
        sound = try row.optional("sound", entity?.sound)
        kind = try row.column("kind", entity?.kind)
        state = try row.column("state", entity?.state)
        durationMs = try row.optional("duration_ms", entity?.durationMs)
        originalMs = try row.optional("original_ms", entity?.originalMs)
        elapsedTime = try row.column("tally", entity?.elapsedTime)
        startedMs = try row.column("started_ms", entity?.startedMs)
        startOrder = try row.column("start_order", entity?.startOrder)
        pausedMs = try row.optional("paused_ms", entity?.pausedMs)
        endNoticed = try row.optional("end_noticed", entity?.endNoticed)
        lateByMs = try row.optional("late_by_ms", entity?.lateByMs)
        onSuspend = try row.column("on_suspend", entity?.onSuspend)
        laps = try row.list("laps", entity?.laps)
        asked = try row.optional("asked", entity?.asked)
        ringing = try row.optionalJSON("ringing", entity?.ringing)
        rings = try row.column("rings", entity?.rings, absent: 0)
        answeredMs = try row.optional("answered_ms", entity?.answeredMs)
        pausesWhenAway = try row.column(
            "pause_when_away", entity?.pausesWhenAway, absent: false)
        absence = try row.optional("absence", entity?.absence)
        ringAgainMs = try row.optional("ring_again_ms", entity?.ringAgainMs)
    }
}
