import GRDB
import TrackerCore

extension Pause: StoredEntity {}
extension Announcement: StoredEntity {}
extension Challenge: StoredEntity {}

extension Transaction {
    /// Pauses that last to a day or later, by their beginning.
    package func pauses(until day: Int = .min) throws -> [Pause] {
        try Pause.fetchAll(
            db.cachedStatement(
                sql: "SELECT * FROM streak_pause WHERE until_day >= ? ORDER BY from_day, id"),
            [.integer(Int64(max(day, -1_000_000)))])
    }

    /// The tiers that were told, with those that are held; and the highest level.
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

    package func announcement(of tier: String) throws -> Announcement? {
        try Announcement.fetch(db, id: Announcement(tier: tier, isHeld: true, atMs: 0).id)
    }

    /// Challenges whose days lie between two days or reach into them, those that were swapped away
    /// included, by their keys.
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

    /// Challenges that were completed, by their days.
    package func completedChallenges() throws -> [Challenge] {
        try Challenge.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT * FROM challenge
                    WHERE completed_ms IS NOT NULL AND NOT swapped_away ORDER BY from_day, key
                    """))
    }

    /// Challenges that were completed last, the newest first.
    package func lastCompletedChallenges(_ count: Int) throws -> [Challenge] {
        try Challenge.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT * FROM challenge
                    WHERE completed_ms IS NOT NULL AND NOT swapped_away
                    ORDER BY completed_ms DESC, from_day DESC, key DESC LIMIT ?
                    """), [.integer(Int64(count))])
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

    /// Changes of the time zone: when, and the names of the zones before and after.
    package func zoneChanges() throws -> [(atMs: Int64, from: String, to: String)] {
        var changes: [(atMs: Int64, from: String, to: String)] = []
        let events = try db.cachedStatement(
            sql: """
                SELECT at, data ->> '$.from', data ->> '$.to' FROM journal
                WHERE event = 'zone.changed' ORDER BY seq
                """)
        try events.forEachRow([]) { row in
            changes.append((row.integer(0), row.text(1), row.text(2)))
            return true
        }
        return changes
    }
}
