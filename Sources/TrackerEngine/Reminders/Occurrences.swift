import TrackerAPI
import TrackerCore
import TrackerStore

extension Context {
    /// Records a change of an occurrence.
    ///
    /// - Returns: the occurrence as it is now, which is the event's data and the request's result.
    @discardableResult
    func append(
        _ change: Occurrence.Change, _ occurrence: Occurrence, of reminder: Reminder,
        _ others: [any StoredEntity] = [], removed: [any StoredEntity] = []
    ) throws -> Written<OccurrenceView> {
        try append(
            change.event, subject: occurrence.reminder,
            data: view(of: occurrence, reminder), [occurrence] + others, removed: removed)
    }

    func view(of occurrence: Occurrence, _ reminder: Reminder) throws -> OccurrenceView {
        OccurrenceView(
            occurrence, at: now, zone: zone,
            words: .init(reminder, exercise: try exercise(of: reminder)))
    }

    /// The view of an occurrence whose reminder is gone.
    func viewOfOrphan(_ occurrence: Occurrence) throws -> OccurrenceView {
        OccurrenceView(
            occurrence, at: now, zone: zone, name: try name(ofReminder: occurrence.reminder))
    }
}

extension ReminderFire: Replying {
    /// Fires the reminder as a test: the live occurrence ends, and the schedule stays as it is.
    func reply(in context: Context) throws -> Written<Response> {
        let reminder = try context.reminder(self.reminder)
        if var live = try context.transaction.currentOccurrences(of: reminder.id).live {
            try context.append(live.expire(.test, at: context.now), live, of: reminder)
        }
        var test = Occurrence(
            id: context.newID(), reminder: reminder.id,
            due: try context.local(context.now.wallMs), base: context.now, isTest: true)
        let order = try context.transaction.nextFireOrder(of: reminder.id)
        let change = test.fire(reminder, order: order, at: context.now, in: context.zone)
        return try context.append(change, test, of: reminder)
    }
}

extension ReminderAnswer: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        try check()
        var occurrence = try occurrence(in: context)
        if let ahead = try answerAhead(occurrence, in: context) { return ahead }
        let mayBeAnswered = try mayBeAnswered(occurrence, in: context)
        guard let reminder = try context.transaction.reminder(id: occurrence.reminder) else {
            guard !mayBeAnswered else {
                throw Rejection.conflict(
                    "its reminder was deleted, so it can't be answered",
                    state: occurrence.state.rawValue)
            }
            return try repeated(context.viewOfOrphan(occurrence))
        }
        var entry: LogEntry?
        guard mayBeAnswered,
            let change = try move(&occurrence, of: reminder, in: context, entry: &entry)
        else { return try repeated(context.view(of: occurrence, reminder)) }
        let base = occurrence.snoozedUntilMs(at: context.now).map {
            context.now.advanced(byMs: $0 - context.now.wallMs)
        }
        let moved = try context.movedNext(
            of: reminder, for: occurrence, base: base ?? context.now)
        let result = try context.append(change, occurrence, of: reminder, moved)
        if let entry { try context.answerPending(by: Effort(entry)) }
        if !occurrence.isTest { try context.deleteFinished([reminder]) }
        return result
    }

    /// The result of an answer to an occurrence that is still to come; `nil` for an answer to another one.
    private func answerAhead(
        _ occurrence: Occurrence, in context: Context
    ) throws -> Written<Response>? {
        guard let reminder = try context.transaction.reminder(id: occurrence.reminder) else {
            return nil
        }
        if occurrence.isSettledAhead(at: context.now), self.occurrence == nil {
            return try repeated(context.view(of: occurrence, reminder))
        }
        guard occurrence.state == .scheduled, action == .skip || self.occurrence == nil else {
            return nil
        }
        let due = try context.fallingDue(occurrence, of: reminder)
        let entry =
            action == .log
            ? try context.logEntry(
                answering: due, of: reminder, exercise: exercise, count: count,
                seconds: seconds) : nil
        let result = try context.settleAhead(
            occurrence, as: due, of: reminder, action == .log ? .doneAhead : .skipped)
        if let entry { try context.answerPending(by: Effort(entry)) }
        try context.deleteFinished([reminder])
        return result
    }

    /// - Throws: `Rejection`, which has the occurrence, where it isn't live and wasn't answered.
    private func mayBeAnswered(_ occurrence: Occurrence, in context: Context) throws -> Bool {
        if action == .log, occurrence.mayBeAnsweredLate(at: context.now) { return true }
        do throws(Rejection) {
            return try occurrence.mayBeAnswered()
        } catch {
            var rejection = error
            rejection.occurrence = try context.json(of: occurrence)
            throw rejection
        }
    }

    /// The result of an answer that changes nothing, because an earlier one counts.
    private func repeated(_ view: OccurrenceView) throws -> Written<Response> {
        var view = view
        view.repeated = true
        return try Written(view)
    }

    private func check() throws {
        if action != .log {
            guard exercise == nil else {
                throw Rejection.invalid(
                    "exercise", "\(field: "exercise") is only for the action log")
            }
            guard count == nil else {
                throw Rejection.invalid("count", "\(field: "count") is only for the action log")
            }
            guard seconds == nil else {
                throw Rejection.invalid("seconds", "\(field: "seconds") is only for the action log")
            }
        }
        guard `for` == nil || action == .snooze else {
            throw Rejection.invalid("for", "\(field: "for") is only for the action snooze")
        }
        guard until == nil || action == .snooze else {
            throw Rejection.invalid("until", "\(field: "until") is only for the action snooze")
        }
        guard until == nil || `for` == nil else {
            throw Rejection.invalid("until", "give \(field: "for") or \(field: "until"), not both")
        }
    }

    /// - Parameter entry: receives the log entry that the answer adds, if any.
    private func move(
        _ occurrence: inout Occurrence, of reminder: Reminder, in context: Context,
        entry: inout LogEntry?
    ) throws -> Occurrence.Change? {
        switch action {
        case .snooze:
            let end = try untilMs(in: context)
            return try occurrence.snooze(
                forMs: end ?? `for`?.ms ?? reminder.fields.snoozeMs, at: context.now)
        case .dismiss, .skip: return try occurrence.dismiss(at: context.now)
        case .log:
            entry = try context.logEntry(
                answering: occurrence, of: reminder, exercise: exercise, count: count,
                seconds: seconds)
            return try occurrence.answer(log: entry?.id, at: context.now)
        }
    }

    /// Milliseconds from now to the end of the snooze; `nil` if its end isn't given.
    private func untilMs(in context: Context) throws -> Int64? {
        guard let until else { return nil }
        let time = try context.coming(until)
        try time.checkTimeOfDay("until")
        let end = time.comingMs(at: context.now, zone: context.zone)
        let (ms, overflow) = end.subtractingReportingOverflow(context.now.wallMs)
        try Reminder.check(snoozeMs: overflow ? 0 : ms, field: "until")
        return ms
    }

    /// The occurrence that the request refers to.
    private func occurrence(in context: Context) throws -> Occurrence {
        let reminder = try self.reminder.map { try context.reminder($0) }
        if let text = self.occurrence {
            let occurrence = try context.occurrence(text)
            guard reminder == nil || reminder?.id == occurrence.reminder else {
                throw Rejection.invalid(
                    "occurrence", "\(field: "occurrence") belongs to another reminder")
            }
            return occurrence
        }
        guard let reminder else {
            if let newest = try context.newestLiveOccurrence() { return newest }
            if action == .log, let late = try context.lastFiringExpiredLately() { return late }
            throw try context.nothingPending()
        }
        let last = try context.transaction.lastFiring(of: reminder.id)
        let coming = try context.comingMeant(by: action, of: reminder, after: last)
        if let meant = coming ?? last { return meant }
        throw Rejection.conflict(
            "\(reminder.fields.name) hasn't gone off yet; there is nothing to answer",
            state: reminder.isEnabled ? Occurrence.State.scheduled.rawValue : "disabled")
    }
}

