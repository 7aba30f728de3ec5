import Rig
import TestSupport
import TrackerAPI

/// A run, by the rules alone: a list of steps, and the progress through them.
struct RunModel: Hashable, Counting, Armed {
    let id: String
    let program: String
    let name: String
    /// The steps; those of an endless group come once.
    let steps: [StepModel]
    /// Index of the first step of the endless group; `nil` without one.
    let loop: Int?
    let startedMs: Int64
    let day: Int64
    let order: Int64
    /// Whether it is paused while nobody is there.
    var leaves = false
    /// `away` or `asked`, while it is paused for that; `nil` otherwise.
    var absence: String?
    var state = "running"
    var index = 0
    var counted: Int64 = 0
    var since: Instant?
    /// Milliseconds run when the step began.
    var begun: Int64 = 0
    /// Duration of the step, extensions included.
    var length: Int64 = 0
    /// Cues of the step that are still to come, in milliseconds before its end, the earliest first.
    var marks: [Int64] = []
    /// Whether an event has reported the start of the step.
    var isTold = false
    var endedMs: Int64?
    /// Milliseconds in work steps that were left, and number of those that were done to their end.
    var worked: Int64 = 0
    var rounds: Int64 = 0
    /// The moment at which the run began to wait.
    var waitingMs: Int64?
    /// The moment at which the person was last asked to confirm; `nil` where they aren't asked again.
    var asked: Instant?
    /// How the request to confirm is repeated.
    var ringing = RingingModel(every: 5 * minuteMs, atMost: 1)
    var rings: Int64 = 0
    var alarm: Int64?

    static let live = ["running", "paused", "waiting_for_confirmation"]

    var isLive: Bool { Self.live.contains(state) }
    var step: StepModel { step(at: index) }

    func hasStep(_ index: Int) -> Bool { loop != nil || index < steps.count }

    func step(at index: Int) -> StepModel {
        guard let loop, index >= steps.count else { return steps[index] }
        let length = steps.count - loop
        var step = steps[loop + (index - loop) % length]
        if step.round.count == 1 { step.round = [Int64((index - loop) / length) + 1] }
        return step
    }

    /// The steps of a turn that passes by itself; `nil` for none.
    var turn: [StepModel]? {
        guard let loop, index >= loop, !steps[loop...].contains(where: \.isManual) else {
            return nil
        }
        return Array(steps[loop...])
    }

    /// Goes through whole turns, to the same step.
    mutating func skip(_ turns: Int64, of turn: [StepModel]) {
        let work = turn.filter(\.isWork)
        worked += turns * work.reduce(0) { $0 + $1.ms }
        rounds += turns * Int64(work.count)
        place(
            index + Int(turns) * turn.count,
            after: begun + turns * turn.reduce(0) { $0 + $1.ms })
    }

    var end: Int64 { begun + length }

    /// Whether the sound of the interval's end is played. A boundary has one sound: a needed confirmation,
    /// the run's end and the next step's start take precedence.
    var isEndHeard: Bool {
        guard step.cues.contains("end"), !step.isManual, hasStep(index + 1) else { return false }
        return !step(at: index + 1).cues.contains("start")
    }

    func slept(_ now: Instant) -> Bool {
        leaves && state == "running" && since.map(now.slept) ?? false
    }

    mutating func enter(_ index: Int, after elapsed: Int64) {
        count(upTo: elapsed)
        place(index, after: elapsed)
    }

    mutating func count(upTo elapsed: Int64) {
        guard step.isWork else { return }
        worked += max(0, elapsed - begun)
        if elapsed >= end { rounds += 1 }
    }

    mutating func place(_ index: Int, after elapsed: Int64) {
        (self.index, begun, length, isTold) = (index, elapsed, step(at: index).ms, false)
        marks = heard(length)
    }

    /// All cues of the step when `left` milliseconds of it remain.
    func heard(_ left: Int64) -> [Int64] {
        var marks: [Int64] = []
        let counts = step.cues.contains("countdown")
        if counts { marks += [3000, 2000, 1000].filter { $0 < length } }
        if step.cues.contains("half") {
            let half = length - length / 2
            // Each cue has its own event.
            marks.append(marks.contains(half) ? half + 1 : half)
        }
        return marks.filter { $0 < left && $0 < length }.sorted(by: >)
    }

