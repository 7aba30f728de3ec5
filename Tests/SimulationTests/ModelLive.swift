import TestSupport
import TrackerAPI

/// A live thing that a short word may mean, with the request that the word stands for.
private struct LiveModelChoice {
    let id: String
    let did: String
    /// The method; `nil` where no word is enough.
    var method: String?
    var params: [String: Json] = [:]
    var ends = false
}

extension Model {
    private var freeRest: RestModel? {
        liveRest.flatMap { $0.id == liveTraining?.rest ? nil : $0 }
    }

    private func timers(_ state: String?) -> [TimerModel] {
        timers.filter { $0.isLive && state.map($0.state.elementsEqual) ?? true }
            .sorted { $0.start < $1.start }
    }

    private func choices(_ word: String, on id: String?) -> [LiveModelChoice] {
        let choices = choices(word, isNamed: id != nil)
        return id.map { id in choices.filter { $0.id == id } } ?? choices
    }

    private func choices(_ word: String, isNamed: Bool) -> [LiveModelChoice] {
        switch word {
        case "stop":
            return timers(nil).map { timer in
                let isStopwatch = timer.original == nil
                return LiveModelChoice(
                    id: timer.id, did: isStopwatch ? "timer.finished" : "timer.cancelled",
                    method: isStopwatch ? "timer.finish" : "timer.cancel",
                    params: ["timer": .text(timer.id)], ends: true)
            } + restSkip
                + [
                    liveTraining.map {
                        let isEmpty = $0.attempts.isEmpty && $0.countedHold(now) == nil
                        return LiveModelChoice(
                            id: $0.id, did: isEmpty ? "training.reset" : "training.completed",
                            method: "training.stop", ends: true)
                    },
                    liveRun.map {
                        LiveModelChoice(
                            id: $0.id, did: "run.stopped", method: "run.stop", ends: true)
                    },
                ].compactMap { $0 }
        case "skip":
            return restSkip
                + [
                    liveTraining.flatMap { $0.rest == nil ? nil : effort($0) },
                    liveRun.map {
                        LiveModelChoice(
                            id: $0.id, did: didSkip($0), method: "run.skip", ends: true)
                    },
                ].compactMap { $0 }
        case "next": return nextChoices(isNamed: isNamed)
        default: return pauseChoices(isResume: word == "resume")
        }
    }

    private var restSkip: [LiveModelChoice] {
        freeRest.map {
            [LiveModelChoice(id: $0.id, did: "rest.skipped", method: "rest.skip", ends: true)]
        } ?? []
    }

    private func didSkip(_ run: RunModel) -> String {
        run.hasStep(run.index + 1) ? "run.skipped" : "run.completed"
    }

    private func effort(_ training: TrainingModel) -> LiveModelChoice {
        LiveModelChoice(
            id: training.id, did: "training.effort_started", method: "training.skip_rest",
            ends: true)
    }

    private func pauseChoices(isResume: Bool) -> [LiveModelChoice] {
        let (verb, past) = isResume ? ("resume", "resumed") : ("pause", "paused")
        var choices = timers(isResume ? "paused" : "running").map {
            LiveModelChoice(
                id: $0.id, did: "timer.\(past)", method: "timer.\(verb)",
                params: ["timer": .text($0.id)])
        }
        func add(_ id: String?, _ noun: String, _ state: String?) {
            guard let id, (state == "paused") == isResume else { return }
            if noun == "run", state == "waiting_for_confirmation" { return }
            choices.append(
                LiveModelChoice(id: id, did: "\(noun).\(past)", method: "\(noun).\(verb)"))
        }
        add(freeRest?.id, "rest", freeRest?.state)
        add(liveTraining?.id, "training", liveTraining?.state)
        add(liveRun?.id, "run", liveRun?.state)
        return choices
    }

