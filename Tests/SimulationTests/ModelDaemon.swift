import TestSupport
import TrackerAPI
import TrackerStore

// MARK: - Requests

extension Model {
    fileprivate var status: Json {
        .members([
            "now": text(now.wallMs), "seq": .int(seq),
            "health": [
                "storage": storage.isDegraded ? "degraded" : "ok", "subscribers": 0,
            ],
            "timers": listedTimers(all: false), "rest": liveRest.map { $0.view(self) },
            "desktop_do_not_disturb": desktop.doNotDisturb ? true : nil,
            "training": liveTraining.map { $0.view(self) },
            "run": liveRun.map { $0.view(self) },
            "workout": openWorkout.map { $0.view(self) },
            "reminders": shownReminders, "reminders_off": remindersOff,
            "do_not_disturb": quietNow.map { ["until": text($0.endsMs(now))] },
            "today": today,
        ])
    }

    fileprivate var hello: Json {
        [
            "protocol": 1, "version": "1.2.3", "pid": 4711,
            "started_at": text(Instant.beginning.wallMs), "seq": .int(seq),
            "schema": .int(Int64(Schema.current.version)),
            "limits": [
                "line_bytes": 1_048_576, "in_flight": 64, "connections": 256,
                "first_line_ms": 5000, "unread_bytes": 1_048_576,
            ],
        ]
    }

    func shownEvent(_ seq: Int64) -> Json {
        let event = event(seq)
        return [
            "seq": .int(seq), "device": .text(device), "at": text(event.atMs),
            "type": .text(event.type),
            "subject": .text(event.subject), "data": event.data,
        ]
    }

    fileprivate func listEvents(_ params: Params) throws -> Expected {
        let since = try params.optionalInt("since")
        let until = try params.optionalInt("until")
        let types = try params.eventTypes()
        let subject = try params.optionalText("subject")
        let limit = try params.optionalInt("limit") ?? 100
        let newestFirst = try params.truth("newest_first")
        try require((1...1000).contains(limit), .invalid("limit"))
        for (name, seq) in [("since", since), ("until", until)] where seq ?? 0 < 0 {
            throw Refusal.invalid(name)
        }
        let last = min(seq, until ?? seq)
        var page: [Json] = []
        var next: Int64?
        for step in 0..<max(0, last - (since ?? 0)) {
            let number = newestFirst ? last - step : (since ?? 0) + 1 + step
            let event = shownEvent(number)
            guard
                types?.contains(where: { Self.matches($0[...], event["type"]?.text ?? "") })
                    ?? true,
                subject == nil || event["subject"]?.text == subject
            else { continue }
            if page.count == limit {
                next = page.last?["seq"]?.int.map { newestFirst ? $0 - 1 : $0 }
                break
            }
            page.append(event)
        }
        return .result(.members(["events": .list(page), "next": next.map(Json.int)]))
    }

    static func matches(_ pattern: Substring, _ text: String) -> Bool {
        guard let first = pattern.first else { return text.isEmpty }
        if first == "*" {
            return text.indices.contains { matches(pattern.dropFirst(), String(text[$0...])) }
                || matches(pattern.dropFirst(), "")
        }
        return text.first == first && matches(pattern.dropFirst(), String(text.dropFirst()))
    }

    private var rows: Int64 {
        let things =
            timers.count + rests.count + trainings.count + 2 * runs.count + records.count
            + journeys.count
        let told = announced.count + challenges.count
        let occurrences = nexts.count + lives.count + past.count
        return Int64(things + occurrences + told + (quiet == nil ? 0 : 1))
    }

    fileprivate func verification() -> Expected {
        .result([
            "events": .int(seq), "rows": .int(rows),
            "ok": true,
            "differences": [],
        ])
    }

