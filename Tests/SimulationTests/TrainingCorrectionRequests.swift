import TestSupport
import TrackerAPI
import TrackerCore

// MARK: - Sessions as records

extension Model {
    /// A session as an undo puts it back: one that is on goes on as it is, and one that is over is opened again
    /// within a day of its end.
    func putBack(_ was: TrainingModel) throws -> RecordModel? {
        var training = was
        guard training.isLive, let present = trainings.first(where: { $0.id == training.id })
        else { return .training(training) }
        if !present.isLive {
            try require(now.wallMs - (present.endedMs ?? 0) <= dayMs, .conflict(present.state))
            training.clock = TrainingModel.Clock(counted: present.clock.counted, since: now)
            if let effort = training.effort, effort.since != nil {
                training.effort = TrainingModel.Clock(counted: effort.counted, since: now)
            }
            return .training(training)
        }
        let live = present
        (training.state, training.rest) = (live.state, live.rest)
        (training.clock, training.effort) = (live.clock, live.effort)
        training.wasTold = live.wasTold && training.isAtTarget(now)
        return .training(training)
    }

    func checkPuttingBack(_ training: TrainingModel) throws {
        if let id = training.fields.exercise {
            let exercise = exercises.first { $0.id == id }
            guard let exercise, !training.isLive || exercise.unit == training.fields.unit else {
                throw Refusal("conflict")
            }
        }
        if training.isLive, let live = liveTraining, live.id != training.id {
            throw Refusal.conflict(live.state)
        }
    }

    // MARK: The log entry of a session

    typealias TrainingEffort = (exercise: ExerciseModel, count: Int64)

    /// The effort of a session for the log: whole seconds or reps, without adjustments.
    func effort(of training: TrainingModel) -> TrainingEffort? {
        let done = training.attempts.reduce(0) { $0 + $1.value }
        let whole = min(100_000, training.fields.isTime ? done / 1000 : done)
        guard whole > 0,
            let exercise = exercises.first(where: { $0.id == training.fields.exercise }),
            exercise.unit == training.fields.unit
        else { return nil }
        return (exercise, whole)
    }

    func entry(of training: TrainingModel, _ effort: TrainingEffort, id: String) -> EntryModel {
        let atMs = min(training.endedMs ?? now.wallMs, now.wallMs)
        var entry = EntryModel(
            id: id, exercise: effort.exercise.id, count: effort.count, unit: effort.exercise.unit,
            atMs: atMs, order: seq + 1, day: day(atMs))
        entry.isOfTraining = true
        return entry
    }

    /// The id of a session's entry; where something has it, the next one.
    private func entryID(_ training: TrainingModel, _ number: Int = 1) -> String {
        let suffix = number == 1 ? "" : "#\(number)"
        return Identifier.derived(from: "log_entry:training:\(training.id)\(suffix)")
    }

    private func entry(of training: TrainingModel) -> EntryModel? {
        if case .entry(let entry)? = records[entryID(training)] { return entry }
        return entries.filter {
            $0.isOfTraining && $0.atMs == training.endedMs
                && $0.exercise == training.fields.exercise
        }.max { $0.order < $1.order }
    }

    /// The effect of a correction on the session's entry.
    private func following(
        _ training: TrainingModel, from former: TrainingModel
    ) -> (change: [String: RecordModel?], isNew: Bool) {
        guard !training.isLive else { return ([:], false) }
        let (before, after) = (effort(of: former), effort(of: training))
        guard var entry = entry(of: former) else {
            guard before == nil, let after else { return ([:], false) }
            var number = 1
            while records[entryID(training, number)] != nil { number += 1 }
            let id = entryID(training, number)
            return ([id: .entry(self.entry(of: training, after, id: id))], true)
        }
        guard let after else { return ([entry.id: nil], false) }
        if after.exercise.id != former.fields.exercise {
            (entry.exercise, entry.unit) = (after.exercise.id, after.exercise.unit)
        }
        if after.count != before?.count, entry.unit == after.exercise.unit {
            entry.count = after.count
        }
        return ([entry.id: .entry(entry)], false)
    }

