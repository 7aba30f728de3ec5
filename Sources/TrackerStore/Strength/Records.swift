import GRDB
import TrackerCore

// Records are found from the sets' indexes alone, without reading the rows. SQLite uses an index only for a
// query that repeats all of the index's conditions, word for word.

extension WorkoutSet {
    /// SQL condition for sets that can make a record: those of `Kind.countsTowardRecords` outside of deloads.
    static let counts = """
        kind <> 'warmup' AND kind <> 'partial' \
        AND workout NOT IN (SELECT id FROM workout WHERE deload IS NOT NULL)
        """

    /// SQL condition for sets whose load moves the body, so that its weight counts; the same as
    /// `LoadMode.movesBody`.
    static let movesBody = "load_mode <> 'external'"

    /// SQL condition for sets with work apart from the body's weight; the same as `RecordCandidate.lift`.
    static let lifts = "load > 0 AND load_mode <> 'assisted' AND reps > 0"

    /// SQL condition for holds; the same as `RecordCandidate.hold`.
    fileprivate static let holds =
        "seconds > 0 AND reps IS NULL AND distance_m IS NULL AND load_mode <> 'assisted'"

    /// SQL of a set's load in micrograms, negative for assistance; the same as `RecordCandidate.micrograms`.
    static let micrograms = """
        (iif(load_mode = 'assisted', -1, 1) * CAST(round(coalesce(load, 0) \
        * iif(load_unit = 'kg', 1000000000.0, 453592370.0)) AS INTEGER))
        """

    private static func candidate(_ time: String) -> String {
        "reps, \(time), log_order, position, load, load_unit, load_mode, workout, id"
    }

    /// SQL for the earliest set of each number of reps and load, the only one of them that can have a record;
    /// the other columns are those of the row with the earliest time. The index has the sets in the order of
    /// their times, so that the earliest is the first of its group.
    static func candidates(where condition: String) -> String {
        """
        SELECT exercise, \(candidate("MIN(at_ms)"))
        FROM workout_set INDEXED BY workout_set_feat WHERE \(condition)
        GROUP BY exercise, reps, \(micrograms)
        """
    }

    /// SQL for sets in which the body's weight counts, each by itself, since the weight differs from day to
    /// day.
    static func bodyCandidates(where condition: String) -> String {
        """
        SELECT exercise, \(candidate("at_ms"))
        FROM workout_set INDEXED BY workout_set_feat
        WHERE \(condition) AND \(movesBody) AND reps > 0
        """
    }

    /// SQL for sums by exercise and workout: the work in kilograms and in pounds, each in hundred-millionths,
    /// the number of sets with it, and the time of the last one. A workout has so few sets that the sums fit
    /// into 64 bits.
    static func sums(where condition: String) -> String {
        """
        SELECT exercise, workout,
            SUM(iif(load_unit = 'kg', \(work), 0)), SUM(iif(load_unit = 'kg', 0, \(work))),
            COUNT(*), MAX(at_ms)
        FROM workout_set INDEXED BY workout_set_work WHERE \(condition) AND \(lifts)
        GROUP BY exercise, workout
        """
    }

    /// SQL for an exercise's heaviest set of each number of reps, each found by one look into the index, and
    /// for its earliest set. No other set has more of anything.
    ///
    /// - Parameter mode: SQL condition for the sets among which the heaviest are looked for.
    fileprivate static func best(where condition: String, mode: String) -> String {
        """
        WITH RECURSIVE rung(count) AS (
            SELECT MAX(reps) FROM workout_set WHERE exercise = ?1 AND \(counts)
            UNION ALL
            SELECT (
                SELECT MAX(reps) FROM workout_set
                WHERE exercise = ?1 AND \(counts) AND reps < rung.count)
            FROM rung WHERE rung.count IS NOT NULL
        )
        SELECT \(candidate("at_ms")) FROM rung JOIN workout_set ON workout_set.rowid = (
            SELECT rowid FROM workout_set
            WHERE exercise = ?1 AND \(condition) AND \(counts) AND \(mode)
            AND reps IS rung.count
            ORDER BY \(micrograms) DESC LIMIT 1)
        UNION ALL
        SELECT * FROM (
            SELECT \(candidate("at_ms")) FROM workout_set INDEXED BY workout_set_exercise
            WHERE exercise = ?1 AND \(condition) AND \(counts)
            ORDER BY at_ms, log_order, position, id LIMIT 1)
        """
    }

