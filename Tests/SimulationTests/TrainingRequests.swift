import TestSupport
import TrackerAPI

// MARK: - Requests

extension Model {
    func lastTraining() throws -> TrainingModel {
        guard let training = trainings.last else { throw Refusal("not_found") }
        return training
    }

    /// The id of the attempt in the next event.
    private func newAttempt() -> String {
        clues.indices.contains(fresh.count) ? clues[fresh.count].attempt : "?"
    }

    fileprivate mutating func startTraining(_ params: Params) throws -> Expected {
        let fields = try trainingTerms(params)
        if let live = liveTraining { throw Refusal.conflict(live.state) }
        let training = TrainingModel(
            id: newID(), fields: fields, clock: .init(since: now), effort: .init(since: now),
            startedMs: now.wallMs, day: day(now.wallMs), start: seq + 1)
        trainings.append(training)
        settle(training, "started")
        return begin(training, afterMs: fields.readyMs)
    }

    fileprivate mutating func bail() throws -> Expected {
        var training = try lastTraining()
        guard training.fields.isTime, let effort = training.effort else {
            throw Refusal.conflict(training.state)
        }
        let (held, fields) = (effort.elapsed(now), training.fields)
        let counted = max(0, held - fields.adjustment)
        guard held >= 1000, training.accumulated + counted < fields.target else {
            throw Refusal.conflict(training.state)
        }
        training.add(
            .init(
                id: newAttempt(), value: held, adjustment: fields.adjustment, counted: counted,
                atMs: now.wallMs, took: held), now)
        settle(training, "attempted")
        return goOn(training)
    }

    fileprivate mutating func countReps(_ params: Params) throws -> Expected {
        let count = try needed(params.optionalInt("count"), "count")
        var training = try lastTraining()
        try require(training.isLive && !training.fields.isTime, .conflict(training.state))
        try require((1...100_000).contains(count), .invalid("count"))
        let isTwice =
            training.attempts.last?.value == count
            && training.attempted.map { training.clock.elapsed(now) - $0 < 1000 } ?? false
        guard !isTwice, let effort = training.effort else { throw Refusal.conflict(training.state) }
        let bonus = training.fields.adjustment
        training.add(
            .init(
                id: newAttempt(), value: count, adjustment: bonus, counted: count + bonus,
                atMs: now.wallMs, took: effort.awakeMs(now)), now)
        settle(training, "attempted")
        return goOn(training)
    }

    /// Continues after an attempt: completes a reached target, or begins the rest or the next effort.
    private mutating func goOn(_ training: TrainingModel) -> Expected {
        guard training.accumulated < training.fields.target else { return complete(training) }
        return begin(training, afterMs: max(training.fields.restMs, training.fields.readyMs))
    }

    /// Begins the next effort after a rest, or at once where that is 0.
    private mutating func begin(_ training: TrainingModel, afterMs length: Int64) -> Expected {
        var training = training
        guard length > 0 else { return beginEffort(training, from: now) }
        skipLiveRest()
        let exercise = exercises.first { $0.id == training.fields.exercise }
        let marks: [Int64] = training.fields.readyMs > 0 ? [3000, 2000, 1000] : [3000]
        let rest = RestModel(
            id: newID(), duration: length, marks: marks, armed: marks.filter { $0 < length },
            label: exercise?.name, startedMs: now.wallMs, since: now, training: training.id)
        begin(rest)
        (training.state, training.rest, training.effort) = ("resting", rest.id, nil)
        return settle(training, "resting")
    }

    private mutating func complete(_ training: TrainingModel) -> Expected {
        var training = training
        training.clock.stop(now)
        (training.state, training.effort, training.rest) = ("complete", nil, nil)
        training.endedMs = now.wallMs
        let result = settle(training, "completed", alert: "Session complete")
        if let effort = effort(of: training) {
            let entry = entry(of: training, effort, id: newID())
            beginIntervals(by: entry.exercise, atMs: entry.atMs)
            change([entry.id: .entry(entry)], type: "log.added", entry.id, entry.view(self))
            answerPending(by: entry.exercise, atMs: entry.atMs, entry: entry.id)
        }
        return result
    }

    fileprivate mutating func stopTraining() throws -> Expected {
        var training = try lastTraining()
        try require(training.isLive, .conflict(training.state))
        if let held = training.countedHold(now) {
            training.add(
                .init(
                    id: newAttempt(), value: held, adjustment: 0, counted: held, atMs: now.wallMs,
                    took: held), now)
            settle(training, "attempted")
        }
        guard !training.attempts.isEmpty else { return discard(training) }
        dropRest(of: &training)
        return complete(training)
    }

    private mutating func discard(_ training: TrainingModel) -> Expected {
        var training = training
        let view = training.view(self, isDiscarded: true)
        dropRest(of: &training)
        withdraw(training.id)
        trainings.removeLast()
        record("training.reset", training.id, view)
        return .result(view)
    }

