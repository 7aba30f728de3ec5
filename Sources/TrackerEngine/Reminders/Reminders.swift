import TrackerAPI
import TrackerCore
import TrackerStore

extension Context {
    /// Records a person's change of a reminder, with the consequences for its occurrences.
    ///
    /// - Returns: the reminder as it is now, which is the event's data and the request's result.
    fileprivate func append(
        _ type: EventType, _ reminder: Reminder, _ changes: OccurrenceChanges,
        isGone: Bool = false, replacing replaced: Reminder? = nil
    ) throws -> Written<ReminderView> {
        try end(changes.ended, of: reminder)
        let view = try view(
            of: reminder, next: changes.next, live: changes.ended == nil ? changes.live : nil)
        let removed: [any StoredEntity] = changes.removed.map { [$0] } ?? []
        return try append(
            type, subject: reminder.id, data: view,
            (isGone ? [] : [reminder]) + changes.moved,
            removed: (isGone ? [reminder] : []) + removed + (replaced.map { [$0] } ?? []))
    }

    /// Deletes the reminders for once among these, if they don't go off again. An answer has ended them.
    func deleteFinished(_ reminders: [Reminder]) throws {
        for reminder in reminders where reminder.fields.schedule.isOnce {
            let (next, live) = try transaction.currentOccurrences(of: reminder.id)
            guard next == nil, live == nil else { continue }
            _ = try append(
                .reminderDeleted, reminder, occurrenceChanges(forRemoved: reminder), isGone: true)
        }
    }

    /// A reminder for once with this name whose time is over, and which nothing waits for any more. Its name
    /// is free for a new reminder.
    fileprivate func finishedReminder(named name: String) throws -> Reminder? {
        try transaction.reminders(key: NameKey.of(name)).first { reminder in
            guard reminder.fields.schedule.isOver(by: now.wallMs, in: zone) else { return false }
            let (next, live) = try transaction.currentOccurrences(of: reminder.id)
            return next == nil && live == nil
        }
    }

    func view(of reminder: Reminder, next: Occurrence?, live: Occurrence?) throws -> ReminderView {
        let quietMs = try next == nil ? nil : pauseEndMs()
        return ReminderView(
            reminder, exerciseName: try exercise(of: reminder)?.name, nextMs: next?.dueMs,
            quietMs: quietMs,
            shownMs: quietMs.flatMap {
                reminder.fields.schedule.next(after: $0 - 1, base: next?.base?.wallMs, in: zone)
            }, pending: live, at: now, zone: zone)
    }

    /// End of the pause, UTC milliseconds; `nil` while there is none.
    fileprivate func pauseEndMs() throws -> Int64? {
        try transaction.doNotDisturb().flatMap { $0.isOver(at: now) ? nil : $0.endsMs(at: now) }
    }

    func view(of reminder: Reminder) throws -> ReminderView {
        let (next, live) = try transaction.currentOccurrences(of: reminder.id)
        return try view(of: reminder, next: next, live: live)
    }

    /// The name of a reminder, or the last name of a deleted one; `nil` where no event gives it.
    func name(ofReminder id: String) throws -> String? {
        try transaction.reminder(id: id)?.fields.name ?? transaction.nameOfDeletedReminder(id: id)
    }

    /// The reminder with a name: the one with exactly this name, else with this name apart from case, else apart
    /// from hyphens and the like.
    ///
    /// - Parameter field: the name of the parameter.
    func reminder(_ text: String, field: String = "reminder") throws -> Reminder {
        try resolve(
            text,
            Address(
                field: "reminder", plural: "reminders",
                named: { name in
                    try transaction.reminder(named: [name])
                        ?? transaction.reminder(
                            named: name.sameButForCase(
                                among: transaction.reminderNames().map(\.name)))
                        ?? transaction.reminder(named: namesOfReminders(like: name))
                }, last: transaction.lastReminder,
                advice: {
                    advice(insteadOf: $0, among: try transaction.reminderNames().map(\.name))
                }), field: field)
    }

    /// Names of the reminders that keep this name from another one, such as `drink-water` of `drink water`.
    private func namesOfReminders(like name: String) throws -> [String] {
        let key = NameKey.of(name)
        guard !key.isEmpty, name != Text.last else { return [] }
        return try transaction.reminders(key: key).map(\.fields.name)
    }

