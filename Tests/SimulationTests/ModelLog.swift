import Rig
import TestSupport
import TrackerAPI

struct EntryModel: Hashable {
    let id: String
    var exercise: String
    var count: Int64
    var unit: String
    var atMs: Int64
    var note: String?
    let order: Int64
    /// The occurrence that the entry answered; `nil` for none.
    var occurrence: String?
    var isOfTraining = false
    /// Number of the person's day when the entry was written, from 1970-01-01.
    var day: Int64

    func view(_ model: Model) -> Json {
        .members([
            "id": .text(id), "exercise": .text(exercise), "name": model.exerciseName(exercise),
            "count": .int(count), "unit": .text(unit), "at": model.text(atMs),
            "day": .text(Place.date(ofDay: day)), "note": note.map(Json.text),
            "source": isOfTraining ? "training" : occurrence == nil ? "manual" : "reminder",
            "occurrence": occurrence.map(Json.text),
        ])
    }
}

/// A moment or a day, as a request gives it.
struct Given {
    let fromMs: Int64
    var isDay = false
    /// The offset of the clock, where the text gives one; `nil` otherwise.
    var offsetMs: Int64?
    /// Minutes after midnight, of a time without a date; `nil` otherwise.
    var minuteOfDay: Int64?
    /// Midnight of a day on the local clock; `nil` for a moment.
    var midnightMs: Int64?
}

extension Model {
    /// Reads the texts that the dice make: `-90m`, `10:15`, `2026-03-01`, `2026-03-01T10:15:00Z`.
    func given(_ name: String, _ params: Params) throws -> Given? {
        guard let text = try params.optionalText(name) else { return nil }
        if text.hasPrefix("-"), let ms = Params.ms(.text(text)), ms < 0 {
            return Given(fromMs: now.wallMs + ms)
        }
        let parts = text.split { "-+:TZ".contains($0) }.compactMap { Int64($0) }
        switch (text.count, parts.count) {
        case (5, 2) where parts[0] < 24 && parts[1] < 60:
            let local = now.wallMs + offsetMs(now.wallMs)
            let minute = parts[0] * 60 + parts[1]
            let shown = local - local % dayMs + minute * minuteMs
            return Given(fromMs: place.ms(shown), minuteOfDay: minute)
        case (10, 3):
            let day = Place.days(parts[0], parts[1], parts[2]) * dayMs
            return Given(fromMs: place.ms(day), isDay: true, midnightMs: day)
        case (20, 6):
            let day = Place.days(parts[0], parts[1], parts[2]) * dayMs
            try require(Place.utc.date(day) == text.prefix(10), .invalid(name))
            return Given(fromMs: day + ((parts[3] * 60 + parts[4]) * 60 + parts[5]) * 1000)
        case (25, 8):
            let day = Place.days(parts[0], parts[1], parts[2]) * dayMs
            let isWest = text.dropFirst(19).hasPrefix("-")
            let offset = (parts[6] * 60 + parts[7]) * minuteMs * (isWest ? -1 : 1)
            let shown = day + ((parts[3] * 60 + parts[4]) * 60 + parts[5]) * 1000
            return Given(fromMs: shown - offset, offsetMs: offset)
        default: throw Refusal.invalid(name)
        }
    }

    /// Reads a moment in the past, or a day. After midnight, while the person's day goes on, a time of day that isn't
    /// over is the evening before.
    ///
    /// - Parameter onDay: whether a day means the current time on it.
    func givenPast(_ name: String, _ params: Params, onDay: Bool = false) throws -> Given? {
        guard let given = try given(name, params) else { return nil }
        let local = now.wallMs + offsetMs(now.wallMs)
        let present = local % dayMs / minuteMs
        if onDay, let day = given.midnightMs {
            return Given(fromMs: place.ms(day + present * minuteMs))
        }
        let today = day(now.wallMs)
        guard let minute = given.minuteOfDay, today != local / dayMs,
            minute > present, minute >= settings.dayStart
        else { return given }
        return Given(fromMs: place.ms(today * dayMs + minute * minuteMs), minuteOfDay: minute)
    }

    /// Refuses a day, and a time that lies ahead.
    func requirePast(_ at: Given?, _ field: String) throws {
        if let at, at.isDay || at.fromMs > now.wallMs { throw Refusal.invalid(field) }
    }

    private func entry(_ text: String) throws -> EntryModel {
        try found(text, field: "entry", among: entries, id: \.id, last: lastTouchedEntry)
    }

