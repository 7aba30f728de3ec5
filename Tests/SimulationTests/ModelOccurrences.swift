import Rig
import TestSupport
import TrackerCore

/// One time at which a reminder falls due.
struct OccurrenceModel: Hashable {
    /// The id; `nil` as long as nobody was told it.
    var id: String?
    let reminder: String
    var isTest = false
    var state = "scheduled"
    var due: Int64
    /// The due time from which the id follows.
    let dueOfID: Int64
    var base: Instant?
    var firedMs: Int64?
    var order: Int64?
    var late: Int64?
    var began: Instant?
    var since: Instant?
    var followUpAfterMs: [Int64] = []
    var followUpsDone = 0
    var every: Int64?
    var expires: Int64?
    var followUps: [Int64] = []
    var snoozes: Int64 = 0
    var snooze: Int64?
    var reason: String?
    var answer: String?
    var answeredMs: Int64?
    var expiredMs: Int64?
    var response: Int64?
    var log: String?
    /// The moment at which the occurrence has to be handled, by either clock.
    var bootNs: Int64?
    var wallMs: Int64?

    /// Number of the person's day when the occurrence was scheduled or fell due, from 1970-01-01.
    var day: Int64

    init(reminder: String, due: Int64, day: Int64, base: Instant) {
        self.reminder = reminder
        self.day = day
        self.due = due
        dueOfID = due
        self.base = base
        wallMs = due
    }

    /// - Parameter isRepeated: whether it is the result of an answer that changed nothing.
    func view(
        _ model: Model, _ owner: ReminderModel? = nil, name: String? = nil,
        isRepeated: Bool = false
    ) -> Json {
        let until = snooze.map { snooze in
            model.text(model.now.wallMs + snooze - model.now.ms(since: since ?? model.now))
        }
        let expiry = every.map { every in
            model.now.wallMs + every - model.now.ms(since: since ?? model.now)
        }
        return .members([
            "id": .text(id ?? "?"), "reminder": .text(reminder), "due_at": model.text(due),
            "day": .text(Place.date(ofDay: day)),
            "fired_at": firedMs.map(model.text), "late_by_ms": late.map(Json.int),
            "state": .text(state), "reason": reason.map(Json.text),
            "follow_ups": .list(followUps.map { ["at": model.text($0)] }),
            "answer": answer.map(Json.text), "answered_at": answeredMs.map(model.text),
            "response_ms": response.map(Json.int), "late": isLate ? true : nil,
            "log": log.map(Json.text),
            "snoozes": .int(snoozes),
            "snoozed_until": until,
            "expires_at": state == "pending" ? (expiry ?? expires).map(model.text) : nil,
            "test": isTest ? true : nil,
            "name": (owner?.fields.name ?? name).map(Json.text),
            "message": owner?.fields.message.map(Json.text),
            "exercise": owner?.fields.exercise.map(Json.text),
            "exercise_name": model.exerciseName(owner?.fields.exercise),
            "count": owner?.fields.count.map(Json.int),
            "unit": model.exercises.first { $0.id == owner?.fields.exercise }.map {
                .text($0.unit)
            },
            "snooze_ms": owner.map { .int($0.fields.snooze) },
            "repeated": isRepeated ? true : nil,
        ])
    }

    mutating func arm(_ now: Instant, quiet: QuietModel?) {
        (bootNs, wallMs) = (nil, nil)
        func due(_ span: Int64) -> Int64 { since?.reaches(span, now) ?? now.bootNs }
        var alarms: [(wall: Int64, bootNs: Int64?)] = []
        func add(bootNs: Int64) {
            alarms.append((now.wallMs + (bootNs - now.bootNs) / msNs, bootNs))
        }
        func addQuiet(_ quiet: QuietModel) {
            if let end = quiet.endNs(now) {
                add(bootNs: end)
            } else {
                alarms.append((quiet.untilMs ?? 0, nil))
            }
        }
        switch state {
        case "scheduled": alarms.append((self.due, nil))
        case "pending":
            if let every {
                add(bootNs: due(every))
            } else if let expires {
                alarms.append((expires, nil))
            }
            if followUpsDone < followUpAfterMs.count {
                if let quiet {
                    addQuiet(quiet)
                } else {
                    add(bootNs: due(followUpAfterMs[followUpsDone]))
                }
            }
        case "snoozed":
            if let quiet { addQuiet(quiet) } else { add(bootNs: due(snooze ?? 0)) }
        default: break
        }
        guard let first = alarms.min(by: { $0.wall < $1.wall }) else { return }
        if let ns = first.bootNs { bootNs = ns } else { wallMs = first.wall }
    }

    mutating func wait(_ now: Instant, in place: Place) {
        state = "pending"
        since = now
        followUpsDone = 0
        snooze = nil
        expires = every == nil ? place.endOfDay(now.wallMs) : nil
    }

    /// Whether it was answered after it had expired.
    var isLate: Bool { state == "answered" && expiredMs.map { $0 <= answeredMs ?? 0 } ?? false }

