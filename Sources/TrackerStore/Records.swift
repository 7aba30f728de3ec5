import GRDB
import TrackerCore

// Records are found in what the sets' indexes hold, without a look at the rows. SQLite takes an index
// only for a query that has all of the index's conditions, word for word.

extension WorkoutSet {
    /// Of those that can make a record; as `Kind.countsTowardRecords` has it.
    static let counts = "kind <> 'warmup' AND kind <> 'partial'"

    /// Of those in which there was work; as `RecordCandidate.lift` has it.
    static let lifts = "load > 0 AND load_mode <> 'assisted' AND reps > 0"

    /// As `RecordCandidate.hold` has it.
    fileprivate static let holds =
        "seconds > 0 AND reps IS NULL AND distance_m IS NULL AND load_mode <> 'assisted'"

    /// As `RecordCandidate.micrograms` has it.
    static let micrograms = """
        (iif(load_mode = 'assisted', -1, 1) * CAST(round(coalesce(load, 0) \
        * iif(load_unit = 'kg', 1000000000.0, 453592370.0)) AS INTEGER))
        """

    private static func candidate(_ time: String) -> String {
        "reps, \(time), log_order, position, load, load_unit, load_mode, workout, id"
    }

    /// Of the sets with the same reps and load only the earliest can have a record; its columns come with
    /// its time. The index has them in the order of their times, so that it is the first of its group.
    static func candidates(where condition: String) -> String {
        """
        SELECT exercise, \(candidate("MIN(at_ms)"))
        FROM workout_set INDEXED BY workout_set_feat WHERE \(condition)
        GROUP BY exercise, reps, \(micrograms)
        """
    }

    /// By exercise and workout: the work in kilograms and in pounds, each in hundred-millionths, in how many
    /// sets it was, and when the last of them was. A workout has so few sets that it fits into 64 bits.
    static func sums(where condition: String) -> String {
        """
        SELECT exercise, workout,
            SUM(iif(load_unit = 'kg', \(work), 0)), SUM(iif(load_unit = 'kg', 0, \(work))),
            COUNT(*), MAX(at_ms)
        FROM workout_set INDEXED BY workout_set_work WHERE \(condition) AND \(lifts)
        GROUP BY exercise, workout
        """
    }

    /// Of an exercise's sets but one, for each number of reps the heaviest, and one with a load in micrograms,
    /// each by one look into the index; and the earliest of all. No other set has more of anything.
    fileprivate static let rivals = """
        WITH RECURSIVE rung(count) AS (
            SELECT MAX(reps) FROM workout_set WHERE exercise = ?1 AND \(counts)
            UNION ALL
            SELECT (
                SELECT MAX(reps) FROM workout_set
                WHERE exercise = ?1 AND \(counts) AND reps < rung.count)
            FROM rung WHERE rung.count IS NOT NULL
        )
        SELECT \(candidate("at_ms")) FROM rung JOIN workout_set ON workout_set.rowid IN (
            (SELECT rowid FROM workout_set WHERE \(others) AND reps IS rung.count
             ORDER BY \(micrograms) DESC LIMIT 1),
            (SELECT rowid FROM workout_set WHERE \(others) AND reps IS rung.count
             AND \(micrograms) = ?3 LIMIT 1))
        UNION ALL
        SELECT * FROM (
            SELECT \(candidate("at_ms")) FROM workout_set INDEXED BY workout_set_exercise
            WHERE \(others) ORDER BY at_ms, log_order, position, id LIMIT 1)
        """

    private static let others = "exercise = ?1 AND id <> ?2 AND \(counts)"

    /// In hundred-millionths of the load's unit.
    private static let work = "reps * CAST(round(load * 100000000.0) AS INTEGER)"
}

/// A workout that has more work of an exercise than every other. It is remembered from set to set, since each
/// further set of such a workout would otherwise have to look through all others again.
package struct LeadingWorkout: Sendable {
    /// Number of events after which the leading workout is looked for anew.
    fileprivate static let maximumEvents: Int64 = 1000

    fileprivate let exercise: String
    fileprivate let workout: String
    /// The set with which the workout was found, and the event that logged that set.
    fileprivate let set: String
    fileprivate let seq: Int64

    fileprivate init?(_ set: WorkoutSet, seq: Int64?) {
        guard let seq else { return nil }
        exercise = set.exercise
        workout = set.workout
        self.set = set.id
        self.seq = seq
    }
}

extension Transaction {
    /// The records by exercise: of one, or of all that have any.
    ///
    /// - Parameter exercise: its id.
    package func records(ofExercise exercise: String? = nil) throws -> [String: Records] {
        var records: [String: Records] = [:]
        let condition = (exercise == nil ? "" : "exercise = ? AND ") + WorkoutSet.counts
        let values = exercise.map { [Cell.text($0)] } ?? []
        let candidates = try db.cachedStatement(sql: WorkoutSet.candidates(where: condition))
        try candidates.forEachRow(values) { row in
            records[row.text(0), default: Records()].consider(try Self.candidate(row, from: 1))
            return true
        }
        for exercise in records.keys {
            if let hold = try longestHold(ofExercise: exercise) {
                records[exercise]?.consider(hold)
            }
        }
        try forEachWork(condition, values) { exercise, work in
            records[exercise]?.consider(work)
            return true
        }
        return records
    }

