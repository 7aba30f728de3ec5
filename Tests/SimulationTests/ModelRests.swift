import TestSupport
import TrackerAPI

struct RestModel: Hashable, Counting, Armed {
    let id: String
    var duration: Int64
    /// Marks before the end, the earliest first.
    let marks: [Int64]
    /// Marks that are still to come.
    var armed: [Int64]
    let label: String?
    let startedMs: Int64
    var state = "running"
    var counted: Int64 = 0
    var since: Instant?
    var endedMs: Int64?
    var late: Int64?
    var alarm: Int64?
    /// Id of the session that the rest followed, or of the set.
    var training: String?
    var set: String?

    var isLive: Bool { state == "running" || state == "paused" }

    mutating func end(_ state: String, _ now: Instant) {
        stop(now)
        self.state = state
        endedMs = now.wallMs
        armed = []
    }

    /// Whether a mark was passed more than a second ago, so that nobody was there.
    static func isPast(_ mark: Int64, _ remaining: Int64) -> Bool { mark - remaining > 1000 }

    mutating func arm(_ now: Instant) {
        alarm = nil
        guard state == "running", let since else { return }
        let remaining = duration - elapsed(now)
        let mark = armed.first { !Self.isPast($0, remaining) } ?? 0
        alarm = since.reaches(duration - mark - counted, now)
    }

    func view(_ model: Model, warning mark: Int64? = nil) -> Json {
        let remaining = isLive ? max(0, duration - elapsed(model.now)) : 0
        return .members([
            "id": .text(id), "state": .text(state), "duration_ms": .int(duration),
            "remaining_ms": .int(remaining), "started_at": model.text(startedMs),
            "due_at": state == "running" ? model.text(model.now.wallMs + remaining) : nil,
            "ended_at": endedMs.map(model.text),
            "taken_ms": isLive ? nil : .int(counted), "late_by_ms": late.map(Json.int),
            "warn_at_ms": .list(marks.map(Json.int)), "label": label.map(Json.text),
            "after": training.map { ["kind": "training", "id": .text($0)] }
                ?? set.map { ["kind": "set", "id": .text($0)] },
            "warn_ms": mark.map(Json.int),
        ])
    }
}

// MARK: - The course of time

extension Model {
    /// - Parameter start: when the effort after the rest begins; `nil` for when the rest was over.
    mutating func advanceRest(from start: Instant? = nil) {
        guard var rest = liveRest, rest.state == "running" else { return }
        let remaining = rest.duration - rest.elapsed(now)
        let over = overAt(rest)
        var mark: Int64?
        if remaining <= 0 {
            rest.end("finished", now)
            rest.counted = rest.duration
            rest.endedMs = now.wallMs + remaining
            rest.late = -remaining >= 100 ? -remaining : nil
        } else {
            mark = rest.armed.first { $0 >= remaining && !RestModel.isPast($0, remaining) }
            if let mark { rest.armed.removeAll { $0 >= mark } }
        }
        rest.arm(now)
        put(rest)
        let countsDown = rest.training != nil && rest.marks == [3000, 2000, 1000]
        if let mark {
            record(
                "rest.warning", rest.id, rest.view(self, warning: mark),
                alert: countsDown ? "\(mark / 1000)" : "Rest ends in \(Self.spanText(mark))",
                byTime: true)
        } else if remaining <= 0 {
            record(
                "rest.finished", rest.id, rest.view(self),
                alert: countsDown ? "Go" : "Rest is over", byTime: true)
            follow(rest, "finished", from: start ?? over, byTime: true)
        }
    }

    /// A span such as `1h30m` or `2.5s`.
    private static func spanText(_ ms: Int64) -> String {
        var text = ""
        for (unit, name) in [(dayMs, "d"), (hourMs, "h"), (minuteMs, "m")] {
            let count = (unit == dayMs ? ms : ms % (unit == hourMs ? dayMs : hourMs)) / unit
            if count > 0 { text += "\(count)\(name)" }
        }
        let left = ms % minuteMs
        guard left > 0 else { return text }
        var fraction = String(1000 + left % 1000).dropFirst()
        while fraction.last == "0" { fraction.removeLast() }
        return text + "\(left / 1000)\(fraction.isEmpty ? "" : ".")\(fraction)s"
    }

    mutating func carryRest() -> Int {
        guard var rest = liveRest, rest.state == "running", rest.carry(now) else { return 0 }
        rest.arm(now)
        put(rest)
        return 1
    }

    // MARK: Requests

    var liveRest: RestModel? { rests.last { $0.isLive } }

    var presentRest: RestModel? { liveRest ?? rests.last }

    mutating func put(_ rest: RestModel) { rests = rests.map { $0.id == rest.id ? rest : $0 } }

    private func lastRest() throws -> RestModel {
        guard let rest = presentRest else {
            throw Refusal("not_found", field: "rest", state: "none")
        }
        return rest
    }

    private mutating func settle(_ rest: RestModel, _ change: String) -> Expected {
        let result = note(rest, change)
        follow(rest, change)
        return result
    }