    fileprivate func subscribe(_ params: Params) throws -> Expected {
        _ = try params.eventTypes()
        let since = try params.optionalInt("since")
        let wantsSnapshot = try params.truth("snapshot")
        try require(since.map({ (0...seq).contains($0) }) ?? true, .invalid("since"))
        let (newest, expected) = (seq, status)
        guard wantsSnapshot else {
            return .like {
                Expected.result(["seq": .int(newest)]).difference(from: $0.withoutHistory)
            }
        }
        return .like { reply in
            guard reply["seq"]?.int == newest, let snapshot = reply["snapshot"] else {
                return "no snapshot of event \(newest): \(reply)"
            }
            return isStatus(snapshot, expected)
        }
    }

    fileprivate func backUp(_ params: Params) throws -> Expected {
        if let path = try params.optionalText("path") {
            try require(path == "/dev/null", .invalid("path"))
            throw Refusal("conflict", field: "path", state: "exists")
        }
        let seq = seq
        let check = { (reply: Json) -> String? in
            guard reply["seq"]?.int == seq else { return "the backup isn't of event \(seq)" }
            return reply["bytes"]?.int ?? 0 > 0 ? nil : "the backup is empty"
        }
        // A backup that was made before within the same second may be given again.
        return storage.isFull ? .refusedOr(Refusal("storage"), like: check) : .like(check)
    }

    fileprivate mutating func atomic(_ params: Params) throws -> Expected {
        guard case .list(let calls) = params.members["calls"] else {
            throw Refusal.invalid("calls")
        }
        var results: [Expected] = []
        for (index, step) in calls.enumerated() {
            do {
                results.append(try perform(step))
            } catch var refusal as Refusal {
                refusal.index = index
                throw refusal
            }
        }
        let known = results.compactMap { result in
            if case .result(let json) = result { json } else { nil as Json? }
        }
        guard known.count < results.count else { return .result(["results": .list(known)]) }
        return .like { [results] reply in
            let actual = reply["results"]?.list ?? []
            guard actual.count == results.count else { return "\(actual.count) results" }
            return zip(actual, results).lazy.compactMap { $1.difference(from: $0) }.first
        }
    }

    private mutating func perform(_ step: Json) throws -> Expected {
        guard let method = step["method"]?.text else { throw Refusal.invalid("calls") }
        guard let arm = Arm.byMethod[method] else {
            throw Refusal("unknown_method", field: "method")
        }
        guard case .object(let members) = step["params"] ?? [:] else {
            throw Refusal.invalid("params")
        }
        try require(arm.effect != .outside && method != "atomic", .invalid("calls"))
        return try arm.expect(&self, Params(members: members))
    }
}

extension Arm {
    static let daemon: [Arm] = [
        Arm("hello", 1, .none) { model, params in
            _ = (try params.optionalText("client"), try params.optionalInt("protocol"))
            let hello = model.hello
            return .like { reply in
                // The lists follow from the tables, which have tests of their own.
                guard case .object(var members) = reply.withoutHistory,
                    members["methods"]?.list.isEmpty == false,
                    members["event_types"]?.list.isEmpty == false
                else { return "no hello: \(reply)" }
                (members["methods"], members["event_types"]) = (nil, nil)
                return Json.object(members) == hello ? nil : "\(reply) instead of \(hello)"
            }
        } make: { dice, _ in
            dice.chance(50) ? [:] : ["client": "simulation", "protocol": 1]
        },
        Arm("rpc.discover", 1, .none) { _, _ in
            .like {
                $0["methods"]?.list.count == Methods.all.count ? nil : "not all methods"
            }
        },
        Arm("status", 4, .none) { model, _ in
            let (model, status) = (model, model.status)
            return .like { model.isStatus($0, status) }
        },
        Arm("events.subscribe", 1, .outside, expect: { try $0.subscribe($1) }) { dice, model in
            dice.subscription(model)
        },
        Arm("events.list", 4, .none, expect: { try $0.listEvents($1) }) { $0.eventQuery($1) },
        Arm("journal.verify", 1, .none) { model, _ in model.verification() },
        Arm("config.get", 1, .none) { _, _ in
            .like { $0["rest"] == ["warn_at_ms": [3000]] ? nil : "no marks for rests" }
        },
        Arm("config.reload", 1, .outside) { _, _ in .result(["changed": ["rest.warn_at"]]) },
        Arm("daemon.check", 1, .outside) { _, _ in
            .like { $0["checks"] == nil ? "no checks" : nil }
        },
        Arm("backup.create", 1, .outside, expect: { try $0.backUp($1) }) { dice, _ in
            guard dice.spoils(30) else { return [:] }
            return ["path": dice.one(of: "relative.db", "/folder/", "/dev/null")]
        },
        Arm("backup.list", 1, .outside) { _, _ in
            .like { $0["backups"] == nil ? "no list" : nil }
        },
        // Restoring has tests of its own; here it is refused.
        Arm("backup.restore", 1, .outside) { _, _ in
            throw Refusal.invalid("path")
        } make: { dice, _ in
            ["path": dice.one(of: "relative.db", "/folder/", "/dev/null", 5)]
        },
        Arm("atomic", 6, expect: { try $0.atomic($1) }) { ["calls": .list($0.steps($1))] },
    ]
}

