import TestSupport
import TrackerAPI

// MARK: - What can be read of a request at all

extension Params {
    /// Whether a member of a reminder's requests has an allowed kind.
    private static func isReminderMember(_ name: String, _ value: Json) -> Bool {
        switch name {
        case "every": value.int != nil || value.text != nil
        case "at", "days": value.text != nil || value.texts != nil
        case "between": value.text != nil || value == [:]
        case "once": value.text != nil
        case "anchor": ["response", "clock"].contains(value.text)
        case "missed": ["once", "skip", "all"].contains(value.text)
        case "when_idle": ["skip", "show"].contains(value.text)
        case "name", "message", "reminder", "occurrence", "exercise", "named": value.text != nil
        case "count", "seconds": value.int != nil
        case "snooze", "for": ms(value) != nil
        case "grace": value == false || ms(value) != nil
        case "break": value == false || value == true || ms(value) != nil
        case "enabled", "usual", "off", "unless_done": value == true || value == false
        case "action": ["log", "snooze", "dismiss", "skip"].contains(value.text)
        case "until": value.text?.contains(":") ?? false
        case "limit": value.int != nil
        case "state":
            [
                "scheduled", "pending", "snoozed", "answered", "dismissed", "expired",
                "suppressed",
            ].contains(value.text)
        case "follow_up":
            switch value {
            case .bool: true
            case .list(let steps): !steps.isEmpty && steps.allSatisfy { ms($0) != nil }
            default: ms(value) != nil
            }
        default: true
        }
    }

    /// Reads the members in order, before anything is done with them.
    func checkKinds(_ names: [String]) throws {
        for name in names {
            guard let value = given(name) else { continue }
            try require(Self.isReminderMember(name, value), .invalid(name))
        }
    }

    /// The members of a new reminder, completed with the configuration's defaults.
    var usual: Params {
        var usual = members
        if given("once") != nil { return self }
        if given("at") == nil {
            if given("every") == nil, given("exercise") == nil { usual["exercise"] = "any" }
            usual["every"] = given("every") ?? 1_800_000
            usual["between"] = given("between") ?? "09:00-17:00"
        }
        if case .object? = given("between") { return Params(members: usual) }
        usual["days"] = given("days") ?? "mon-fri"
        let isTooLong = given("between") == nil && (try? ScheduleModel(usual)) == nil
        if isTooLong { usual["between"] = nil }
        return Params(members: usual)
    }

    static let fields = [
        "every", "at", "once", "between", "days", "anchor", "message", "exercise", "count",
        "follow_up",
        "snooze", "missed", "grace", "when_idle", "unless_done",
        "break",
        "enabled",
    ]
}

extension Arm {
    static let reminders: [Arm] = [
        Arm("reminder.create", 12, expect: { try $0.createReminder($1) }) { dice, model in
            guard model.reminders.count < 3 else { return ["name": "", "every": "30m"] }
            return dice.newReminder(model)
        },
        Arm("reminder.update", 8, expect: { try $0.updateReminder($1) }) { $0.changedReminder($1) },
        Arm("reminder.get", 3, .none) {
            .result($0.view($0.reminders[try $0.reminder($1)]))
        } make: { dice, model in
            ["reminder": dice.reminder(model)]
        },
        Arm("reminder.enable", 6, expect: { try $0.turn($1, on: true) }) { dice, model in
            ["reminder": dice.reminder(model)]
        },
        Arm("reminder.disable", 5, expect: { try $0.turn($1, on: false) }) { dice, model in
            var params = ["reminder": dice.reminder(model)]
            if dice.chance(50) { params["until"] = dice.pick(["07:00", "17:30", "00:00"]) }
            if dice.spoils(4) { params["until"] = dice.one(of: 5, "soon") }
            return params
        },
        Arm("reminder.delete", 5, expect: { try $0.deleteReminder($1) }) { dice, model in
            ["reminder": dice.reminder(model)]
        },
        Arm("reminder.each", 2, expect: { try $0.eachReminder($1) }) { $0.eachReminder($1) },
        Arm("reminder.fire", 5, expect: { try $0.fireReminder($1) }) { dice, model in
            ["reminder": dice.reminder(model)]
        },
        Arm("reminder.list", 3, .none) { model, _ in
            .result(["reminders": .list(model.reminders.map { model.view($0) })])
        },
        Arm("reminder.answer", 30, expect: { try $0.answerReminder($1) }) { $0.answer($1) },
        Arm("reminder.upcoming", 3, .none, expect: { try $0.upcoming($1) }) { dice, model in
            var params: [String: Json] = [:]
            if dice.chance(50) { params["limit"] = .int(Int64.random(in: 1...60, using: &dice)) }
            if dice.spoils(5) { params["limit"] = dice.one(of: 0, 10_001, "x") }
            if dice.chance(40) { params["reminder"] = dice.reminder(model) }
            return params
        },
        Arm("occurrence.list", 3, .none, expect: { try $0.listOccurrences($1) }) { dice, model in
            dice.occurrences(model)
        },
        Arm("do_not_disturb.set", 4, expect: { try $0.setQuiet($1) }) { dice, _ in dice.quiet() },
    ]
}