    private func nextChoices(isNamed: Bool) -> [LiveModelChoice] {
        var choices: [LiveModelChoice] = []
        if let run = liveRun {
            let isLast = !run.hasStep(run.index + 1)
            let (did, method) =
                switch run.state {
                case "paused": ("run.resumed", "run.resume")
                case "running": (didSkip(run), "run.skip")
                default: (isLast ? "run.completed" : "run.interval_started", "run.confirm")
                }
            choices.append(
                LiveModelChoice(
                    id: run.id, did: did, method: method, ends: run.state == "running"))
        }
        if let training = liveTraining { choices.append(next(training)) }
        if let rest = freeRest {
            choices +=
                rest.state == "running"
                ? restSkip
                : [LiveModelChoice(id: rest.id, did: "rest.resumed", method: "rest.resume")]
        }
        // The newest firing comes first.
        let pending = lives.values.filter { $0.state == "pending" }
            .sorted { ($0.order ?? 0, $0.id ?? "") > ($1.order ?? 0, $1.id ?? "") }
        if liveTraining?.state != "training" {
            choices += waitingTimers.map {
                LiveModelChoice(
                    id: $0.id, did: "timer.answered", method: "timer.answer",
                    params: ["timer": .text($0.id)], ends: true)
            }
            choices += pending.map {
                LiveModelChoice(
                    id: $0.id ?? "", did: "reminder.answered", method: "reminder.answer",
                    params: ["occurrence": .text($0.id ?? ""), "action": "log"], ends: true)
            }
        }
        if choices.isEmpty || isNamed, let workout = openWorkout,
            (try? nextBlock(in: workout)) != nil
        {
            choices.append(
                LiveModelChoice(
                    id: workout.id, did: "set.logged", method: "set.log", ends: true))
        }
        return choices
    }

    private func next(_ training: TrainingModel) -> LiveModelChoice {
        if training.state == "resting" { return effort(training) }
        if training.state == "paused" {
            return LiveModelChoice(
                id: training.id, did: "training.resumed", method: "training.resume")
        }
        guard training.fields.isTime else {
            return LiveModelChoice(id: training.id, did: "training.attempted")
        }
        let left = training.view(self)["live"]?["remaining"]?.double ?? 1
        return left > 0
            ? LiveModelChoice(
                id: training.id, did: "training.attempted", method: "training.bail", ends: true)
            : LiveModelChoice(
                id: training.id, did: "training.completed", method: "training.stop", ends: true)
    }

    fileprivate mutating func act(_ word: String, on id: String?) throws -> Expected {
        let choices = choices(word, on: id)
        guard let choice = choices.first else { throw Refusal.conflict("none") }
        guard choices.count == 1 else {
            throw Refusal("ambiguous", matches: choices.map(\.id))
        }
        guard let method = choice.method else {
            throw Refusal("conflict", field: "count", state: "training")
        }
        if word == "next", choice.ends { try refuseSecondPress(method) }
        return try carryOut(method, choice.params, did: choice.did)
    }

    /// Expects the result of another method, with the event that tells what was done.
    private mutating func carryOut(
        _ method: String, _ params: [String: Json], did event: String
    ) throws -> Expected {
        guard let arm = Arm.byMethod[method] else { throw Refusal("no arm") }
        let before = fresh.count
        let expected = try arm.expect(&self, Params(members: params))
        // An answer may mean what is still to come.
        let isAhead = fresh.dropFirst(before).contains { $0.type == "reminder.suppressed" }
        let did = Json.text(isAhead ? "reminder.suppressed" : event)
        switch expected {
        case .result(let view): return .result(["did": did, "view": view])
        case .like(let check), .refusedOr(_, let check):
            return .like { $0["did"] == did ? check($0["view"] ?? .null) : "did another thing" }
        case .refused(let refusal): throw refusal
        }
    }

