import TestSupport
import TrackerAPI

/// A live thing that a short word may mean, with the request that the word stands for.
struct LiveChoice {
    let id: String
    let did: String
    /// The method; `nil` where no word is enough.
    let method: String?
    let params: [String: Json]
    let ends: Bool
    /// Whether a count may be given for it.
    let takesCount: Bool

    init(
        _ id: String, _ did: String, _ method: String?, _ params: [String: Json] = [:],
        ends: Bool = false, takesCount: Bool = false
    ) {
        (self.id, self.did, self.method, self.params) = (id, did, method, params)
        (self.ends, self.takesCount) = (ends, takesCount)
    }
}

extension Model {
    var freeRest: RestModel? { liveRest.flatMap { $0.id == liveTraining?.rest ? nil : $0 } }

    func timers(_ state: String?) -> [TimerModel] {
        timers.filter { $0.isLive && state.map($0.state.elementsEqual) ?? true }
            .sorted { $0.start < $1.start }
    }

    func choices(_ word: String, isNamed: Bool, count: Int64? = nil) -> [LiveChoice] {
        switch word {
        case "stop": return (isNamed ? waitingTimers.map(answer) : []) + stopChoices
        case "skip":
            return restSkip
                + [
                    liveTraining.flatMap { $0.rest == nil ? nil : effort($0) },
                    liveRun.map { LiveChoice($0.id, didSkip($0), "run.skip", ends: true) },
                ].compactMap { $0 }
        case "next": return nextChoices(isNamed: isNamed, count: count)
        default: return pauseChoices(isResume: word == "resume")
        }
    }

    private var stopChoices: [LiveChoice] {
        return timers(nil).map { timer in
            let isStopwatch = timer.original == nil
            return LiveChoice(
                timer.id, isStopwatch ? "timer.finished" : "timer.cancelled",
                isStopwatch ? "timer.finish" : "timer.cancel", ["timer": .text(timer.id)],
                ends: true)
        } + restSkip
            + [
                liveTraining.map {
                    let isEmpty = $0.attempts.isEmpty && $0.countedHold(now) == nil
                    let did = isEmpty ? "training.reset" : "training.completed"
                    return LiveChoice($0.id, did, "training.stop", ends: true)
                },
                liveRun.map { LiveChoice($0.id, "run.stopped", "run.stop", ends: true) },
            ].compactMap { $0 }
    }

    private func answer(_ timer: TimerModel) -> LiveChoice {
        LiveChoice(
            timer.id, "timer.answered", "timer.answer", ["timer": .text(timer.id)], ends: true)
    }

    private var restSkip: [LiveChoice] {
        freeRest.map { [LiveChoice($0.id, "rest.skipped", "rest.skip", ends: true)] } ?? []
    }

    private func didSkip(_ run: RunModel) -> String {
        run.hasStep(run.index + 1) ? "run.skipped" : "run.completed"
    }

    private func effort(_ training: TrainingModel) -> LiveChoice {
        LiveChoice(training.id, "training.effort_started", "training.skip_rest", ends: true)
    }

    private func pauseChoices(isResume: Bool) -> [LiveChoice] {
        let (verb, past) = isResume ? ("resume", "resumed") : ("pause", "paused")
        var choices = timers(isResume ? "paused" : "running").map {
            LiveChoice($0.id, "timer.\(past)", "timer.\(verb)", ["timer": .text($0.id)])
        }
        func add(_ id: String?, _ noun: String, _ state: String?) {
            guard let id, (state == "paused") == isResume else { return }
            if noun == "run", state == "waiting_for_confirmation" { return }
            choices.append(LiveChoice(id, "\(noun).\(past)", "\(noun).\(verb)"))
        }
        add(freeRest?.id, "rest", freeRest?.state)
        add(liveTraining?.id, "training", liveTraining?.state)
        add(liveRun?.id, "run", liveRun?.state)
        return choices
    }