    private func check(_ entry: EntryModel) throws {
        try require((1...100_000).contains(entry.count), .invalid("count"))
        try require((0...now.wallMs + dayMs).contains(entry.atMs), .invalid("at"))
        if let note = entry.note, note.count > 4000 { throw Refusal("too_large", field: "note") }
    }

    private mutating func settle(_ entry: EntryModel, _ change: String) -> Expected {
        write(.entry(entry), entry.id, "log.\(change)", entry.view(self))
    }

    fileprivate mutating func addEntry(_ params: Params) throws -> Expected {
        let text = try params.text("exercise")
        let count = try params.optionalInt("count")
        let seconds = try params.optionalInt("seconds")
        let at = try givenPast("at", params)
        let note = try params.optionalText("note")
        let exercise = try exercise(text)
        if seconds != nil, count != nil || exercise.unit != "seconds" {
            throw Refusal.invalid("seconds")
        }
        if at?.isDay == true { throw Refusal.invalid("at") }
        return try add(
            EntryModel(
                id: newID(), exercise: exercise.id,
                count: seconds ?? count ?? newest(of: exercise.id)?.count ?? exercise.count,
                unit: exercise.unit,
                atMs: at?.fromMs ?? now.wallMs, note: note, order: seq + 1,
                day: day(written: at)))
    }

    mutating func add(_ entry: EntryModel) throws -> Expected {
        var entry = entry
        try check(entry)
        if entry.note?.isEmpty == true { entry.note = nil }
        let nexts = nexts
        beginIntervals(by: entry.exercise, atMs: entry.atMs)
        let result = settle(entry, "added")
        noteMoves(from: nexts)
        answerPending(by: entry.exercise, atMs: entry.atMs, entry: entry.id)
        return result
    }

    fileprivate mutating func updateEntry(_ params: Params) throws -> Expected {
        let text = try params.text("entry")
        let wanted = try params.optionalText("exercise")
        let count = try params.optionalInt("count")
        let seconds = try params.optionalInt("seconds")
        let at = try givenPast("at", params)
        let note = try params.optionalText("note")
        var entry = try entry(text)
        guard wanted != nil || count != nil || seconds != nil || at != nil || note != nil else {
            throw Refusal.invalid("entry")
        }
        if let wanted {
            let exercise = try exercise(wanted)
            (entry.exercise, entry.unit) = (exercise.id, exercise.unit)
        }
        if at?.isDay == true { throw Refusal.invalid("at") }
        if seconds != nil, count != nil || entry.unit != "seconds" {
            throw Refusal.invalid("seconds")
        }
        entry.count = seconds ?? count ?? entry.count
        entry.note = note ?? entry.note
        if let at { (entry.atMs, entry.day) = (at.fromMs, day(written: at)) }
        // A time that stays isn't checked by a clock that was set back since.
        if at == nil { try check(entry, but: now.wallMs) } else { try check(entry) }
        if entry.note?.isEmpty == true { entry.note = nil }
        return settle(entry, "updated")
    }

    private func check(_ entry: EntryModel, but atMs: Int64) throws {
        var entry = entry
        entry.atMs = atMs
        try check(entry)
    }

    fileprivate mutating func deleteEntry(_ params: Params) throws -> Expected {
        settle(try entry(params.text("entry")), "deleted")
    }

    fileprivate func listEntries(_ params: Params) throws -> Expected {
        let (from, to) = (try given("from", params), try given("to", params))
        let wanted = try params.optionalText("exercise")
        let limit = try params.limit()
        let span = try span(from, to)
        let exercise = try wanted.map { try self.exercise($0, readFrom: .entries).id }
        let found = entries.filter { entry in
            span.contains(entry.atMs, entry.day) && (exercise == nil || entry.exercise == exercise)
        }.sorted { ($1.atMs, $1.order) < ($0.atMs, $0.order) }
        return .result([
            "entries": .list(found.prefix(Int(limit)).map { $0.view(self) }),
            "total": .int(Int64(found.count)),
            "totals": .derived,
        ])
    }

    var today: Json {
        .members([
            "date": .text(Place.date(ofDay: day(now.wallMs))), "totals": Json.derived,
            "focus": focus(on: day(now.wallMs)),
        ])
    }

    /// The work of the runs of a day that have ended; `nil` for none.
    private func focus(on day: Int64) -> Json? {
        let counted = runs.filter { run in
            !run.isLive && run.day == day && (run.worked > 0 || run.rounds > 0)
        }
        guard !counted.isEmpty else { return nil }
        return [
            "runs": .int(Int64(counted.count)),
            "seconds": .int(counted.reduce(0) { $0 + $1.worked } / 1000),
            "rounds": .int(counted.reduce(0) { $0 + $1.rounds }),
        ]
    }