    /// Whether it has expired by itself less than an hour ago.
    func mayBeLate(_ now: Instant) -> Bool {
        guard state == "expired", reason == nil || reason == "missed", firedMs != nil,
            let expiredMs
        else { return false }
        return (0..<hourMs).contains(now.wallMs - expiredMs)
    }

    mutating func respond(_ action: String, _ now: Instant) {
        answer = action
        answeredMs = now.wallMs
        response = began.map { now.ms(since: $0) }
        end(action == "log" ? "answered" : "dismissed")
    }

    mutating func end(_ state: String) {
        self.state = state
        (began, since, snooze, expires, bootNs, wallMs) = (nil, nil, nil, nil, nil, nil)
    }
}

/// The period in which the person isn't to be disturbed.
struct QuietModel: Hashable {
    var untilMs: Int64?
    var since: Instant?
    var span: Int64 = 0

    func endNs(_ now: Instant) -> Int64? { since?.reaches(span, now) }

    func endsMs(_ now: Instant) -> Int64 {
        untilMs ?? (now.wallMs + span - (since.map { now.ms(since: $0) } ?? 0))
    }

    func isOver(_ now: Instant) -> Bool { endsMs(now) <= now.wallMs }
}

// MARK: - The course of time

extension Model {
    var quietNow: QuietModel? { quiet.flatMap { $0.isOver(now) ? nil : $0 } }

    func owner(_ id: String) -> ReminderModel? { reminders.first { $0.id == id } }

    func nextDue(_ reminder: ReminderModel, base: Instant) -> Int64? {
        let schedule = reminder.fields.schedule
        if schedule.isResponse {
            let first = schedule.next(after: base.wallMs, base: base.wallMs, in: place)
            guard let first, first <= now.wallMs else { return first }
            return schedule.next(after: now.wallMs, base: base.wallMs, in: place)
        }
        var at = now.wallMs
        while let next = schedule.next(after: at, base: nil, in: place) {
            if !hasFallen(reminder.id, next) { return next }
            at = next
        }
        return nil
    }

    private func hasFallen(_ id: String, _ due: Int64) -> Bool { fallen.contains("\(id) \(due)") }

    @discardableResult
    mutating func record(
        _ change: String, _ occurrence: OccurrenceModel, _ owner: ReminderModel,
        byTime: Bool = false
    ) -> Json {
        var occurrence = occurrence
        let isAlert = ["fired", "followed_up"].contains(change)
        if occurrence.id == nil { occurrence.id = newID(of: occurrence) }
        occurrence.arm(now, quiet: nil)
        switch occurrence.state {
        case "pending", "snoozed": lives[owner.id] = occurrence
        default:
            if lives[owner.id]?.id == occurrence.id { lives[owner.id] = nil }
            past.append(occurrence)
        }
        if !occurrence.isTest, occurrence.state != "suppressed" || occurrence.reason != "missed" {
            fallen.insert("\(owner.id) \(occurrence.due)")
        }
        let view = occurrence.view(self, owner)
        if !isAlert {
            // The alerts about the occurrence aren't given any more.
            for index in fresh.indices where fresh[index].occurrence == occurrence.id {
                fresh[index].alert = nil
            }
        }
        record(
            "reminder.\(change)", owner.id, view, alert: isAlert ? owner.fields.name : nil,
            byTime: byTime,
            moment:
                "\(place.text(occurrence.due)) \(occurrence.snoozes) \(occurrence.followUps.count)")
        fresh[fresh.count - 1].occurrence = occurrence.id
        return view
    }

    mutating func expire(_ owner: ReminderModel, reason: String? = nil, byTime: Bool = false) {
        guard var live = lives[owner.id] else { return }
        live.reason = reason
        live.expiredMs = now.wallMs
        live.end("expired")
        record("expired", live, owner, byTime: byTime)
    }

    /// Moves the next occurrence after an answer or a firing, from which its interval counts.
    mutating func move(_ owner: ReminderModel, _ live: OccurrenceModel, base: Instant) {
        guard owner.fields.schedule.isResponse, !live.isTest, var next = nexts[owner.id],
            let due = nextDue(owner, base: base)
        else { return }
        (next.due, next.day, next.base, next.wallMs) = (due, day(due), base, due)
        nexts[owner.id] = next
    }

