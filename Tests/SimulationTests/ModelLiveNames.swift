import TestSupport
import TrackerAPI

struct LiveModelThing {
    let id: String
    let names: [String]
    let state: String
    /// The method that extends it, with its target; `nil` for what doesn't count down.
    var extend: (method: String, params: [String: Json])?
}

extension Model {
    /// - Parameter isRestMeant: whether `rest` names the training that is resting.
    fileprivate func things(isRestMeant: Bool) -> [LiveModelThing] {
        var things = timers(nil).map(thing)
        if let rest = freeRest {
            things.append(
                LiveModelThing(
                    id: rest.id, names: ["rest", rest.label].compactMap { $0 },
                    state: rest.state, extend: ("rest.extend", [:])))
        }
        if let training = liveTraining {
            let exercise = exercises.first { $0.id == training.fields.exercise }?.name
            let rest = training.rest != nil && isRestMeant ? "rest" : nil
            things.append(
                LiveModelThing(
                    id: training.id, names: ["training", exercise, rest].compactMap { $0 },
                    state: training.state,
                    extend: training.rest.map { _ in ("rest.extend", [:]) }))
        }
        if let run = liveRun {
            things.append(
                LiveModelThing(
                    id: run.id, names: ["run", run.name], state: run.state,
                    extend: ("run.extend", [:])))
        }
        return things
    }

    private func thing(_ timer: TimerModel) -> LiveModelThing {
        LiveModelThing(
            id: timer.id, names: [timer.name].compactMap { $0 }, state: timer.state,
            extend: timer.original.map { _ in ("timer.extend", ["timer": .text(timer.id)]) })
    }

    /// - Parameter isWaitingMeant: whether what names nothing live may name a timer that waits for an answer.
    private func things(
        named words: [String], isRestMeant: Bool, isWaitingMeant: Bool = false
    ) throws -> [LiveModelThing] {
        try require(!words.isEmpty, .invalid("names"))
        try require(words.count <= 20, Refusal("too_large", field: "names"))
        let live = things(isRestMeant: isRestMeant)
        let waiting = isWaitingMeant ? waitingTimers.map(thing) : []
        func matching(_ text: String) -> [LiveModelThing] {
            let isMeant: [(LiveModelThing) -> Bool] = [
                { $0.id == text }, { $0.names.contains(text) },
                { $0.names.contains { $0.lowercased() == text.lowercased() } },
                { text.utf8.count >= 4 && $0.id.hasPrefix(text) },
                { text == "last" && $0.id == timers(nil).last?.id },
            ]
            for all in [live, waiting] {
                for isMeant in isMeant {
                    let found = all.filter(isMeant)
                    if !found.isEmpty { return found }
                }
            }
            return []
        }
        var found: [LiveModelThing] = []
        for name in Self.names(in: words, isName: { !matching($0).isEmpty }) {
            let matches = matching(name)
            guard let thing = matches.first else { throw Refusal("not_found", field: "names") }
            guard matches.count == 1 else {
                throw Refusal("ambiguous", field: "names", matches: matches.map(\.id))
            }
            if !found.contains(where: { $0.id == thing.id }) { found.append(thing) }
        }
        return found
    }

    /// Ids of the timers that wait and that words name; `nil` where a word names none.
    func severalTimers(_ named: String?) -> [String]? {
        let words = named?.split(separator: " ").map(String.init) ?? []
        guard (2...20).contains(words.count) else { return nil }
        var ids: [String] = []
        for name in Self.names(in: words, isName: { waitingTimer($0) != nil }) {
            guard let index = waitingTimer(name) else { return nil }
            if !ids.contains(timers[index].id) { ids.append(timers[index].id) }
        }
        return ids
    }

    /// Id of the timer whose alert is the newest of all; `nil` where a reminder's is.
    var newestTimerAlert: String? {
        let newest = waitingTimers.first
        guard let pending = newestLive, pending.state == "pending", let fired = pending.since
        else { return newest?.id }
        let isNewer = newest?.asked.map { now.ms(since: $0) < now.ms(since: fired) } ?? false
        return isNewer ? newest?.id : nil
    }