    /// But for how long it was held.
    private static func candidate(_ row: Columns, from column: Int) throws -> RecordCandidate {
        var load: Load?
        if let value = row.optionalNumber(column + 4),
            let unit = Load.Unit(rawValue: row.text(column + 5))
        {
            load = try Load(value, unit)
        }
        return RecordCandidate(
            set: row.text(column + 8), workout: row.text(column + 7),
            atMs: row.integer(column + 1), logOrder: row.integer(column + 2),
            position: row.integer(column + 3), reps: row.optionalInteger(column), load: load,
            loadMode: WorkoutSet.LoadMode(rawValue: row.text(column + 6)) ?? .external, hold: nil)
    }

    private func longestHold(ofExercise exercise: String, without set: String = "") throws
        -> RecordCandidate?
    {
        try WorkoutSet.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT * FROM workout_set INDEXED BY workout_set_hold
                    WHERE exercise = ? AND id <> ? AND \(WorkoutSet.counts) AND \(WorkoutSet.holds)
                    ORDER BY seconds DESC, at_ms, log_order, position, id LIMIT 1
                    """), [.text(exercise), .text(set)]
        ).flatMap(RecordCandidate.init)
    }

    // MARK: Workouts

    /// Hands out what each exercise comes to in each workout, until `body` answers `false`.
    private func forEachWork(
        _ condition: String, _ values: [Cell],
        _ body: (_ exercise: String, _ work: WorkoutWork) throws -> Bool
    ) throws {
        let sums = try db.cachedStatement(sql: WorkoutSet.sums(where: condition))
        try sums.forEachRow(values) { row in
            var work = Work(hundredMillionths: row.integer(2), of: .kg)
            work += Work(hundredMillionths: row.integer(3), of: .lb)
            return try body(
                row.text(0),
                WorkoutWork(
                    workout: row.text(1), work: work, sets: row.integer(4), atMs: row.integer(5)))
        }
    }

    /// What the other sets of an exercise come to in a set's workout; `nil` where that is nothing.
    private func otherWork(_ exercise: String, beside candidate: RecordCandidate) throws
        -> WorkoutWork?
    {
        var found: WorkoutWork?
        try forEachWork(
            "exercise = ? AND workout = ? AND id <> ? AND \(WorkoutSet.counts)",
            [.text(exercise), .text(candidate.workout), .text(candidate.set)]
        ) { _, work in
            found = work
            return false
        }
        return found
    }

    /// Takes in the other workouts up to one that has as much as this one: most sets come before the end of
    /// a workout, so that one is soon found.
    ///
    /// - Returns: whether none has.
    private func isBest(
        _ workout: WorkoutWork, of exercise: String, besides records: inout Records
    ) throws -> Bool {
        var isBest = true
        try forEachWork(
            "exercise = ? AND workout <> ? AND \(WorkoutSet.counts)",
            [.text(exercise), .text(workout.workout)]
        ) { _, other in
            records.consider(other)
            isBest = other.work < workout.work
            return isBest
        }
        return isBest
    }

    /// The event that logged it.
    private func seq(ofSet id: String) throws -> Int64? {
        try db.cachedStatement(sql: "SELECT MIN(seq) FROM journal WHERE subject = ?")
            .integer([.text(id)])
    }

    /// Whether the leading workout is the one of a set, and no other set has changed since it was found.
    private func isStillLeading(_ leading: LeadingWorkout?, for set: WorkoutSet) throws -> Bool {
        guard let leading, leading.exercise == set.exercise, leading.workout == set.workout,
            lastSeq - leading.seq <= LeadingWorkout.maximumEvents
        else { return false }
        // An id is given once, so that where its event is, all that was before it is as it was.
        guard try seq(ofSet: leading.set) == leading.seq else { return false }
        let moved = try db.cachedStatement(
            sql: """
                SELECT 1 FROM journal WHERE seq > ? AND subject <> ?
                AND instr(changes, '"entity":"workout_set"') > 0 LIMIT 1
                """)
        return try moved.integer([.integer(leading.seq), .text(set.id)]) == nil
    }

    // MARK: What a set has made

    /// The records that a set makes beside all others of its exercise, whether it is written already or
    /// not yet.
    ///
    /// - Parameters:
    ///   - unit: what loads and work are told in.
    ///   - leading: what was found for the set before, and then for this one.
    package func records(
        madeBy set: WorkoutSet, in unit: Load.Unit, leading: inout LeadingWorkout?
    ) throws -> [RecordMade] {
        guard let candidate = RecordCandidate(set) else { return [] }
        var records = Records()
        let values: [Cell] = [.text(set.exercise), .text(set.id), .integer(candidate.micrograms)]
        try db.cachedStatement(sql: WorkoutSet.rivals).forEachRow(values) { row in
            records.consider(try Self.candidate(row, from: 0))
            return true
        }
        if let hold = try longestHold(ofExercise: set.exercise, without: set.id) {
            records.consider(hold)
        }
        let before = try otherWork(set.exercise, beside: candidate)
        if let before { records.consider(before) }
        let workout = WorkoutWork(before, with: candidate)
        if let workout {
            let isAhead =
                try isStillLeading(leading, for: set)
                || isBest(workout, of: set.exercise, besides: &records)
            leading = isAhead ? try LeadingWorkout(set, seq: seq(ofSet: set.id)) : nil
        }
        return records.made(by: candidate, in: workout, unit: unit)
    }
}