    /// Adds reps to the training if it counts them and no reminder is pending, otherwise answers a reminder.
    fileprivate mutating func done(_ params: Params) throws -> Expected {
        let names = ["reminder", "exercise", "count", "seconds"]
        try params.checkKinds(names)
        let given = params.members.filter { names.contains($0.key) && $0.value != .null }
        let training = liveTraining.flatMap { $0.fields.isTime ? nil : $0 }
        if let training, given["reminder"] == nil, given["exercise"] == nil {
            if let pending = newestLive, pending.state == "pending" {
                throw Refusal("ambiguous", matches: [training.id, pending.id ?? "?"])
            }
            guard given["count"] != nil, given["seconds"] == nil else {
                throw Refusal("conflict", field: "count", state: "training")
            }
            return try carryOut("training.reps", given, did: "training.attempted")
        }
        if let timer = try timerDone(given) {
            return try carryOut("timer.answer", ["timer": .text(timer)], did: "timer.answered")
        }
        do {
            return try carryOut(
                "reminder.answer", given.merging(["action": "log"]) { $1 },
                did: "reminder.answered")
        } catch var refusal as Refusal {
            let isWordAlone = Array(given.keys) == ["reminder"]
            if training != nil, isWordAlone, refusal.kind == "not_found",
                refusal.field == "reminder"
            {
                refusal.state = "training"
            }
            throw refusal
        }
    }

    /// Id of the timer that is answered; `nil` where a reminder is.
    private func timerDone(_ given: [String: Json]) throws -> String? {
        guard given.keys.allSatisfy({ $0 == "reminder" }) else { return nil }
        guard let text = given["reminder"]?.text else {
            let newest = waitingTimers.first
            guard let pending = newestLive, pending.state == "pending", let fired = pending.since
            else { return newest?.id }
            let isNewer = newest?.asked.map { now.ms(since: $0) < now.ms(since: fired) } ?? false
            return isNewer ? newest?.id : nil
        }
        guard let index = waitingTimer(text) else { return nil }
        let named = try? reminder(Params(members: given))
        let isPending = named.map { lives[reminders[$0].id]?.state == "pending" } ?? false
        return isPending ? nil : timers[index].id
    }

    /// Whatever a person did or noticed less than a second ago refuses what would end something.
    private func refuseSecondPress(_ method: String) throws {
        var moves: Set = [
            "run.started", "run.interval_started", "run.resumed", "run.skipped", "run.jumped",
            "run.completed", "run.stopped", "training.resting", "training.resumed",
            "training.completed", "rest.started", "rest.resumed", "rest.skipped",
            "rest.finished", "reminder.answered", "timer.answered", "set.logged",
        ]
        if method == "training.stop" { moves.insert("training.effort_started") }
        if method == "timer.answer" { moves.insert("timer.finished") }
        let last = (max(1, seq - 99)..<seq + 1).last { moves.contains(event($0).type) }
        guard let last, 0..<1000 ~= now.wallMs - event(last).atMs else { return }
        throw Refusal.conflict("just_now")
    }
}

extension Model {
    /// Ids of what a short word may mean.
    fileprivate var liveIDs: [String] {
        (timers(nil) + waitingTimers).map(\.id)
            + [freeRest?.id, liveTraining?.id, liveRun?.id, openWorkout?.id].compactMap(\.self)
            + lives.values.compactMap(\.id)
    }
}

extension Arm {
    static let live: [Arm] =
        liveWords + [
            Arm("live.done", 6) { dice, model in
                dice.done(model)
            } expect: {
                try $0.done($1)
            }
        ]

    private static let liveWords: [Arm] = ["next", "stop", "pause", "resume", "skip"].map { word in
        Arm("live.\(word)", word == "next" ? 4 : 1) { dice, model in
            guard dice.chance(40) else { return [:] }
            return dice.pick(model.liveIDs).map { ["id": .text($0)] } ?? ["id": "k3v9"]
        } expect: { model, params in
            try model.act(word, on: params.optionalText("id"))
        }
    }
}
