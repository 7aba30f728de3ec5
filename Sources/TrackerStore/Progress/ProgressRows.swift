import GRDB
import TrackerCore

extension Transaction {
    /// All that the person did over a range of days, by the number of the day.
    package func progressRows(on days: ClosedRange<Int>) throws -> [Int: [ProgressRow]] {
        var rows: [Int: [ProgressRow]] = [:]
        let span = TimeSpan(days: days)
        try addEntries(in: span, to: &rows)
        try addSets(in: span, to: &rows)
        try addSessions(in: span, to: &rows)
        try addWorkouts(in: span, to: &rows)
        try addAnswers(in: span, to: &rows)
        try addRuns(in: span, to: &rows)
        for challenge in try challenges(on: days) {
            guard let completedMs = challenge.completedMs, days.contains(challenge.from) else {
                continue
            }
            rows[challenge.from, default: []].append(
                ProgressRow(
                    .challenge(points: challenge.points), id: challenge.key, atMs: completedMs))
        }
        return rows
    }

    /// Numbers of the days in a range that have an effort.
    package func effortDays(on days: ClosedRange<Int>) throws -> Set<Int> {
        let span = TimeSpan(days: days)
        var found = Set(
            try completeSessions(in: span).filter(\.isOwnEffort).map(\.day.number))
        for table in ["log_entry", "workout_set"] {
            let days = try db.cachedStatement(
                sql: "SELECT DISTINCT day FROM \(table) WHERE \(TimeSpan.condition("at_ms"))")
            try days.forEachRow(span.values) { row in
                found.insert(Int(row.integer(0)))
                return true
            }
        }
        return found
    }

    /// Number of log entries and sets of an exercise on each day, by the number of the day.
    package func efforts(
        ofExercise id: String, on days: ClosedRange<Int>
    ) throws -> [Int: Int64] {
        var efforts: [Int: Int64] = [:]
        for table in ["log_entry", "workout_set"] {
            let counts = try db.cachedStatement(
                sql: """
                    SELECT day, COUNT(*) FROM \(table)
                    WHERE exercise = ? AND \(TimeSpan.condition("at_ms")) GROUP BY day
                    """)
            try counts.forEachRow([.text(id)] + TimeSpan(days: days).values) { row in
                efforts[Int(row.integer(0)), default: 0] += row.integer(1)
                return true
            }
        }
        return efforts
    }

