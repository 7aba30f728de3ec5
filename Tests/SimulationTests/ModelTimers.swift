import TestSupport

struct RingingModel: Hashable {
    static let spans: ClosedRange<Int64> = 10_000...12 * hourMs

    let every: Int64
    let atMost: Int64
}

struct TimerModel: Hashable, Counting, Armed {
    let id: String
    var name: String?
    let message: String?
    let sound: String?
    /// How often its own alert is repeated, 0 for never; `nil` for what the configuration says.
    let ringAgain: Int64?
    /// Duration that was asked for; `nil` for a stopwatch.
    let original: Int64?
    var duration: Int64?
    let onSuspend: String
    /// Whether it is paused while nobody is there.
    var leaves = false
    /// `away` or `asked`, while it is paused for that; `nil` otherwise.
    var absence: String?
    var state = "running"
    var counted: Int64 = 0
    var since: Instant?
    var startedMs: Int64
    /// Number of the event of its start.
    var start: Int64
    var pausedMs: Int64?
    var ended: Instant?
    var late: Int64?
    var laps: [Lap] = []
    /// Moment of the last alert of a countdown that is over and waits for an answer; `nil` for any other.
    var asked: Instant?
    var ringing: RingingModel?
    var rings: Int64 = 0
    var answeredMs: Int64?
    var alarm: Int64?

    struct Lap: Hashable {
        let atMs: Int64
        let elapsed: Int64
    }

    /// Milliseconds for which a countdown that is over waits.
    static let waitsForMs = RingingModel.spans.upperBound

    var isLive: Bool { state == "running" || state == "paused" }

    /// Milliseconds since the end of a countdown that waits for an answer.
    func waitingMs(_ now: Instant) -> Int64? {
        asked == nil ? nil : ended.map { now.ms(since: $0) + (late ?? 0) }
    }

    func slept(_ now: Instant) -> Bool {
        state == "running" && (onSuspend != "continue" || leaves) && since.map(now.slept) ?? false
    }

    mutating func pause(_ now: Instant, absence: String? = nil) {
        stop(now)
        (state, pausedMs, self.absence) = ("paused", now.wallMs, absence)
    }

    mutating func end(_ state: String, _ now: Instant) {
        stop(now)
        self.state = state
        pausedMs = nil
        absence = nil
        ended = now
    }

    /// Finishes a timer that was over before anyone looked, and has it wait for an answer.
    mutating func finishOverdue(_ now: Instant, duration: Int64, _ ringing: RingingModel?) {
        let lateBy = elapsed(now) - duration
        end("finished", now)
        counted = duration
        late = lateBy >= 100 ? lateBy : nil
        (asked, self.ringing) = (now, ringing)
    }

    mutating func begin(_ now: Instant, seq: Int64) {
        (state, duration, counted, since) = ("running", original, 0, now)
        (startedMs, start) = (now.wallMs, seq)
        (pausedMs, absence, laps) = (nil, nil, [])
        dropEnd()
    }

    mutating func dropEnd() {
        (ended, late, asked, ringing, rings, answeredMs) = (nil, nil, nil, nil, 0, nil)
    }

    /// What becomes of a timer that has ended; `nil` where nothing is due.
    mutating func elapseEnded(_ now: Instant) -> String? {
        guard let ended else { return nil }
        guard let asked else { return now.ms(since: ended) >= dayMs ? "cleared" : nil }
        guard now.ms(since: ended) < Self.waitsForMs else {
            self.asked = nil
            return "expired"
        }
        guard let ringing, rings < ringing.atMost, now.ms(since: asked) >= ringing.every else {
            return nil
        }
        self.asked = now
        rings += 1
        return "rang_again"
    }

    mutating func arm(_ now: Instant) {
        switch state {
        case "running":
            alarm = duration.flatMap { since?.reaches($0 - counted, now) }
        case "paused": alarm = nil
        default:
            let end = ended?.reaches(asked == nil ? dayMs : Self.waitsForMs, now)
            let ring = ringing.flatMap { rings < $0.atMost ? asked?.reaches($0.every, now) : nil }
            alarm = [end, ring].compactMap(\.self).min()
        }
    }

    func view(_ model: Model) -> Json {
        let elapsed = elapsed(model.now)
        let remaining = duration.map { max(0, $0 - elapsed) }
        let due = state == "running" ? remaining.map { model.text(model.now.wallMs + $0) } : nil
        return .members([
            "id": .text(id), "name": name.map(Json.text), "message": message.map(Json.text),
            "sound": sound.map(Json.text), "ring_again_ms": ringAgain.map(Json.int),
            "kind": original == nil ? "stopwatch" : "countdown",
            "state": .text(state),
            "duration_ms": duration.map(Json.int), "elapsed_ms": .int(elapsed),
            "remaining_ms": remaining.map(Json.int), "started_at": model.text(startedMs),
            "due_at": due, "paused_at": pausedMs.map(model.text),
            "ended_at": ended.map { model.text($0.wallMs - (late ?? 0)) },
            "late_by_ms": late.map(Json.int),
            "waiting_ms": waitingMs(model.now).map(Json.int),
            "rings": rings > 0 ? .int(rings) : nil, "answered_at": answeredMs.map(model.text),
            "on_suspend": .text(onSuspend),
            "pause_when_away": leaves ? true : nil, "away": absence == nil ? nil : true,
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
            guard let change = timer.elapseEnded(now) else { return timers[index].arm(now) }
            timer.arm(now)
            timers[index] = timer
            if change == "cleared" { timers.remove(at: index) }
            if change != "rang_again" { withdraw(id) }
            record(
                "timer.\(change)", id, timer.view(self),
                alert: change == "rang_again" ? timer.name ?? "Timer finished" : nil, byTime: true,
                moment: change == "rang_again" ? "\(timer.rings)" : "")
        }
    }

    /// Countdowns that are over and wait for an answer, the newest alert first.
    var waitingTimers: [TimerModel] {
        func ms(_ timer: TimerModel) -> Int64 { timer.asked.map { now.ms(since: $0) } ?? 0 }
        return timers.filter { $0.asked != nil }
            .sorted { (ms($0), $1.start) < (ms($1), $0.start) }
    }

    private func repetition(of timer: TimerModel) -> RingingModel? {
        guard let own = timer.ringAgain else { return ringing }
        return own == 0 ? nil : RingingModel(every: own, atMost: ringing?.atMost ?? 5)
    }

    func elapseRunning(_ timer: inout TimerModel) -> String? {
        let ringing = repetition(of: timer)
        if timer.slept(now), let since = timer.since {
            let awake = timer.counted + now.awakeMs(since: since)
            if let duration = timer.duration, awake >= duration {
                timer.finishOverdue(now, duration: duration, ringing)
                return "timer.finished"
            }
            if timer.onSuspend != "cancel" {
                timer.pause(now, absence: timer.leaves ? "away" : nil)
            } else {
                timer.end("cancelled", now)
            }
            timer.counted = awake
            return "timer.\(timer.state)"
        }
        guard let duration = timer.duration, timer.elapsed(now) >= duration else { return nil }
        timer.finishOverdue(now, duration: duration, ringing)
        return "timer.finished"
    }

    mutating func carryTimers() -> Int {
        var carried = 0
        for index in timers.indices {
            if timers[index].carry(now) { carried += 1 }
            _ = timers[index].asked?.carry(now)
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