    /// Ends the rest without beginning the next effort.
    mutating func dropRest(of training: inout TrainingModel) {
        guard let id = training.rest, var rest = liveRest, rest.id == id else { return }
        rest.end("skipped", now)
        note(rest, "skipped")
        training.rest = nil
        training.noteRest(rest.counted)
    }

    fileprivate mutating func skipTrainingRest() throws -> Expected {
        let training = try lastTraining()
        guard training.rest != nil, var rest = liveRest else {
            throw Refusal.conflict(training.state)
        }
        rest.end("skipped", now)
        note(rest, "skipped")
        guard let result = follow(rest, "skipped") else { throw Refusal("no rest") }
        return result
    }

    fileprivate mutating func pauseTraining() throws -> Expected {
        var training = try lastTraining()
        if training.state == "resting", var rest = liveRest {
            rest.stop(now)
            rest.state = "paused"
            note(rest, "paused")
            return follow(rest, "paused") ?? .refused(Refusal("no rest"))
        }
        try require(training.state == "training", .conflict(training.state))
        training.pauseEffort(now)
        training.state = "paused"
        return settle(training, "paused")
    }

    fileprivate mutating func resumeTraining() throws -> Expected {
        var training = try lastTraining()
        try require(training.state == "paused", .conflict(training.state))
        if training.rest != nil, var rest = liveRest {
            (rest.state, rest.since) = ("running", now)
            note(rest, "resumed")
            return follow(rest, "resumed") ?? .refused(Refusal("no rest"))
        }
        training.effort?.since = now
        training.state = "training"
        return settle(training, "resumed")
    }

    fileprivate mutating func resetTraining(_ params: Params) throws -> Expected {
        let isMeant = try params.truth("confirm")
        let training = try lastTraining()
        try require(training.isLive, .conflict(training.state))
        try require(
            isMeant, Refusal("confirmation_required", field: "confirm", state: training.state))
        return discard(training)
    }

    fileprivate func listTrainings(_ params: Params) throws -> Expected {
        let (from, to) = (try given("from", params), try given("to", params))
        let mode = try params.choice("mode", ["time", "reps"])
        let wanted = try params.optionalText("exercise")
        let limit = try params.limit()
        let span = try span(from, to)
        let exercise = try wanted.map { try self.exercise($0).id }
        let found = trainings.reversed().filter { training in
            span.contains(training.startedMs, training.day)
                && (mode == nil || training.fields.mode == mode)
                && (exercise == nil || training.fields.exercise == exercise)
        }
        let shown = Json.list(found.prefix(Int(limit)).map { $0.view(self) })
        let total = Json.int(Int64(found.count))
        // The property tests of figures check the trend.
        return .like { reply in
            reply["trainings"] == shown && reply["total"] == total
                ? nil : "\(reply) instead of \(total): \(shown)"
        }
    }
}

extension Arm {
    static let training: [Arm] = [
        Arm("training.start", 12, expect: { try $0.startTraining($1) }) { $0.trainingMembers($1) },
        Arm("training.bail", 9) { model, _ in try model.bail() },
        Arm("training.reps", 9, expect: { try $0.countReps($1) }) { dice, _ in
            if dice.spoils(8) {
                let wrong: [Json] = [0, -1, 100_001, "5", .number("1.5"), .int(.max)]
                return ["count": dice.pick(wrong) ?? .null]
            }
            return ["count": .int(dice.chance(90) ? dice.spread(1...60) : 100_000)]
        },
        Arm("training.stop", 3) { model, _ in try model.stopTraining() },
        Arm("training.skip_rest", 5) { model, _ in try model.skipTrainingRest() },
        Arm("training.pause", 4) { model, _ in try model.pauseTraining() },
        Arm("training.resume", 6) { model, _ in try model.resumeTraining() },
        Arm("training.reset", 2, expect: { try $0.resetTraining($1) }) { dice, _ in
            dice.chance(70) ? ["confirm": dice.truth()] : [:]
        },
        Arm("training.get", 4, .none) { model, params in
            let training = try params.optionalText("training").map(model.training)
            return .result(try (training ?? model.lastTraining()).view(model))
        } make: { dice, model in
            dice.chance(40) ? ["training": dice.training(model)] : [:]
        },
        Arm("training.list", 3, .none, expect: { try $0.listTrainings($1) }) { dice, model in
            var params: [String: Json] = [:]
            if dice.chance(30) { params["from"] = dice.moment(model, days: true) }
            if dice.chance(30) { params["to"] = dice.moment(model, days: true) }
            if dice.chance(40) { params["mode"] = dice.choice(["time", "reps"]) }
            if dice.chance(30) { params["exercise"] = dice.exercise(model) }
            if dice.chance(30) { params["limit"] = .int(Int64.random(in: 1...5, using: &dice)) }
            if dice.spoils(4) { params["limit"] = dice.one(of: 0, 1001, "x") }
            return params
        },
    ]
}