    // MARK: Requests

    func training(_ text: String) throws -> TrainingModel {
        try found(text, field: "training", among: trainings, id: \.id, last: trainings.last)
    }

    private mutating func settle(
        _ training: TrainingModel?, from former: TrainingModel,
        with entry: [String: RecordModel?] = [:], _ change: String
    ) -> Expected {
        let view = (training ?? former).view(self)
        if change != "updated" { withdraw(former.id) }
        var rows = entry
        rows.updateValue(training.map { .training($0.withoutAlarm) }, forKey: former.id)
        self.change(rows, type: "training.\(change)", former.id, view)
        return .result(view)
    }

    /// Takes the end of the last session back, else the last attempt.
    fileprivate mutating func undoTraining() throws -> Expected {
        let former = try lastTraining()
        var training = former
        var entry: [String: RecordModel?] = [:]
        if former.isLive {
            try require(!training.attempts.isEmpty, .conflict(training.state))
            training.attempts.removeLast()
            (training.state, training.rest) = ("training", nil)
            training.effort = .init(since: now)
        } else {
            training = try reopened(former)
            if let found = self.entry(of: former) { entry = [found.id: nil] }
        }
        training.wasTold = training.isAtTarget(now)
        training.attempted = nil
        var rested = former
        dropRest(of: &rested)
        return settle(training, from: former, with: entry, "undone")
    }

    private func reopened(_ former: TrainingModel) throws -> TrainingModel {
        var training = former
        let isTime = training.fields.isTime
        guard let ended = training.endedMs, now.wallMs - ended <= dayMs else {
            throw Refusal.conflict("complete")
        }
        var held: Int64 = 0
        if let last = training.attempts.last, last.rested == nil, last.atMs == ended,
            isTime || training.accumulated >= training.fields.target
        {
            held = isTime ? last.value : 0
            training.attempts.removeLast()
        }
        try require(training.accumulated < training.fields.target, .conflict("complete"))
        training.endedMs = nil
        training.clock.since = now
        training.state = isTime ? "paused" : "training"
        training.effort = isTime ? .init(counted: held) : .init(since: now)
        return training
    }

    fileprivate mutating func updateTraining(_ params: Params) throws -> Expected {
        let text = try params.text("training")
        let changes = try params.corrections()
        let wanted = try params.optionalText("exercise")
        let former = try training(text)
        var training = former
        try require(changes?.isEmpty == false || wanted != nil, .invalid("training"))
        if let wanted {
            let exercise = wanted.isEmpty ? nil : try exercise(wanted)
            try require(
                exercise == nil || exercise?.unit == training.fields.unit, .invalid("exercise"))
            training.fields.exercise = exercise?.id
        }
        if let changes {
            try correct(&training, changes)
            training.wasTold = training.wasTold && training.isAtTarget(now)
        }
        let (entry, isNew) = following(training, from: former)
        let news: EntryModel? =
            if isNew, case .entry(let entry)?? = entry.values.first { entry } else { nil }
        if let news { beginIntervals(by: news.exercise, atMs: news.atMs) }
        let result = settle(training, from: former, with: entry, "updated")
        if let news { answerPending(by: news.exercise, atMs: news.atMs, entry: news.id) }
        return result
    }

