import TestSupport
import TrackerAPI

extension Model {
    /// - Parameter duration: the duration, found once the other members are read; `nil` for a stopwatch.
    fileprivate mutating func startTimer(
        _ params: Params, _ duration: ((Model) throws -> Int64)?
    ) throws -> Expected {
        let name = try params.optionalName()
        let message = duration == nil ? nil : try params.optionalText("message")
        let onSuspend = try params.choice("on_suspend", ["continue", "pause", "cancel"])
        let leaves = try params.truth("pause_when_away")
        let sound = duration == nil ? nil : try params.optionalText("sound")
        let ringAgain = duration == nil ? nil : try params.spanOrFalse("ring_again")
        let lengthMs = try duration?(self)
        try Params.checkBesideLast(name, "name")
        try Params.checkSound(sound, "sound")
        if let lengthMs, !(1000...366 * dayMs).contains(lengthMs) {
            throw Refusal.invalid("duration")
        }
        if let message, message.count > 4000 { throw Refusal("too_large", field: "message") }
        guard ringAgain.map({ $0 == 0 || RingingModel.spans.contains($0) }) ?? true else {
            throw Refusal.invalid("ring_again")
        }
        var timer = TimerModel(
            id: newID(), name: name, message: message, sound: sound, ringAgain: ringAgain,
            original: lengthMs, onSuspend: onSuspend ?? "continue", leaves: leaves,
            startedMs: now.wallMs, start: seq + 1)
        timer.begin(now, seq: seq + 1)
        timers.append(timer)
        return settle(timers.count - 1, "started", from: nil)
    }

    fileprivate mutating func startCountdown(_ params: Params) throws -> Expected {
        let span = try params.optionalSpan("duration")
        let until = try params.optionalText("until")
        if let until, !until.contains(":") { throw Refusal.invalid("until") }
        return try startTimer(params) { model in
            switch (span, until) {
            case (let span?, nil): return span
            case (nil, let until?):
                guard let end = model.coming(until),
                    (1000...366 * dayMs).contains(end - model.now.wallMs)
                else { throw Refusal.invalid("until") }
                return end - model.now.wallMs
            case (.some, .some): throw Refusal.invalid("until")
            case (nil, nil): throw Refusal.invalid("duration")
            }
        }
    }

    /// States from which an action is possible.
    private static func states(before action: String) -> [String] {
        switch action {
        case "pause": ["running"]
        case "resume": ["paused"]
        case "restart": ["running", "paused", "finished", "cancelled"]
        default: ["running", "paused"]
        }
    }

    /// Changes one timer, if that is possible.
    private mutating func change(_ index: Int, _ action: String) throws -> Expected {
        let former = timers[index]
        try require(Self.states(before: action).contains(former.state), .conflict(former.state))
        switch action {
        case "pause": timers[index].pause(now)
        case "resume":
            (timers[index].state, timers[index].pausedMs) = ("running", nil)
            (timers[index].since, timers[index].absence) = (now, nil)
        case "cancel": timers[index].end("cancelled", now)
        case "finish": timers[index].end("finished", now)
        default: timers[index].begin(now, seq: seq + 1)
        }
        let past = [
            "pause": "paused", "resume": "resumed", "cancel": "cancelled", "finish": "finished",
        ]
        return settle(index, past[action] ?? "restarted", from: former)
    }

    fileprivate mutating func change(_ params: Params, _ action: String) throws -> Expected {
        try change(timerOrStopwatch(params), action)
    }

    fileprivate mutating func each(_ params: Params) throws -> Expected {
        let actions = ["pause", "resume", "cancel", "finish", "restart", "answer"]
        let action = try needed(params.choice("action", actions), "action")
        let named = try params.optionalTexts("timers").map { try timers(named: $0, for: action) }
        let chosen = named ?? possible(for: action)
        try require(!chosen.isEmpty, .conflict("none"))
        var views: [Json] = []
        for index in chosen {
            let one = try action == "answer" ? answer(index) : change(index, action)
            if case .result(let view) = one { views.append(view) }
        }
        return .result(["timers": .list(views)])
    }

