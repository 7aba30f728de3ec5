import TrackerAPI
import TrackerCore
import TrackerStore

/// What follows for a reminder's occurrences from what is done to it.
struct Course {
    /// The next one, as it is now.
    var next: Occurrence?
    /// Whose answer is waited for.
    var live: Occurrence?
    /// What is no more.
    var removed: Occurrence?
    /// Its end, where there was one live.
    var ended: Occurrence?
    /// Whether `next` is another than before.
    var isMoved = false

    /// What is to be written beside the reminder.
    var moved: [any StoredEntity] { isMoved ? next.map { [$0] } ?? [] : [] }
}

extension Context {
    // MARK: What a person's change means

    /// - Parameter former: the reminder as it was; `nil` for a new one.
    func course(of reminder: Reminder, after former: Reminder?) throws -> Course {
        var (next, live) = try transaction.currentOccurrences(of: reminder.id)
        guard reminder.isEnabled else {
            // A test of one that is disabled goes on.
            guard former?.isEnabled ?? true else { return Course(live: live, removed: next) }
            _ = live?.expire(.disabled)
            return Course(live: live, removed: next, ended: live)
        }
        let schedule = reminder.fields.schedule
        if next != nil, let former, former.fields.schedule == schedule {
            return Course(next: next, live: live)
        }
        // An interval goes on from the last answer or firing, if it was one.
        let goesOn = former.map {
            $0.fields.schedule.anchor == .response && schedule.anchor == .response
        }
        let base = goesOn == true ? next?.base ?? now : now
        guard let due = try nextDue(of: reminder, base: base) else {
            return Course(live: live, removed: next)
        }
        next = try next ?? occurrence(of: reminder, due: due, base: base)
        next?.reschedule(due: due, base: base)
        return Course(next: next, live: live, isMoved: true)
    }

    func course(ofRemoved reminder: Reminder) throws -> Course {
        var (next, live) = try transaction.currentOccurrences(of: reminder.id)
        _ = live?.expire(.deleted)
        return Course(live: live, removed: next, ended: live)
    }

    /// What undoing brings for the occurrences of the reminders in it.
    func rescheduleOccurrences(
        restored: [any StoredEntity], removed: [any StoredEntity]
    ) throws -> (moved: [any StoredEntity], removed: [any StoredEntity]) {
        var courses: [(Reminder, Course)] = []
        for case let reminder as Reminder in restored {
            let former = try transaction.reminder(id: reminder.id)
            courses.append((reminder, try course(of: reminder, after: former)))
        }
        for case let reminder as Reminder in removed {
            courses.append((reminder, try course(ofRemoved: reminder)))
        }
        for (reminder, course) in courses { try end(course.ended, of: reminder) }
        return (
            courses.flatMap { $0.1.moved }, courses.compactMap { $0.1.removed }
        )
    }

    /// Records the end of what was live.
    func end(_ ended: Occurrence?, of reminder: Reminder) throws {
        if let ended { try append(.expired, ended, of: reminder) }
    }

    private func nextDue(of reminder: Reminder, base: Moment) throws -> LocalInstant? {
        let dueMs = try reminder.nextMs(base: base, at: now, in: zone) {
            try transaction.hasFallenDue(reminder.id, atMs: $0)
        }
        return try dueMs.map(local)
    }

    /// The one that a reminder has at a moment: its id follows from both.
    private func occurrence(
        of reminder: Reminder, due: LocalInstant, base: Moment
    ) throws -> Occurrence {
        let id = try id(of: Occurrence.self, from: "\(reminder.id) \(due.ms)")
        return Occurrence(id: id, reminder: reminder.id, due: due, base: base)
    }

    /// Records what has become of an occurrence.
    ///
    /// - Returns: the occurrence as it is now, which is the event's data and the request's result: JSON.
    @discardableResult
    func append(
        _ change: Occurrence.Change, _ occurrence: Occurrence, of reminder: Reminder,
        _ others: [any StoredEntity] = []
    ) throws -> String {
        try append(
            change.event, subject: occurrence.reminder,
            data: view(of: occurrence, reminder), [occurrence] + others)
    }

    func view(of occurrence: Occurrence, _ reminder: Reminder) throws -> OccurrenceView {
        OccurrenceView(
            occurrence, at: now, zone: zone,
            words: .init(reminder, exercise: try exercise(of: reminder)))
    }

    /// One whose reminder is gone.
    func viewOfForsaken(_ occurrence: Occurrence) throws -> OccurrenceView {
        OccurrenceView(
            occurrence, at: now, zone: zone, name: try name(ofReminder: occurrence.reminder))
    }

    /// What a reminder is called, or was as long as it was there.
    func name(ofReminder id: String) throws -> String? {
        try transaction.reminder(id: id)?.fields.name ?? transaction.nameOfDeletedReminder(id: id)
    }

    /// The next one of a reminder by anchor `response` after an answer or a firing; nothing for others.
    ///
    /// - Parameter base: what its interval is counted from.
    func movedNext(of reminder: Reminder, for live: Occurrence, base: Moment) throws -> [Occurrence]
    {
        guard reminder.fields.schedule.anchor == .response, !live.isTest,
            var next = try transaction.currentOccurrences(of: reminder.id).next,
            let due = try nextDue(of: reminder, base: base)
        else { return [] }
        next.reschedule(due: due, base: base)
        return [next]
    }

    // MARK: The course of time