    mutating func elapseNext(_ id: String) {
        guard let next = nexts[id], let owner = owner(id) else { return }
        if owner.fields.schedule.isResponse, next.base?.isOff(now) == true {
            // The clock was set while nobody could report it.
            adjustToClock(nil)
            return reschedule()
        }
        guard next.due <= now.wallMs else {
            nexts[id]?.wallMs = next.due
            return
        }
        let schedule = owner.fields.schedule
        var dues = [next.due]
        if !schedule.isResponse {
            dues += schedule.moments(after: next.due, through: now.wallMs, in: place)
                .filter { !hasFallen(id, $0) }.suffix(365)
        }
        let base = base(of: next.due)
        let following = nextDue(owner, base: base)
        var isDone = false
        for (index, due) in dues.enumerated() {
            let isLast = index == dues.count - 1
            let wants = isWorthShowing(due, isLast, owner)
            isDone = wants && isDoneAhead(owner, due)
            let silence = isDone ? "done_ahead" : silence(of: owner)
            let shows = wants && silence == nil
            let holds = wants && !shows && !isDone && schedule.isOnce
            if let live = lives[id], shows || holds || live.state == "pending" {
                expire(owner, byTime: true)
            }
            var occurrence =
                index == 0
                ? fallingDue(next)
                : OccurrenceModel(reminder: id, due: due, day: day(due), base: now)
            occurrence.base = nil
            if isLast {
                nexts[id] = following.map {
                    OccurrenceModel(reminder: id, due: $0, day: day($0), base: base)
                }
            }
            guard shows || holds else {
                occurrence.reason = wants ? silence : "missed"
                occurrence.end("suppressed")
                record("suppressed", occurrence, owner, byTime: true)
                continue
            }
            fire(&occurrence, owner)
            if holds {
                occurrence.state = "snoozed"
                (occurrence.since, occurrence.snooze, occurrence.expires) = (now, minuteMs, nil)
                occurrence.snoozes += 1
            }
            record(holds ? "snoozed" : "fired", occurrence, owner, byTime: true)
        }
        if isDone { deleteFinished([owner], byTime: true) }
    }

    /// The id that follows from an occurrence alone, which another one may have had when this one was scheduled;
    /// `nil` if another one has it still.
    func ownID(of occurrence: OccurrenceModel) -> String? {
        let id = Identifier.derived(from: "occurrence:\(occurrence.reminder) \(occurrence.due)")
        let isTaken = (past + lives.values + nexts.values).contains { $0.id == id }
        return isTaken ? nil : id
    }

    /// The base of the next interval: the due time, where the occurrence was noticed in time.
    private func base(of due: Int64) -> Instant {
        let late = now.wallMs - due
        guard (0..<30_000).contains(late) else { return now }
        var base = now
        base.wallMs -= late
        base.bootNs -= late * msNs
        return base
    }

    mutating func fire(_ occurrence: inout OccurrenceModel, _ owner: ReminderModel) {
        occurrence.firedMs = now.wallMs
        occurrence.order = seq + 1
        let late = now.wallMs - occurrence.due
        occurrence.late = late >= 100 ? late : nil
        occurrence.began = now
        occurrence.followUpAfterMs = owner.followUpAfterMs
        occurrence.every = owner.fields.schedule.every
        occurrence.wait(now, in: place)
    }

    private func isWorthShowing(_ due: Int64, _ isLast: Bool, _ owner: ReminderModel) -> Bool {
        let late = now.wallMs - due
        if late < 30_000 { return isLast || owner.fields.missed == "all" }
        if owner.fields.missed == "skip" || (owner.fields.missed == "once" && !isLast) {
            return false
        }
        if let grace = owner.fields.grace, late > grace { return false }
        return !owner.fields.schedule.isOver(windowOf: due, at: now.wallMs, in: place)
    }

    mutating func elapseLive(_ id: String) {
        guard var live = lives[id], let owner = owner(id), let since = live.since else { return }
        let elapsed = now.ms(since: since)
        if live.state == "pending" {
            let isOver = live.every.map { elapsed >= $0 } ?? (live.expires ?? .max <= now.wallMs)
            if isOver { return expire(owner, byTime: true) }
            let over = live.followUpAfterMs.prefix { $0 <= elapsed }.count
            if over > live.followUpsDone, held == nil {
                live.followUpsDone = over
                live.followUps.append(now.wallMs)
                record("followed_up", live, owner, byTime: true)
            }
        } else if elapsed >= live.snooze ?? .max, held == nil {
            let late = elapsed - (live.snooze ?? 0)
            let isOver =
                live.every.map { late >= $0 } ?? (place.endOfDay(now.wallMs - late) <= now.wallMs)
            guard !isOver, late <= owner.fields.grace ?? .max else {
                return expire(owner, reason: "missed", byTime: true)
            }
            live.order = seq + 1
            live.wait(now, in: place)
            move(owner, live, base: base(of: now.wallMs - late))
            record("fired", live, owner, byTime: true)
        }
        let held = held
        lives[id]?.arm(now, quiet: held)
    }

    mutating func elapseQuiet() {
        guard let quiet else { return }
        guard quiet.isOver(now) else { return }
        self.quiet = nil
        record("do_not_disturb.ended", "", [:], byTime: true)
        rearmLives()
    }

    mutating func armLives() { for id in lives.keys { lives[id]?.arm(now, quiet: nil) } }

    mutating func rearmLives() {
        let held = held
        for id in lives.keys { lives[id]?.arm(now, quiet: held) }
    }
}