    /// All timers that an action is possible for.
    private func possible(for action: String) -> [Int] {
        if action == "answer" {
            return waitingTimers.compactMap { waiting in
                timers.firstIndex { $0.id == waiting.id }
            }
        }
        let states = Self.states(before: action)
        return timers.indices.filter {
            timers[$0].isLive && states.contains(timers[$0].state)
                && (action != "cancel" || timers[$0].original != nil)
        }.sorted { timers[$0].start < timers[$1].start }
    }

    /// Records an event about a changed timer, which is the result, too.
    private mutating func settle(
        _ index: Int, _ change: String, from former: TimerModel?
    ) -> Expected {
        timers[index].arm(now)
        let view = timers[index].view(self)
        let ends = ["restarted", "resumed", "extended", "answered", "finished", "cancelled"]
        if ends.contains(change) { withdraw(timers[index].id) }
        record("timer.\(change)", timers[index].id, view)
        noteChange(of: former, to: timers[index])
        return .result(view)
    }

    fileprivate mutating func extendTimer(_ params: Params) throws -> Expected {
        let by = try params.span("by")
        let index = try timer(params)
        let runsAgain = timers[index].asked != nil && by > 0
        guard let duration = timers[index].duration, timers[index].isLive || runsAgain else {
            throw Refusal.conflict(timers[index].state)
        }
        let (sum, overflow) = duration.addingReportingOverflow(by)
        try require(by != 0 && !overflow && sum <= 366 * dayMs, .invalid("by"))
        let former = timers[index]
        if runsAgain {
            timers[index].state = "running"
            timers[index].since = now
            timers[index].dropEnd()
        }
        let elapsed = former.elapsed(now)
        timers[index].duration = max(sum, elapsed)
        guard sum <= elapsed else { return settle(index, "extended", from: former) }
        timers[index].end("finished", now)
        return settle(index, "finished", from: former)
    }

    fileprivate mutating func answerTimer(_ params: Params) throws -> Expected {
        let named = try params.optionalText("timer").flatMap { waitingTimer($0) }
        return try answer(named ?? timerOrStopwatch(params))
    }

    private mutating func answer(_ index: Int) throws -> Expected {
        try require(timers[index].asked != nil, .conflict(timers[index].state))
        let former = timers[index]
        timers[index].asked = nil
        timers[index].answeredMs = now.wallMs
        return settle(index, "answered", from: former)
    }

    fileprivate mutating func rename(_ params: Params) throws -> Expected {
        let name = try params.name()
        let index = try timer(params)
        try Params.checkBesideLast(name, "name")
        let former = timers[index]
        timers[index].name = name
        return settle(index, "renamed", from: former)
    }

    fileprivate mutating func lap(_ params: Params) throws -> Expected {
        let index = try timerOrStopwatch(params)
        let timer = timers[index]
        try require(timer.original == nil && timer.state == "running", .conflict(timer.state))
        timers[index].laps.append(.init(atMs: now.wallMs, elapsed: timer.elapsed(now)))
        return settle(index, "lapped", from: timer)
    }

    func listedTimers(all: Bool) -> Json {
        let others = timers.filter { $0.asked == nil && (all || $0.isLive) }
        return .list((waitingTimers + others.sorted { $0.start < $1.start }).map { $0.view(self) })
    }

    fileprivate mutating func clear() -> Expected {
        let ended = timers.filter { !$0.isLive && $0.asked == nil }.sorted { $0.start < $1.start }
        for timer in ended {
            withdraw(timer.id)
            record("timer.cleared", timer.id, timer.view(self))
            noteChange(of: timer, to: nil)
        }
        timers.removeAll { !$0.isLive && $0.asked == nil }
        return .result(["cleared": .int(Int64(ended.count))])
    }
}

extension Params {
    /// Refuses what is neither a sound's name nor the path of a file that can be read.
    static func checkSound(_ sound: String?, _ field: String) throws {
        guard let sound else { return }
        try require(sound == "rest-warning" || sound == "/gong.wav", .invalid(field))
    }
}

extension Dice {
    /// A sound that a person chooses.
    mutating func sound() -> Json {
        if spoils(15) { return one(of: "gong", "/gone.wav", "", "~/x.wav", 5) }
        return one(of: "rest-warning", "/gong.wav")
    }
}

