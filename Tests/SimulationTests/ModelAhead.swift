import TestSupport

// What is done or skipped before it falls due.

extension OccurrenceModel {
    /// Whether it was done or skipped before its time, which is still to come.
    func isSettledAhead(_ now: Instant) -> Bool {
        ["done_ahead", "skipped"].contains(reason) && due > now.wallMs
    }

    /// Answers one that has expired.
    mutating func answerLate(_ now: Instant) {
        answer = "log"
        answeredMs = now.wallMs
        response = max(0, now.wallMs - (firedMs ?? now.wallMs))
        reason = nil
        end("answered")
    }
}

extension ReminderModel {
    /// Whether an occurrence is left out where it was done before.
    var isUnlessDone: Bool {
        guard fields.schedule.every == nil, let exercise = fields.exercise else { return false }
        return fields.unlessDone ?? (exercise != "any" && fields.count != nil)
    }
}

extension Model {
    /// Whether what was done on the day of a due time, since the occurrence before, is enough.
    func isDoneAhead(_ owner: ReminderModel, _ due: Int64) -> Bool {
        guard owner.isUnlessDone else { return false }
        let begin = beginning(ofDay: day(due))
        let last = (past + Array(lives.values)).filter {
            $0.reminder == owner.id && !$0.isTest && $0.due >= begin - 2 * dayMs && $0.due < due
        }.map { max($0.due, $0.answeredMs ?? $0.due) }.max()
        let since = max(begin - 1, last ?? .min)
        let isAny = owner.fields.exercise == "any"
        func counts(_ exercise: String, _ atMs: Int64) -> Bool {
            (isAny || exercise == owner.fields.exercise) && atMs > since && atMs <= now.wallMs
        }
        func isReps(_ exercise: String) -> Bool {
            exercises.first { $0.id == exercise }?.unit == "reps"
        }
        var amounts = entries.filter { counts($0.exercise, $0.atMs) }.map { entry in
            isAny && !isReps(entry.exercise) ? 0 : Double(entry.count)
        }
        amounts += sets.filter { counts($0.exercise, $0.atMs) }.map { set in
            isReps(set.exercise) ? Double(set.reps ?? 0) : isAny ? 0 : set.seconds ?? 0
        }
        guard let count = owner.fields.count else { return !amounts.isEmpty }
        return Int64(amounts.reduce(0, +)) >= count
    }

    /// The coming occurrence, or the one settled before, where an answer means that one.
    func comingMeant(
        by action: String, _ owner: ReminderModel, after last: OccurrenceModel?
    ) -> OccurrenceModel? {
        let isFixed = owner.fields.schedule.every == nil
        guard action == "skip" || action == "log" && isFixed, lives[owner.id] == nil,
            action == "skip" || last?.mayBeLate(now) != true
        else { return nil }
        let settled = past.filter { $0.reminder == owner.id && $0.isSettledAhead(now) }
        if let first = settled.min(by: { ($0.due, $0.id ?? "") < ($1.due, $1.id ?? "") }) {
            return first
        }
        guard let next = nexts[owner.id], action == "log", let last else { return nexts[owner.id] }
        return next.due - now.wallMs < now.wallMs - last.due ? next : nil
    }

    /// The reminder for an exercise whose coming occurrence is today's first one that an answer may mean.
    func reminderToCome(for exercise: String) -> ReminderModel? {
        guard newestLive == nil, lateFiring == nil else { return nil }
        var first: (owner: ReminderModel, coming: OccurrenceModel)?
        for owner in reminders.sorted(by: { $0.order < $1.order })
        where owner.fields.exercise == exercise {
            guard let coming = comingMeant(by: "log", owner, after: lastFiring(of: owner.id)),
                day(coming.due) == day(now.wallMs), coming.due < first?.coming.due ?? .max
            else { continue }
            first = (owner, coming)
        }
        return first?.coming.state == "scheduled" ? first?.owner : nil
    }

    /// The scheduled occurrence as it would fall due.
    func fallingDue(_ next: OccurrenceModel) -> OccurrenceModel {
        var due = next
        due.day = day(next.due)
        if next.due != next.dueOfID { due.id = nil }
        if let id = due.id, !id.hasPrefix("?") { due.id = ownID(of: due) ?? id }
        due.base = nil
        return due
    }

    /// Ends the coming occurrence before its time, and schedules the one after it.
    mutating func settleAhead(
        _ next: OccurrenceModel, as due: OccurrenceModel, _ owner: ReminderModel, _ reason: String
    ) -> Json {
        var settled = due
        settled.reason = reason
        settled.end("suppressed")
        nexts[owner.id] = following(next, owner)
        let view = record("suppressed", settled, owner)
        let id = view["id"]?.text ?? ""
        var changes = [RecordChange(id: id, was: nil, row: kept(id))]
        if next.id == id {
            changes = [RecordChange(id: id, was: .occurrence(next.withoutAlarm), row: kept(id))]
            if let following = nexts[owner.id] {
                changes.append(
                    RecordChange(
                        id: following.key, was: nil, row: .occurrence(following.withoutAlarm)))
            }
        } else {
            changes.append(
                RecordChange(
                    id: next.key, was: .occurrence(next.withoutAlarm), row: kept(next.key)))
        }
        fresh[fresh.count - 1].changes = changes
        return view
    }

    private func following(_ next: OccurrenceModel, _ owner: ReminderModel) -> OccurrenceModel? {
        if owner.fields.schedule.isResponse {
            let ahead = next.due - now.wallMs
            var base = now
            base.wallMs += ahead
            base.bootNs += ahead * msNs
            return nextDue(owner, base: base).map {
                OccurrenceModel(reminder: owner.id, due: $0, day: day($0), base: base)
            }
        }
        var at = now.wallMs
        while let due = owner.fields.schedule.next(after: at, base: nil, in: place) {
            if due != next.due, !fallen.contains("\(owner.id) \(due)") {
                return OccurrenceModel(reminder: owner.id, due: due, day: day(due), base: now)
            }
            at = due
        }
        return nil
    }
}
