import TestSupport

// Reminders when the clock is set or the person travels.

extension Instant {
    func isOff(_ now: Instant) -> Bool {
        var copy = self
        var steps: [Int64] = []
        return copy.followBase(now, &steps)
    }

    /// Follows the clock as `follow` does, for moments that may lie ahead.
    mutating func followBase(_ now: Instant, _ steps: inout [Int64]) -> Bool {
        guard boot == now.boot else { return false }
        let step = now.wallMs - (now.bootNs - bootNs) / msNs - wallMs
        guard abs(step) >= 1000 else { return false }
        wallMs += step
        steps.append(step)
        return true
    }

    /// Carries the moment over to this boot's clock: the wall clock tells how long ago it was.
    mutating func carry(_ now: Instant, ahead: Int64 = 0) -> Bool {
        guard boot != now.boot else { return false }
        let ago = now.wallMs - wallMs
        let wall = wallMs
        self = now
        if ago >= -ahead {
            wallMs = wall
            bootNs -= ago * msNs
        }
        return true
    }
}

extension Model {
    mutating func carryReminders() -> Int {
        var carried = 0
        for id in nexts.keys where nexts[id]?.base?.carry(now, ahead: dayMs) == true {
            carried += 1
        }
        for id in lives.keys {
            let began = lives[id]?.began?.carry(now) ?? false
            let since = lives[id]?.since?.carry(now) ?? false
            if began || since { carried += 1 }
            lives[id]?.arm(now, quiet: nil)
        }
        if quiet?.since?.carry(now) == true { carried += 1 }
        return carried
    }

    mutating func followClocksOfReminders(_ steps: inout [Int64]) {
        for id in nexts.keys { _ = nexts[id]?.base?.followBase(now, &steps) }
        for id in lives.keys {
            let began = lives[id]?.began?.followBase(now, &steps) ?? false
            let since = lives[id]?.since?.followBase(now, &steps) ?? false
            if began || since { lives[id]?.arm(now, quiet: nil) }
        }
        _ = quiet?.since?.followBase(now, &steps)
    }

    /// The due time that the next occurrence should have; `nil` for none.
    private func movedDue(_ next: OccurrenceModel, _ owner: ReminderModel) -> Int64? {
        guard let base = next.base else { return next.due }
        guard next.due <= now.wallMs else { return nextDue(owner, base: base) }
        guard owner.fields.schedule.isResponse,
            let moved = owner.fields.schedule.next(
                after: base.wallMs, base: base.wallMs, in: place), moved > now.wallMs
        else { return next.due }
        return moved
    }

    private var misplaced: [String: Int64] {
        var misplaced: [String: Int64] = [:]
        for owner in reminders {
            guard let next = nexts[owner.id], let due = movedDue(next, owner), due != next.due
            else { continue }
            misplaced[owner.id] = due
        }
        return misplaced
    }

    /// The present end of a pending occurrence's day; `nil` where it doesn't expire with the day.
    private func movedEnd(_ live: OccurrenceModel) -> Int64? {
        guard live.state == "pending", let expires = live.expires, let since = live.since else {
            return nil
        }
        let end = place.endOfDay(now.wallMs - now.ms(since: since))
        return end == expires ? nil : end
    }

    var isMisplaced: Bool { !misplaced.isEmpty || lives.values.contains { movedEnd($0) != nil } }

    /// Moves all calendar times to the present clock and zone.
    mutating func reschedule() {
        let misplaced = misplaced
        var count = misplaced.count
        for (id, due) in misplaced {
            let day = day(due)
            nexts[id]?.due = due
            nexts[id]?.day = day
            nexts[id]?.wallMs = due
        }
        for (id, live) in lives {
            guard let end = movedEnd(live) else { continue }
            lives[id]?.expires = end
            count += 1
        }
        if count > 0 { record("clock.rescheduled", "", ["occurrences": .int(Int64(count))]) }
        rearmLives()
    }
}