    mutating func act(_ word: String, _ params: Params) throws -> Expected {
        let id = try params.optionalText("id")
        let names = try params.optionalTexts("names")
        if try params.truth("all") {
            try require(id == nil && names == nil, .invalid("all"))
            let all = choices(word, isNamed: false)
            try require(!all.isEmpty, .conflict("none"))
            return try carryOut(all)
        }
        guard let words = names else { return try act(word, on: id) }
        try require(id == nil, .invalid("names"))
        let all = choices(word, isNamed: true)
        let chosen = try things(
            named: words, isRestMeant: word == "skip", isWaitingMeant: word == "stop"
        ).map { thing in
            guard let choice = all.first(where: { $0.id == thing.id }) else {
                throw Refusal.conflict(thing.state)
            }
            return choice
        }
        return try carryOut(chosen)
    }

    /// Carries out each of several choices, of which there is one at least.
    private mutating func carryOut(_ chosen: [LiveChoice]) throws -> Expected {
        var parts: [Expected] = []
        for choice in chosen {
            parts.append(try carryOut(choice.method ?? "", choice.params, did: choice.did))
        }
        return Self.joined(parts)
    }

    mutating func extend(_ params: Params) throws -> Expected {
        let words = try params.optionalTexts("names")
        _ = try params.span("by")
        var chosen: [LiveModelThing]
        if let words {
            chosen = try things(named: words, isRestMeant: true, isWaitingMeant: true)
            for thing in chosen where thing.extend == nil { throw Refusal.conflict(thing.state) }
        } else {
            chosen = things(isRestMeant: false).filter { $0.extend != nil }
            let open = liveRun.flatMap { $0.step.isOpen ? $0.id : nil }
            let counting = chosen.filter { $0.id != open }
            if !counting.isEmpty { chosen = counting }
            try require(!chosen.isEmpty, .conflict("none"))
            try require(chosen.count == 1, Refusal("ambiguous", matches: chosen.map(\.id)))
        }
        var parts: [Expected] = []
        for (method, target) in chosen.compactMap(\.extend) {
            let by = params.members.filter { $0.key == "by" }
            parts.append(try carryOut(method, target.merging(by) { $1 }, did: nil))
        }
        return Self.joined(parts)
    }

    mutating func dismiss(_ params: Params) throws -> Expected {
        let named = try params.text("named")
        guard !Params.trimmed(named).isEmpty else { throw Refusal.invalid("named") }
        if let timer = try timerDone(["named": .text(named)]) {
            return try carryOut("timer.answer", ["timer": .text(timer)], did: "timer.answered")
        }
        do {
            return try carryOut(
                "reminder.answer", ["reminder": .text(named), "action": "dismiss"],
                did: "reminder.dismissed")
        } catch var refusal as Refusal where refusal.field == "reminder" {
            let running = timers(nil).first { $0.name?.lowercased() == named.lowercased() }
            if let running, refusal.kind == "not_found" { throw Refusal.conflict(running.state) }
            refusal.field = "named"
            throw refusal
        }
    }

    /// What is done to several things, of which the first has the others beside it.
    static func joined(_ parts: [Expected]) -> Expected {
        guard parts.count > 1 else { return parts[0] }
        return .like { actual in
            guard case .object(var first) = actual, case .list(let others)? = first["others"],
                others.count == parts.count - 1
            else { return "not what was done to \(parts.count) things" }
            first["others"] = nil
            return zip(parts, [.object(first)] + others).lazy
                .compactMap { $0.difference(from: $1) }.first
        }
    }
}

extension Dice {
    mutating func liveNames(_ model: Model) -> Json {
        if spoils(4) { return one(of: [], "tea", [5]) }
        let nouns = ["rest", "training", "run", "last", "nothing"]
        let names = (model.timers.filter(\.isLive) + model.waitingTimers).compactMap(\.name)
        return words(1...2) { dice in
            let isID = dice.chance(50)
            return dice.pick(isID ? model.liveIDs : names + nouns) ?? "rest"
        }
    }

    /// Params that name a timer that is over, or a reminder.
    mutating func dismissed(_ model: Model) -> [String: Json] {
        guard chance(50), let waiting = pick(model.waitingTimers) else {
            return ["named": reminder(model)]
        }
        return ["named": .text(chance(50) ? waiting.name ?? waiting.id : waiting.id)]
    }
}