    /// When the person may be disturbed again; `nil` where they may be now.
    func quietUntil() throws -> Deadline? {
        guard let quiet = try transaction.doNotDisturb(), !quiet.isOver(at: now) else { return nil }
        return quiet.deadline(at: now)
    }

    /// What time has made of an occurrence whose deadline has come.
    func advanceOccurrence(_ id: String) throws {
        guard var occurrence = try transaction.occurrence(id: id) else { return }
        guard let reminder = try transaction.reminder(id: occurrence.reminder) else {
            return try forsake(occurrence)
        }
        if occurrence.state == .scheduled {
            if reminder.fields.schedule.anchor == .response, try followUntoldStep(occurrence) {
                return
            }
            guard occurrence.dueMs <= now.wallMs else { return try transaction.rearm(occurrence) }
            return try fallDue(occurrence, of: reminder)
        }
        let quiet = try quietUntil()
        let snoozeEnd = occurrence.snoozedUntilMs(at: now)
        let change = occurrence.advance(
            order: try transaction.nextFireOrder(of: reminder.id),
            graceMs: reminder.fields.graceMs, at: now, isQuiet: quiet != nil, in: zone)
        if let change {
            let base = Reminder.base(dueMs: snoozeEnd ?? now.wallMs, at: now)
            let moved =
                change == .fired ? try movedNext(of: reminder, for: occurrence, base: base) : []
            try append(change, occurrence, of: reminder, moved)
        }
        // What is held back waits for the end of it.
        try transaction.rearm(occurrence, by: occurrence.deadline(at: now, quietUntil: quiet))
    }

    /// Its interval is counted by a clock that was set, and nobody has said so yet: the deadline was quicker.
    ///
    /// - Returns: whether it was so, and has been put right.
    private func followUntoldStep(_ occurrence: Occurrence) throws -> Bool {
        var copy = occurrence
        guard copy.adjustToClock(at: now) != nil else { return false }
        let daemon = Context(
            transaction: transaction, cause: .daemon, dependencies: dependencies, health: health)
        try daemon.adjustToClock(steppedByMs: nil)
        try daemon.reschedule()
        return true
    }

    /// One whose reminder is gone, as a salvaged database may have it.
    private func forsake(_ occurrence: Occurrence) throws {
        var occurrence = occurrence
        let change = occurrence.isLive ? occurrence.expire(.deleted) : occurrence.suppress(.deleted)
        try append(
            change.event, subject: occurrence.reminder,
            data: viewOfForsaken(occurrence), [occurrence])
    }

    /// What is scheduled has come, and perhaps more since.
    private func fallDue(_ due: Occurrence, of reminder: Reminder) throws {
        var due = due
        // The person may be in another zone by now than when it was scheduled.
        due.fallDue(on: try local(due.dueMs).day)
        let isQuiet = try quietUntil() != nil
        let fallen = try reminder.fallen(from: due.dueMs, at: now, in: zone) {
            try transaction.hasFallenDue(reminder.id, atMs: $0)
        }
        var next: [Occurrence] = []
        let base = Reminder.base(dueMs: due.dueMs, at: now)
        if let due = try nextDue(of: reminder, base: base) {
            next = [try occurrence(of: reminder, due: due, base: base)]
        }
        var live = try transaction.currentOccurrences(of: reminder.id).live
        for (index, moment) in fallen.enumerated() {
            let isShown = moment.isShown && !isQuiet
            // What is snoozed is ended only by what fires.
            if var former = live, isShown || former.state == .pending {
                try append(former.expire(), former, of: reminder)
                live = nil
            }
            var occurrence =
                index == 0
                ? due
                : try self.occurrence(of: reminder, due: local(moment.dueMs), base: now)
            let change =
                isShown
                ? occurrence.fire(
                    reminder, order: try transaction.nextFireOrder(of: reminder.id), at: now,
                    in: zone)
                : occurrence.suppress(moment.isShown ? .doNotDisturb : .missed)
            let isLast = index == fallen.count - 1
            try append(change, occurrence, of: reminder, isLast ? next : [])
            if isShown { live = occurrence }
        }
    }

    // MARK: Clocks and zones

    /// Those that are due at another time than they are set to, since the clock was set or the zone has
    /// changed: as they ought to be.
    func misplacedOccurrences() throws -> [Occurrence] {
        var moved: [Occurrence] = []
        for var next in try transaction.scheduledOccurrences() {
            guard let base = next.base, let reminder = try transaction.reminder(id: next.reminder)
            else { continue }
            let dueMs = try reminder.movedMs(of: next, at: now, in: zone) {
                try transaction.hasFallenDue(reminder.id, atMs: $0)
            }
            guard let dueMs, dueMs != next.dueMs else { continue }
            next.reschedule(due: try local(dueMs), base: base)
            moved.append(next)
        }
        for var live in try transaction.liveOccurrences() where live.followDay(at: now, in: zone) {
            moved.append(live)
        }
        return moved
    }

    /// Sets all that is due by the calendar anew, by one event.
    func reschedule() throws {
        let moved = try misplacedOccurrences()
        if !moved.isEmpty {
            try append(
                .clockRescheduled, subject: "", data: ["occurrences": moved.count], moved)
        }
        // Which of two clocks comes first may be another than before.
        try rearmLive()
    }

    /// Gives what is live its own deadlines.
    func rearmLive() throws {
        let quiet = try quietUntil()
        for live in try transaction.liveOccurrences() {
            try transaction.rearm(live, by: live.deadline(at: now, quietUntil: quiet))
        }
    }
}