extension Context {
    /// The occurrence that is answered if none is named: the pending one that fired last, or the snoozed one
    /// that fired last if none is pending; `nil` for none.
    func newestLiveOccurrence() throws -> Occurrence? {
        let live = try transaction.liveOccurrences().filter {
            try transaction.reminder(id: $0.reminder) != nil
        }
        return live.first { $0.state == .pending } ?? live.first
    }

    /// The occurrence that fired last, where it has expired not long ago, so that an answer still counts; `nil`
    /// for another one.
    func lastFiringExpiredLately() throws -> Occurrence? {
        guard let last = try transaction.lastFiring(), last.mayBeAnsweredLate(at: now),
            try transaction.reminder(id: last.reminder) != nil
        else { return nil }
        return last
    }

    /// The refusal of an answer that names nothing while nothing waits. It has the occurrence that fell due
    /// last, for which the answer may come too late.
    fileprivate func nothingPending() throws -> Rejection {
        var rejection = Rejection.conflict("no reminder is pending", state: "none")
        var query = OccurrenceQuery()
        // What was done ahead is still to come.
        query.span.end(atMs: now.wallMs.addingReportingOverflow(1).partialValue)
        rejection.occurrence = try transaction.occurrences(query, limit: 1).first
            .flatMap { try json(of: $0) }
        return rejection
    }

    /// The occurrence as JSON, with the texts of its reminder; `nil` if the reminder was deleted.
    fileprivate func json(of occurrence: Occurrence) throws -> String? {
        try transaction.reminder(id: occurrence.reminder).map {
            try Written(view(of: occurrence, $0)).json
        }
    }

    fileprivate func occurrence(_ text: String) throws -> Occurrence {
        try resolve(text, Address(field: "occurrence", plural: "occurrences"))
    }
}

extension OccurrenceList: Performable {
    func perform(in context: Context) throws -> Response {
        let limit = try checkedLimit
        var query = OccurrenceQuery()
        query.reminder = try reminder.map { try context.reminderID($0) }
        query.span = try context.span(from: from, to: to)
        query.state = state
        var names: [String: String] = [:]
        // One occurrence more than the list holds shows whether there are more.
        let found = try context.transaction.occurrences(query, limit: limit + 1)
        let occurrences = found.prefix(limit)
        for id in Set(occurrences.map(\.reminder)) {
            names[id] = try context.name(ofReminder: id)
        }
        return Response(
            occurrences: occurrences.map {
                OccurrenceView(
                    $0, at: context.now, zone: context.zone, name: names[$0.reminder])
            }, more: found.count > limit ? true : nil)
    }
}

extension Context {
    /// The id of a reminder. A deleted reminder is found, too, where the text is its whole id.
    func reminderID(_ text: String) throws -> String {
        do {
            return try reminder(text).id
        } catch let rejection as Rejection {
            guard rejection.kind == .notFound, Identifier.isWhole(text) else { throw rejection }
            var query = OccurrenceQuery()
            query.reminder = text
            guard try !transaction.occurrences(query, limit: 1).isEmpty else { throw rejection }
            return text
        }
    }
}
