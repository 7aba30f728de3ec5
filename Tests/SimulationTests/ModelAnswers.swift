import TestSupport

// MARK: - What people do with occurrences

extension Model {
    mutating func fireReminder(_ params: Params) throws -> Expected {
        let owner = reminders[try reminder(params)]
        let live = lives[owner.id]
        expire(owner, reason: "test")
        if let live { noteChange(of: live) }
        var test = OccurrenceModel(
            reminder: owner.id, due: now.wallMs, day: day(now.wallMs), base: now)
        test.base = nil
        test.isTest = true
        fire(&test, owner)
        return .result(record("fired", test, owner))
    }

    mutating func answerReminder(_ params: Params) throws -> Expected {
        try params.checkKinds(["reminder", "occurrence"])
        let actions = ["log", "snooze", "dismiss", "skip"]
        let action = try needed(params.choice("action", actions), "action")
        try params.checkKinds(["exercise", "count", "seconds", "for", "until"])
        let span = params.members["for"].flatMap(Params.ms)
        let until = try params.optionalText("until")
        for name in ["exercise", "count", "seconds"]
        where action != "log" && params.has(name) {
            throw Refusal.invalid(name)
        }
        try require(span == nil || action == "snooze", .invalid("for"))
        try require(until == nil || action == "snooze" && span == nil, .invalid("until"))
        let named = try named(params)
        var occurrence = try occurrence(params, of: named, action)
        if let ahead = try answerAhead(occurrence, action, params) { return ahead }
        try require(occurrence.state != "scheduled", .conflict("scheduled"))
        let isLate = action == "log" && occurrence.mayBeLate(now)
        guard isLate || !["expired", "suppressed"].contains(occurrence.state) else {
            throw Refusal.conflict(occurrence.state)
        }
        let owner = owner(occurrence.reminder)
        if owner == nil, isLate { throw Refusal.conflict(occurrence.state) }
        guard let owner, isLate || ["pending", "snoozed"].contains(occurrence.state) else {
            let name = name(ofReminder: occurrence.reminder)
            return .result(occurrence.view(self, owner, name: name, isRepeated: true))
        }
        let former = occurrence
        var base = now
        var entry: EntryModel?
        if action == "snooze" {
            let end = try until.map { text -> Int64 in
                guard let ms = coming(text) else { throw Refusal.invalid("until") }
                return ms - now.wallMs
            }
            let span = end ?? span ?? owner.fields.snooze
            try require((minuteMs...dayMs).contains(span), .invalid(end == nil ? "for" : "until"))
            occurrence.state = "snoozed"
            (occurrence.since, occurrence.snooze, occurrence.expires) = (now, span, nil)
            occurrence.snoozes += 1
            base.wallMs += span
            base.bootNs += span * msNs
        } else {
            if action == "log" { entry = try log(params, occurrence, owner) }
            occurrence.log = entry?.id
            if isLate {
                past.removeAll { $0.id == occurrence.id }
                occurrence.answerLate(now)
            } else {
                occurrence.respond(action == "skip" ? "dismiss" : action, now)
            }
        }
        let nexts = nexts
        move(owner, occurrence, base: base)
        let change = action == "snooze" ? "snoozed" : occurrence.state
        let result = record(change, occurrence, owner)
        noteChange(of: former)
        noteMoves(from: nexts)
        if let entry { answerPending(by: entry.exercise, atMs: entry.atMs, entry: entry.id) }
        if !occurrence.isTest { deleteFinished([owner]) }
        return .result(result)
    }

    /// The outcome of an answer to an occurrence that is still to come; `nil` for an answer to another one.
    private mutating func answerAhead(
        _ occurrence: OccurrenceModel, _ action: String, _ params: Params
    ) throws -> Expected? {
        guard let owner = owner(occurrence.reminder) else { return nil }
        let isByID = params.has("occurrence")
        if occurrence.isSettledAhead(now), !isByID {
            return .result(occurrence.view(self, owner, isRepeated: true))
        }
        guard occurrence.state == "scheduled", action == "skip" || !isByID else { return nil }
        var due = fallingDue(occurrence)
        var entry: EntryModel?
        if action == "log" {
            // The entry comes first, and names the occurrence.
            if due.id == nil { due.id = newID(of: due, after: 1) }
            entry = try log(params, due, owner)
            if entry == nil { due.id = fallingDue(occurrence).id }
        }
        let result = settleAhead(
            occurrence, as: due, owner, action == "log" ? "done_ahead" : "skipped")
        if let entry { answerPending(by: entry.exercise, atMs: entry.atMs, entry: entry.id) }
        deleteFinished([owner])
        return .result(result)
    }