    /// SQL of a set's work, in hundred-millionths of the load's unit.
    private static let work = "reps * CAST(round(load * 100000000.0) AS INTEGER)"
}

/// Sets that a candidate for a record is compared with.
package enum RecordRivals {
    /// All sets but one.
    case besides(set: String)
    /// The sets of other workouts, before a moment in UTC milliseconds.
    case before(Int64, besidesWorkout: String)

    fileprivate var condition: String {
        switch self {
        case .besides: "id <> ?2"
        case .before: "workout <> ?2 AND at_ms < ?3"
        }
    }

    fileprivate var values: [Cell] {
        switch self {
        case .besides(let set): [.text(set)]
        case .before(let ms, let workout): [.text(workout), .integer(ms)]
        }
    }
}

extension Transaction {
    /// The first id after `id` of an exercise with sets that can make records; `nil` for none.
    package func exerciseWithSets(after id: String) throws -> String? {
        var found: String?
        let next = try db.cachedStatement(
            sql: """
                SELECT exercise FROM workout_set
                WHERE exercise > ? AND \(WorkoutSet.counts) ORDER BY exercise LIMIT 1
                """)
        try next.forEachRow([.text(id)]) { row in
            found = row.text(0)
            return false
        }
        return found
    }

    /// Records by exercise: of one exercise, or of all that have any.
    ///
    /// - Parameter exercise: id of the exercise; `nil` for all.
    package func records(ofExercise exercise: String? = nil) throws -> [String: Records] {
        var records: [String: Records] = [:]
        let condition = (exercise == nil ? "" : "exercise = ? AND ") + WorkoutSet.counts
        let values = exercise.map { [Cell.text($0)] } ?? []
        let bodies = try bodyWeights()
        let pairs = try pairs()
        let candidates = try db.cachedStatement(
            sql: WorkoutSet.candidates(where: "\(condition) AND \(bodies.others)"))
        try candidates.forEachRow(values) { row in
            let exercise = row.text(0)
            records[exercise, default: Records()].consider(
                try Self.candidate(row, from: 1, isPair: pairs.contains(exercise)))
            return true
        }
        try forEachBodyCandidate(condition, values, bodies, pairs) { exercise, candidate in
            records[exercise, default: Records()].consider(candidate)
        }
        for exercise in records.keys {
            if let hold = try longestHold("TRUE", [.text(exercise)]) {
                records[exercise]?.consider(hold)
            }
        }
        try forEachWork(condition, values, bodies, pairs) { exercise, work in
            records[exercise]?.consider(work)
        }
        return records
    }

    /// Passes the sets in which the body's weight counts to `body`; none where no weight is known.
    private func forEachBodyCandidate(
        _ condition: String, _ values: [Cell], _ bodies: BodyWeights, _ pairs: Set<String>,
        _ body: (_ exercise: String, _ candidate: RecordCandidate) throws -> Void
    ) throws {
        guard !bodies.isEmpty else { return }
        let candidates = try db.cachedStatement(sql: WorkoutSet.bodyCandidates(where: condition))
        try candidates.forEachRow(values) { row in
            let exercise = row.text(0)
            try body(
                exercise,
                Self.candidate(row, from: 1, bodies, isPair: pairs.contains(exercise)))
            return true
        }
    }

    /// Candidate from the columns of a row, without a hold.
    private static func candidate(
        _ row: Columns, from column: Int, _ bodies: BodyWeights = BodyWeights(), isPair: Bool
    ) throws -> RecordCandidate {
        var load: Load?
        if let value = row.optionalNumber(column + 4),
            let unit = Load.Unit(rawValue: row.text(column + 5))
        {
            load = try Load(value, unit)
        }
        return RecordCandidate(
            set: row.text(column + 8), workout: row.text(column + 7),
            atMs: row.integer(column + 1), logOrder: row.integer(column + 2),
            position: row.integer(column + 3), reps: row.optionalInteger(column),
            moved: MovedWeight(
                load, WorkoutSet.LoadMode(rawValue: row.text(column + 6)) ?? .external,
                body: bodies.weight(atMs: row.integer(column + 1)), isPair: isPair), hold: nil)
    }