extension Dice {
    mutating func reminder(_ model: Model) -> Json {
        reference(to: model.reminders.map { (id: $0.id, name: Optional($0.fields.name)) })
    }

    private static let windows = [
        "09:00-17:00", "22:00-02:00", "08:00-12:00,13:00-18:00", "00:00-24:00", "01:30-09:00",
    ]

    private mutating func schedule() -> [String: Json] {
        var params: [String: Json] = [:]
        if chance(10) {
            params["once"] = pick(["20m", "3h", "18:30", "00:05"])
            if spoils(15) { params["once"] = one(of: "soon", "-5m", "0s", 5) }
            if spoils(5) { params["days"] = "daily" }
            return params
        }
        if chance(70) { params["days"] = pick(["daily", "mon-fri", "sat-mon", ["tue", "thu"]]) }
        if chance(35) {
            let times: [Json] = [["08:00", "20:00"], "07:30,12:00,23:59", ["02:30"], "00:00"]
            params["at"] = pick(times)
            if spoils(5) { params["at"] = one(of: ["25:00"], "noon", 5, [5]) }
            return params
        }
        // Mostly rare reminders, so that years aren't filled with firings.
        params["every"] = one(
            of: "5m", "30m", "90m", "2h", "4h", "4h", "3h30m", 5_400_000, 14_400_000)
        if spoils(5) { params["every"] = one(of: "59s", "25h", "soon", "30", []) }
        if chance(60) { params["between"] = pick(Self.windows).map(Json.text) }
        if spoils(3) { params["between"] = one(of: "09:00-09:00", "9-17", 5) }
        // An interval by the clock leaves many more occurrences after a long sleep.
        if chance(60) { params["anchor"] = choice(["response", "response", "clock"]) }
        return params
    }

    private mutating func fields(_ model: Model) -> [String: Json] {
        var params: [String: Json] = [:]
        if chance(40), !model.exercises.isEmpty {
            params["exercise"] =
                chance(10) ? "" : chance(40) ? pick(["any", "Any"]) : exercise(model)
            if chance(50), params["exercise"] != "" { params["count"] = count() }
        }
        if chance(20) { params["message"] = pick(["Up!", "", "two\nlines"]).map(Json.text) }
        if chance(40) {
            params["follow_up"] = pick([
                "2m", ["1m", "3m"], [120_000], ["5m", "10m", "15m"], false, true, "30m",
            ])
        }
        if spoils(3) { params["follow_up"] = one(of: "30s", [], ["5m", "5m"], "61m", "x", 5) }
        if chance(20) { params["snooze"] = span(minuteMs...hourMs, limits: minuteMs...dayMs) }
        if chance(50) { params["missed"] = choice(["once", "skip", "all"]) }
        if chance(25) { params["unless_done"] = truth() }
        if chance(25) { params["when_idle"] = choice(["skip", "show"]) }
        if chance(25) {
            params["grace"] =
                chance(20) ? false : span(1000...dayMs, limits: 1000...366 * dayMs)
        }
        if chance(25) {
            params["break"] =
                chance(30) ? truth() : span(minuteMs...15 * minuteMs, limits: minuteMs...dayMs)
        }
        if chance(15) { params["enabled"] = truth() }
        return params
    }

    /// A name, mostly one that no other reminder has.
    private mutating func reminderName() -> Json {
        guard case .text(let name)? = name(), name.count < 50, !name.contains("\n"), chance(70)
        else { return name() ?? "move" }
        return .text("\(name) \(Int.random(in: 0..<100, using: &self))")
    }

    fileprivate mutating func newReminder(_ model: Model) -> [String: Json] {
        var params = schedule().merging(fields(model)) { $1 }
        params["name"] = reminderName()
        if chance(15) { params["usual"] = true }
        return params
    }