    /// - Returns: the entry that the answer makes; `nil` for none.
    private mutating func log(
        _ params: Params, _ occurrence: OccurrenceModel, _ owner: ReminderModel
    ) throws -> EntryModel? {
        let count = try params.optionalInt("count")
        let seconds = try params.optionalInt("seconds")
        let own = exercises.first { $0.id == owner.fields.exercise }
        let named = try params.optionalText("exercise").map { try exercise($0) }
        var standing: ExerciseModel?
        if owner.fields.exercise == "any", named == nil, count == nil,
            seconds != nil || owner.fields.count == nil
        {
            standing = exercises.first { $0.key == "standing" && !$0.isArchived }
        }
        guard let exercise = named ?? own ?? standing else {
            try require(seconds == nil, .invalid("seconds"))
            try require(count == nil, .invalid("count"))
            return nil
        }
        if seconds != nil, count != nil || exercise.unit != "seconds" {
            throw Refusal.invalid("seconds")
        }
        let usual =
            standing == nil ? newest(of: exercise.id)?.count ?? exercise.count : exercise.count
        // A count of whatever is done can't be one of seconds.
        let isReps = own != nil || exercise.unit == "reps"
        let asked = owner.isAnswered(by: exercise.id) && isReps ? owner.fields.count : nil
        let entry = EntryModel(
            id: newID(), exercise: exercise.id,
            count: seconds ?? count ?? asked ?? usual,
            unit: exercise.unit, atMs: now.wallMs, note: nil, order: seq + 1,
            occurrence: occurrence.id, day: day(now.wallMs))
        try require((1...100_000).contains(entry.count), .invalid("count"))
        let nexts = nexts
        beginIntervals(by: entry.exercise, atMs: entry.atMs)
        change([entry.id: .entry(entry)], type: "log.added", entry.id, entry.view(self))
        noteMoves(from: nexts)
        return entry
    }

    /// Begins the interval of the reminders again that an exercise answers, where none of their occurrences
    /// waited.
    mutating func beginIntervals(by exercise: String, atMs: Int64) {
        let ago = max(0, now.wallMs - atMs)
        var base = now
        base.wallMs -= ago
        base.bootNs -= ago * msNs
        for owner in reminders where owner.isAnswered(by: exercise) && lives[owner.id] == nil {
            guard let next = nexts[owner.id], let former = next.base, former.wallMs < base.wallMs
            else { continue }
            move(owner, next, base: base)
        }
    }

    /// Answers all occurrences that wait for the exercise or any, unless it was done before they fired.
    mutating func answerPending(by exercise: String, atMs: Int64, entry: String? = nil) {
        var answered: [ReminderModel] = []
        for live in lives.values.sorted(by: { $0.order ?? 0 < $1.order ?? 0 }) {
            guard let owner = owner(live.reminder), owner.isAnswered(by: exercise),
                let began = live.began, atMs >= began.wallMs - began.wallMs % minuteMs
            else { continue }
            let (former, nexts) = (live, nexts)
            var live = live
            live.log = entry
            live.respond("log", now)
            move(owner, live, base: now)
            record("answered", live, owner)
            noteChange(of: former)
            noteMoves(from: nexts)
            if !live.isTest { answered.append(owner) }
        }
        deleteFinished(answered)
    }

