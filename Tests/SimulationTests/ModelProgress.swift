import Rig
import TestSupport
import TrackerAPI

/// Days on which nothing is asked for; numbers of the first and the last.
struct PauseModel: Hashable {
    let from: Int64
    var until: Int64

    func contains(_ day: Int64) -> Bool { (from...max(from, until)).contains(day) }
}

/// A challenge as its events tell.
struct ChallengeModel: Hashable {
    let kind: String
    let from: String
    let to: String
    let isSecond: Bool
    var isCompleted = false
    var isSwappedAway = false
}

// MARK: - Events

// Progress is derived and told in the journal. The model takes these events as they are, at the places where
// they may come: after a commit, and whenever progress is settled. `Announcements` and `World.checkProgress`
// hold them against the rules.

extension Model {
    private static let progressTypes: Set = [
        "day.closed", "streak.changed", "achievement.unlocked", "achievement.lost",
        "achievement.recognised", "level.reached", "challenge.offered", "challenge.completed",
        "challenge.reopened", "report.ready",
    ]

    /// The actual event that comes next; `nil` for none.
    var nextClue: Clue? { clues.indices.contains(fresh.count) ? clues[fresh.count] : nil }

    /// Whether the actual event that comes next is one about progress.
    var hasProgress: Bool { nextClue.map { Self.progressTypes.contains($0.type) } ?? false }

    mutating func takeProgress() {
        while hasProgress, let clue = nextClue, clue.byTime {
            note(clue)
            record(clue.type, clue.subject, clue.data, alert: clue.alert, byTime: true)
        }
    }

    /// Keeps what an event says of challenges and of what was told.
    private mutating func note(_ clue: Clue) {
        switch clue.type {
        case "challenge.offered": challenges[clue.subject] = ChallengeModel(clue.data)
        case "challenge.completed": challenges[clue.subject]?.isCompleted = true
        case "challenge.reopened": challenges[clue.subject]?.isCompleted = false
        case "level.reached": announced.insert("level")
        case "achievement.unlocked":
            announced.insert("\(clue.subject):\(clue.data["tier"]?.text ?? "")")
        case "achievement.recognised":
            announced.formUnion(clue.data["ids"]?.list.compactMap(\.text) ?? [])
        default: break
        }
    }

    // MARK: Challenges

    fileprivate mutating func swapChallenge(_ params: Params) throws -> Expected {
        let kind = try needed(params.choice("kind", ["daily", "weekly"]), "kind")
        try require(settings.progress.isOn("challenges"), .conflict("off"))
        let today = Place.date(ofDay: day(now.wallMs))
        let present = challenges.first { _, challenge in
            challenge.kind == kind && !challenge.isSwappedAway
                && (challenge.from...challenge.to).contains(today)
        }
        guard let (key, former) = present else { throw Refusal.conflict("none") }
        try require(!former.isCompleted, .conflict("completed"))
        try require(!former.isSecond, .conflict("swapped"))
        // The library has others for every day.
        guard let clue = nextClue, clue.type == "challenge.swapped" else {
            throw Refusal("nothing was swapped")
        }
        let next = ChallengeModel(clue.data)
        guard next.isSecond, next.kind == kind, next.from == former.from, next.to == former.to,
            clue.subject == "\(key.dropLast())1", clue.data["key"]?.text == clue.subject
        else { throw Refusal("it was swapped for \(clue.data)") }
        challenges[key]?.isSwappedAway = true
        challenges[clue.subject] = next
        record(clue.type, clue.subject, clue.data)
        return .result(clue.data)
    }

    fileprivate func listChallenges() -> Expected {
        let today = Place.date(ofDay: day(now.wallMs))
        let isOn = settings.progress.isOn("challenges")
        let present = challenges.filter {
            isOn && !$0.value.isSwappedAway && ($0.value.from...$0.value.to).contains(today)
        }
        let keys = present.sorted { $0.value.kind < $1.value.kind }.map(\.key)
        return .like { reply in
            let shown = reply["challenges"]?.list ?? []
            guard shown.map({ $0["key"]?.text ?? "" }) == keys else {
                return "challenges \(reply) instead of \(keys)"
            }
            let fault = shown.first {
                ($0["completed_at"] != nil) != present[$0["key"]?.text ?? ""]?.isCompleted
            }
            return fault.map { "\($0) isn't as it was told" }
        }
    }

    // MARK: Pauses

    fileprivate var pauses: [String: PauseModel] { records.compactMapValues(\.pause) }