    func completeSessions(in span: TimeSpan) throws -> [Training] {
        try Training.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT * FROM training
                    WHERE state = 'complete' AND \(TimeSpan.condition("started_ms"))
                    """), span.values)
    }

    /// A day before everything that a person did; `nil` where there is nothing.
    package func dayBeforeProgress() throws -> Int? {
        let instants = [
            "MIN(at_ms) FROM log_entry", "MIN(at_ms) FROM workout_set",
            "MIN(started_ms) FROM workout",
            "MIN(started_ms) FROM training WHERE state = 'complete'",
            "MIN(due_ms) FROM occurrence",
            "MIN(started_ms) FROM run WHERE \(Run.isCounted)",
            "MIN(from_day) * 86400000 FROM challenge",
        ]
        let first = try instants.compactMap { instant in
            try db.cachedStatement(sql: "SELECT \(instant)").integer()
        }.min()
        // Older databases may have days beyond the bounds.
        return first.map { Int(max($0 / 86_400_000, Bounds.days.lowerBound)) - 3 }
    }

    private func addEntries(in span: TimeSpan, to rows: inout [Int: [ProgressRow]]) throws {
        let entries = try db.cachedStatement(
            sql: """
                SELECT log_entry.day, at_ms, offset_s, exercise, category, log_entry.unit, count,
                    log_entry.id
                FROM log_entry LEFT JOIN exercise ON exercise.id = log_entry.exercise
                WHERE \(TimeSpan.condition("at_ms", of: "log_entry"))
                """)
        try entries.forEachRow(span.values) { row in
            let isHeld = row.text(5) == Exercise.Unit.seconds.rawValue
            let count = row.integer(6)
            rows[Int(row.integer(0)), default: []].append(
                ProgressRow(
                    .entry, id: row.text(7), atMs: row.integer(1), offsetS: row.integer(2),
                    exercise: row.text(3), category: row.optionalText(4),
                    reps: isHeld ? 0 : count, seconds: isHeld ? count : 0))
            return true
        }
    }

    private func addSets(in span: TimeSpan, to rows: inout [Int: [ProgressRow]]) throws {
        let weights = try bodyWeights(from: span.fromMs, to: span.toMs)
        let sets = try db.cachedStatement(
            sql: """
                SELECT workout_set.day, at_ms, offset_s, exercise, category, kind, reps, seconds,
                    load, load_unit, load_mode, distance_m, workout_set.id, pair, EXISTS (
                        SELECT 1 FROM workout
                        WHERE workout.id = workout_set.workout AND deload IS NOT NULL)
                FROM workout_set LEFT JOIN exercise ON exercise.id = workout_set.exercise
                WHERE \(TimeSpan.condition("at_ms", of: "workout_set"))
                """)
        try sets.forEachRow(span.values) { row in
            rows[Int(row.integer(0)), default: []].append(set(row, weights))
            return true
        }
    }

    /// Row from the columns that `addSets` selects. Records go by the load alone, so that nobody makes one by
    /// weighing more.
    private func set(_ row: Columns, _ weights: BodyWeights) -> ProgressRow {
        let kind = WorkoutSet.Kind(rawValue: row.text(5)) ?? .working
        let (reps, seconds) = (row.optionalInteger(6), row.optionalNumber(7))
        let mode = WorkoutSet.LoadMode(rawValue: row.text(10)) ?? .external
        let isAssisted = mode == .assisted
        var load: Load?
        if let value = row.optionalNumber(8), let unit = Load.Unit(rawValue: row.text(9)) {
            // A load from a salvaged database may be invalid.
            load = try? Load(value, unit)
        }
        var set = ProgressRow(
            kind == .warmup ? .warmup : .set, id: row.text(12), atMs: row.integer(1),
            offsetS: row.integer(2), exercise: row.text(3), category: row.optionalText(4))
        guard kind != .warmup else { return set }
        set.reps = reps ?? 0
        set.seconds = Int64(seconds ?? 0)
        if let reps {
            let body = mode.movesBody ? weights.weight(atMs: row.integer(1)) : nil
            let isPair = row.optionalInteger(13).map { $0 != 0 } ?? false
            set.work = MovedWeight(load, mode, body: body, isPair: isPair).work(reps: reps)
        }
        let isOfDeload = row.integer(14) != 0
        guard kind.countsTowardRecords, !isOfDeload else { return set }
        if let reps {
            let weight = load?.micrograms ?? 0
            set.lift = .init(load: isAssisted ? -weight : weight, reps: reps)
        } else if let seconds, seconds > 0, row.optionalNumber(11) == nil, !isAssisted {
            set.hold = seconds
        }
        return set
    }

    private func addSessions(in span: TimeSpan, to rows: inout [Int: [ProgressRow]]) throws {
        for session in try completeSessions(in: span) {
            let performed = session.performed ?? 0
            let isOwn = session.isOwnEffort
            let isHeld = session.fields.mode == .time
            let exercise = try isOwn ? nil : session.fields.exercise.flatMap(self.exercise(id:))
            rows[session.day.number, default: []].append(
                ProgressRow(
                    .session(isEffort: isOwn), id: session.id,
                    atMs: session.endedMs ?? session.startedMs,
                    offsetS: Int64(session.day.offsetS), exercise: exercise?.id,
                    category: exercise?.fields.category,
                    reps: isOwn && !isHeld ? performed : 0,
                    seconds: isOwn && isHeld ? performed : 0))
        }
    }

    private func addWorkouts(in span: TimeSpan, to rows: inout [Int: [ProgressRow]]) throws {
        let workouts = try db.cachedStatement(
            sql: """
                SELECT day, coalesce(ended_ms, started_ms), offset_s, id FROM workout
                WHERE state = 'finished' AND \(TimeSpan.condition("started_ms"))
                """)
        try workouts.forEachRow(span.values) { row in
            rows[Int(row.integer(0)), default: []].append(
                ProgressRow(
                    .workout, id: row.text(3), atMs: row.integer(1), offsetS: row.integer(2)))
            return true
        }
    }

    /// The runs of a day that have ended with some work.
    package func focusRows(on day: Int) throws -> [ProgressRow] {
        var rows: [Int: [ProgressRow]] = [:]
        try addRuns(in: TimeSpan(days: day...day), to: &rows)
        return rows[day] ?? []
    }

    func addRuns(in span: TimeSpan, to rows: inout [Int: [ProgressRow]]) throws {
        let runs = try db.cachedStatement(
            sql: """
                SELECT day, started_ms, offset_s, worked_ms, rounds, id FROM run
                WHERE \(Run.isCounted) AND \(TimeSpan.condition("started_ms"))
                """)
        try runs.forEachRow(span.values) { columns in
            var row = ProgressRow(
                .run, id: columns.text(5), atMs: columns.integer(1),
                offsetS: columns.integer(2))
            row.workedMs = columns.integer(3)
            row.rounds = columns.integer(4)
            rows[Int(columns.integer(0)), default: []].append(row)
            return true
        }
    }

    private func addAnswers(in span: TimeSpan, to rows: inout [Int: [ProgressRow]]) throws {
        let answers = try db.cachedStatement(
            sql: """
                SELECT day, coalesce(answered_ms, due_ms), offset_s, response_ms, id FROM occurrence
                WHERE \(TimeSpan.condition("due_ms")) AND state = 'answered' AND NOT test
                """)
        try answers.forEachRow(span.values) { row in
            rows[Int(row.integer(0)), default: []].append(
                ProgressRow(
                    .answer, id: row.text(4), atMs: row.integer(1), offsetS: row.integer(2),
                    responseMs: row.optionalInteger(3)))
            return true
        }
    }
}