extension Params {
    /// The event types that are asked for, each of which must fit one.
    fileprivate func eventTypes() throws -> [String]? {
        let types = try optionalTexts("types")
        try require(
            !(types ?? []).contains(where: ["timer.startet", "x*"].contains), .invalid("types"))
        return types
    }
}

extension Json {
    /// A result without the history's id, which is random.
    var withoutHistory: Json {
        guard case .object(var members) = self else { return self }
        members["history"] = nil
        return .object(members)
    }
}

extension Dice {
    private mutating func globs() -> Json {
        if spoils(5) { return one(of: "timer.*", [5], ["timer.startet"], ["x*"]) }
        return one(of: ["*"], ["timer.*", "rest.*"], ["rest.w*"], ["*.started"], [])
    }

    fileprivate mutating func subscription(_ model: Model) -> [String: Json] {
        var params: [String: Json] = [:]
        if chance(40) { params["types"] = globs() }
        if chance(60) { params["since"] = .int(Int64.random(in: 0...model.seq, using: &self)) }
        if spoils(10) { params["since"] = chance(50) ? -1 : .int(model.seq + 1000) }
        if chance(50) { params["snapshot"] = truth() }
        return params
    }

    fileprivate mutating func eventQuery(_ model: Model) -> [String: Json] {
        var params: [String: Json] = [:]
        if chance(60) { params["since"] = .int(Int64.random(in: 0...model.seq, using: &self)) }
        if chance(30) { params["until"] = .int(Int64.random(in: 0...model.seq + 2, using: &self)) }
        if chance(30) { params["types"] = globs() }
        if chance(20), let timer = pick(model.timers) { params["subject"] = .text(timer.id) }
        params["limit"] = .int(Int64.random(in: 1...20, using: &self))
        if spoils(5) { params["limit"] = one(of: 0, 1001, "x") }
        if chance(40) { params["newest_first"] = truth() }
        return params
    }

    fileprivate mutating func steps(_ model: Model) -> [Json] {
        if spoils(4) { return [one(of: 5, [:], ["method": 5])] }
        let shortest = shortestPrefix
        shortestPrefix = 5
        defer { shortestPrefix = shortest }
        // The replies of these methods have tests of their own.
        let arms = Arm.all.filter {
            $0.effect != .outside
                && !["atomic", "config.get", "export", "challenge.swap"].contains($0.method)
        }
        return (0..<Int.random(in: 0...4, using: &self)).compactMap { _ in
            guard let arm = weighted(arms.map { ($0, weight: $0.weight) }) else { return nil }
            return ["method": .text(arm.method), "params": .object(arm.make(&self, model))]
        }
    }
}
