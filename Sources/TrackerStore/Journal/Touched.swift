import GRDB
import TrackerCore

/// Searches for the thing that a person touched last, which `last` stands for.
extension Transaction {
    /// The newest change by a request, undo or redo of an event of one of the types.
    ///
    /// - Parameter place: number of the event before which it is looked for.
    private func newestTouch(
        of types: [EventType], before place: Int64
    ) throws -> (seq: Int64, event: Int64)? {
        let newest = try db.cachedStatement(
            sql: """
                SELECT seq, event FROM step
                WHERE reversal = ? AND type = ? AND seq < ? ORDER BY seq DESC LIMIT 1
                """)
        var found: (seq: Int64, event: Int64)?
        for reversal in [Reversal.undo, .redo] {
            for type in types {
                let values: [Cell] = [
                    .text("\(reversal)"), .text(type.rawValue), .integer(place),
                ]
                try newest.forEachRow(values) { row in
                    if row.integer(0) > found?.seq ?? 0 { found = (row.integer(0), row.integer(1)) }
                    return false
                }
            }
        }
        return found
    }

    /// The entity of a kind that a person's requests touched last; `nil` where none of them is left.
    ///
    /// - Parameters:
    ///   - types: types of the events about such an entity.
    ///   - member: members of the data that have its id, by type; events of other types have it as the
    ///     subject.
    ///   - start: number of the event after which it is looked for.
    private func lastTouched<E: StoredEntity>(
        _: E.Type, by types: [EventType], in member: [EventType: String] = [:],
        after start: Int64 = 0
    ) throws -> E? {
        var place = Int64.max
        while let touch = try newestTouch(of: types, before: place), touch.seq > start {
            place = touch.seq
            guard let event = try event(touch.event) else { continue }
            let member = EventType(rawValue: event.type).flatMap { member[$0] }
            let id = try member.map { member in
                try db.cachedStatement(sql: "SELECT ? ->> ?")
                    .text([.text(event.data), .text(member)]) ?? ""
            }
            if let entity = try E.fetch(db, id: id ?? event.subject) { return entity }
        }
        return nil
    }

    /// The entry that a request touched last; where none was, the one that was added last.
    package func lastTouchedLogEntry() throws -> LogEntry? {
        try lastTouched(LogEntry.self, by: [.logAdded, .logUpdated, .logDeleted])
            ?? LogEntry.fetchOne(
                db.cachedStatement(
                    sql: "SELECT * FROM log_entry ORDER BY add_order DESC, id DESC LIMIT 1"))
    }

    /// The measurement that a request touched last; where none was, the one that was noted last.
    package func lastTouchedMeasurement() throws -> Measurement? {
        let types: [EventType] = [
            .measurementLogged, .measurementDeleted, .weightLogged, .weightDeleted,
        ]
        return try lastTouched(Measurement.self, by: types)
            ?? Measurement.fetchOne(
                db.cachedStatement(
                    sql: "SELECT * FROM measurement ORDER BY note_order DESC, id DESC LIMIT 1"))
    }

    /// The training max that a request touched last; where none was, the one that was noted last.
    package func lastTouchedMax() throws -> TrainingMax? {
        try lastTouched(TrainingMax.self, by: [.maxLogged, .maxDeleted])
            ?? TrainingMax.fetchOne(
                db.cachedStatement(
                    sql: "SELECT * FROM training_max ORDER BY note_order DESC, id DESC LIMIT 1"))
    }

    /// The body weight that a request touched last; where none was, the one that was noted last.
    package func lastTouchedWeight() throws -> Measurement? {
        try lastTouched(Measurement.self, by: [.weightLogged, .weightDeleted])
            ?? Measurement.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT * FROM measurement WHERE \(Measurement.isBodyWeight)
                        ORDER BY note_order DESC, id DESC LIMIT 1
                        """))
    }

    /// The workout that was touched last, itself or a set of it; after an import the newest by its start.
    package func lastTouchedWorkout() throws -> Workout? {
        let sets: [EventType] = [.setLogged, .setUpdated, .setDeleted]
        let types =
            [
                .workoutStarted, .workoutUpdated, .workoutFinished, .workoutDeleted,
                .workoutDiscarded,
            ]
            + sets
        let imported = try newestTouch(of: [.importAdded], before: .max)?.seq ?? 0
        let members = Dictionary(uniqueKeysWithValues: sets.map { ($0, "workout") })
        return try lastTouched(Workout.self, by: types, in: members, after: imported)
            ?? lastWorkout()
    }

    /// The set of a workout that was touched last; where none was, as after an import, the newest by its
    /// time.
    package func lastTouchedSet(ofWorkout id: String) throws -> WorkoutSet? {
        try WorkoutSet.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT workout_set.* FROM workout_set LEFT JOIN (
                        SELECT subject, max(step.seq) AS touched
                        FROM journal JOIN step ON step.event = journal.seq
                        WHERE journal.event IN ('set.logged', 'set.updated', 'set.deleted')
                            AND subject IN (SELECT id FROM workout_set WHERE workout = ?1)
                        GROUP BY subject) ON subject = id
                    WHERE workout = ?1
                    ORDER BY touched DESC, at_ms DESC, position DESC, id DESC LIMIT 1
                    """), [.text(id)])
    }
}
