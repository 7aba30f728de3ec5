import Rig
import TestSupport
import TrackerAPI

/// A session of training, by the rules alone. Amounts are milliseconds or reps.
struct TrainingModel: Hashable, Armed {
    struct Attempt: Hashable {
        let id: String
        var value: Int64
        let adjustment: Int64
        var counted: Int64
        let atMs: Int64
        var rested: Int64?
        /// Duration of the effort.
        var took: Int64
    }

    /// A clock: its reading when it began to run, and the moment of that.
    struct Clock: Hashable, Counting {
        var counted: Int64 = 0
        var since: Instant?

        func awakeMs(_ now: Instant) -> Int64 {
            counted + (since.map { now.awakeMs(since: $0) } ?? 0)
        }
    }

    let id: String
    var fields: TrainingFields
    /// State: `training`, `resting`, `paused` or `complete`.
    var state = "training"
    /// Id of the live rest; `nil` for none.
    var rest: String?
    /// Clocks of the whole session and of the present effort.
    var clock: Clock
    var effort: Clock?
    var wasTold = false
    var attempts: [Attempt] = []
    /// Reading of the session's clock at the last attempt.
    var attempted: Int64?
    let startedMs: Int64
    let day: Int64
    let start: Int64
    var endedMs: Int64?
    var alarm: Int64?

    var isLive: Bool { state != "complete" }
    var effortMs: Int64 { attempts.reduce(0) { $0 + $1.took } }
    var accumulated: Int64 { attempts.reduce(0) { $0 + $1.counted } }

    /// Whether the machine slept during a hold; other efforts don't stop in sleep.
    func slept(_ now: Instant) -> Bool {
        fields.isTime && state == "training" && effort?.since.map(now.slept) ?? false
    }

    /// Pauses the effort's clock; time asleep doesn't count.
    mutating func pauseEffort(_ now: Instant) {
        guard let effort else { return }
        self.effort = Clock(counted: fields.isTime ? effort.elapsed(now) : effort.awakeMs(now))
    }

    /// Reading of the hold's clock at which the target is reached.
    private var goal: Int64 { fields.target + fields.adjustment - accumulated }

    mutating func arm(_ now: Instant) {
        alarm = nil
        guard fields.isTime, state == "training", !wasTold, let effort, let since = effort.since
        else { return }
        alarm = since.reaches(goal - effort.counted, now)
    }

    /// Milliseconds by which the target is overdue; `nil` where it isn't.
    func overdue(_ now: Instant) -> Int64? {
        guard fields.isTime, state == "training", !wasTold, let effort else { return nil }
        let late = effort.elapsed(now) - goal
        return late >= 0 ? late : nil
    }

    /// True once the present hold has reached the target.
    func isAtTarget(_ now: Instant) -> Bool {
        guard fields.isTime, let effort else { return false }
        return accumulated + max(0, effort.elapsed(now) - fields.adjustment) >= fields.target
    }

    /// Milliseconds of the hold that stopping counts: from a second on, or once the target is reached.
    func countedHold(_ now: Instant) -> Int64? {
        guard fields.isTime, let held = effort?.elapsed(now) else { return nil }
        return held >= 1000 || isAtTarget(now) ? held : nil
    }

    /// Notes how long was rested after the last attempt. Before the first, one only got ready.
    mutating func noteRest(_ ms: Int64) {
        if !attempts.isEmpty { attempts[attempts.count - 1].rested = ms }
    }

    mutating func add(_ attempt: Attempt, _ now: Instant) {
        attempts.append(attempt)
        attempted = clock.elapsed(now)
        (state, effort, wasTold) = ("training", nil, false)
    }

    func view(_ model: Model, late: Int64? = nil, isDiscarded: Bool = false) -> Json {
        let now = model.now
        let rest = rest.flatMap { id in model.rests.last { $0.id == id } }
        let before = model.trainings.last {
            !$0.isLive && $0.start < start && $0.fields.mode == fields.mode
                && $0.fields.exercise == fields.exercise
        }
        let last = isLive && fields.exercise != nil ? before : nil
        return .members([
            "id": .text(id), "mode": .text(fields.mode), "state": .text(state),
            "target": fields.amount(fields.target), "adjustment": fields.amount(fields.adjustment),
            "rest_ms": .int(fields.restMs),
            "ready_ms": fields.readyMs > 0 ? .int(fields.readyMs) : nil,
            "exercise": fields.exercise.map(Json.text),
            "exercise_name": model.exerciseName(fields.exercise),
            "accumulated": fields.amount(accumulated),
            "attempts": .list(attempts.map { view($0, model) }), "live": live(now),
            "rest": rest.map { $0.view(model) }, "started_at": model.text(startedMs),
            "day": .text(Place.date(ofDay: day)), "ended_at": endedMs.map(model.text),
            "summary": isLive
                ? nil
                : [
                    "total": fields.amount(accumulated), "attempts": .int(Int64(attempts.count)),
                    "effort_ms": .int(effortMs),
                    "rest_ms": .int(attempts.reduce(0) { $0 + ($1.rested ?? 0) }),
                    "duration_ms": .int(clock.counted),
                ],
            "last": last.map { last in
                [
                    "id": .text(last.id), "total": fields.amount(last.accumulated),
                    "attempts": .int(Int64(last.attempts.count)),
                    "started_at": model.text(last.startedMs),
                ]
            },
            "late_by_ms": late.map(Json.int), "discarded": isDiscarded ? true : nil,
        ])
    }