    /// Pauses that end a week ago or later, those that touch as one.
    private func shown(_ pauses: some Sequence<PauseModel>, today: Int64) -> Json {
        var days: Set<Int64> = []
        for pause in pauses { days.formUnion(pause.from...pause.until) }
        var joined: [PauseModel] = []
        for day in days.sorted() {
            if let last = joined.last, last.until == day - 1 {
                joined[joined.count - 1].until = day
            } else {
                joined.append(PauseModel(from: day, until: day))
            }
        }
        return [
            "pauses": .list(
                joined.map {
                    [
                        "from": .text(Place.date(ofDay: $0.from)),
                        "until": .text(Place.date(ofDay: $0.until)),
                    ]
                })
        ]
    }

    private mutating func settle(_ rows: [String: PauseModel?], _ type: String) -> Expected {
        let today = day(now.wallMs)
        let others = pauses.filter { rows[$0.key] == nil && $0.value.until >= today - 7 }
        let view = shown(others.map(\.value) + rows.values.compactMap(\.self), today: today)
        change(rows.mapValues { $0.map(RecordModel.pause) }, type: type, "streak", view)
        return .result(view)
    }

    fileprivate mutating func pauseStreak(_ params: Params) throws -> Expected {
        let from = try given("from", params)
        let until = try needed(given("until", params), "until")
        let today = day(now.wallMs)
        let pause = PauseModel(from: from.map { day($0) } ?? today, until: day(until))
        guard pause.until >= pause.from, (today...today + 90).contains(pause.until) else {
            throw Refusal.invalid("until")
        }
        try require(pause.from >= today - 7, .invalid("from"))
        return settle(["pause of event \(seq + 1)": pause], "streak.paused")
    }

    fileprivate mutating func resumeStreak() throws -> Expected {
        let today = day(now.wallMs)
        let present = pauses.filter { $0.value.contains(today) }
        try require(!present.isEmpty, .conflict("running"))
        let rows = present.mapValues { pause -> PauseModel? in
            pause.from == today ? nil : PauseModel(from: pause.from, until: today - 1)
        }
        return settle(rows, "streak.resumed")
    }

    // MARK: Figures

    fileprivate func explain(_ params: Params) throws -> Expected {
        let what = try params.text("what")
        let parts = what.split(separator: ":").map(String.init)
        let isOne = parts.count > 1 && ["achievement", "challenge"].contains(parts[0])
        try require(["level", "streak"].contains(what) || isOne, .invalid("what"))
        let isKnown =
            switch parts[0] {
            case "achievement": SimulatedLibrary.achievements.contains(parts[1])
            case "challenge": challenges[parts[1]] != nil
            default: true
            }
        try require(isKnown, Refusal("not_found", field: "what"))
        return .like { $0["rows"]?.list.allSatisfy { $0["text"] != nil } == true ? nil : "no rows" }
    }

    fileprivate func report(_ params: Params) throws -> Expected {
        let period = try params.choice("period", ["day", "week", "month", "year"])
        let date = try given("date", params)
        let asOf = try givenPast("as_of", params)
        guard let period else { throw Refusal.invalid("period") }
        try requirePast(asOf, "as_of")
        let start = beginning(of: period, containing: date.map { day($0) } ?? day(now.wallMs))
        try require(asOf != nil || start <= day(now.wallMs), .invalid("date"))
        return .like { reply in
            guard reply["period"]?.text == period else { return "another period: \(reply)" }
            guard asOf == nil else { return nil }
            return reply["from"]?.text == Place.date(ofDay: start) && reply["seq"]?.int == seq
                ? nil : "a report of other days, or of another event than \(seq): \(reply)"
        }
    }

    func beginning(of period: String, containing day: Int64) -> Int64 {
        var start = day
        let isBeginning = { (day: Int64) in
            let date = Place.date(ofDay: day)
            return switch period {
            case "week": ProgressSettings.names[Int((day + 3) % 7)] == settings.progress.weekStarts
            case "month": date.hasSuffix("-01")
            case "year": date.hasSuffix("-01-01")
            default: true
            }
        }
        while !isBeginning(start) { start -= 1 }
        return start
    }

    fileprivate func timeline(_ params: Params) throws -> Expected {
        let number = try given("date", params).map { day($0) } ?? day(now.wallMs)
        let shown = Place.date(ofDay: number)
        return .like { $0["day"]?.text == shown ? nil : "the timeline of another day: \($0)" }
    }

    fileprivate func responses(_ params: Params) throws -> Expected {
        let (first, last) = try usualDays(params)
        let wanted = try params.optionalText("reminder")
        try require(first <= last, .invalid("to"))
        try require(last - first < 3653, Refusal("too_large", field: "from"))
        if wanted != nil { _ = try reminder(params) }
        return .result(.derived)
    }