    /// Applies given parameters to the fields of a reminder.
    fileprivate func apply(_ given: ReminderParameters, to fields: inout Reminder.Fields) throws {
        if let message = given.message { fields.message = message }
        if let exercise = given.exercise {
            let isAny = exercise.lowercased() == Reminder.anyExercise
            let id =
                exercise.isEmpty
                ? nil : isAny ? Reminder.anyExercise : try self.exercise(exercise).id
            // The count belongs to the former exercise.
            if id != fields.exercise { fields.count = nil }
            if id == nil { fields.unlessDone = nil }
            fields.exercise = id
        }
        if let count = given.count { fields.count = count }
        switch given.followUp {
        case .off: fields.followUpMs = []
        case .byDefault: fields.followUpMs = nil
        case .after(let spans): fields.followUpMs = spans.map(\.ms)
        case nil: break
        }
        if let snooze = given.snooze { fields.snoozeMs = snooze.ms }
        if let missed = given.missed { fields.missed = missed }
        if let whenIdle = given.whenIdle { fields.whenIdle = whenIdle }
        if let unlessDone = given.unlessDone { fields.unlessDone = unlessDone }
        switch given.grace {
        case .unbounded: fields.graceMs = nil
        case .span(let span): fields.graceMs = span.ms
        case nil: break
        }
        try apply(given.break, to: &fields)
    }

    /// Applies a break of the reminder's own, which another schedule drops.
    private func apply(_ length: BreakLength?, to fields: inout Reminder.Fields) throws {
        if let length { fields.breakMs = length.ms }
        guard fields.schedule.anchor != .response else { return }
        guard length?.ms == nil else {
            throw Rejection.invalid(
                "break",
                "\(field: "break") works only with an interval that counts from your answers")
        }
        fields.breakMs = nil
    }

    /// Enables or disables a reminder; one that is in that state already stays as it is, without an event.
    ///
    /// - Parameter until: time at which a disabled reminder comes back on; `nil` for never.
    fileprivate func turn(
        _ text: String, on isEnabled: Bool, until: When? = nil
    ) throws -> Written<ReminderView> {
        var reminder = try reminder(text)
        let former = reminder
        if let until {
            try reminder.disable(
                untilMs: coming(until).comingMs(at: now, zone: zone), at: now)
        } else {
            reminder.enable(isEnabled)
        }
        guard reminder != former else { return try Written(view(of: reminder)) }
        return try append(
            isEnabled ? .reminderEnabled : .reminderDisabled, reminder,
            occurrenceChanges(for: reminder, after: former))
    }

    fileprivate func delete(_ reminder: Reminder) throws -> Written<ReminderView> {
        try append(
            .reminderDeleted, reminder, occurrenceChanges(forRemoved: reminder), isGone: true)
    }

    /// Enables a reminder that was off until now, or else sets its deadline again.
    func advanceReminder(_ id: String) throws {
        guard var reminder = try transaction.reminder(id: id) else { return }
        guard reminder.isBack(at: now) else { return try transaction.rearm(reminder) }
        let former = reminder
        reminder.enable(true)
        _ = try append(
            .reminderEnabled, reminder, occurrenceChanges(for: reminder, after: former))
    }
}

extension ReminderParameters {
    /// Copy with defaults for the schedule. If no time is given, it is for getting up and moving: any exercise
    /// answers it.
    fileprivate func completed(by usual: Configuration.Reminders) -> ReminderParameters {
        var parameters = self
        if schedule.every == nil, schedule.at == nil, schedule.once == nil {
            parameters.exercise = exercise ?? Reminder.anyExercise
        }
        parameters.schedule = usual.completing(schedule)
        return parameters
    }
}

extension ReminderCreate: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        let name = try Text.nameBesideLast(name, field: "name")
        let configured = context.dependencies.configuration.reminders
        let given = usual == true ? self.fields.completed(by: configured) : self.fields
        var fields = Reminder.Fields(
            name: name, schedule: try Schedule(context.resolvingOnce(given.schedule)))
        try context.apply(given, to: &fields)
        let reminder = try Reminder(
            id: context.newID(), fields: fields, isEnabled: given.enabled ?? true,
            order: context.transaction.nextOrder(of: Reminder.self))
        return try context.append(
            .reminderCreated, reminder, context.occurrenceChanges(for: reminder, after: nil),
            replacing: context.finishedReminder(named: name))
    }
}

extension ReminderUpdate: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        var reminder = try context.reminder(self.reminder)
        let former = reminder
        var fields = reminder.fields
        // An existing name stays as it is, even if it would no longer be allowed.
        if let name, name != fields.name {
            fields.name = try Text.nameBesideLast(name, field: "name")
        }
        if !self.fields.schedule.isEmpty {
            fields.schedule = try fields.schedule.changed(
                by: context.resolvingOnce(self.fields.schedule))
        }
        try context.apply(self.fields, to: &fields)
        try reminder.update(fields)
        if let isEnabled = self.fields.enabled { reminder.enable(isEnabled) }
        return try context.append(
            .reminderUpdated, reminder, context.occurrenceChanges(for: reminder, after: former))
    }
}

