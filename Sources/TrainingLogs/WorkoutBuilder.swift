import TrackerCore

/// Builds workouts from rows: consecutive rows with the same date, workout name and number form one workout.
struct WorkoutBuilder {
    private let zone: Zone
    /// Date, name and number that the current workout's rows share.
    private var key: [String] = []
    private var workout: TrainingLog.Workout?
    /// Whether a rest in the next row belongs to the last set.
    private var mayRest = false
    /// Starts of all workouts, in UTC milliseconds; a file of 50 MB has a few thousand.
    private var starts: Set<Int64> = []
    private var saidNoon = false

    init(zone: Zone) { self.zone = zone }

    /// Adds a row.
    ///
    /// - Returns: the previous workout, if the row begins another one.
    /// - Throws: `LeftOut` if the row is skipped. The previous workout isn't lost: `finish` returns it.
    mutating func add(
        _ row: FileRow, _ findings: inout Findings
    ) throws(LeftOut) -> TrainingLog.Workout? {
        do throws(LeftOut) {
            let exercise = try row.exercise()
            let key = [row[.date], row[.workout], row[.workoutNumber]]
            guard workout == nil || key != self.key else {
                try add(row, exercise, &findings)
                return nil
            }
            let begun = try begin(row, &findings)
            let ended = finish(&findings)
            (workout, self.key) = (begun, key)
            do throws(LeftOut) {
                try add(row, exercise, &findings)
            } catch {
                // The previous workout is complete even though this row is skipped.
                findings.leaveOut(error, at: row.line)
                mayRest = false
            }
            return ended
        } catch {
            mayRest = false
            throw error
        }
    }

    /// Notes that a row was skipped before it reached the builder.
    mutating func pass() { mayRest = false }

    /// Ends the last workout and returns it; `nil` for none.
    mutating func finish(_ findings: inout Findings) -> TrainingLog.Workout? {
        guard var last = workout else { return nil }
        workout = nil
        mayRest = false
        for exercise in last.exercises where exercise.sets.isEmpty {
            findings.warn(
                "the note on \(exercise.cleanName) was dropped: it has no sets", at: last.line)
        }
        last.exercises.removeAll { $0.sets.isEmpty }
        guard !last.exercises.isEmpty else { return nil }
        if !starts.insert(last.startMs).inserted {
            findings.warn("another workout in the file begins at the same time", at: last.line)
        }
        return last
    }

    // MARK: A workout's beginning

    private mutating func begin(
        _ row: FileRow, _ findings: inout Findings
    ) throws(LeftOut) -> TrainingLog.Workout {
        let start = try civil(row[.date], row.line, &findings)
        let startMs = try ms(of: start, row[.date], row.line, &findings)
        var name = FileText.name(row[.workout])
        if name.isEmpty { name = "Workout" }
        if !FileText.isShort(name) {
            name = FileText.cut(name, to: Text.maximumNameLength)
            findings.warn(
                "the workout's name was cut to \(Text.maximumNameLength) characters", at: row.line)
        }
        var workout = TrainingLog.Workout(
            line: row.line, name: name, start: start, startMs: startMs)
        workout.endMs = try end(row, startMs, &findings)
        let (note, change) = FileText.note(Self.unescaped(row[.workoutNote], row.columns.format))
        workout.note = note
        if let change { findings.warn(change, at: row.line) }
        return workout
    }

    private mutating func civil(
        _ text: String, _ line: Int, _ findings: inout Findings
    ) throws(LeftOut) -> CivilTime {
        switch FileTime.read(text) {
        case .time(let time): return time
        case .day(var day):
            day.hour = 12
            if !saidNoon {
                findings.warn("the file has no times of day: workouts are put at 12:00", at: line)
                saidNoon = true
            }
            return day
        case .foreignMonth(let word):
            throw LeftOut(
                "the month '\(word.prefix(40))' isn't English: set the app to English and export again",
                isFatal: true)
        case .unreadable:
            throw LeftOut(
                text.trimmed.isEmpty
                    ? "the row has no date"
                    : "the date '\(text.prefix(40))' can't be read (it should look like "
                        + "2025-09-15 07:48:00)")
        }
    }

    private func ms(
        of civil: CivilTime, _ text: String, _ line: Int, _ findings: inout Findings
    ) throws(LeftOut) -> Int64 {
        let ms = zone.wallMs(of: civil)
        guard ms >= 0 else { throw LeftOut("the date '\(text.prefix(40))' is before 1970") }
        if zone.civilTime(atMs: ms) != civil {
            findings.warn(
                "the clock skipped \(civil.timeText) on \(civil.dateText): taken as "
                    + zone.civilTime(atMs: ms).timeText, at: line)
        }
        return ms
    }

