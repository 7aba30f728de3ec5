import GRDB
import TrackerCore

extension StreakPausePeriod: StoredEntity {
    package static let timeColumn: String? = "from_day"
}

extension Announcement: StoredEntity {
    package static let timeColumn: String? = "at_ms"
}

extension Challenge: StoredEntity {
    package static let timeColumn: String? = "from_day"
}

extension ZoneChange: StoredEntity {
    package static let timeColumn: String? = "at_ms"
}

extension Transaction {
    /// Pauses that last until a day or later, sorted by their first day.
    package func pauses(until day: Int = .min) throws -> [StreakPausePeriod] {
        try StreakPausePeriod.fetchAll(
            db.cachedStatement(
                sql: "SELECT * FROM streak_pause WHERE until_day >= ? ORDER BY from_day, id"),
            [.integer(Int64(max(day, -1_000_000)))])
    }

    /// Tiers that were announced, each with whether it is held; and the highest level that was, `nil` for
    /// none.
    package func announced() throws -> (tiers: [String: Bool], level: Int64?) {
        var (tiers, level): ([String: Bool], Int64?) = ([:], nil)
        try db.cachedStatement(sql: "SELECT what, held, level FROM announcement").forEachRow([]) {
            row in
            let what = row.text(0)
            if what == Announcement.level {
                level = row.integer(2)
            } else {
                tiers[what] = row.integer(1) != 0
            }
            return true
        }
        return (tiers, level)
    }

    /// Moments at which tiers were first announced, UTC milliseconds, each with its tier, such as
    /// `first-steps:bronze`.
    package func announcedTimes() throws -> [(tier: String, atMs: Int64)] {
        var times: [(tier: String, atMs: Int64)] = []
        try db.cachedStatement(
            sql: "SELECT what, at_ms FROM announcement WHERE what <> ? ORDER BY at_ms, id"
        ).forEachRow([.text(Announcement.level)]) { row in
            times.append((row.text(0), row.integer(1)))
            return true
        }
        return times
    }

    package func announcement(of tier: String) throws -> Announcement? {
        try Announcement.fetch(db, id: Announcement(tier: tier, isHeld: true, atMs: 0).id)
    }

    /// Challenges that share a day with a range of days, including challenges that were swapped away, sorted
    /// by key.
    package func challenges(on days: ClosedRange<Int>) throws -> [Challenge] {
        // A challenge lasts a week at most.
        try Challenge.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT * FROM challenge
                    WHERE from_day >= ? AND from_day <= ? AND to_day >= ? ORDER BY key
                    """),
            [
                .integer(Int64(days.lowerBound) - 7), .integer(Int64(days.upperBound)),
                .integer(Int64(days.lowerBound)),
            ])
    }

    /// The challenges that were completed last, the newest first.
    package func lastCompletedChallenges(_ count: Int) throws -> [Challenge] {
        try Challenge.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT * FROM challenge
                    WHERE completed_ms IS NOT NULL
                    ORDER BY completed_ms DESC, from_day DESC, key DESC LIMIT ?
                    """), [.integer(Int64(count))])
    }

    /// Challenges whose last day is in a range of days.
    package func challenges(endingOn days: ClosedRange<Int>) throws -> [Challenge] {
        let first = max(Int64(days.lowerBound), Bounds.days.lowerBound)
        // A challenge lasts a week at most.
        return try Challenge.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT * FROM challenge WHERE from_day > ? AND to_day >= ? AND to_day <= ?
                    ORDER BY from_day, key
                    """),
            [.integer(first - 7), .integer(first), .integer(Int64(days.upperBound))])
    }

    /// Time at which a row was written here, UTC milliseconds; `nil` where the journal doesn't show it, as
    /// for a row from another machine's history.
    package func writtenMs(_ row: ProgressRow) throws -> Int64? {
        let first = try db.cachedStatement(
            sql: """
                SELECT iif(EXISTS (
                    SELECT 1 FROM json_each(changes) AS change
                    WHERE change.value ->> '$.id' = ?1 AND change.value ->> '$.was' IS NOT NULL
                ), NULL, at) FROM own_past WHERE subject = ?1 ORDER BY seq LIMIT 1
                """
        ).integer([.text(row.id)])
        guard first == nil, row.kind == .set || row.kind == .warmup else { return first }
        return try db.cachedStatement(
            sql: """
                SELECT at FROM own_past WHERE event = '\(Self.importParts[1])' AND subject = (
                    SELECT workout.import FROM workout_set JOIN workout
                    ON workout.id = workout_set.workout WHERE workout_set.id = ?)
                ORDER BY seq LIMIT 1
                """
        ).integer([.text(row.id)])
    }

    /// Time at which a challenge was first announced as completed, UTC milliseconds; `nil` where it never
    /// was. A completion whose request was undone doesn't count.
    package func completedMs(ofChallenge key: String) throws -> Int64? {
        try db.cachedStatement(
            sql: """
                SELECT at FROM own_past AS told
                WHERE subject = ? AND event = 'challenge.completed' AND NOT EXISTS (
                    SELECT 1 FROM own_past AS event
                    WHERE event.seq = told.request AND \(Self.isUndone))
                ORDER BY seq LIMIT 1
                """
        ).integer([.text(key)])
    }

    /// Number of the last event about a thing; 0 for none.
    package func lastEvent(ofSubject subject: String) throws -> Int64 {
        try db.cachedStatement(
            sql: "SELECT seq FROM journal WHERE subject = ? ORDER BY seq DESC LIMIT 1"
        ).integer([.text(subject)]) ?? 0
    }

    package func challenge(key: String) throws -> Challenge? {
        try Challenge.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM challenge WHERE id = ?"),
            [.text(Identifier.derived(from: "\(Challenge.table):\(key)"))])
    }

    /// Changes of the time zone, in the order of their moments.
    package func zoneChanges() throws -> [ZoneChange] {
        try ZoneChange.fetchAll(
            db.cachedStatement(sql: "SELECT * FROM zone_change ORDER BY at_ms, id"))
    }
}