    /// - Parameter condition: SQL condition besides the one for the exercise, whose id is the first value.
    private func longestHold(_ condition: String, _ values: [Cell]) throws -> RecordCandidate? {
        try WorkoutSet.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT * FROM workout_set INDEXED BY workout_set_hold
                    WHERE exercise = ?1 AND \(condition) AND \(WorkoutSet.counts)
                    AND \(WorkoutSet.holds)
                    ORDER BY seconds DESC, at_ms, log_order, position, id LIMIT 1
                    """), values
        ).flatMap { RecordCandidate($0, body: nil) }
    }

    // MARK: Workouts

    /// Passes the work of each exercise in each workout to `body`.
    private func forEachWork(
        _ condition: String, _ values: [Cell], _ bodies: BodyWeights, _ pairs: Set<String>,
        _ body: (_ exercise: String, _ work: WorkoutWork) throws -> Void
    ) throws {
        var left: [String: [String: WorkoutWork]] = [:]
        try forEachBodyCandidate(condition, values, bodies, pairs) { exercise, candidate in
            guard let work = WorkoutWork([candidate]) else { return }
            let former = left[exercise]?[work.workout]
            left[exercise, default: [:]][work.workout] = former?.joined(with: work) ?? work
        }
        let sums = try db.cachedStatement(
            sql: WorkoutSet.sums(where: "\(condition) AND \(bodies.others)"))
        try sums.forEachRow(values) { row in
            var work = Work(hundredMillionths: row.integer(2), of: .kg)
            work += Work(hundredMillionths: row.integer(3), of: .lb)
            let (exercise, workout) = (row.text(0), row.text(1))
            let loaded = WorkoutWork(
                workout: workout, work: pairs.contains(exercise) ? work.doubled : work,
                sets: row.integer(4), atMs: row.integer(5))
            let other = left[exercise]?.removeValue(forKey: workout)
            try body(exercise, other?.joined(with: loaded) ?? loaded)
            return true
        }
        for (exercise, works) in left {
            for work in works.values { try body(exercise, work) }
        }
    }

    // MARK: Records to beat

    /// Records of an exercise's sets that a candidate is compared with.
    ///
    /// - Parameters:
    ///   - exercise: id of the exercise.
    ///   - hasWorkouts: whether the work of these sets' workouts counts.
    package func records(
        ofExercise exercise: String, among rivals: RecordRivals, hasWorkouts: Bool = false
    ) throws -> Records {
        var records = Records()
        let values = [.text(exercise)] + rivals.values
        let condition = "exercise = ?1 AND \(rivals.condition) AND \(WorkoutSet.counts)"
        let bodies = try bodyWeights()
        let pairs = try pairs()
        let isPair = pairs.contains(exercise)
        let best = try db.cachedStatement(
            sql: WorkoutSet.best(where: rivals.condition, mode: bodies.others))
        try best.forEachRow(values) {
            records.consider(try Self.candidate($0, from: 0, bodies, isPair: isPair))
            return true
        }
        try forEachBodyCandidate(condition, values, bodies, pairs) { records.consider($1) }
        if let hold = try longestHold(rivals.condition, values) { records.consider(hold) }
        guard hasWorkouts else { return records }
        try forEachWork(condition, values, bodies, pairs) { records.consider($1) }
        return records
    }
}

extension BodyWeights {
    /// SQL condition for sets in which the body's weight doesn't count: all, where no weight is known; else
    /// sets that don't move the body, and sets without reps, since a hold moves nothing.
    var others: String { isEmpty ? "TRUE" : "(NOT (\(WorkoutSet.movesBody)) OR reps IS NULL)" }
}