    private func correct(_ training: inout TrainingModel, _ changes: [Params.Correction]) throws {
        let isTime = training.fields.isTime
        for (index, change) in changes.enumerated() {
            guard let place = training.attempts.firstIndex(where: { $0.id == change.id }) else {
                throw Refusal("not_found", field: "attempts[\(index)].id")
            }
            guard let value = change.value else {
                let isRested = training.rest != nil && place == training.attempts.count - 1
                try require(!isRested, .conflict(training.state))
                training.attempts.remove(at: place)
                continue
            }
            let measured = isTime ? (value * 1000).rounded() : value
            let most = Double(isTime ? dayMs : 100_000)
            guard measured == measured.rounded(), measured >= 1, measured <= most else {
                throw Refusal.invalid("attempts[\(index)].value")
            }
            let (amount, adjustment) = (Int64(measured), training.attempts[place].adjustment)
            training.attempts[place].value = amount
            training.attempts[place].counted =
                isTime ? max(0, amount - adjustment) : amount + adjustment
            if isTime { training.attempts[place].took = amount }
        }
        guard !training.isLive || training.accumulated < training.fields.target else {
            throw Refusal.conflict(training.state)
        }
    }

    fileprivate mutating func deleteTraining(_ params: Params) throws -> Expected {
        let training = try training(params.text("training"))
        try require(!training.isLive, .conflict(training.state))
        let entry = entry(of: training).map { [$0.id: RecordModel?.none] } ?? [:]
        return settle(nil, from: training, with: entry, "deleted")
    }
}

extension Params {
    fileprivate struct Correction {
        let id: String
        /// `nil` removes the attempt.
        let value: Double?
    }

    /// The changes of attempts.
    fileprivate func corrections() throws -> [Correction]? {
        try list("attempts")?.enumerated().map { index, change in
            let value = change["value"]?.double
            let isRemoved = change["remove"] == .bool(true)
            try require((value == nil) == isRemoved, .invalid("attempts[\(index)].value"))
            return Correction(id: change["id"]?.text ?? "", value: value)
        }
    }
}

extension Arm {
    static let trainingCorrections: [Arm] = [
        Arm("training.undo", 4) { model, _ in try model.undoTraining() },
        Arm("training.update", 6, expect: { try $0.updateTraining($1) }) { dice, model in
            let training = dice.pick(model.trainings.suffix(3))
            var params: [String: Json] = ["training": dice.training(model)]
            if let training, dice.chance(80) { params["training"] = .text(training.id) }
            if dice.chance(80) { params["attempts"] = dice.corrections(of: training) }
            if dice.chance(40) { params["exercise"] = dice.exercise(training, model) }
            return params
        },
        Arm("training.delete", 2, expect: { try $0.deleteTraining($1) }) { dice, model in
            ["training": dice.training(model)]
        },
    ]
}

extension Dice {
    mutating func training(_ model: Model) -> Json {
        entry(among: model.trainings.suffix(6).map(\.id), last: 40, known: 92)
    }

    fileprivate mutating func exercise(_ training: TrainingModel?, _ model: Model) -> Json {
        if chance(20) { return "" }
        let fitting = model.exercises.filter { $0.unit == training?.fields.unit }.map(\.id).sorted()
        guard chance(75), let exercise = pick(fitting) else { return exercise(model) }
        return .text(exercise)
    }

    fileprivate mutating func corrections(of training: TrainingModel?) -> Json {
        if spoils(3) { return one(of: "x", .object([:])) }
        let count = chance(6) ? 0 : Int.random(in: 1...2, using: &self)
        return .list((0..<count).map { _ in correction(of: training) })
    }

    private mutating func correction(of training: TrainingModel?) -> Json {
        let attempt = training.flatMap { pick($0.attempts)?.id }
        var members: [String: Json] = ["id": .text(chance(95) ? attempt ?? "none" : "none")]
        if chance(30) { members["remove"] = .bool(chance(90)) }
        guard members["remove"] == nil || spoils(10) else { return .object(members) }
        let isTime = training?.fields.isTime ?? true
        members["value"] = isTime && chance(30) ? .number("12.5") : .int(spread(1...40))
        if spoils(8) {
            members["value"] = one(of: 0, -5, 100_001, .number("1e300"), .number("0.0001"))
        }
        return .object(members)
    }
}
