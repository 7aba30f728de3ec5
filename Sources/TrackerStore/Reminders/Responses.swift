import GRDB
import TrackerCore

extension Transaction {
    /// Passes the firings that were due over a range of days to `body`, in the order of their due times.
    ///
    /// - Parameters:
    ///   - days: numbers of the first and the last day.
    ///   - reminder: id of the reminder; `nil` for all.
    ///   - body: gets the firing, and its moment in UTC milliseconds: when it was shown, or was due.
    package func forEachFiring(
        on days: ClosedRange<Int>, ofReminder reminder: String? = nil,
        _ body: (_ firing: Firing, _ atMs: Int64) throws -> Void
    ) throws {
        try forEachFiring(in: TimeSpan(days: days), ofReminder: reminder, body)
    }

    fileprivate func forEachFiring(
        in span: TimeSpan, ofReminder reminder: String?,
        _ body: (_ firing: Firing, _ atMs: Int64) throws -> Void
    ) throws {
        let condition = reminder == nil ? "" : "AND reminder = ?"
        let firings = try db.cachedStatement(
            sql: """
                SELECT reminder, state, reason, test, day, offset_s, fired_ms, expire_after_ms,
                    follow_ups_ms <> '[]', snoozes, response_ms, due_ms,
                    state = 'answered' AND expired_ms <= answered_ms
                FROM occurrence
                WHERE \(TimeSpan.condition("due_ms")) AND state <> 'scheduled' \(condition)
                ORDER BY due_ms, fire_order, id
                """)
        let values = span.values + (reminder.map { [.text($0)] } ?? [])
        try firings.forEachRow(values) { row in
            guard let state = Occurrence.State(rawValue: row.text(1)) else { return true }
            let reason = row.text(2)
            let firedMs = row.optionalInteger(6)
            let firing = Firing(
                reminder: row.text(0), state: state, reason: reason.isEmpty ? nil : reason,
                isTest: row.integer(3) != 0,
                day: LocalDay(number: Int(row.integer(4)), offsetS: Int(row.integer(5))),
                firedMs: firedMs, expireAfterMs: row.optionalInteger(7),
                wasFollowedUp: row.integer(8) != 0, snoozes: row.integer(9),
                responseMs: row.optionalInteger(10), isLate: row.integer(12) != 0)
            try body(firing, firedMs ?? row.integer(11))
            return true
        }
    }

    /// Ids of the reminders that had a suggestion in a report whose last day is after the given one.
    package func suggestedReminders(after day: Int) throws -> Set<String> {
        // A day has one report at most, and each report is about a later day than the one before it.
        let told = try db.cachedStatement(
            sql: """
                SELECT data ->> '$.to', data ->> '$.suggestion.reminder' FROM own_past
                WHERE subject = 'report' AND event = 'report.ready' ORDER BY seq DESC
                """)
        var reminders: Set<String> = []
        try told.forEachRow([]) { row in
            guard let to = Days.number(ofDate: row.text(0)), to > day else { return false }
            if !row.text(1).isEmpty { reminders.insert(row.text(1)) }
            return true
        }
        return reminders
    }

    /// Answers to what fell due over a range of days, read in one go.
    package func responses(
        on days: ClosedRange<Int>, ofReminder reminder: String? = nil, before cutMs: Int64? = nil
    ) throws -> Responses {
        var reading = ResponseReading(on: days, ofReminder: reminder, before: cutMs)
        while true {
            if let responses = try reading.advance(in: self, while: { true }) { return responses }
        }
    }
}

/// Reading of the answers to what fell due over a range of days.
package struct ResponseReading {
    /// Span of due times that is read at once, in milliseconds.
    private static let stepMs: Int64 = 30 * 86_400_000

    private let days: ClosedRange<Int>
    private let reminder: String?
    private let cutMs: Int64
    private var responses = Responses()
    /// The part that is still to be read.
    private var rest: TimeSpan

    /// - Parameters:
    ///   - days: numbers of the first and the last day.
    ///   - reminder: id of the reminder; `nil` for all.
    ///   - cutMs: time from which on nothing counts, UTC milliseconds; `nil` for no limit.
    package init(
        on days: ClosedRange<Int>, ofReminder reminder: String? = nil, before cutMs: Int64? = nil
    ) {
        self.days = days
        self.reminder = reminder
        self.cutMs = cutMs ?? .max
        // The first firing after the range may have ended the last one within it.
        rest = TimeSpan(days: days.lowerBound...days.upperBound + 1)
    }

    /// Continues while there is time, with at least one step.
    ///
    /// - Returns: the answers; `nil` where another slice is needed.
    package mutating func advance(
        in transaction: Transaction, while hasTime: () -> Bool
    ) throws -> Responses? {
        repeat {
            var part = rest
            part.end(atMs: min(rest.toMs, rest.fromMs + Self.stepMs))
            try transaction.forEachFiring(in: part, ofReminder: reminder) { firing, atMs in
                responses.add(firing, counts: firing.day.number <= days.upperBound && atMs < cutMs)
            }
            rest.begin(atMs: part.toMs)
            if rest.fromMs >= rest.toMs {
                responses.finish()
                return responses
            }
        } while hasTime()
        return nil
    }
}