    mutating func dropQuestion() { (asked, rings) = (nil, 0) }

    mutating func arm(_ now: Instant) {
        alarm = asked?.reaches(ringing.every, now)
        guard state == "running", let since else { return }
        let left = end - elapsed(now)
        let at = end - (marks.first { $0 - left <= 500 } ?? 0)
        alarm = since.reaches(at - counted, now)
    }

    func view(_ model: Model, seconds: Int64? = nil, late: Int64? = nil, passed: Int? = nil) -> Json
    {
        let left = isLive ? max(0, end - elapsed(model.now)) : 0
        var following: Int64?
        if loop == nil { following = steps.dropFirst(index + 1).reduce(0) { $0 + $1.ms } }
        let total = following.map { left + $0 }
        let isAtWork = isLive && step.isWork
        let now = isAtWork ? max(0, elapsed(model.now) - begun) : 0
        return .members([
            "id": .text(id), "program": .text(program), "name": .text(name),
            "state": .text(state), "index": .int(Int64(index)),
            "steps": loop == nil ? .int(Int64(steps.count)) : nil, "interval": step.view,
            "next": hasStep(index + 1) ? step(at: index + 1).view : nil,
            "round": step.round.isEmpty
                ? nil
                : .members([
                    "k": .int(step.round[0]),
                    "n": step.round.count == 2 ? .int(step.round[1]) : nil,
                ]),
            "duration_ms": .int(length), "remaining_ms": .int(left),
            "elapsed_ms": .int(elapsed(model.now)),
            "total_remaining_ms": isLive ? total.map(Json.int) : 0,
            "worked_ms": .int(worked + now), "rounds": .int(rounds),
            "started_at": model.text(startedMs), "day": .text(Place.date(ofDay: day)),
            "due_at": state == "running" ? model.text(model.now.wallMs + left) : nil,
            "ended_at": endedMs.map(model.text),
            "waiting_since": state == "waiting_for_confirmation" ? waitingMs.map(model.text) : nil,
            "rings": rings > 0 ? .int(rings) : nil,
            "pause_when_away": leaves ? true : nil, "away": absence == nil ? nil : true,
            "seconds": seconds.map(Json.int),
            "late_by_ms": late.map(Json.int), "passed": passed.map { .int(Int64($0)) },
        ])
    }
}

// MARK: - The course of time

extension Model {
    var liveRun: RunModel? { runs.last.flatMap { $0.isLive ? $0 : nil } }

    mutating func tell(
        _ change: String, _ run: RunModel, seconds: Int64? = nil, late: Int64? = nil,
        passed: Int? = nil, byTime: Bool
    ) -> Json {
        var run = run
        run.arm(now)
        if change == "interval_started" { run.isTold = true }
        if change == "confirmation_needed" { run.waitingMs = now.wallMs - (late ?? 0) }
        runs[runs.count - 1] = run
        let label = run.step.label
        let round = run.step.round.map { "\($0)" }.joined(separator: " of ")
        let title = label + (round.isEmpty ? "" : " (\(round))")
        let isOpen = run.step.isOpen
        let alert: String? =
            switch change {
            case "interval_started": run.step.cues.contains("start") && !isOpen ? title : nil
            case "halfway":
                // The half isn't alerted within the countdown of 3, 2, 1.
                run.step.cues.contains("countdown") && run.length <= 6000
                    ? nil : "Halfway through \(label)"
            case "countdown": "\(seconds ?? 0)"
            case "interval_finished": run.isEndHeard ? "\(label) is over" : nil
            case "confirmation_needed", "followed_up": isOpen ? title : "\(label) is over"
            case "completed": "\(run.name) is complete"
            case "resume_offered": "\(run.name) is paused"
            default: nil
            }
        let endsWaiting =
            ["skipped", "jumped", "extended", "resumed", "stopped"].contains(change)
            || change == "interval_started" && alert == nil
        if endsWaiting, !byTime { withdraw(run.id) }
        let view = run.view(self, seconds: seconds, late: late, passed: passed)
        record(
            "run.\(change)", run.id, view, alert: alert, byTime: byTime,
            moment: "\(run.index)" + (run.rings > 0 ? ".\(run.rings)" : ""))
        return view
    }

