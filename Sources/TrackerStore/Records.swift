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

    /// Of the sets with the same reps and load only the earliest can have a record; its columns come with
    /// its time. The index has them in the order of their times, so that it is the first of its group.
    static func candidates(where condition: String) -> String {
        """
        SELECT exercise, reps, MIN(at_ms), log_order, position, load, load_unit, load_mode, workout, id
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

    /// By workout, the work in kilograms, nearly: it takes a third of the time that whole numbers take.
    fileprivate static let totals = """
        SELECT workout, TOTAL(reps * load * iif(load_unit = 'kg', 1.0, 0.45359237)) AS total
        FROM workout_set INDEXED BY workout_set_work
        WHERE exercise = ? AND workout <> ? AND \(counts) AND \(lifts) GROUP BY workout
        """

    /// In hundred-millionths of the load's unit.
    private static let work = "reps * CAST(round(load * 100000000.0) AS INTEGER)"
}

/// That a workout has clearly more work of an exercise than every other. It is worth keeping in mind: of
/// the sets that make a workout the best, each would have to look through all others again.
package struct Lead: Sendable {
    /// After more events it is looked for anew.
    fileprivate static let maximumEvents: Int64 = 1000

    fileprivate let exercise: String
    fileprivate let workout: String
    /// The set's with which it was found, and the event that logged that.
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
            let candidate = RecordCandidate(
                set: row.text(9), workout: row.text(8), atMs: row.integer(2),
                logOrder: row.integer(3), position: row.integer(4), reps: row.optionalInteger(1),
                load: try Self.load(row, 5, 6),
                loadMode: WorkoutSet.LoadMode(rawValue: row.text(7)) ?? .external, hold: nil)
            records[row.text(0), default: Records()].consider(candidate)
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

    private static func load(_ row: Columns, _ value: Int, _ unit: Int) throws -> Load? {
        guard let value = row.optionalNumber(value), let unit = Load.Unit(rawValue: row.text(unit))
        else { return nil }
        return try Load(value, unit)
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

    /// The best of the other workouts; or any that has more than this one, which is soon found for most
    /// sets, since they come before the end of a workout.
    private func otherWorkout(
        _ exercise: String, against workout: WorkoutWork
    ) throws -> WorkoutWork? {
        func isMore(_ one: Double, than other: Double) -> Bool { one > Self.clearly(other) }
        let own = workout.work.value(in: .kg)
        var most = 0.0
        var best: [String] = []
        let totals = try db.cachedStatement(sql: WorkoutSet.totals)
        try totals.forEachRow([.text(exercise), .text(workout.workout)]) { row in
            let total = row.number(1)
            guard !isMore(most, than: total) else { return true }
            if isMore(total, than: most) { best = [] }
            most = max(most, total)
            best.append(row.text(0))
            return !isMore(total, than: own)
        }
        // Where many are as good as equal, whole numbers tell of all of them at once.
        let condition = "exercise = ? AND workout <> ? AND \(WorkoutSet.counts)"
        var values: [Cell] = [.text(exercise), .text(workout.workout)]
        guard best.count <= Self.fewWorkouts else {
            return try bestWorkout(condition, values)
        }
        values.append(.null)
        return try best.compactMap { one in
            values[2] = .text(one)
            return try bestWorkout("\(condition) AND workout = ?", values)
        }.max { $1.beats($0) }
    }

    private static let fewWorkouts = 8

    /// From here on a sum of numbers with a point is more for certain.
    private static func clearly(_ total: Double) -> Double { total * 1.000_000_1 + 1e-6 }

    /// Whether a workout has more than every other, and clearly so: from the second set on that makes it the
    /// best, which is soon said.
    private func isFarAhead(
        _ workout: WorkoutWork, ofOthersWith exercise: String
    ) throws -> Bool {
        let near = (workout.work.value(in: .kg) - 1e-6) / 1.000_000_1
        let ahead = try db.cachedStatement(sql: "\(WorkoutSet.totals) HAVING total >= ? LIMIT 1")
        return try ahead.text([.text(exercise), .text(workout.workout), .number(near)]) == nil
    }

    /// The event that logged it.
    private func seq(ofSet id: String) throws -> Int64? {
        try db.cachedStatement(sql: "SELECT MIN(seq) FROM journal WHERE subject = ?")
            .integer([.text(id)])
    }

    /// Whether a lead is that of the workout that a set is of, and nothing has happened to any set since,
    /// but that this one was logged.
    private func stands(_ lead: Lead?, for set: WorkoutSet) throws -> Bool {
        guard let lead, lead.exercise == set.exercise, lead.workout == set.workout,
            lastSeq - lead.seq <= Lead.maximumEvents
        else { return false }
        // An id is given once, so that where its event is, all that was before it is as it was.
        guard try seq(ofSet: lead.set) == lead.seq else { return false }
        let moved = try db.cachedStatement(
            sql: """
                SELECT 1 FROM journal WHERE seq > ? AND subject <> ?
                AND instr(changes, '"entity":"workout_set"') > 0 LIMIT 1
                """)
        return try moved.integer([.integer(lead.seq), .text(set.id)]) == nil
    }

    private func bestWorkout(_ condition: String, _ values: [Cell]) throws -> WorkoutWork? {
        var best: WorkoutWork?
        try forEachWork(condition, values) { _, work in
            if best.map(work.beats) ?? true { best = work }
            return true
        }
        return best
    }

    // MARK: What a set has made

    /// The records that a set makes beside all others of its exercise, whether it is written already or
    /// not yet.
    ///
    /// - Parameters:
    ///   - unit: what loads and work are told in.
    ///   - lead: what was found for the set before, and then for this one.
    package func records(
        madeBy set: WorkoutSet, in unit: Load.Unit, lead: inout Lead?
    ) throws -> [RecordMade] {
        guard let candidate = RecordCandidate(set) else { return [] }
        var marks = try marks(of: set.exercise, against: candidate)
        marks.hold = try longestHold(ofExercise: set.exercise, without: set.id)?.hold
        let before = try otherWork(set.exercise, beside: candidate)
        let workout = WorkoutWork(before, with: candidate)
        if let workout {
            let isAhead =
                try before.map { before in
                    try stands(lead, for: set)
                        || isFarAhead(before, ofOthersWith: set.exercise)
                } ?? false
            lead = isAhead ? try Lead(set, seq: seq(ofSet: set.id)) : nil
            let other = isAhead ? nil : try otherWorkout(set.exercise, against: workout)
            marks.workout = [before, other].compactMap { $0 }.max { $1.beats($0) }
        }
        return marks.made(by: candidate, workout: workout, in: unit)
    }

    /// What other sets come to by reps and load. For each number of reps it is one look into the index, so
    /// that it doesn't matter how many sets there are.
    private func marks(of exercise: String, against candidate: RecordCandidate) throws
        -> RecordMarks
    {
        var marks = RecordMarks()
        let others = "exercise = ?1 AND id <> ?2 AND \(WorkoutSet.counts)"
        let rungs = try db.cachedStatement(
            sql: """
                WITH RECURSIVE rung(reps) AS (
                    SELECT MAX(reps) FROM workout_set
                    WHERE exercise = ?1 AND \(WorkoutSet.counts) AND reps > 0
                    UNION ALL
                    SELECT (
                        SELECT MAX(reps) FROM workout_set
                        WHERE exercise = ?1 AND \(WorkoutSet.counts) AND reps > 0
                        AND reps < rung.reps)
                    FROM rung WHERE rung.reps IS NOT NULL
                )
                SELECT reps,
                    (SELECT MAX(\(WorkoutSet.micrograms)) FROM workout_set
                     WHERE \(others) AND reps = rung.reps),
                    EXISTS (SELECT 1 FROM workout_set
                            WHERE \(others) AND reps = rung.reps
                            AND \(WorkoutSet.micrograms) = ?3)
                FROM rung WHERE reps IS NOT NULL
                """)
        let values: [Cell] = [
            .text(exercise), .text(candidate.set), .integer(candidate.micrograms),
        ]
        try rungs.forEachRow(values) { row in
            let reps = row.integer(0)
            if let micrograms = row.optionalInteger(1), micrograms > 0 {
                marks.consider(Lift(reps: reps, micrograms: micrograms))
            }
            if row.integer(2) > 0 { marks.reps = max(marks.reps ?? 0, reps) }
            return true
        }
        let carried = try db.cachedStatement(
            sql: """
                SELECT MAX(\(WorkoutSet.micrograms)) FROM workout_set
                WHERE \(others) AND reps IS NULL
                """)
        if let micrograms = try carried.integer(Array(values.prefix(2))), micrograms > 0 {
            marks.heaviest = max(marks.heaviest ?? 0, micrograms)
        }
        marks.hasEarlier = try hasEarlier(than: candidate, of: exercise)
        return marks
    }

    private func hasEarlier(than candidate: RecordCandidate, of exercise: String) throws -> Bool {
        let earlier = try db.cachedStatement(
            sql: """
                SELECT 1 FROM workout_set INDEXED BY workout_set_exercise
                WHERE exercise = ? AND (at_ms, log_order, position, id) < (?, ?, ?, ?)
                AND \(WorkoutSet.counts) LIMIT 1
                """)
        let found = try earlier.integer([
            .text(exercise), .integer(candidate.atMs), .integer(candidate.logOrder),
            .integer(candidate.position), .text(candidate.set),
        ])
        return found != nil
    }
}