    private func nextChoices(isNamed: Bool, count: Int64?) -> [LiveChoice] {
        let counted = count.map { ["count": Json.int($0)] } ?? [:]
        var choices: [LiveChoice] = []
        if let run = liveRun {
            let isLast = !run.hasStep(run.index + 1)
            let (did, method) =
                switch run.state {
                case "paused": ("run.resumed", "run.resume")
                case "running": (didSkip(run), "run.skip")
                default: (isLast ? "run.completed" : "run.interval_started", "run.confirm")
                }
            let isCounted = method == "run.confirm" && run.step.exercise != nil
            choices.append(
                LiveChoice(
                    run.id, did, method, isCounted ? counted : [:], ends: run.state == "running",
                    takesCount: isCounted))
        }
        if let training = liveTraining { choices.append(next(training, counted)) }
        if let rest = freeRest {
            choices +=
                rest.state == "running"
                ? restSkip : [LiveChoice(rest.id, "rest.resumed", "rest.resume")]
        }
        // The newest firing comes first.
        let pending = lives.values.filter { $0.state == "pending" }
            .sorted { ($0.order ?? 0, $0.id ?? "") > ($1.order ?? 0, $1.id ?? "") }
        if liveTraining?.state != "training" {
            choices += waitingTimers.map(answer)
            choices += pending.map { occurrence in
                let id = occurrence.id ?? ""
                let params: [String: Json] = ["occurrence": .text(id), "action": "log"]
                return LiveChoice(
                    id, "reminder.answered", "reminder.answer", params.merging(counted) { $1 },
                    ends: true, takesCount: true)
            }
        }
        var isSetMeant = choices.isEmpty || isNamed
        if count != nil {
            choices.removeAll { !$0.takesCount }
            isSetMeant = isSetMeant || choices.isEmpty && liveTraining == nil
        }
        if isSetMeant, let workout = openWorkout, (try? nextBlock(in: workout)) != nil {
            let reps = count.map { ["reps": Json.int($0)] } ?? [:]
            choices.append(
                LiveChoice(workout.id, "set.logged", "set.log", reps, ends: true, takesCount: true))
        }
        return choices
    }

    /// The newest alert, where all that can be meant are alerts.
    private func newestAlert(among choices: [LiveChoice]) -> [LiveChoice] {
        guard choices.allSatisfy({ ["timer.answered", "reminder.answered"].contains($0.did) })
        else { return choices }
        let timer = newestTimerAlert
        let newest =
            choices.first { $0.id == timer } ?? choices.first { $0.did == "reminder.answered" }
        return newest.map { [$0] } ?? choices
    }

    private func next(_ training: TrainingModel, _ counted: [String: Json]) -> LiveChoice {
        let id = training.id
        if training.state == "resting" { return effort(training) }
        if training.state == "paused" {
            return LiveChoice(id, "training.resumed", "training.resume")
        }
        guard training.fields.isTime else {
            let method = counted.isEmpty ? nil : "training.reps"
            return LiveChoice(id, "training.attempted", method, counted, takesCount: true)
        }
        let left = training.view(self)["live"]?["remaining"]?.double ?? 1
        return left > 0
            ? LiveChoice(id, "training.attempted", "training.bail", ends: true)
            : LiveChoice(id, "training.completed", "training.stop", ends: true)
    }

    mutating func act(_ word: String, on id: String?, count: Int64? = nil) throws -> Expected {
        var choices = choices(word, isNamed: id != nil, count: count)
        if count != nil, choices.isEmpty {
            throw Refusal("conflict", field: "count", state: "none")
        }
        if let id {
            choices.removeAll { $0.id != id }
        } else if word == "next" {
            choices = newestAlert(among: choices)
        }
        guard let choice = choices.first else { throw Refusal.conflict("none") }
        try require(choices.count == 1, Refusal("ambiguous", matches: choices.map(\.id)))
        guard let method = choice.method else {
            throw Refusal("conflict", field: "count", state: "training")
        }
        if word == "next", choice.ends { try refuseSecondPress(method) }
        return try carryOut(method, choice.params, did: choice.did)
    }

    /// Expects the result of another method, with the event that tells what was done.
    ///
    /// - Parameter type: `nil` for the first event that the method brings about.
    mutating func carryOut(
        _ method: String, _ params: [String: Json], did type: String?
    ) throws -> Expected {
        guard let arm = Arm.byMethod[method] else { throw Refusal("no arm") }
        let (first, before) = (seq + 1, fresh.count)
        let expected = try arm.expect(&self, Params(members: params))
        // An answer may mean what is still to come.
        let isAhead = fresh.dropFirst(before).contains { $0.type == "reminder.suppressed" }
        let did = Json.text(isAhead ? "reminder.suppressed" : type ?? event(first).type)
        switch expected {
        case .result(let view): return .result(["did": did, "view": view])
        case .like(let check), .refusedOr(_, let check):
            return .like { $0["did"] == did ? check($0["view"] ?? .null) : "did another thing" }
        case .refused(let refusal): throw refusal
        }
    }

