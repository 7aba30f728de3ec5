import TestSupport
import TrackerAPI

extension Model {
    /// The timer with an exact id, else an exact name (the newest running, paused, ended one), else a
    /// unique prefix, else `last`.
    func timer(_ params: Params) throws -> Int {
        let text = try params.text("timer")
        guard !text.isEmpty else { throw Refusal.invalid("timer") }
        if let index = timers.firstIndex(where: { $0.id == text }) { return index }
        let newestFirst = timers.indices.sorted { timers[$0].start > timers[$1].start }
        for isNamed in [{ $0 == text }, { $0.lowercased() == text.lowercased() }]
            as [(String) -> Bool]
        {
            for states in [["running"], ["paused"], ["finished", "cancelled"]] {
                let named = newestFirst.first {
                    timers[$0].name.map(isNamed) == true && states.contains(timers[$0].state)
                }
                if let named { return named }
            }
        }
        if let index = try beginning(
            text, of: Array(timers.indices), field: "timer", id: { timers[$0].id })
        {
            return index
        }
        guard text == "last", let newest = newestFirst.first else {
            throw Refusal("not_found", field: "timer")
        }
        return newest
    }

    fileprivate mutating func startTimer(_ duration: Int64?, _ params: Params) throws -> Expected {
        let name = try params.optionalName()
        let message = duration == nil ? nil : try params.optionalText("message")
        let onSuspend = try params.choice("on_suspend", ["continue", "pause", "cancel"])
        let leaves = try params.truth("pause_when_away")
        let sound = duration == nil ? nil : try params.optionalText("sound")
        try Params.checkBesideLast(name, "name")
        try Params.checkSound(sound, "sound")
        if let duration, !(1000...366 * dayMs).contains(duration) {
            throw Refusal.invalid("duration")
        }
        if let message, message.count > 4000 { throw Refusal("too_large", field: "message") }
        var timer = TimerModel(
            id: newID(), name: name, message: message, sound: sound, original: duration,
            onSuspend: onSuspend ?? "continue", leaves: leaves, startedMs: now.wallMs,
            start: seq + 1)
        timer.begin(now, seq: seq + 1)
        timers.append(timer)
        return settle(timers.count - 1, "started", from: nil)
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

    fileprivate mutating func change(
        _ params: Params, _ name: String, from states: [String],
        _ move: (inout TimerModel, Model) -> Void
    ) throws -> Expected {
        let index = try timer(params)
        guard states.contains(timers[index].state) else {
            throw Refusal.conflict(timers[index].state)
        }
        let former = timers[index]
        move(&timers[index], self)
        return settle(index, name, from: former)
    }

    fileprivate mutating func extendTimer(_ params: Params) throws -> Expected {
        let by = try params.span("by")
        let index = try timer(params)
        let runsAgain = timers[index].asked != nil && by > 0
        guard let duration = timers[index].duration, timers[index].isLive || runsAgain else {
            throw Refusal.conflict(timers[index].state)
        }
        let (sum, overflow) = duration.addingReportingOverflow(by)
        guard by != 0, !overflow, sum <= 366 * dayMs else { throw Refusal.invalid("by") }
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
        let index = try waitingTimer(try params.text("timer")) ?? timer(params)
        guard timers[index].asked != nil else { throw Refusal.conflict(timers[index].state) }
        let former = timers[index]
        timers[index].asked = nil
        timers[index].answeredMs = now.wallMs
        return settle(index, "answered", from: former)
    }

    /// The timer that waits and has the id, the name, or as the only one an id that begins so; `nil` for none.
    func waitingTimer(_ text: String) -> Int? {
        let waiting = waitingTimers
        let ways: [(TimerModel) -> Bool] = [
            { $0.id == text }, { $0.name == text },
            { $0.name?.lowercased() == text.lowercased() },
        ]
        var id = ways.lazy.compactMap { waiting.first(where: $0)?.id }.first
        if id == nil, text.count >= 4 {
            let beginning = waiting.filter { $0.id.hasPrefix(text) }
            if beginning.count == 1 { id = beginning[0].id }
        }
        return timers.firstIndex { $0.id == id }
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
        let index = try timer(params)
        let timer = timers[index]
        guard timer.original == nil, timer.state == "running" else {
            throw Refusal.conflict(timer.state)
        }
        timers[index].laps.append(.init(atMs: now.wallMs, elapsed: timer.elapsed(now)))
        return settle(index, "lapped", from: timer)
    }

    func listedTimers(all: Bool) -> Json {
        let others = timers.filter { $0.asked == nil && (all || $0.isLive) }
        return .list((waitingTimers + others.sorted { $0.start < $1.start }).map { $0.view(self) })
    }

    fileprivate mutating func clear() -> Expected {
        let ended = timers.filter { !$0.isLive }.sorted { $0.start < $1.start }
        for timer in ended {
            withdraw(timer.id)
            record("timer.cleared", timer.id, timer.view(self))
            noteChange(of: timer, to: nil)
        }
        timers.removeAll { !$0.isLive }
        return .result(["cleared": .int(Int64(ended.count))])
    }
}

extension Params {
    /// Refuses what is neither a sound's name nor the path of a file that can be read.
    static func checkSound(_ sound: String?, _ field: String) throws {
        guard let sound else { return }
        guard sound == "rest-warning" || sound == "/gong.wav" else { throw Refusal.invalid(field) }
    }
}

extension Dice {
    /// A sound that a person chooses.
    mutating func sound() -> Json {
        if spoils(15) { return pick(["gong", "/gone.wav", "", "~/x.wav", 5] as [Json]) ?? .null }
        return pick(["rest-warning", "/gong.wav"] as [Json]) ?? .null
    }
}

// MARK: - Arms

extension Arm {
    static let timers: [Arm] = [
        Arm("timer.start", 30) { dice, model in
            var params = dice.timerStart()
            params["duration"] = dice.span(1000...200 * dayMs, limits: 1000...366 * dayMs)
            if dice.chance(15) { params["sound"] = dice.sound() }
            return params
        } expect: {
            try $0.startTimer(try $1.span("duration"), $1)
        },
        Arm("stopwatch.start", 10) { dice, _ in
            var params = dice.timerStart()
            params["message"] = nil
            return params
        } expect: {
            try $0.startTimer(nil, $1)
        },
        change("timer.pause", 12, "paused", from: ["running"]) { timer, model in
            timer.pause(model.now)
        },
        change("timer.resume", 14, "resumed", from: ["paused"]) { timer, model in
            (timer.state, timer.pausedMs, timer.since) = ("running", nil, model.now)
            timer.absence = nil
        },
        change("timer.cancel", 5, "cancelled", from: ["running", "paused"]) {
            $0.end("cancelled", $1.now)
        },
        change("timer.finish", 5, "finished", from: ["running", "paused"]) {
            $0.end("finished", $1.now)
        },
        change(
            "timer.restart", 8, "restarted", from: ["running", "paused", "finished", "cancelled"]
        ) {
            $0.begin($1.now, seq: $1.seq + 1)
        },
        Arm("timer.answer", 6) { dice, model in
            guard dice.chance(80), let waiting = dice.pick(model.waitingTimers) else {
                return ["timer": dice.timer(model)]
            }
            return ["timer": .text(dice.chance(30) ? waiting.name ?? waiting.id : waiting.id)]
        } expect: {
            try $0.answerTimer($1)
        },
        Arm("timer.extend", 10) { dice, model in
            var by = dice.span(1...30 * dayMs, limits: -366 * dayMs...366 * dayMs)
            if case .int(let ms) = by, dice.chance(40), ms != .min { by = .int(-ms) }
            if dice.chance(5) { by = dice.chance(50) ? 0 : "-90s" }
            return ["timer": dice.timer(model), "by": by]
        } expect: {
            try $0.extendTimer($1)
        },
        Arm("timer.rename", 4) { dice, model in
            ["timer": dice.timer(model), "name": dice.name() ?? "renamed"]
        } expect: {
            try $0.rename($1)
        },
        Arm("timer.get", 5, .none) { dice, model in
            ["timer": dice.timer(model)]
        } expect: {
            .result($0.timers[try $0.timer($1)].view($0))
        },
        Arm("timer.list", 5, .none) { dice, _ in
            dice.chance(50) ? [:] : ["all": dice.truth()]
        } expect: {
            .result(["timers": $0.listedTimers(all: try $1.truth("all"))])
        },
        Arm("timer.clear", 2) { _, _ in
            [:]
        } expect: { model, _ in
            model.clear()
        },
        Arm("stopwatch.lap", 6) { dice, model in
            ["timer": dice.timer(model)]
        } expect: {
            try $0.lap($1)
        },
    ]

    private static func change(
        _ method: String, _ weight: Int, _ name: String, from states: [String],
        _ move: @escaping @Sendable (inout TimerModel, Model) -> Void
    ) -> Arm {
        Arm(method, weight) { dice, model in
            ["timer": dice.timer(model)]
        } expect: {
            try $0.change($1, name, from: states, move)
        }
    }
}

extension Dice {
    /// A reference to a timer, of one kind or another.
    mutating func timer(_ model: Model) -> Json {
        if spoils(4) { return pick(["", "nothing", "zz~", 5, [], .null] as [Json]) ?? .null }
        guard let timer = pick(model.timers) else { return "last" }
        switch Int.random(in: 0..<20, using: &self) {
        case 0...1: return "last"
        case 2...5:
            guard let name = timer.name else { fallthrough }
            return .text(chance(30) ? name.uppercased() : name)
        case 6...7:
            let length = Int.random(in: shortestPrefix...11, using: &self)
            return .text(String(timer.id.prefix(length)))
        default: return .text(timer.id)
        }
    }

    /// How the alerts of timers that are over are repeated.
    mutating func ringing() -> RingingModel {
        RingingModel(
            every: spread(10_000...2 * hourMs), atMost: Int64.random(in: 1...6, using: &self))
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
