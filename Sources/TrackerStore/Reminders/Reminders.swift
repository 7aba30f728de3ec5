import GRDB
import TrackerCore

extension Reminder: StoredEntity {
    package static let orderColumn: String? = "create_order"
}

extension Occurrence: StoredEntity {
    package static let timeColumn: String? = "due_ms"

    /// Condition for occurrences that are scheduled or live, which are few; all others are history.
    static let isCurrent = "state IN ('scheduled', 'pending', 'snoozed')"
}

// MARK: - Reminders

extension Transaction {
    package func reminder(id: String) throws -> Reminder? { try Reminder.fetch(db, id: id) }

    /// The newest reminder with one of these names; enabled reminders come before the others.
    package func reminder(named names: [String]) throws -> Reminder? {
        let newest = try db.cachedStatement(
            sql: """
                SELECT * FROM reminder WHERE name = ?
                ORDER BY enabled DESC, create_order DESC, id DESC LIMIT 1
                """)
        return try names.compactMap { try Reminder.fetchOne(newest, [.text($0)]) }.max {
            ($0.isEnabled ? 1 : 0, $0.createOrder, $0.id)
                < ($1.isEnabled ? 1 : 0, $1.createOrder, $1.id)
        }
    }

    /// Ids and names of all reminders.
    package func reminderNames() throws -> [(id: String, name: String)] {
        var names: [(id: String, name: String)] = []
        try db.cachedStatement(sql: "SELECT id, name FROM reminder").forEachRow { row in
            names.append((row.text(0), row.text(1)))
            return true
        }
        return names
    }

    /// Reminders whose names have this comparison key, in the order of their creation. Only reminders from
    /// before names had to differ share one.
    package func reminders(key: String) throws -> [Reminder] {
        try Reminder.fetchAll(
            db.cachedStatement(
                sql: "SELECT * FROM reminder WHERE name_key = ? ORDER BY create_order, id"),
            [.text(key)])
    }

    /// Name of a deleted reminder, from the last event that has it; `nil` where none does, as for a reminder
    /// from another machine's history.
    package func nameOfDeletedReminder(id: String) throws -> String? {
        try db.cachedStatement(
            sql: """
                SELECT data ->> '$.name' FROM journal
                WHERE subject = ? AND data ->> '$.name' IS NOT NULL ORDER BY seq DESC LIMIT 1
                """
        ).text([.text(id)])
    }

    /// The reminder that was created last.
    package func lastReminder() throws -> Reminder? {
        try Reminder.fetchOne(
            db.cachedStatement(
                sql: "SELECT * FROM reminder ORDER BY create_order DESC, id DESC LIMIT 1"))
    }

    /// All reminders in the order of their creation.
    package func reminders() throws -> [Reminder] {
        try Reminder.fetchAll(
            db.cachedStatement(sql: "SELECT * FROM reminder ORDER BY create_order, id"))
    }

    /// Reminders that are off, in the order of their creation.
    package func disabledReminders(limit: Int) throws -> [Reminder] {
        try Reminder.fetchAll(
            db.cachedStatement(
                sql: "SELECT * FROM reminder WHERE NOT enabled ORDER BY create_order, id LIMIT ?"),
            [.integer(Int64(limit))])
    }

    package func numberOfDisabledReminders() throws -> Int {
        let number = try db.cachedStatement(
            sql: "SELECT count(*) FROM reminder WHERE NOT enabled"
        ).integer()
        return Int(number ?? 0)
    }

    /// Reminders that an exercise answers, in the order of their creation.
    package func reminders(answeredBy exercise: String) throws -> [Reminder] {
        try Reminder.fetchAll(
            db.cachedStatement(
                sql: "SELECT * FROM reminder WHERE exercise IN (?, ?) ORDER BY create_order, id"),
            [.text(exercise), .text(Reminder.anyExercise)])
    }

    package func doNotDisturb() throws -> DoNotDisturb? {
        try DoNotDisturb.fetch(db, id: DoNotDisturb.onlyID)
    }
}

// MARK: - Occurrences

/// A selection of occurrences.
package struct OccurrenceQuery: Sendable, Hashable {
    /// Id of the reminder; `nil` for all.
    package var reminder: String?
    /// Span of the due times.
    package var span = TimeSpan()
    /// State of the occurrences; `nil` for all that have fallen due.
    package var state: Occurrence.State?

    package init() {}

    fileprivate var condition: String {
        var conditions = [state == nil ? "state <> 'scheduled'" : "state = ?"]
        if reminder != nil { conditions.append("reminder = ?") }
        conditions.append(TimeSpan.condition("due_ms"))
        return conditions.joined(separator: " AND ")
    }

    fileprivate var values: [Cell] {
        [state?.rawValue, reminder].compactMap { $0.map(Cell.text) } + span.values
    }
}

extension Transaction {
    package func occurrence(id: String) throws -> Occurrence? { try Occurrence.fetch(db, id: id) }