    /// Adds reps to the training if it counts them and no reminder is pending, otherwise answers a reminder.
    fileprivate mutating func done(_ params: Params) throws -> Expected {
        let names = ["reminder", "named", "exercise", "count", "seconds"]
        try params.checkKinds(names)
        var given = params.members.filter { names.contains($0.key) && $0.value != .null }
        let isWordAlone = given.count == 1 && (given["reminder"] ?? given["named"]) != nil
        let training = liveTraining.flatMap { $0.fields.isTime ? nil : $0 }
        if let training, given["reminder"] == nil, given["named"] == nil,
            given["exercise"] == nil
        {
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
            try resolveNamed(in: &given)
            return try carryOut(
                "reminder.answer", given.merging(["action": "log"]) { $1 },
                did: "reminder.answered")
        } catch var refusal as Refusal {
            if isWordAlone, refusal.kind == "not_found",
                let timers = severalTimers(params.members["named"]?.text)
            {
                return Self.joined(
                    try timers.map { id in
                        try carryOut("timer.answer", ["timer": .text(id)], did: "timer.answered")
                    })
            }
            if training != nil, isWordAlone, refusal.kind == "not_found",
                ["reminder", "named"].contains(refusal.field ?? "")
            {
                refusal.state = "training"
            }
            throw refusal
        }
    }

    /// Id of the timer that is answered; `nil` where a reminder is.
    func timerDone(_ given: [String: Json]) throws -> String? {
        guard given.count < 2, given.keys.allSatisfy({ ["reminder", "named"].contains($0) })
        else { return nil }
        guard let text = (given["reminder"] ?? given["named"])?.text else {
            return newestTimerAlert
        }
        guard let index = waitingTimer(text) else { return nil }
        let named = try? reminder(Params(members: ["reminder": .text(text)]))
        let isPending = named.map { lives[reminders[$0].id]?.state == "pending" } ?? false
        return isPending ? nil : timers[index].id
    }

    /// Replaces `named` by the reminder or the exercise that it means.
    private func resolveNamed(in given: inout [String: Json]) throws {
        guard let named = given.removeValue(forKey: "named")?.text else { return }
        guard given["reminder"] == nil, given["exercise"] == nil,
            !Params.trimmed(named).isEmpty
        else { throw Refusal.invalid("named") }
        do {
            let index = try reminder(Params(members: ["reminder": .text(named)]))
            given["reminder"] = .text(reminders[index].id)
        } catch let refusal as Refusal where refusal.kind == "not_found" {
            do {
                let id = try exercise(named, field: "named").id
                let coming = reminderToCome(for: id)
                given[coming == nil ? "exercise" : "reminder"] = .text(coming?.id ?? id)
            } catch let refusal as Refusal where refusal.kind == "not_found" {
                let running = timers(nil).first { $0.name?.lowercased() == named.lowercased() }
                if let running, given["count"] == nil, given["seconds"] == nil {
                    throw Refusal.conflict(running.state)
                }
                throw Refusal("not_found", field: "named")
            }
        }
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

    var liveIDs: [String] {
        (timers(nil) + waitingTimers).map(\.id)
            + [freeRest?.id, liveTraining?.id, liveRun?.id, openWorkout?.id].compactMap(\.self)
            + lives.values.compactMap(\.id)
    }
}

extension Arm {
    static let live: [Arm] =
        liveWords + liveOthers + [
            Arm("live.done", 6, expect: { try $0.done($1) }) { dice, model in dice.done(model) },
            Arm("live.dismiss", 3, expect: { try $0.dismiss($1) }) { dice, model in
                dice.dismissed(model)
            },
        ]

    private static let liveWords: [Arm] =
        ["stop", "pause", "resume", "skip"].map { word in
            Arm("live.\(word)", 1, expect: { try $0.act(word, $1) }) { dice, model in
                if dice.chance(30) { return ["names": dice.liveNames(model)] }
                if dice.chance(15) { return ["all": dice.spoils(10) ? "yes" : true] }
                guard dice.chance(50) else { return [:] }
                return dice.pick(model.liveIDs).map { ["id": .text($0)] } ?? ["id": "k3v9"]
            }
        }

    private static let liveOthers: [Arm] = [
        Arm("live.next", 4) { model, params in
            let id = try params.optionalText("id")
            return try model.act("next", on: id, count: params.optionalInt("count"))
        } make: { dice, model in
            var params: [String: Json] = [:]
            if dice.chance(40) { params["id"] = dice.pick(model.liveIDs).map(Json.text) ?? "k3v9" }
            if dice.chance(25) { params["count"] = .int(Int64.random(in: 1...12, using: &dice)) }
            if dice.spoils(3) { params["count"] = dice.one(of: "8", .number("1.5")) }
            return params
        },
        Arm("live.extend", 3, expect: { try $0.extend($1) }) { dice, model in
            var by = dice.span(1...hourMs, limits: -dayMs...dayMs)
            if case .int(let ms) = by, dice.chance(40), ms != .min { by = .int(-ms) }
            var params = ["by": by]
            if dice.chance(60) { params["names"] = dice.liveNames(model) }
            return params
        },
    ]
}