    private func view(_ attempt: Attempt, _ model: Model) -> Json {
        .members([
            "id": .text(attempt.id), "value": fields.amount(attempt.value),
            "adjustment": fields.amount(attempt.adjustment),
            "counted": fields.amount(attempt.counted), "at": model.text(attempt.atMs),
            "rest_taken_ms": attempt.rested.map(Json.int),
        ])
    }

    private func live(_ now: Instant) -> Json? {
        guard fields.isTime, let effort else { return nil }
        let elapsed = effort.elapsed(now)
        let counted = max(0, elapsed - fields.adjustment)
        let total = accumulated + counted
        return [
            "elapsed": fields.amount(elapsed), "counted": fields.amount(counted),
            "total": fields.amount(total),
            "remaining": fields.amount(max(0, fields.target - total)),
            "percent": .plain(min(100, 100 * Double(total) / Double(fields.target))),
            "can_bail": .bool(elapsed >= 1000 && total < fields.target),
        ]
    }
}

// MARK: - The course of time

extension Model {
    var liveTraining: TrainingModel? { trainings.last.flatMap { $0.isLive ? $0 : nil } }

    @discardableResult
    mutating func settle(
        _ training: TrainingModel, _ change: String, alert: String? = nil, byTime: Bool = false,
        late: Int64? = nil
    ) -> Expected {
        var training = training
        training.arm(now)
        trainings[trainings.count - 1] = training
        if ["resumed", "attempted"].contains(change) { withdraw(training.id) }
        let view = training.view(self, late: late)
        record("training.\(change)", training.id, view, alert: alert, byTime: byTime)
        return .result(view)
    }

    mutating func advanceTraining() {
        guard var training = liveTraining else { return }
        if training.slept(now) { return pauseInSleep(training) }
        guard let late = training.overdue(now) else {
            training.arm(now)
            trainings[trainings.count - 1] = training
            return
        }
        training.wasTold = true
        settle(
            training, "target_reached", alert: "Target reached", byTime: true,
            late: late >= 100 ? late : nil)
    }

    mutating func wakeTraining() {
        if let training = liveTraining, training.slept(now) { pauseInSleep(training) }
    }

    private mutating func pauseInSleep(_ training: TrainingModel) {
        var training = training
        training.effort = .init(counted: training.effort?.awakeMs(now) ?? 0)
        training.state = "paused"
        settle(training, "paused", alert: "Hold paused", byTime: true)
    }

    /// Moment at which a rest that is found over now was over: a sleep during it is taken to lie at its end
    /// rather than before.
    func overAt(_ rest: RestModel) -> Instant {
        let late = rest.elapsed(now) - rest.duration
        guard late > 0, let since = rest.since else { return now }
        let asleep = now.slept(since: since) ? now.ms(since: since) - now.awakeMs(since: since) : 0
        var over = now
        over.wallMs -= late
        over.bootNs -= late * msNs
        over.awakeNs -= max(0, late - asleep) * msNs
        return over
    }

    @discardableResult
    mutating func follow(
        _ rest: RestModel, _ change: String, from over: Instant? = nil, byTime: Bool = false
    ) -> Expected? {
        guard var training = liveTraining, training.rest == rest.id else { return nil }
        switch change {
        case "paused", "resumed":
            training.state = change == "paused" ? "paused" : "resting"
            return settle(training, change)
        case "finished", "skipped":
            training.rest = nil
            training.noteRest(rest.counted)
            return beginEffort(training, from: over ?? now, byTime: byTime)
        default: return nil
        }
    }

    @discardableResult
    mutating func beginEffort(
        _ training: TrainingModel, from start: Instant, byTime: Bool = false
    ) -> Expected {
        var training = training
        (training.state, training.effort) = ("training", .init(since: start))
        let result = settle(training, "effort_started", byTime: byTime)
        // Nobody holds anything while the machine sleeps.
        wakeTraining()
        return result
    }

    mutating func carryTraining(lastMs: Int64) -> Int {
        guard var training = liveTraining else { return 0 }
        let carried = training.clock.carry(now)
        if let effort = training.effort, let since = effort.since, since.boot != now.boot {
            // The effort counts up to the last event that is known.
            training.effort = .init(
                counted: effort.counted + max(0, lastMs - since.wallMs),
                since: training.fields.isTime ? nil : now)
        }
        training.arm(now)
        trainings[trainings.count - 1] = training
        return carried ? 1 : 0
    }

    /// Pauses the session after a reboot, when no hold can be on.
    mutating func takeUpTraining() {
        if liveTraining?.rest != nil, let rest = liveRest, rest.state == "running",
            rest.elapsed(now) >= rest.duration
        {
            advanceRest(from: now)
        }
        guard var training = liveTraining, training.fields.isTime, training.state == "training"
        else { return }
        training.effort?.stop(now)
        training.state = "paused"
        settle(training, "paused", alert: "Hold paused", byTime: true)
    }

    mutating func followClockOfTraining(_ steps: inout [Int64]) {
        guard var training = liveTraining else { return }
        let followed = training.clock.since?.follow(now, &steps) ?? false
        let effort = training.effort?.since?.follow(now, &steps) ?? false
        if followed || effort { training.arm(now) }
        trainings[trainings.count - 1] = training
    }
}