    /// The next occurrence of a reminder, and the one that waits for an answer.
    package func currentOccurrences(
        of reminder: String
    ) throws -> (next: Occurrence?, live: Occurrence?) {
        let current = try Occurrence.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT * FROM occurrence
                    WHERE \(Occurrence.isCurrent) AND reminder = ?
                    """), [.text(reminder)])
        return (
            current.first { $0.state == .scheduled }, current.first { $0.isLive }
        )
    }

    /// Occurrences of all reminders that are still to come or wait for an answer.
    package func currentOccurrences() throws -> [Occurrence] {
        try Occurrence.fetchAll(
            db.cachedStatement(sql: "SELECT * FROM occurrence WHERE \(Occurrence.isCurrent)"))
    }

    /// Next occurrences of all reminders, the soonest first.
    package func scheduledOccurrences(limit: Int = .max) throws -> [Occurrence] {
        try Occurrence.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT * FROM occurrence WHERE state = 'scheduled'
                    ORDER BY due_ms, reminder, id LIMIT ?
                    """), [.integer(Int64(limit))])
    }

    /// True if a reminder that is on has a break of its own.
    package func hasOwnBreaks() throws -> Bool {
        let own = try db.cachedStatement(
            sql: "SELECT EXISTS (SELECT 1 FROM reminder WHERE break_ms > 0 AND enabled <> 0)")
        return try own.integer() == 1
    }

    /// Occurrences that wait for an answer, the last fired first.
    package func liveOccurrences() throws -> [Occurrence] {
        let live = try db.cachedStatement(
            sql: "SELECT * FROM occurrence WHERE state = ?")
        let states: [Occurrence.State] = [.pending, .snoozed]
        return try states.flatMap { try Occurrence.fetchAll(live, [.text($0.rawValue)]) }
            .sorted { ($0.fireOrder ?? 0, $0.id) > ($1.fireOrder ?? 0, $1.id) }
    }

    /// The occurrence of a reminder that fired last.
    package func lastFiring(of reminder: String) throws -> Occurrence? {
        try Occurrence.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT * FROM occurrence WHERE reminder = ? AND fire_order IS NOT NULL
                    ORDER BY fire_order DESC, id DESC LIMIT 1
                    """), [.text(reminder)])
    }

    /// The occurrence that fired last of those that fell due in the last two days.
    package func lastFiring() throws -> Occurrence? {
        try Occurrence.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT * FROM occurrence WHERE due_ms > ? AND fire_order IS NOT NULL
                    ORDER BY fire_order DESC, id DESC LIMIT 1
                    """), [.integer(now.wallMs - 2 * 86_400_000)])
    }

    /// Whether a reminder has fallen due at that moment before. An occurrence that was missed without being
    /// shown doesn't count, since the clock may have been wrongly ahead.
    package func hasFallenDue(_ reminder: String, atMs dueMs: Int64) throws -> Bool {
        try db.cachedStatement(
            sql: """
                SELECT 1 FROM occurrence
                WHERE reminder = ? AND due_ms = ? AND state <> 'scheduled' AND NOT test
                AND NOT (state = 'suppressed' AND reason = 'missed') LIMIT 1
                """
        ).integer([.text(reminder), .integer(dueMs)]) != nil
    }

    /// The occurrence of a reminder that was done or skipped ahead of a time to come; `nil` for none.
    package func occurrenceSettledAhead(of reminder: String) throws -> Occurrence? {
        try Occurrence.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT * FROM occurrence WHERE reminder = ? AND due_ms > ?
                    AND state = 'suppressed' AND reason IN ('done_ahead', 'skipped')
                    ORDER BY due_ms, id LIMIT 1
                    """), [.text(reminder), .integer(now.wallMs)])
    }

    /// The latest time at which a reminder fell due or was answered, UTC milliseconds; `nil` for none.
    ///
    /// - Parameter dueTimes: the due times that count, UTC milliseconds.
    package func lastDecisionMs(of reminder: String, dueIn dueTimes: Range<Int64>) throws -> Int64?
    {
        try db.cachedStatement(
            sql: """
                SELECT max(max(due_ms, coalesce(answered_ms, due_ms))) FROM occurrence
                WHERE reminder = ? AND due_ms >= ? AND due_ms < ?
                AND state <> 'scheduled' AND NOT test
                """
        ).integer([
            .text(reminder), .integer(dueTimes.lowerBound), .integer(dueTimes.upperBound),
        ])
    }

    /// Number of the log entries and sets after a time and up to now, and their amount in the exercise's unit.
    ///
    /// - Parameters:
    ///   - exercise: id of the exercise; `nil` for all exercises, whose amounts are then in reps.
    ///   - afterMs: UTC milliseconds.
    package func done(
        _ exercise: String?, afterMs: Int64
    ) throws -> (number: Int64, amount: Int64) {
        func condition(_ table: String) -> String {
            "\(table).at_ms > ?1 AND \(table).at_ms <= ?2"
                + (exercise == nil ? "" : " AND \(table).exercise = ?3")
        }
        let (entry, seconds) =
            exercise == nil
            ? ("iif(exercise.unit = 'reps', count, 0)", "0") : ("count", "coalesce(seconds, 0)")
        let sums = try db.cachedStatement(
            sql: """
                SELECT count(*), CAST(coalesce(sum(amount), 0) AS INTEGER) FROM (
                    SELECT \(entry) AS amount
                    FROM log_entry JOIN exercise ON exercise.id = log_entry.exercise
                    WHERE \(condition("log_entry"))
                    UNION ALL
                    SELECT iif(exercise.unit = 'reps', coalesce(reps, 0), \(seconds))
                    FROM workout_set JOIN exercise ON exercise.id = workout_set.exercise
                    WHERE \(condition("workout_set")))
                """)
        var result: (number: Int64, amount: Int64) = (0, 0)
        let times: [Cell] = [.integer(afterMs), .integer(now.wallMs)]
        try sums.forEachRow(times + (exercise.map { [.text($0)] } ?? [])) { row in
            result = (row.integer(0), row.integer(1))
            return false
        }
        return result
    }

    /// Occurrences, the last due first.
    package func occurrences(_ query: OccurrenceQuery, limit: Int) throws -> [Occurrence] {
        try Occurrence.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT * FROM occurrence WHERE \(query.condition)
                    ORDER BY due_ms DESC, fire_order DESC, id LIMIT ?
                    """), query.values + [.integer(Int64(limit))])
    }
}