extension ReminderEnable: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        try context.turn(reminder, on: true)
    }
}

extension ReminderDisable: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        try context.turn(reminder, on: false, until: until)
    }
}

extension ReminderDelete: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        try context.delete(context.reminder(reminder))
    }
}

extension ReminderEach: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        let reminders = try self.reminders.things(field: "reminders") { text in
            try context.reminder(text, field: "reminders")
        }
        let views = try reminders.map { reminder in
            switch action {
            case .delete: try context.delete(reminder).json
            }
        }
        return Written(json: "{\"reminders\":[\(views.joined(separator: ","))]}")
    }
}

extension ReminderGet: Performable {
    func perform(in context: Context) throws -> ReminderView {
        try context.view(of: context.reminder(reminder))
    }
}

extension ReminderList: Performable {
    func perform(in context: Context) throws -> Response {
        let transaction = context.transaction
        var next: [String: Occurrence] = [:]
        for occurrence in try transaction.scheduledOccurrences() {
            next[occurrence.reminder] = occurrence
        }
        var live: [String: Occurrence] = [:]
        for occurrence in try transaction.liveOccurrences() {
            live[occurrence.reminder] = occurrence
        }
        return Response(
            reminders: try transaction.reminders().map {
                try context.view(of: $0, next: next[$0.id], live: live[$0.id])
            })
    }
}

extension ReminderUpcoming: Performable {
    func perform(in context: Context) throws -> Response {
        let limit = try checkedLimit
        let reminders =
            try reminder.map { [try context.reminder($0)] } ?? context.transaction.reminders()
        let first = try from?.time.comingDay(by: context.localNow())
        let fromMs = first?.ms(at: context.now, zone: context.zone) ?? context.now.wallMs
        let quietMs = try context.pauseEndMs()
        var schedules = try reminders.filter(\.isEnabled).compactMap {
            try Forecast(of: $0, fromMs: fromMs, quietMs: quietMs, in: context)
        }
        var upcoming: [Response.Upcoming] = []
        // The soonest is sorted last, so that the next one can be taken from the end.
        var order = schedules.indices.sorted { schedules[$1].isSooner(than: schedules[$0]) }
        while upcoming.count < limit, let next = order.popLast() {
            upcoming.append(
                Response.Upcoming(
                    reminder: schedules[next].reminder,
                    at: context.zone.text(ofMs: schedules[next].atMs), name: schedules[next].name))
            guard schedules[next].advance() else { continue }
            var (low, high) = (0, order.count)
            while low < high {
                let middle = (low + high) / 2
                if schedules[next].isSooner(than: schedules[order[middle]]) {
                    low = middle + 1
                } else {
                    high = middle
                }
            }
            order.insert(next, at: low)
        }
        return Response(upcoming: upcoming)
    }
}

/// A reminder's coming moments, one after the other.
private struct Forecast {
    let reminder: String
    let name: String
    private(set) var atMs: Int64
    private var moments: Schedule.DueTimes
    /// The forecast gives no moment between now and the reminder's next occurrence, or within a pause.
    private let nowMs: Int64
    private let nextMs: Int64

    /// - Parameter quietMs: end of the pause, for which only a reminder for once waits; `nil` while there is none.
    init?(of reminder: Reminder, fromMs: Int64, quietMs: Int64?, in context: Context) throws {
        let next = try context.transaction.currentOccurrences(of: reminder.id).next
        self.reminder = reminder.id
        name = reminder.fields.name
        nowMs = context.now.wallMs
        let shownMs = reminder.fields.schedule.isOnce ? nowMs : quietMs ?? nowMs
        nextMs = max(next?.dueMs ?? nowMs, shownMs)
        // From now on, nothing has to be gone through until then.
        let startMs = fromMs < nowMs ? fromMs : max(fromMs, shownMs)
        moments = reminder.fields.schedule.moments(
            after: startMs - 1, base: next?.base?.wallMs, in: context.zone)
        atMs = 0
        guard advance() else { return nil }
    }

    mutating func advance() -> Bool {
        while let moment = moments.next() {
            guard moment < nowMs || moment >= nextMs else { continue }
            atMs = moment
            return true
        }
        return false
    }

    func isSooner(than other: Forecast) -> Bool {
        (atMs, reminder) < (other.atMs, other.reminder)
    }
}