    /// Pauses the run that stops when the machine sleeps, as of the beginning of the sleep.
    mutating func wakeRun() { if runs.last?.slept(now) == true { advanceRun() } }

    mutating func advanceRun() {
        if var run = runs.last, run.slept(now), let since = run.since {
            run.counted = min(run.counted + now.awakeMs(since: since), run.end)
            (run.since, run.state, run.absence) = (nil, "paused", "away")
            _ = tell("paused", run, byTime: true)
        }
        if var run = runs.last, let asked = run.asked, now.ms(since: asked) >= run.ringing.every {
            run.rings += 1
            run.asked = run.rings < run.ringing.atMost ? now : nil
            _ = tell("followed_up", run, byTime: true)
        }
        while let run = runs.last, run.state == "running" {
            guard run.end <= run.elapsed(now) else {
                guard hear(run) else { break }
                continue
            }
            passBoundaries(run)
        }
        if !runs.isEmpty { runs[runs.count - 1].arm(now) }
    }

    /// - Returns: whether there was a cue.
    private mutating func hear(_ run: RunModel) -> Bool {
        var run = run
        let left = run.end - run.elapsed(now)
        guard let mark = run.marks.first(where: { $0 >= left && $0 - left <= 500 }) else {
            return false
        }
        run.marks.removeAll { $0 >= mark }
        let counts = run.step.cues.contains("countdown") && [1000, 2000, 3000].contains(mark)
        _ = tell(
            counts ? "countdown" : "halfway", run, seconds: counts ? mark / 1000 : nil, byTime: true
        )
        return true
    }

    private mutating func passBoundaries(_ run: RunModel) {
        var run = run
        let elapsed = run.elapsed(now)
        var (passed, end) = (1, run.end)
        while !run.step.isManual, run.hasStep(run.index + 1),
            !run.step(at: run.index + 1).isOpen,
            end + run.step(at: run.index + 1).ms <= elapsed
        {
            run.enter(run.index + 1, after: end)
            (passed, end) = (passed + 1, run.end)
            if let turn = run.turn {
                let turns = (elapsed - end) / turn.reduce(0) { $0 + $1.ms }
                run.skip(turns, of: turn)
                (passed, end) = (passed + Int(turns) * turn.count, run.end)
            }
        }
        // A step that was passed isn't reported any more.
        run.isTold = true
        let late = elapsed - end
        let nobodyWasThere = passed > 1 || late > 1000
        let told = nobodyWasThere || late >= 100 ? late : nil
        // An open step ends by being confirmed, unless it was given a length.
        if !nobodyWasThere, run.length > 0 || !run.step.isOpen {
            run.marks = []
            _ = tell("interval_finished", run, late: told, byTime: true)
        }
        arrive(run, at: end, late: told, passed: nobodyWasThere ? passed : nil, byTime: true)
    }

    /// Handles the end of a step: the next one begins, or the run waits, or is complete.
    @discardableResult
    mutating func arrive(
        _ run: RunModel, at end: Int64, late: Int64? = nil, passed: Int? = nil, byTime: Bool
    ) -> Json {
        var run = run
        let behind = run.elapsed(now) - end
        let change: String
        if run.step.isManual {
            (run.state, run.counted, run.since, run.marks, run.asked) = (
                "waiting_for_confirmation", end, nil, [], now
            )
            run.absence = nil
            run.ringing =
                run.step.ringAgain.map { RingingModel(every: $0, atMost: ringing?.atMost ?? 5) }
                ?? RingingModel(every: 5 * minuteMs, atMost: 1)
            change = "confirmation_needed"
        } else if !run.hasStep(run.index + 1) {
            run.count(upTo: end)
            (run.state, run.counted, run.since, run.marks) = ("completed", end, nil, [])
            run.endedMs = now.wallMs - behind
            run.absence = nil
            change = "completed"
        } else {
            run.enter(run.index + 1, after: end)
            change = run.state == "paused" ? "skipped" : "interval_started"
        }
        return tell(change, run, late: late, passed: passed, byTime: byTime)
    }

    mutating func carryRun() -> Int {
        guard var run = runs.last else { return 0 }
        let isAsked = run.asked?.carry(now) ?? false
        guard run.carry(now) || isAsked else { return 0 }
        run.arm(now)
        runs[runs.count - 1] = run
        return 1
    }
}