    private mutating func end(
        _ row: FileRow, _ startMs: Int64, _ findings: inout Findings
    ) throws(LeftOut) -> Int64? {
        let text = row[.end].isEmpty ? row[.duration].trimmed : row[.end].trimmed
        guard !text.isEmpty else { return nil }
        if row[.end].isEmpty {
            if let span = FileSpan.seconds(text), span >= 0, span <= 366 * 86_400 {
                return span == 0 ? nil : startMs + Int64((span * 1000).rounded())
            }
            findings.warn("the duration '\(text.prefix(40))' can't be read", at: row.line)
            return nil
        }
        do throws(LeftOut) {
            let civil = try civil(text, row.line, &findings)
            let endMs = try ms(of: civil, text, row.line, &findings)
            if endMs >= startMs { return endMs }
            // When the clock is set back, an hour comes twice, and the end is in the second one.
            let laterMs = endMs + 3_600_000
            if laterMs >= startMs, zone.civilTime(atMs: laterMs) == zone.civilTime(atMs: endMs) {
                return laterMs
            }
            findings.warn("the workout's end was dropped: it is before the start", at: row.line)
        } catch {
            if error.isFatal { throw error }
            findings.warn("the workout's end was dropped: \(error.reason)", at: row.line)
        }
        return nil
    }

    /// The note with its line breaks, each of which Hevy writes as a backslash and an `n`.
    static func unescaped(_ note: String, _ format: TrainingLog.Format) -> String {
        guard format == .hevy, note.utf8.contains(UInt8(ascii: "\\")) else { return note }
        var result = ""
        var rest = note[...]
        while let place = rest.firstIndex(of: "\\") {
            result += rest[..<place]
            let next = rest.index(after: place)
            let isBreak = next < rest.endIndex && rest[next] == "n"
            result += isBreak ? "\n" : "\\"
            rest = rest[(isBreak ? rest.index(after: next) : next)...]
        }
        return result + rest
    }

    // MARK: Rows of the file

    private mutating func add(
        _ row: FileRow, _ exercise: String, _ findings: inout Findings
    ) throws(LeftOut) {
        var set = SetRow(row)
        defer { for warning in set.warnings { findings.warn(warning, at: row.line) } }
        switch try RowContent(row) {
        case .rest(let ms):
            // A note may have started another exercise since the last set.
            guard mayRest,
                let place = workout?.exercises.lastIndex(where: { !$0.sets.isEmpty }),
                let last = workout?.exercises[place].sets.indices.last
            else { throw LeftOut("the rest has no set before it") }
            workout?.exercises[place].sets[last].restMs = ms
            findings.rests += 1
            mayRest = false
        case .note:
            guard let note = set.note(row[.note]) else { return }
            try open(row, exercise, isFirst: false)
            if let change = addNote(note) { findings.warn(change, at: row.line) }
        case .set(let kind, let isFirst):
            mayRest = false
            let done = try set.set(kind, note: row[.note])
            guard let sets = workout?.sets, sets < TrainingLog.maximumSets else {
                throw LeftOut("a workout can have at most \(TrainingLog.maximumSets) sets")
            }
            try open(row, exercise, isFirst: isFirst)
            if let note = set.note(Self.unescaped(row[.exerciseNote], row.columns.format)) {
                setNote(note)
            }
            let place = (workout?.exercises.count ?? 0) - 1
            workout?.exercises[place].sets.append(done)
            mayRest = true
        }
    }

    /// Makes the row's exercise the workout's last one.
    private mutating func open(
        _ row: FileRow, _ exercise: String, isFirst: Bool
    ) throws(LeftOut) {
        let superset = FileText.name(row[.superset])
        guard FileText.isShort(superset) else {
            throw LeftOut("the superset's name is longer than \(Text.maximumNameLength) characters")
        }
        if let last = workout?.exercises.last, last.name == exercise,
            last.superset ?? "" == superset, !isFirst || last.sets.isEmpty
        {
            return
        }
        let groups = workout?.exercises ?? []
        if !groups.contains(where: { $0.name == exercise }) {
            guard Set(groups.map(\.name)).count < TrainingLog.maximumExercises else {
                throw LeftOut(
                    "a workout can have at most \(TrainingLog.maximumExercises) exercises")
            }
        }
        // Each of these groups has sets or a note of its own.
        guard groups.count < 2 * TrainingLog.maximumSets else {
            throw LeftOut("the workout switches between its exercises too often")
        }
        let category = FileText.name(row[.category])
        workout?.exercises.append(
            TrainingLog.Exercise(
                name: exercise, category: category.isEmpty ? nil : category,
                superset: superset.isEmpty ? nil : superset))
    }

    /// Adds a note to the last exercise.
    ///
    /// - Returns: a description of any change made to the note; `nil` for none.
    private mutating func addNote(_ note: String) -> String? {
        guard let former = workout?.exercises.last?.note else {
            setNote(note)
            return nil
        }
        let (all, change) = FileText.note("\(former)\n\(note)")
        setNote(all ?? note)
        return change
    }

    private mutating func setNote(_ note: String) {
        let place = (workout?.exercises.count ?? 0) - 1
        workout?.exercises[place].note = note
    }
}