    private func occurrence(
        _ params: Params, of named: ReminderModel?, _ action: String
    ) throws -> OccurrenceModel {
        let all = past + Array(lives.values) + nexts.values.filter { $0.id != nil }
        if let text = try params.optionalText("occurrence") {
            let found = try found(text, field: "occurrence", among: all, id: \.id)
            try require(named == nil || named?.id == found.reminder, .invalid("occurrence"))
            return found
        }
        guard let named else {
            if let newest = newestLive { return newest }
            guard action == "log", let late = lateFiring else { throw Refusal.conflict("none") }
            return late
        }
        let last = lastFiring(of: named.id)
        if let meant = comingMeant(by: action, named, after: last) ?? last { return meant }
        throw Refusal.conflict(named.isEnabled ? "scheduled" : "disabled")
    }

    /// The one that fired last, where it has expired but may still be answered; `nil` for another one.
    var lateFiring: OccurrenceModel? {
        let fired = past.filter { $0.order != nil && $0.due > now.wallMs - 2 * dayMs }
        guard let last = fired.max(by: { $0.order ?? 0 < $1.order ?? 0 }), last.mayBeLate(now),
            owner(last.reminder) != nil
        else { return nil }
        return last
    }

    func lastFiring(of id: String) -> OccurrenceModel? {
        (past + Array(lives.values)).filter { $0.reminder == id && $0.order != nil }
            .max { $0.order ?? 0 < $1.order ?? 0 }
    }

    /// The occurrence that is meant where none is named.
    var newestLive: OccurrenceModel? {
        let newest = lives.values.sorted {
            ($0.order ?? 0, $0.id ?? "") > ($1.order ?? 0, $1.id ?? "")
        }
        return newest.first { $0.state == "pending" } ?? newest.first
    }

    /// The name of a reminder, or the last name of a deleted one.
    private func name(ofReminder id: String) -> String? {
        if let owner = owner(id) { return owner.fields.name }
        for number in stride(from: seq, through: 1, by: -1) where event(number).subject == id {
            if let name = event(number).data["name"]?.text { return name }
        }
        return nil
    }

    mutating func setQuiet(_ params: Params) throws -> Expected {
        try params.checkKinds(["for", "until", "off"])
        let isOff = params.members["off"] == true
        let span = params.members["for"].flatMap(Params.ms)
        let until = try params.optionalText("until")
        guard [isOff, span != nil, until != nil].filter({ $0 }).count == 1 else {
            throw Refusal.invalid(isOff ? "off" : "until")
        }
        if isOff {
            guard let former = quiet else { return .result([:]) }
            quiet = nil
            record("do_not_disturb.ended", "", [:])
            noteChange(of: former)
            rearmLives()
            return .result([:])
        }
        let former = quiet
        if let span {
            try require((1000...366 * dayMs).contains(span), .invalid("for"))
            quiet = QuietModel(since: now, span: span)
        } else if let until {
            guard let ms = coming(until), (1000...366 * dayMs).contains(ms - now.wallMs) else {
                throw Refusal.invalid("until")
            }
            quiet = QuietModel(untilMs: ms)
        }
        let view: Json = ["until": text(quiet?.endsMs(now) ?? 0)]
        record("do_not_disturb.set", "", view)
        noteChange(of: former)
        rearmLives()
        return .result(view)
    }

    func listOccurrences(_ params: Params) throws -> Expected {
        try params.checkKinds(["reminder"])
        let (from, to) = (try given("from", params), try given("to", params))
        try params.checkKinds(["state", "limit"])
        let state = try params.optionalText("state")
        let limit = try params.limit()
        let named = try named(params)
        let span = try span(from, to)
        let all = past + Array(lives.values) + Array(nexts.values)
        let found = all.filter {
            (state.map { [word = $0.state] in $0 == word } ?? ($0.state != "scheduled"))
                && (named == nil || named?.id == $0.reminder) && span.contains($0.due, $0.day)
        }.sorted {
            ($1.due, $1.order ?? .min, $0.id ?? "") < ($0.due, $0.order ?? .min, $1.id ?? "")
        }
        return .result(
            .members([
                "occurrences": .list(
                    found.prefix(Int(limit)).map { occurrence in
                        occurrence.view(self, name: name(ofReminder: occurrence.reminder))
                    }), "more": found.count > limit ? true : nil,
            ]))
    }
}