    /// Records a change of the rest alone, without the consequences for its effort.
    @discardableResult
    mutating func note(_ rest: RestModel, _ change: String) -> Expected {
        var rest = rest
        rest.arm(now)
        put(rest)
        let view = rest.view(self)
        if ["skipped", "extended", "paused"].contains(change) { withdraw(rest.id) }
        record("rest.\(change)", rest.id, view)
        return .result(view)
    }

    /// Skips the live rest, so that another can begin.
    mutating func skipLiveRest() {
        guard var former = liveRest else { return }
        former.end("skipped", now)
        _ = settle(former, "skipped")
    }

    @discardableResult
    mutating func begin(_ rest: RestModel) -> Expected {
        rests.append(rest)
        return note(rest, "started")
    }

    fileprivate mutating func startRest(_ params: Params) throws -> Expected {
        let duration = try params.span("duration")
        let marks = try params.spans("warn_at") ?? [3000]
        let label = try params.optionalName("label")
        let replace = try params.truth("replace")
        try require((1000...dayMs).contains(duration), .invalid("duration"))
        try require(marks.count <= 20, Refusal("too_large", field: "warn_at"))
        try require(marks.allSatisfy({ (1...dayMs).contains($0) }), .invalid("warn_at"))
        try Params.checkName(label, "label")
        if let former = liveRest {
            try require(replace && former.training == nil, .conflict(former.state))
            skipLiveRest()
        }
        let sorted = Set(marks).sorted(by: >)
        return begin(
            RestModel(
                id: newID(), duration: duration, marks: sorted,
                armed: sorted.filter { $0 < duration }, label: label, startedMs: now.wallMs,
                since: now))
    }

    fileprivate mutating func changeRest(
        _ change: String, from states: [String], _ move: (inout RestModel, Instant) -> Void
    ) throws -> Expected {
        let former = try lastRest()
        try require(states.contains(former.state), .conflict(former.state))
        var rest = former
        move(&rest, now)
        let result = settle(rest, change)
        if change == "skipped" { noteSkip(of: former) }
        return result
    }

    /// Notes that the last event has skipped a rest, where nothing else followed from that.
    private mutating func noteSkip(of former: RestModel) {
        guard fresh[fresh.count - 1].type == "rest.skipped" else { return }
        fresh[fresh.count - 1].changes = [
            RecordChange(id: former.id, was: .rest(former.withoutAlarm), row: kept(former.id))
        ]
    }

    fileprivate mutating func extendRest(_ params: Params) throws -> Expected {
        let by = try params.span("by")
        var rest = try lastRest()
        try require(rest.isLive, .conflict(rest.state))
        let (sum, overflow) = rest.duration.addingReportingOverflow(by)
        try require(by != 0 && !overflow && sum <= dayMs, .invalid("by"))
        let elapsed = rest.elapsed(now)
        rest.duration = max(sum, elapsed)
        guard sum > elapsed else {
            rest.end("finished", now)
            return settle(rest, "finished")
        }
        // Marks that lie ahead again warn again.
        rest.armed = rest.marks.filter { $0 < sum - elapsed }
        return settle(rest, "extended")
    }

    fileprivate func getRest() throws -> Expected { .result(try lastRest().view(self)) }
}

extension Arm {
    static let rests: [Arm] = [
        Arm("rest.start", 14, expect: { try $0.startRest($1) }) { dice, model in
            var params: [String: Json] = [
                "duration": dice.span(1000...dayMs, limits: 1000...dayMs)
            ]
            if dice.chance(60) { params["warn_at"] = dice.marks() }
            if dice.chance(40) { params["label"] = dice.name() }
            if dice.chance(model.liveRest == nil ? 10 : 60) { params["replace"] = dice.truth() }
            return params
        },
        Arm("rest.skip", 3) { model, _ in
            try model.changeRest("skipped", from: ["running", "paused"]) { $0.end("skipped", $1) }
        },
        Arm("rest.pause", 5) { model, _ in
            try model.changeRest("paused", from: ["running"]) { rest, now in
                rest.stop(now)
                rest.state = "paused"
            }
        },
        Arm("rest.resume", 7) { model, _ in
            try model.changeRest("resumed", from: ["paused"]) { rest, now in
                (rest.state, rest.since) = ("running", now)
            }
        },
        Arm("rest.extend", 7, expect: { try $0.extendRest($1) }) { dice, _ in
            ["by": dice.extent(6 * hourMs, upTo: dayMs)]
        },
        Arm("rest.get", 4, .none) { model, _ in try model.getRest() },
    ]
}

extension Dice {
    fileprivate mutating func marks() -> Json {
        if spoils(4) {
            let wrong: [Json] = [
                5, ["x"], [.int(0)], [.int(dayMs + 1)], .list(Array(repeating: 1, count: 21)),
            ]
            return pick(wrong) ?? .null
        }
        let marks = (0..<Int.random(in: 0...4, using: &self)).map { _ in
            chance(50)
                ? Json.int(spread(1...hourMs)) : one(of: "3s", "10s", "1m")
        }
        return .list(marks)
    }
}
