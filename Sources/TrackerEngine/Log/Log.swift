import TrackerAPI
import TrackerCore
import TrackerStore

extension Context {
    /// Records a change of a log entry.
    ///
    /// - Returns: the entry as it is now.
    @discardableResult
    func record(
        _ type: EventType, _ entry: LogEntry, of exercise: Exercise,
        beside moved: [Occurrence] = []
    ) throws -> Written<LogEntryView> {
        try record(
            type, entry, as: LogEntryView(entry, name: exercise.name, zone: zone),
            isGone: type == .logDeleted, beside: moved)
    }

    fileprivate func logEntry(_ text: String) throws -> LogEntry {
        try resolve(
            text, Address(field: "entry", plural: "entries", last: transaction.lastTouchedLogEntry))
    }

    /// The exercise of an entry, which every entry has.
    fileprivate func exercise(of entry: LogEntry) throws -> Exercise {
        guard let exercise = try transaction.exercise(id: entry.exercise) else {
            throw Rejection(.internalError, "the exercise of entry \(entry.id) is gone")
        }
        return exercise
    }

    /// The count where none is given: that of the exercise's last entry, else the exercise's default.
    func usualCount(of exercise: Exercise) throws -> Int64 {
        try transaction.lastUse(ofExercise: exercise.id)?.count ?? exercise.fields.defaultCount
    }

    /// - Throws: `invalid_params` for an exercise that is done over a distance, where they may be metres.
    func seconds(ofMinutes minutes: Int64, of exercise: Exercise?) throws -> Int64 {
        if let exercise, try isOverDistance(exercise) {
            throw Rejection.invalid(
                "minutes_or_metres",
                """
                \(exercise.name): '\(minutes)m' can be a distance or a time: for minutes write \
                \(minutes)min; a distance belongs to a set
                """)
        }
        let (seconds, isTooLarge) = minutes.multipliedReportingOverflow(by: 60)
        return isTooLarge ? .max : seconds
    }

    /// Totals of the matching entries by exercise.
    func logTotals(_ query: LogQuery) throws -> [LogTotalView] {
        try transaction.logTotals(query).compactMap { total in
            try transaction.exercise(id: total.exercise)
                .map { LogTotalView($0, count: total.count, entries: total.entries) }
        }
    }

    /// The person's present day with its log totals.
    func today() throws -> Status.Today {
        var days = try days()
        let day = days.number(ofMs: now.wallMs)
        let query = LogQuery(span: TimeSpan(days: day...day))
        return Status.Today(
            date: Days.text(of: day), totals: try logTotals(query),
            focus: FocusView(try transaction.focusRows(on: day)))
    }
}

extension LogAdd: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        let exercise = try context.exercise(exercise)
        let minutes = try minutesOrMetres.map { try context.seconds(ofMinutes: $0, of: exercise) }
        let given = try exercise.count(count, seconds: seconds ?? minutes)
        let entry = try LogEntry(
            id: context.newID(), exercise: exercise,
            count: given ?? context.usualCount(of: exercise),
            time: at.map(context.instant) ?? context.local(context.now.wallMs), note: note,
            order: context.transaction.nextOrder(of: LogEntry.self), at: context.now)
        return try context.add(entry, of: exercise)
    }
}

extension LogUpdate: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        var entry = try context.logEntry(entry)
        guard exercise != nil || count != nil || seconds != nil || at != nil || note != nil else {
            throw Rejection.invalid(
                "entry",
                """
                nothing to change: give \(field: "exercise"), \(field: "count"), \(field: "at") or \
                \(field: "note")
                """)
        }
        let exercise = try exercise.map { try context.exercise($0) }
        let meant = try exercise ?? context.exercise(of: entry)
        try entry.edit(
            exercise: exercise, count: meant.count(count, seconds: seconds),
            time: at.map(context.instant), note: note,
            at: context.now)
        return try context.record(.logUpdated, entry, of: meant)
    }
}

extension Exercise {
    /// Count that was given as such, or in seconds for an exercise that is counted in seconds; `nil` where
    /// neither was given.
    func count(_ count: Int64?, seconds: Int64?) throws(Rejection) -> Int64? {
        guard let seconds else { return count }
        guard count == nil else {
            throw .invalid(
                "seconds",
                "\(field: "seconds") and \(field: "count") can't be combined: give one of them")
        }
        guard unit == .seconds else {
            throw .invalid(
                "seconds",
                "\(name) is counted in reps, not in seconds: for \(seconds) of them write \(seconds)"
            )
        }
        return seconds
    }
}

extension LogDelete: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        let entry = try context.logEntry(entry)
        return try context.record(.logDeleted, entry, of: context.exercise(of: entry))
    }
}

extension LogList: Performable {
    func perform(in context: Context) throws -> Response {
        let limit = try checkedLimit
        let query = LogQuery(
            span: try context.span(from: from, to: to),
            exercise: try exercise.map { try context.exercise($0, readFrom: .entries).id })
        var names: [String: String] = [:]
        let entries = try context.transaction.logEntries(query, limit: limit).map { entry in
            let name = try names[entry.exercise] ?? context.exercise(of: entry).name
            names[entry.exercise] = name
            return LogEntryView(entry, name: name, zone: context.zone)
        }
        let totals = try context.logTotals(query)
        return Response(
            entries: entries, total: totals.reduce(0) { $0 + Int($1.entries) }, totals: totals)
    }
}
