import TestSupport

/// A timer, by the rules alone.
struct TimerModel: Hashable {
    let id: String
    var name: String?
    let message: String?
    let sound: String?
    /// Duration that was asked for; `nil` for a stopwatch.
    let original: Int64?
    var duration: Int64?
    let onSuspend: String
    var state = "running"
    /// Milliseconds counted before `since`.
    var counted: Int64 = 0
    /// Moment since when the timer counts; `nil` while it stands still.
    var since: Instant?
    var startedMs: Int64
    /// Number of the event of its start.
    var start: Int64
    var pausedMs: Int64?
    var ended: Instant?
    var late: Int64?
    var laps: [Lap] = []
    /// Moment at which the timer changes by itself, on the boot clock; `nil` for none.
    var alarm: Int64?

    struct Lap: Hashable {
        let atMs: Int64
        let elapsed: Int64
    }

    var isLive: Bool { state == "running" || state == "paused" }

    func elapsed(_ now: Instant) -> Int64 { counted + (since.map { now.ms(since: $0) } ?? 0) }

    func slept(_ now: Instant) -> Bool {
        state == "running" && onSuspend != "continue" && since.map(now.slept) ?? false
    }

    mutating func stop(_ now: Instant) {
        counted = elapsed(now)
        since = nil
    }

    mutating func end(_ state: String, _ now: Instant) {
        stop(now)
        self.state = state
        pausedMs = nil
        ended = now
    }

    /// Finishes a timer that was over before anyone looked.
    mutating func finishOverdue(_ now: Instant, duration: Int64) {
        let lateBy = elapsed(now) - duration
        end("finished", now)
        counted = duration
        late = lateBy >= 100 ? lateBy : nil
    }

    mutating func begin(_ now: Instant, seq: Int64) {
        (state, duration, counted, since) = ("running", original, 0, now)
        (startedMs, start) = (now.wallMs, seq)
        (pausedMs, ended, late, laps) = (nil, nil, nil, [])
    }

    /// Sets the alarm.
    mutating func arm(_ now: Instant) {
        switch state {
        case "running":
            alarm = duration.flatMap { duration in
                since.map { Self.reaches(duration - counted, since: $0, now) }
            }
        case "paused": alarm = nil
        default: alarm = ended.map { Self.reaches(dayMs, since: $0, now) }
        }
    }

    /// Time on the boot clock at which `ms` milliseconds have passed since a moment, which may lie before
    /// the last reboot.
    private static func reaches(_ ms: Int64, since: Instant, _ now: Instant) -> Int64 {
        since.boot == now.boot
            ? since.bootNs + ms * msNs : now.bootNs + (ms - now.ms(since: since)) * msNs
    }

    func view(_ model: Model) -> Json {
        let elapsed = elapsed(model.now)
        let remaining = duration.map { max(0, $0 - elapsed) }
        let due = state == "running" ? remaining.map { model.text(model.now.wallMs + $0) } : nil
        return .members([
            "id": .text(id), "name": name.map(Json.text), "message": message.map(Json.text),
            "sound": sound.map(Json.text), "kind": original == nil ? "stopwatch" : "countdown",
            "state": .text(state),
            "duration_ms": duration.map(Json.int), "elapsed_ms": .int(elapsed),
            "remaining_ms": remaining.map(Json.int), "started_at": model.text(startedMs),
            "due_at": due, "paused_at": pausedMs.map(model.text),
            "ended_at": ended.map { model.text($0.wallMs - (late ?? 0)) },
            "late_by_ms": late.map(Json.int), "on_suspend": .text(onSuspend),
            "laps": .list(
                laps.map { ["at": model.text($0.atMs), "elapsed_ms": .int($0.elapsed)] }),
        ])
    }
}

// MARK: - The course of time

extension Model {
    /// Pauses or cancels the timers that stop when the machine sleeps, as of the beginning of the sleep.
    mutating func wakeTimers() {
        for timer in timers.sorted(by: { $0.start < $1.start }) where timer.slept(now) {
            advanceTimer(timer.id)
        }
    }

    mutating func advanceTimer(_ id: String) {
        guard let index = timers.firstIndex(where: { $0.id == id }) else { return }
        var timer = timers[index]
        switch timer.state {
        case "running":
            let type = elapseRunning(&timer)
            timer.arm(now)
            timers[index] = timer
            guard let type else { return }
            record(
                type, id, timer.view(self),
                alert: type == "timer.finished" ? timer.name ?? "Timer finished" : nil, byTime: true
            )
        case "paused": timers[index].alarm = nil
        default:
            guard let ended = timer.ended, now.ms(since: ended) >= dayMs else {
                return timers[index].arm(now)
            }
            record("timer.cleared", id, timer.view(self), byTime: true)
            timers.remove(at: index)
        }
    }

    func elapseRunning(_ timer: inout TimerModel) -> String? {
        if timer.slept(now), let since = timer.since {
            let awake = timer.counted + now.awakeMs(since: since)
            if let duration = timer.duration, awake >= duration {
                timer.finishOverdue(now, duration: duration)
                return "timer.finished"
            }
            if timer.onSuspend == "pause" {
                timer.stop(now)
                timer.state = "paused"
                timer.pausedMs = now.wallMs
            } else {
                timer.end("cancelled", now)
            }
            timer.counted = awake
            return "timer.\(timer.state)"
        }
        guard let duration = timer.duration, timer.elapsed(now) >= duration else { return nil }
        timer.finishOverdue(now, duration: duration)
        return "timer.finished"
    }

    /// - Returns: number of counts that were carried over.
    mutating func carryTimers() -> Int {
        var carried = 0
        for index in timers.indices {
            if let since = timers[index].since, since.boot != now.boot {
                timers[index].counted = timers[index].elapsed(now)
                timers[index].since = now
                carried += 1
            }
            if let ended = timers[index].ended, ended.boot != now.boot {
                // The day for which the timer stays listed is counted on this boot's clock.
                timers[index].ended?.bootNs = now.bootNs - now.ms(since: ended) * msNs
                timers[index].ended?.boot = now.boot
                carried += 1
            }
            timers[index].arm(now)
        }
        return carried
    }
}