    fileprivate mutating func changedReminder(_ model: Model) -> [String: Json] {
        var params = fields(model)
        if chance(40) { params.merge(schedule()) { $1 } }
        if chance(20) { params["name"] = reminderName() }
        params["reminder"] = reminder(model)
        return params
    }

    /// Reps of a training, or what was done for a reminder.
    mutating func done(_ model: Model) -> [String: Json] {
        var params: [String: Json] = [:]
        if chance(20) {
            if chance(50), let waiting = pick(model.waitingTimers) {
                params[chance(50) ? "reminder" : "named"] = .text(waiting.name ?? waiting.id)
                if chance(30), let other = pick(model.waitingTimers) {
                    return ["named": .text("\(waiting.id) \(other.name ?? other.id)")]
                }
                if chance(80) { return params }
            } else {
                params["reminder"] = reminder(model)
            }
        } else if chance(15) {
            return params
        }
        if chance(15), !model.exercises.isEmpty { params["exercise"] = exercise(model) }
        if params.isEmpty, chance(20) {
            params["named"] = chance(50) ? reminder(model) : exercise(model)
        } else if spoils(2) {
            params["named"] = reminder(model)
            params["reminder"] = "stand"
        }
        if chance(60) { params["count"] = count() }
        if chance(10) { params["seconds"] = count() }
        if spoils(3) { params["count"] = one(of: "5", .number("1.5"), []) }
        return params
    }

    fileprivate mutating func eachReminder(_ model: Model) -> [String: Json] {
        var params: [String: Json] = ["action": choice(["delete"])]
        params["reminders"] = words(1...3) { $0.reminder(model).text }
        if spoils(4) { params["reminders"] = one(of: [], "last", [5], Self.tooManyWords, .null) }
        return params
    }

    fileprivate mutating func answer(_ model: Model) -> [String: Json] {
        var params: [String: Json] = ["action": choice(["log", "snooze", "dismiss", "skip"])]
        let live = model.lives.values.sorted { $0.order ?? 0 < $1.order ?? 0 }
        if chance(70), let occurrence = pick(live), let id = occurrence.id {
            if chance(50) {
                params["occurrence"] = .text(id)
            } else {
                params["reminder"] = .text(occurrence.reminder)
            }
        } else if chance(40), let id = pick(model.past)?.id {
            params["occurrence"] = .text(chance(80) ? id : String(id.prefix(10)))
        } else if chance(50) {
            params["reminder"] = reminder(model)
        }
        if params["action"] == "snooze" || spoils(3), chance(50) {
            if chance(20) {
                params["until"] = one(of: "07:00", "17:30", "00:00")
                if spoils(5) { params["until"] = one(of: "soon", 5) }
            } else {
                params["for"] = span(minuteMs...3 * hourMs, limits: minuteMs...dayMs)
            }
        }
        if params["action"] == "log" || spoils(2), chance(40) {
            if chance(50), !model.exercises.isEmpty { params["exercise"] = exercise(model) }
            if chance(50) { params["count"] = count() }
            if chance(20) { params["seconds"] = count() }
        }
        if spoils(3) { params["occurrence"] = one(of: "", "zz~", 5) }
        return params
    }

    fileprivate mutating func occurrences(_ model: Model) -> [String: Json] {
        var params: [String: Json] = [:]
        if chance(50) { params["reminder"] = reminder(model) }
        if chance(50) {
            params["state"] = choice(["pending", "expired", "suppressed", "answered", "snoozed"])
        }
        if chance(25) { params["from"] = moment(model, days: true) }
        if chance(25) { params["to"] = moment(model, days: true) }
        if chance(50) { params["limit"] = .int(Int64.random(in: 1...40, using: &self)) }
        if spoils(5) { params["limit"] = one(of: 0, 1001, "x") }
        return params
    }

    fileprivate mutating func quiet() -> [String: Json] {
        if spoils(6) {
            let wrong: [[String: Json]] = [
                [:], ["off": false], ["for": "1h", "until": "10:00"], ["until": "soon"],
                ["for": "1h", "off": true], ["until": 5],
            ]
            return pick(wrong) ?? [:]
        }
        if chance(35) { return ["off": true] }
        if chance(30) { return ["until": pick(["07:00", "17:30", "00:00"]).map(Json.text) ?? ""] }
        return ["for": span(1000...dayMs, limits: 1000...366 * dayMs)]
    }
}
