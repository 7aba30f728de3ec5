import TrackerCore

/// Builds workouts from rows: consecutive rows with the same date, workout name and number form one workout. In a
/// file of no known program, each set may have its own time, so the day counts there; and rows without a time of day
/// may be sorted by exercise, so they needn't be consecutive.
struct WorkoutBuilder {
    private var clock: FileClock
    /// Last date of a file of no known program, and its day.
    private var lastDate = (text: "", day: "")
    /// Date, name and number that the current workout's rows share.
    private var key: [String] = []
    private var workout: TrainingLog.Workout?
    /// True if a row without a date belongs to the current workout, in a file of no known program.
    private var mayContinue = false
    /// True if the current workout's rows have no times of day, in a file of no known program.
    private var isUntimed = false
    /// Earlier workouts without times of day, which further rows may belong to, with their keys.
    private var waiting: [[String]: TrainingLog.Workout] = [:]
    private var waitingSets = 0
    /// Most sets of workouts that wait. Beyond them, they wait no longer: the file may be of any size.
    private static let maximumWaitingSets = 50_000
    /// Whether a rest in the next row belongs to the last set.
    private var mayRest = false
    /// Starts of all workouts, in UTC milliseconds; a file of 50 MB has a few thousand.
    private var starts: Set<Int64> = []

    init(zone: Zone) { clock = FileClock(zone: zone) }

    /// True if all dates so far have a time of day.
    var hasTimes: Bool { !clock.saidNoon }

