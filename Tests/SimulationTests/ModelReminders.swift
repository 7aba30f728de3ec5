import TestSupport

/// A reminder, by the rules alone: the terms that a person gave.
struct ReminderModel: Hashable {
    struct Fields: Hashable {
        var name: String
        var message: String?
        var schedule: ScheduleModel
        /// Follow-ups as given; `nil` for the default.
        var followUps: [Int64]?
        var exercise: String?
        var count: Int64?
        var snooze: Int64 = 5 * minuteMs
        var missed = "once"
        var grace: Int64?
        var whenIdle: String?
        var unlessDone: Bool?
        /// Absence that begins its interval again, 0 for none; `nil` for the configured one.
        var ownBreak: Int64?
    }

    let id: String
    var fields: Fields
    var isEnabled: Bool
    /// The moment at which one that is off comes back on, UTC milliseconds.
    var offUntil: Int64?
    let order: Int64

    /// True where an effort with the exercise answers waiting reminders.
    func isAnswered(by exercise: String) -> Bool { ["any", exercise].contains(fields.exercise) }

    var followUpAfterMs: [Int64] {
        let byDefault = 5 * minuteMs
        return fields.followUps
            ?? (fields.schedule.every.map { byDefault < $0 } ?? true ? [byDefault] : [])
    }
}

extension ReminderModel.Fields {
    mutating func apply(_ params: Params, _ model: Model) throws {
        if let text = try params.optionalText("exercise") {
            let id =
                text.isEmpty
                ? nil : text.lowercased() == "any" ? "any" : try model.exercise(text).id
            if id != exercise { count = nil }
            if id == nil { unlessDone = nil }
            exercise = id
        }
        count = try params.optionalInt("count") ?? count
        if let message = try params.optionalText("message") {
            self.message = message.isEmpty ? nil : message
        }
        if let given = params.given("follow_up") {
            let spans = given.values(Params.ms) ?? [given].compactMap(Params.ms)
            try require(given.truth != nil || !spans.isEmpty, .invalid("follow_up"))
            followUps = given == true ? nil : spans
        }
        snooze = try params.optionalSpan("snooze") ?? snooze
        missed = try params.choice("missed", ["once", "skip", "all"]) ?? missed
        whenIdle = try params.choice("when_idle", ["skip", "show"]) ?? whenIdle
        unlessDone = try params.optionalTruth("unless_done") ?? unlessDone
        if let given = try params.removable("grace", Params.ms) { grace = given }
        if let given = params.given("break") {
            ownBreak = given == true ? nil : given == false ? 0 : Params.ms(given)
            try require(schedule.isResponse || ownBreak == nil, .invalid("break"))
        }
        if !schedule.isResponse { ownBreak = nil }
    }

    func check() throws {
        try Params.checkBesideLast(name, "name")
        if let message, message.count > 4000 { throw Refusal("too_large", field: "message") }
        guard count == nil || (exercise != nil && (1...100_000).contains(count ?? 0)) else {
            throw Refusal.invalid("count")
        }
        try require(unlessDone != true || exercise != nil, .invalid("unless_done"))
        if let followUps {
            guard followUps.allSatisfy({ (minuteMs...60 * minuteMs).contains($0) }),
                zip(followUps, followUps.dropFirst()).allSatisfy({ $0 < $1 }),
                followUps.last ?? 0 < schedule.every ?? .max
            else { throw Refusal.invalid("follow_up") }
        }
        try require((minuteMs...dayMs).contains(snooze), .invalid("snooze"))
        try require(grace.map({ (1000...366 * dayMs).contains($0) }) ?? true, .invalid("grace"))
        try require(
            ownBreak.map({ $0 == 0 || (minuteMs...dayMs).contains($0) }) ?? true, .invalid("break"))
    }
}

extension Model {
    func view(_ reminder: ReminderModel, isGone: Bool = false) -> Json {
        let fields = reminder.fields
        let next = isGone ? nil : nexts[reminder.id]
        let live = isGone ? nil : lives[reminder.id]
        return .members([
            "id": .text(reminder.id), "name": .text(fields.name),
            "message": fields.message.map(Json.text), "enabled": .bool(reminder.isEnabled),
            "schedule": fields.schedule.json, "exercise": fields.exercise.map(Json.text),
            "exercise_name": exerciseName(fields.exercise), "count": fields.count.map(Json.int),
            "follow_up": [
                "enabled": .bool(!reminder.followUpAfterMs.isEmpty),
                "after_ms": .list(reminder.followUpAfterMs.map(Json.int)),
            ],
            "snooze_ms": .int(fields.snooze), "missed": .text(fields.missed),
            "grace_ms": fields.grace.map(Json.int), "when_idle": .text(reminder.whenIdle),
            "unless_done": fields.schedule.every == nil && fields.exercise != nil
                ? .bool(reminder.isUnlessDone) : nil,
            "break_ms": fields.schedule.isResponse ? fields.ownBreak.map(Json.int) : nil,
            "next_at": next.map { text($0.due) },
            "paused_until": pausedUntil(next?.due),
            "next_after_pause_at": next.flatMap { nextAfterPause($0, reminder) },
            "off_until": reminder.isEnabled ? nil : reminder.offUntil.map(text),
            "pending": live.map { $0.view(self) },
        ])
    }

