import GRDB
import TrackerCore

extension Reminder: StoredEntity {
    package static let orderColumn: String? = "create_order"
}

extension Occurrence: StoredEntity {
    /// What is scheduled or live is few; all the others are history.
    static let isCurrent = "state IN ('scheduled', 'pending', 'snoozed')"
}

extension DoNotDisturb: StoredEntity {}

// MARK: - Reminders

extension Transaction {
    package func reminder(id: String) throws -> Reminder? { try Reminder.fetch(db, id: id) }

    /// The newest of these names, those that are enabled before the others.
    package func reminder(named names: [String]) throws -> Reminder? {
        let newest = try db.cachedStatement(
            sql: """
                SELECT * FROM reminder WHERE name = ?
                ORDER BY enabled DESC, create_order DESC LIMIT 1
                """)
        return try names.compactMap { try Reminder.fetchOne(newest, [.text($0)]) }.max {
            ($0.isEnabled ? 1 : 0, $0.createOrder) < ($1.isEnabled ? 1 : 0, $1.createOrder)
        }
    }

    /// Of all of them.
    package func reminderNames() throws -> [(id: String, name: String)] {
        var names: [(id: String, name: String)] = []
        try db.cachedStatement(sql: "SELECT id, name FROM reminder").forEachRow { row in
            names.append((row.text(0), row.text(1)))
            return true
        }
        return names
    }

    /// What one was called that is gone, as the last event says that names it; `nil` where none does, as of
    /// one that came with another machine's history.
    package func nameOfDeletedReminder(id: String) throws -> String? {
        try db.cachedStatement(
            sql: """
                SELECT data ->> '$.name' FROM journal
                WHERE subject = ? AND data ->> '$.name' IS NOT NULL ORDER BY seq DESC LIMIT 1
                """
        ).text([.text(id)])
    }

    /// The one that was created last.
    package func lastReminder() throws -> Reminder? {
        try Reminder.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM reminder ORDER BY create_order DESC LIMIT 1"))
    }

    /// In the order of their creation.
    package func reminders() throws -> [Reminder] {
        try Reminder.fetchAll(
            db.cachedStatement(sql: "SELECT * FROM reminder ORDER BY create_order"))
    }

    /// In the order of their creation.
    package func reminders(ofExercise exercise: String) throws -> [Reminder] {
        try Reminder.fetchAll(
            db.cachedStatement(
                sql: "SELECT * FROM reminder WHERE exercise = ? ORDER BY create_order"),
            [.text(exercise)])
    }

    package func reminderCount() throws -> Int {
        Int(try db.cachedStatement(sql: "SELECT COUNT(*) FROM reminder").integer() ?? 0)
    }

    package func doNotDisturb() throws -> DoNotDisturb? {
        try DoNotDisturb.fetch(db, id: DoNotDisturb.onlyID)
    }
}

// MARK: - Occurrences

/// Which occurrences to read.
package struct OccurrenceQuery: Sendable, Hashable {
    /// Its id.
    package var reminder: String?
    /// By when they were due.
    package var span = TimeSpan()
    /// All that have come, where it is left out.
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

    /// A reminder's next one, and the one whose answer is waited for.
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

    /// Of all reminders, those that are still to come or wait for an answer.
    package func currentOccurrences() throws -> [Occurrence] {
        try Occurrence.fetchAll(
            db.cachedStatement(sql: "SELECT * FROM occurrence WHERE \(Occurrence.isCurrent)"))
    }

    /// Of all reminders, the next ones: the soonest first.
    package func scheduledOccurrences(limit: Int = .max) throws -> [Occurrence] {
        try Occurrence.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT * FROM occurrence WHERE state = 'scheduled'
                    ORDER BY due_ms, reminder LIMIT ?
                    """), [.integer(Int64(limit))])
    }

    /// Those whose answer is waited for: the newest first.
    package func liveOccurrences() throws -> [Occurrence] {
        let live = try db.cachedStatement(
            sql: "SELECT * FROM occurrence WHERE state = ?")
        let states: [Occurrence.State] = [.pending, .snoozed]
        return try states.flatMap { try Occurrence.fetchAll(live, [.text($0.rawValue)]) }
            .sorted { ($0.fireOrder ?? 0) > ($1.fireOrder ?? 0) }
    }

    /// The one that fired last.
    package func lastFiring(of reminder: String) throws -> Occurrence? {
        try Occurrence.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT * FROM occurrence WHERE reminder = ? AND fire_order IS NOT NULL
                    ORDER BY fire_order DESC LIMIT 1
                    """), [.text(reminder)])
    }

    /// Whether a reminder has fallen due at that moment before. What was missed without being shown may come
    /// again, where the clock was wrongly ahead.
    package func hasFallenDue(_ reminder: String, atMs dueMs: Int64) throws -> Bool {
        try db.cachedStatement(
            sql: """
                SELECT 1 FROM occurrence
                WHERE reminder = ? AND due_ms = ? AND state <> 'scheduled' AND NOT test
                AND NOT (state = 'suppressed' AND reason = 'missed') LIMIT 1
                """
        ).integer([.text(reminder), .integer(dueMs)]) != nil
    }

    /// The newest first.
    package func occurrences(_ query: OccurrenceQuery, limit: Int) throws -> [Occurrence] {
        try Occurrence.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT * FROM occurrence WHERE \(query.condition)
                    ORDER BY due_ms DESC, fire_order DESC, id LIMIT ?
                    """), query.values + [.integer(Int64(limit))])
    }
}