extension Arm {
    static let timers: [Arm] = [
        Arm("timer.start", 30, expect: { try $0.startCountdown($1) }) { dice, _ in
            var params = dice.timerStart()
            if dice.chance(15) {
                params["until"] = dice.one(of: "07:00", "17:30", "02:30")
                if dice.spoils(6) { params["until"] = dice.one(of: "soon", 5) }
                if dice.spoils(6) { params["duration"] = "5m" }
            } else {
                params["duration"] = dice.span(1000...200 * dayMs, limits: 1000...366 * dayMs)
            }
            if dice.chance(15) { params["sound"] = dice.sound() }
            if dice.chance(15) {
                params["ring_again"] = dice.ringAgain()
            }
            return params
        },
        Arm("stopwatch.start", 10, expect: { try $0.startTimer($1, nil) }) { dice, _ in
            var params = dice.timerStart()
            params["message"] = nil
            return params
        },
        change("pause", 12), change("resume", 14), change("cancel", 5), change("finish", 5),
        change("restart", 8),
        Arm("timer.each", 6, expect: { try $0.each($1) }) { dice, model in dice.each(model) },
        Arm("timer.answer", 6, expect: { try $0.answerTimer($1) }) { dice, model in
            guard dice.chance(80), let waiting = dice.pick(model.waitingTimers) else {
                return ["timer": dice.timer(model)]
            }
            return ["timer": .text(dice.chance(30) ? waiting.name ?? waiting.id : waiting.id)]
        },
        Arm("timer.extend", 10, expect: { try $0.extendTimer($1) }) { dice, model in
            let by = dice.extent(30 * dayMs, upTo: 366 * dayMs)
            return ["timer": dice.timer(model), "by": by]
        },
        Arm("timer.rename", 4, expect: { try $0.rename($1) }) { dice, model in
            ["timer": dice.timer(model), "name": dice.name() ?? "renamed"]
        },
        Arm("timer.get", 5, .none) {
            .result($0.timers[try $0.timer($1)].view($0))
        } make: { dice, model in
            ["timer": dice.timer(model)]
        },
        Arm("timer.list", 5, .none) {
            .result(["timers": $0.listedTimers(all: try $1.truth("all"))])
        } make: { dice, _ in
            dice.chance(50) ? [:] : ["all": dice.truth()]
        },
        Arm("timer.clear", 2) { model, _ in model.clear() },
        Arm("stopwatch.lap", 6, expect: { try $0.lap($1) }) { dice, model in
            dice.chance(15) ? [:] : ["timer": dice.timer(model)]
        },
    ]

    private static func change(_ action: String, _ weight: Int) -> Arm {
        Arm("timer.\(action)", weight, expect: { try $0.change($1, action) }) { dice, model in
            dice.chance(10) ? [:] : ["timer": dice.timer(model)]
        }
    }
}

extension Dice {
    mutating func timer(_ model: Model) -> Json {
        reference(to: model.timers.map { (id: $0.id, name: $0.name) })
    }

    /// How often an alert is repeated: a span, or `false` for once.
    mutating func ringAgain() -> Json {
        chance(30) ? false : span(10_000...2 * hourMs, limits: RingingModel.spans)
    }

    /// How the alerts of timers that are over are repeated.
    mutating func ringing() -> RingingModel {
        RingingModel(
            every: spread(10_000...2 * hourMs), atMost: Int64.random(in: 1...6, using: &self))
    }

    fileprivate mutating func each(_ model: Model) -> [String: Json] {
        var params: [String: Json] = [
            "action": choice(["pause", "resume", "cancel", "finish", "restart", "answer"])
        ]
        guard chance(75) else { return params }
        params["timers"] = words(1...3) { $0.timer(model).text }
        if spoils(4) { params["timers"] = one(of: [], "tea", [5], Self.tooManyWords) }
        return params
    }

    fileprivate mutating func timerStart() -> [String: Json] {
        var params: [String: Json] = [:]
        params["name"] = name()
        if chance(15) { params["message"] = "two\nlines" }
        if chance(35) { params["on_suspend"] = choice(["continue", "pause", "cancel"]) }
        if chance(30) { params["pause_when_away"] = truth() }
        return params
    }
}