    /// The end of the pause, where a due time lies in it.
    private func pausedUntil(_ due: Int64?) -> Json? {
        guard let due, let end = quietNow?.endsMs(now), due < end else { return nil }
        return text(end)
    }

    /// The first due time after the pause, where the next one lies in it.
    private func nextAfterPause(_ next: OccurrenceModel, _ owner: ReminderModel) -> Json? {
        guard let end = quietNow?.endsMs(now), next.due < end else { return nil }
        return owner.fields.schedule.next(after: end - 1, base: next.base?.wallMs, in: place)
            .map(text)
    }

    func exerciseName(_ id: String?) -> Json? {
        exercises.first { $0.id == id }.map { .text($0.name) }
    }

    func reminder(_ params: Params) throws -> Int {
        try reminder(named: params.text("reminder"), field: "reminder")
    }

    private func reminder(named text: String, field: String) throws -> Int {
        try require(!text.isEmpty, .invalid(field))
        if let index = reminders.firstIndex(where: { $0.id == text }) { return index }
        let newestFirst = reminders.indices.sorted { reminders[$0].order > reminders[$1].order }
        let key = text == "last" ? "" : ExerciseModel.key(text)
        let ways: [(String) -> Bool] = [
            { $0 == text }, { $0.lowercased() == text.lowercased() },
            { !key.isEmpty && ExerciseModel.key($0) == key },
        ]
        for isNamed in ways {
            for isEnabled in [true, false] {
                let named = newestFirst.first {
                    isNamed(reminders[$0].fields.name) && reminders[$0].isEnabled == isEnabled
                }
                if let named { return named }
            }
        }
        if let index = try beginning(
            text, of: Array(reminders.indices), field: field, id: { reminders[$0].id })
        {
            return index
        }
        guard text == "last", let newest = newestFirst.first else {
            throw Refusal("not_found", field: field)
        }
        return newest
    }

    func named(_ params: Params) throws -> ReminderModel? {
        guard params.has("reminder") else { return nil }
        return reminders[try reminder(params)]
    }

    // MARK: Requests

    private func requireFree(
        _ name: String, of id: String?, replacing replaced: ReminderModel? = nil
    ) throws {
        let key = ExerciseModel.key(name)
        let isTaken = reminders.contains {
            $0.id != id && $0.id != replaced?.id && ExerciseModel.key($0.fields.name) == key
        }
        if isTaken { throw Refusal("conflict", field: "name", state: "taken") }
    }

    mutating func createReminder(_ params: Params) throws -> Expected {
        let name = try params.name()
        try params.checkKinds(["usual"] + Params.fields)
        try Params.checkBesideLast(name, "name")
        let params = params.members["usual"] == true ? params.usual : params
        let isEnabled = params.members["enabled"] != false
        var fields = ReminderModel.Fields(
            name: name, schedule: try ScheduleModel(resolvingOnce(params.members)))
        try fields.apply(params, self)
        try fields.check()
        let replaced = finishedReminder(named: name)
        try requireFree(fields.name, of: nil, replacing: replaced)
        // The occurrence gets its id afterwards.
        let reminder = ReminderModel(
            id: newID(), fields: fields, isEnabled: isEnabled, order: seq + 1)
        return change(reminder.id, to: reminder, "created", replacing: replaced)
    }

    mutating func updateReminder(_ params: Params) throws -> Expected {
        _ = try params.text("reminder")
        let name = try params.optionalName()
        try params.checkKinds(Params.fields)
        var reminder = reminders[try self.reminder(params)]
        let former = ExerciseModel.key(reminder.fields.name)
        if let name, name != reminder.fields.name {
            try Params.checkBesideLast(name, "name")
            reminder.fields.name = name
        }
        let given = params.members.filter {
            ScheduleModel.members.contains($0.key) && $0.value != .null
        }
        if !given.isEmpty, case .object(var members) = reminder.fields.schedule.json {
            if given["at"] != nil, given["every"] == nil {
                for name in ["every", "between", "anchor"] { members[name] = nil }
            }
            if given["every"] != nil, given["at"] == nil { members["at"] = nil }
            if given["at"] != nil || given["every"] != nil { members["once"] = nil }
            if given["once"] != nil { members = [:] }
            reminder.fields.schedule = try ScheduleModel(
                members.merging(resolvingOnce(given)) { $1 })
        }
        try reminder.fields.apply(params, self)
        try reminder.fields.check()
        if ExerciseModel.key(reminder.fields.name) != former {
            try requireFree(reminder.fields.name, of: reminder.id)
        }
        if params.has("enabled") {
            reminder.isEnabled = try params.truth("enabled")
            reminder.offUntil = nil
        }
        return change(reminder.id, to: reminder, "updated")
    }