    /// The day of an entry that is written with a given moment, or with none.
    func day(written at: Given?) -> Int64 {
        guard let at, let offset = at.offsetMs else { return day(at?.fromMs ?? now.wallMs) }
        let shown = at.fromMs + offset - settings.dayStart * minuteMs
        return shown / dayMs - (shown % dayMs < 0 ? 1 : 0)
    }
}

extension Place {
    static func date(ofDay day: Int64) -> String { Place.utc.date(day * dayMs) }

    /// The instant at which a clock here first shows a time; in a gap, the one by the offset before.
    func ms(_ localMs: Int64) -> Int64 {
        let offsets = [-86_400, 86_400].map { Int64(offsetSeconds(localMs / 1000 + $0)) * 1000 }
        let shown = offsets.map { localMs - $0 }
            .filter { $0 + Int64(offsetSeconds($0 / 1000)) * 1000 == localMs }
        return shown.min() ?? localMs - offsets[0]
    }

    /// Number of a date, from 1970-01-01, counted year by year.
    static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        func isLeap(_ year: Int64) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
        let lengths: [Int64] = [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30]
        let years = (1970..<year).reduce(Int64(0)) { $0 + (isLeap($1) ? 366 : 365) }
        return years + lengths.prefix(Int(month - 1)).reduce(0, +) + day - 1
    }
}

extension Arm {
    static let log: [Arm] = [
        Arm("log.add", 14, expect: { try $0.addEntry($1) }) { dice, model in
            var params: [String: Json] = ["exercise": dice.exercise(model)]
            if dice.chance(70) { params["count"] = dice.count() }
            if dice.chance(10) { params["seconds"] = 30 }
            if dice.chance(40) { params["at"] = dice.moment(model) }
            if dice.chance(30) { params["note"] = dice.note() }
            return params
        },
        Arm("log.update", 5, expect: { try $0.updateEntry($1) }) { dice, model in
            var params: [String: Json] = ["entry": dice.entry(model)]
            if dice.chance(25) { params["exercise"] = dice.exercise(model) }
            if dice.chance(50) { params["count"] = dice.count() }
            if dice.chance(20) { params["seconds"] = dice.count() }
            if dice.chance(30) { params["at"] = dice.moment(model) }
            if dice.chance(30) { params["note"] = dice.note() }
            return params
        },
        Arm("log.delete", 5, expect: { try $0.deleteEntry($1) }) { ["entry": $0.entry($1)] },
        Arm("log.list", 5, .none, expect: { try $0.listEntries($1) }) { dice, model in
            var params: [String: Json] = [:]
            if dice.chance(50) { params["from"] = dice.moment(model, days: true) }
            if dice.chance(50) { params["to"] = dice.moment(model, days: true) }
            if dice.chance(40) { params["exercise"] = dice.exercise(model) }
            if dice.chance(50) { params["limit"] = .int(Int64.random(in: 1...5, using: &dice)) }
            if dice.spoils(4) { params["limit"] = dice.one(of: 0, 1001, "x") }
            return params
        },
    ]
}

extension Dice {
    fileprivate mutating func entry(_ model: Model) -> Json {
        entry(among: model.entries.map(\.id).sorted(), last: 25, known: 92)
    }

    fileprivate mutating func note() -> Json {
        if spoils(5) { return one(of: Self.tooLongNote, 5) }
        return .text(pick(["", "hard\nwork", "\"so\""]) ?? "")
    }

    mutating func moment(_ model: Model, days: Bool = false) -> Json {
        if spoils(5) { return one(of: "25:00", "soon", "10m", 5, "2026-02-30T10:15:00Z") }
        let wall = model.now.wallMs
        switch Int.random(in: 0..<(days ? 5 : 4), using: &self) {
        case 0: return .text("-\(Int64.random(in: 1...200_000, using: &self))m")
        case 1:
            let hour = Int.random(in: 10...23, using: &self)
            return .text("\(hour):\(Int.random(in: 10...59, using: &self))")
        case 2:
            // More than a day ahead is refused.
            let ahead = Int64.random(
                in: -100 * dayMs...(maySpoil ? dayMs * 12 / 10 : 0), using: &self)
            return .text("\(Place.utc.text(wall + ahead).prefix(19))Z")
        case 3:
            // A time by the clock of some place.
            let place = pick(Place.allCases) ?? .utc
            let text = place.text(wall - spread(minuteMs...100 * dayMs))
            return .text("\(text.prefix(19))\(text.suffix(6))")
        default:
            let ago = Int64.random(in: -1...100, using: &self)
            return .text(Place.utc.date(wall - ago * dayMs))
        }
    }
}