    fileprivate func streak(_ params: Params) throws -> Expected {
        let from = try given("from", params).map { day($0) }
        let to = try given("to", params).map { day($0) }
        _ = try params.optionalText("exercise").map { try exercise($0, readFrom: .entries) }
        let isOn = settings.progress.isOn("streak")
        if isOn, let from, let to, to < from { throw Refusal.invalid("to") }
        return .result(.derived)
    }

    fileprivate func achievements(_ params: Params) throws -> Expected {
        _ = try params.choice(
            "category", ["milestone", "consistency", "volume", "variety", "challenge"])
        _ = try params.optionalTruth("held")
        return .result(.derived)
    }
}

extension ChallengeModel {
    /// - Parameter view: the challenge as an event shows it.
    fileprivate init(_ view: Json) {
        kind = view["kind"]?.text ?? ""
        (from, to) = (view["from"]?.text ?? "", view["to"]?.text ?? "")
        isSecond = view["swapped"] == true
    }
}

extension Arm {
    static let progress: [Arm] = [
        Arm("streak.get", 3, .none, expect: { try $0.streak($1) }) { dice, model in
            var params = dice.days(model)
            if dice.chance(30) { params["exercise"] = dice.exercise(model) }
            return params
        },
        Arm("streak.pause", 4, expect: { try $0.pauseStreak($1) }) { dice, model in
            var params = ["until": dice.day(model, -2...95)]
            if dice.chance(50) { params["from"] = dice.day(model, -9...10) }
            if dice.spoils(5) { params["until"] = dice.moment(model) }
            return params
        },
        Arm("streak.resume", 3) { model, _ in try model.resumeStreak() },
        Arm("achievement.list", 2, .none, expect: { try $0.achievements($1) }) { dice, _ in
            var params: [String: Json] = [:]
            if dice.chance(50) { params["category"] = dice.choice(["milestone", "volume"]) }
            if dice.chance(50) { params["held"] = dice.truth() }
            return params
        },
        Arm("level.get", 2, .none) { _, _ in .result(.derived) },
        Arm("challenge.list", 2, .none) { model, _ in model.listChallenges() },
        Arm("challenge.swap", 3, expect: { try $0.swapChallenge($1) }) { dice, _ in
            ["kind": dice.choice(["daily", "weekly"])]
        },
        Arm("progress.explain", 2, .none, expect: { try $0.explain($1) }) { dice, model in
            ["what": dice.figure(model)]
        },
        Arm("report.get", 2, .none, expect: { try $0.report($1) }) { dice, model in
            var params = ["period": dice.choice(["day", "week", "month", "year"])]
            if dice.chance(10) {
                params["as_of"] = dice.moment(model, days: true)
            } else if dice.chance(60) {
                params["date"] = dice.moment(model, days: true)
            }
            return params
        },
        Arm("timeline.get", 2, .none, expect: { try $0.timeline($1) }) { dice, model in
            ["date": dice.moment(model, days: true)]
        },
        Arm("response.get", 2, .none, expect: { try $0.responses($1) }) { dice, model in
            var params = [
                "from": dice.moment(model, days: true), "to": dice.moment(model, days: true),
            ]
            if dice.chance(30) {
                let ids = model.reminders.map { Json.text($0.id) }
                params["reminder"] = dice.chance(10) ? "zz~" : dice.pick(ids)
            }
            return params
        },
    ]
}

extension Dice {
    /// The date of a day that is so many days ahead.
    fileprivate mutating func day(_ model: Model, _ ahead: ClosedRange<Int64>) -> Json {
        let day = model.day(model.now.wallMs) + Int64.random(in: ahead, using: &self)
        return .text(Place.date(ofDay: day))
    }

    fileprivate mutating func days(_ model: Model) -> [String: Json] {
        var params: [String: Json] = [:]
        if chance(40) { params["from"] = moment(model, days: true) }
        if chance(30) { params["to"] = moment(model, days: true) }
        return params
    }

    fileprivate mutating func figure(_ model: Model) -> Json {
        if spoils(10) { return one(of: "xp", "", 5, "achievement", "day:x") }
        let id = pick(SimulatedLibrary.achievements + ["nothing"]) ?? ""
        let key = pick(model.challenges.keys.sorted() + ["daily/nothing"]) ?? ""
        return .text(pick(["level", "streak", "achievement:\(id)", "challenge:\(key)"]) ?? "level")
    }
}