    mutating func turn(_ params: Params, on isEnabled: Bool) throws -> Expected {
        _ = try params.text("reminder")
        if !isEnabled { try params.checkKinds(["until"]) }
        let former = reminders[try self.reminder(params)]
        var reminder = former
        (reminder.isEnabled, reminder.offUntil) = (isEnabled, nil)
        if !isEnabled, let until = try params.optionalText("until") {
            guard let ms = coming(until) else { throw Refusal.invalid("until") }
            reminder.offUntil = ms
        }
        guard reminder != former else { return .result(view(reminder)) }
        return change(reminder.id, to: reminder, isEnabled ? "enabled" : "disabled")
    }

    mutating func deleteReminder(_ params: Params) throws -> Expected {
        change(reminders[try reminder(params)].id, to: nil, "deleted")
    }

    mutating func eachReminder(_ params: Params) throws -> Expected {
        guard try params.choice("action", ["delete"]) != nil else {
            throw Refusal.invalid("action")
        }
        let words = try needed(params.optionalTexts("reminders"), "reminders")
        let ids = try things(named: words, field: "reminders") { text in
            try reminder(named: text, field: "reminders")
        }.map { reminders[$0].id }
        var views: [Json] = []
        for id in ids {
            if case .result(let view) = change(id, to: nil, "deleted") { views.append(view) }
        }
        return .result(["reminders": .list(views)])
    }

    mutating func change(
        _ id: String, to reminder: ReminderModel?, _ type: String,
        replacing replaced: ReminderModel? = nil
    ) -> Expected {
        let former = reminders.first { $0.id == id }
        let live = lives[id]
        follow(id, reminder, former)
        // What stopped waiting comes back with its reminder.
        if let live, lives[id] == nil { noteChange(of: live) }
        let data = (reminder ?? former).map { view($0, isGone: reminder == nil) } ?? [:]
        var rows = [id: reminder.map(RecordModel.reminder)]
        if let replaced { rows.updateValue(nil, forKey: replaced.id) }
        change(rows, type: "reminder.\(type)", id, data)
        return .result(data)
    }

    /// The consequences of the change for the reminder's occurrences.
    mutating func follow(_ id: String, _ reminder: ReminderModel?, _ former: ReminderModel?) {
        guard let reminder, reminder.isEnabled else {
            if lives[id] != nil, reminder == nil || former?.isEnabled != false,
                let owner = reminder ?? former
            {
                expire(owner, reason: reminder == nil ? "deleted" : "disabled")
            }
            nexts[id] = nil
            return
        }
        let schedule = reminder.fields.schedule
        if nexts[id] != nil, former?.fields.schedule == schedule { return }
        let goesOn = former?.fields.schedule.isResponse == true && schedule.isResponse
        let base = goesOn ? nexts[id]?.base ?? now : now
        guard let due = nextDue(reminder, base: base) else {
            nexts[id] = nil
            return
        }
        let day = day(due)
        var next = nexts[id] ?? OccurrenceModel(reminder: id, due: due, day: day, base: base)
        (next.due, next.day, next.base, next.wallMs) = (due, day, base, due)
        nexts[id] = next
    }

    func upcoming(_ params: Params) throws -> Expected {
        try params.checkKinds(["reminder", "limit"])
        let limit = try params.limit(50, upTo: 10_000)
        let one = try named(params)
        var found: [(at: Int64, reminder: ReminderModel)] = []
        for reminder in one.map({ [$0] }) ?? reminders where reminder.isEnabled {
            guard let next = nexts[reminder.id] else { continue }
            var last = now.wallMs - 1
            let isOnce = reminder.fields.schedule.isOnce
            let shown = max(next.due, isOnce ? now.wallMs : quietNow?.endsMs(now) ?? now.wallMs)
            turns: for _ in 0..<limit {
                guard
                    var at = reminder.fields.schedule.next(
                        after: last, base: next.base?.wallMs, in: place)
                else { break }
                // Before the next occurrence, and in a pause, there is no moment.
                while at < shown, at >= now.wallMs {
                    guard
                        let later = reminder.fields.schedule.next(
                            after: at, base: next.base?.wallMs, in: place)
                    else { break turns }
                    at = later
                }
                found.append((at, reminder))
                last = at
            }
        }
        found.sort { ($0.at, $0.reminder.id) < ($1.at, $1.reminder.id) }
        return .result([
            "upcoming": .list(
                found.prefix(Int(limit)).map {
                    [
                        "reminder": .text($0.reminder.id), "at": text($0.at),
                        "name": .text($0.reminder.fields.name),
                    ]
                })
        ])
    }

    var shownReminders: Json {
        let waiting = lives.values.sorted { $0.order ?? 0 > $1.order ?? 0 }.map(\.reminder)
        let others = nexts.values.filter { lives[$0.reminder] == nil }
            .sorted { ($0.due, $0.reminder) < ($1.due, $1.reminder) }.map(\.reminder)
        return .list(
            (waiting + others.prefix(5)).compactMap { id in
                reminders.first { $0.id == id }.map { view($0) }
            })
    }
}