    /// Adds a row.
    ///
    /// - Returns: the previous workout, if the row begins another one and no later row can belong to it.
    /// - Throws: `LeftOut` if the row is skipped. The previous workout isn't lost: `finish` returns it.
    mutating func add(
        _ row: FileRow, _ findings: inout Findings
    ) throws(LeftOut) -> TrainingLog.Workout? {
        // The next rows without a date belong to this one, if it belongs to a workout.
        if !row[.date].trimmed.isEmpty { mayContinue = false }
        do throws(LeftOut) {
            let exercise = try row.exercise()
            let key = workoutKey(of: row, &findings)
            guard workout == nil || key != self.key else {
                mayContinue = true
                try add(row, exercise, &findings)
                return nil
            }
            let former = waiting[key]
            let begun: TrainingLog.Workout
            if let former { begun = former } else { begun = try begin(row, &findings) }
            let ended = setAside(&findings)
            if let former {
                waiting[key] = nil
                waitingSets -= former.sets
            }
            (workout, self.key, mayContinue) = (begun, key, true)
            isUntimed = hasDateAlone(row)
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
    mutating func pass() { (mayRest, mayContinue) = (false, false) }

    /// Ends the workouts that aren't ended yet, and returns them in the order of the file.
    mutating func finish(_ findings: inout Findings) -> [TrainingLog.Workout] {
        var all = Array(waiting.values)
        waiting = [:]
        waitingSets = 0
        if let workout { all.append(workout) }
        workout = nil
        mayRest = false
        all.sort { $0.line < $1.line }
        var done: [TrainingLog.Workout] = []
        for workout in all {
            if let workout = ended(workout, &findings) { done.append(workout) }
        }
        return done
    }

    /// Sets the current workout aside, for another one that begins.
    ///
    /// - Returns: the workout, if no later row can belong to it; `nil` for none.
    private mutating func setAside(_ findings: inout Findings) -> TrainingLog.Workout? {
        guard let last = workout else { return nil }
        workout = nil
        mayRest = false
        guard isUntimed, waitingSets + last.sets <= Self.maximumWaitingSets else {
            return ended(last, &findings)
        }
        waiting[key] = last
        waitingSets += last.sets
        return nil
    }

    /// The workout as its rows have made it; `nil` if it has no sets.
    private mutating func ended(
        _ workout: TrainingLog.Workout, _ findings: inout Findings
    ) -> TrainingLog.Workout? {
        var last = workout
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

    /// Date, name and number of a row's workout. In a file of no known program, only the first row of a workout may
    /// have the date.
    private mutating func workoutKey(of row: FileRow, _ findings: inout Findings) -> [String] {
        let isBlank = row[.date].trimmed.isEmpty
        if row.columns.format == .csv, isBlank, mayContinue, workout != nil,
            row[.workout].trimmed.isEmpty || row[.workout] == key[1]
        {
            findings.warn(
                "the row has no date: taken as that of the row before it", at: row.line)
            return key
        }
        return [day(of: row), row[.workout], row[.workoutNumber]]
    }

    /// True if the start of a row's workout has no time of day, in a file of no known program.
    private func hasDateAlone(_ row: FileRow) -> Bool {
        guard row.columns.format == .csv, row[.time].trimmed.isEmpty,
            case .day = FileTime.read(row[.date], order: row.columns.dateOrder)
        else { return false }
        return true
    }

    /// Text by which the rows of one workout are told from those of the next.
    private mutating func day(of row: FileRow) -> String {
        let text = row[.date]
        guard row.columns.format == .csv else { return text }
        guard text != lastDate.text else { return lastDate.day }
        switch FileTime.read(text, order: row.columns.dateOrder) {
        case .time(let time), .day(let time): lastDate = (text, time.dateText)
        case .instant(let ms): lastDate = (text, clock.dateText(ofMs: ms))
        case .foreignMonth, .unreadable: lastDate = (text, String(text.prefix(10)))
        }
        return lastDate.day
    }

    private mutating func begin(
        _ row: FileRow, _ findings: inout Findings
    ) throws(LeftOut) -> TrainingLog.Workout {
        let start = try clock.start(row, &findings)
        var name = FileText.name(row[.workout])
        if name.isEmpty { name = "Workout" }
        if !FileText.isShort(name) {
            name = FileText.cut(name, to: Text.maximumNameLength)
            findings.warn(
                "the workout's name was cut to \(Text.maximumNameLength) characters", at: row.line)
        }
        var workout = TrainingLog.Workout(
            line: row.line, name: name, start: start.civil, startMs: start.ms)
        workout.endMs = try end(row, start.ms, &findings)
        let (note, change) = FileText.note(Self.unescaped(row[.workoutNote], row.columns.format))
        workout.note = note
        if let change { findings.warn(change, at: row.line) }
        return workout
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
            let endMs = try clock.time(text, row, &findings).ms
            if endMs >= startMs { return endMs }
            // When the clock is set back, an hour comes twice, and the end is in the second one.
            let laterMs = endMs + 3_600_000
            if laterMs >= startMs, clock.showsSame(laterMs, endMs) { return laterMs }
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
            if let warning = SetKind.warning(row) { findings.warn(warning, at: row.line) }
            let done = try set.set(kind, note: row[.note])
            let count = try set.count()
            guard let sets = workout?.sets, sets + count <= TrainingLog.maximumSets else {
                throw LeftOut("a workout can have at most \(TrainingLog.maximumSets) sets")
            }
            try open(row, exercise, isFirst: isFirst)
            if let note = set.note(Self.unescaped(row[.exerciseNote], row.columns.format)) {
                setNote(note)
            }
            let place = (workout?.exercises.count ?? 0) - 1
            for _ in 0..<count { workout?.exercises[place].sets.append(done) }
            if done.restMs != nil { findings.rests += count }
            extend(to: row)
            mayRest = done.restMs == nil
        }
    }

    /// Moves the workout's end to the time at which the row's set was done, if that has a column.
    private mutating func extend(to row: FileRow) {
        guard let workout, row.columns.place(of: .doneAt) != nil,
            case .instant(let ms) = FileTime.read(row[.doneAt]),
            (workout.startMs...workout.startMs + 86_400_000).contains(ms)
        else { return }
        self.workout?.endMs = max(workout.endMs ?? ms, ms)
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
