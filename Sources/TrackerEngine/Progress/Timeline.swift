import TrackerAPI
import TrackerCore
import TrackerStore

extension TimelineGet: Performable {
    func perform(in context: Context) throws -> Response {
        var days = try context.days()
        let day =
            if let date {
                try days.number(of: context.past(date), at: context.now)
            } else {
                days.number(ofMs: context.now.wallMs)
            }
        // Firings of the evening before may have prompted the first efforts of the day.
        let occurrences = try context.transaction.occurrences(on: day - 1...day)
        let marks = try context.marks(of: occurrences)
        let breaks = try context.transaction.breaks(
            endingIn: days.startMs(of: day)..<days.startMs(of: day + 1)
        ).map { try JSONText.value(BreakView.self, from: $0) }
        return Response(
            day: Days.text(of: day),
            rows: try context.rows(of: occurrences.filter { $0.day.number == day }, marks),
            efforts: try context.efforts(on: day, after: occurrences, marks),
            breaks: breaks.isEmpty ? nil : breaks, runs: try context.runs(on: day))
    }
}

/// A mark before it is written as text.
private struct Mark {
    let atMs: Int64
    let kind: TimelineGet.Mark.Kind
    var reason: Occurrence.Reason?
}

extension Context {
    /// The marks of occurrences by their ids, each in the order of time.
    fileprivate func marks(of occurrences: [Occurrence]) throws -> [String: [Mark]] {
        var marks = Dictionary(
            uniqueKeysWithValues: occurrences.map { ($0.id, $0.ownMarks) })
        for occurrence in occurrences where occurrence.snoozes > 0 || occurrence.state == .expired {
            let told = try transaction.occurrenceMarks(of: occurrence)
            marks[occurrence.id, default: []] += occurrence.marks(told)
        }
        return marks.mapValues { marks in marks.sorted { $0.atMs < $1.atMs } }
    }

    /// A row for each reminder, by the time of its first mark.
    fileprivate func rows(
        of occurrences: [Occurrence], _ marks: [String: [Mark]]
    ) throws -> [TimelineGet.Row] {
        var rows: [(firstMs: Int64, row: TimelineGet.Row)] = []
        for (reminder, those) in Dictionary(grouping: occurrences, by: \.reminder) {
            let own = those.flatMap { one in (marks[one.id] ?? []).map { (one, $0) } }
                .sorted { $0.1.atMs < $1.1.atMs }
            guard let first = own.first else { continue }
            let row = TimelineGet.Row(
                reminder: reminder, name: try name(ofReminder: reminder) ?? "",
                marks: own.map { occurrence, mark in
                    // In the local time of that day, which a later change of the time zone doesn't affect.
                    TimelineGet.Mark(
                        at: Zone.text(ofMs: mark.atMs, offsetS: occurrence.day.offsetS),
                        kind: mark.kind, reason: mark.reason?.rawValue,
                        test: occurrence.isTest ? true : nil)
                })
            rows.append((first.1.atMs, row))
        }
        return rows.sorted { ($0.firstMs, $0.row.reminder) < ($1.firstMs, $1.row.reminder) }
            .map(\.row)
    }
}

extension Occurrence {
    /// Marks that the row itself shows.
    fileprivate var ownMarks: [Mark] {
        var marks = firedMs.map { [Mark(atMs: $0, kind: .fired)] } ?? []
        marks += followUpsMs.map { Mark(atMs: $0, kind: .followUp) }
        switch state {
        case .answered, .dismissed:
            let kind = state == .answered ? TimelineGet.Mark.Kind.answered : .dismissed
            if let answeredMs { marks.append(Mark(atMs: answeredMs, kind: kind)) }
        case .suppressed: marks.append(Mark(atMs: dueMs, kind: .suppressed, reason: reason))
        case .scheduled, .pending, .snoozed, .expired: break
        }
        return marks
    }

    /// Marks that only the journal shows. An expiry that it lacks, as where the occurrence was imported from
    /// another machine, is placed at the last known moment.
    fileprivate func marks(_ told: [OccurrenceMark]) -> [Mark] {
        var marks: [Mark] = []
        var hasExpired = false
        for mark in told {
            switch mark.type {
            case .reminderSnoozed: marks.append(Mark(atMs: mark.atMs, kind: .snoozed))
            case .reminderFired where mark.atMs != firedMs:
                marks.append(Mark(atMs: mark.atMs, kind: .fired))
            case .reminderExpired:
                hasExpired = true
                marks.append(Mark(atMs: mark.atMs, kind: .expired, reason: reason))
            default: break
            }
        }
        if state == .expired, !hasExpired, let last = followUpsMs.last ?? firedMs {
            marks.append(Mark(atMs: last, kind: .expired, reason: reason))
        }
        return marks
    }
}

// MARK: - Runs

extension Context {
    /// Runs of a day that have ended with some work, by their start; `nil` for none.
    fileprivate func runs(on day: Int) throws -> [TimelineGet.Run]? {
        let rows = try transaction.focusRows(on: day).sorted(by: ProgressRow.precedes)
        let runs = try rows.compactMap { row in
            try transaction.run(id: row.id).map { run in
                TimelineGet.Run(
                    at: Zone.text(ofMs: run.startedMs, offsetS: run.day.offsetS), id: run.id,
                    name: run.name, seconds: row.workedMs / 1000, rounds: row.rounds)
            }
        }
        return runs.isEmpty ? nil : runs
    }
}

// MARK: - Efforts

extension Context {
    /// Milliseconds after a firing within which an effort counts as prompted by it.
    private static let promptMs: Int64 = 1_800_000

    /// Efforts of a day, by their time.
    ///
    /// - Parameter occurrences: the occurrences of the day and of the day before.
    fileprivate func efforts(
        on day: Int, after occurrences: [Occurrence], _ marks: [String: [Mark]]
    ) throws -> [TimelineGet.Effort] {
        let firings = occurrences.flatMap { occurrence in
            (marks[occurrence.id] ?? []).filter { $0.kind == .fired }
                .map { (atMs: $0.atMs, occurrence: occurrence.id) }
        }.sorted { $0.atMs < $1.atMs }
        let answered = try occurrences.filter { $0.state == .answered }
            .map { ($0, try transaction.reminder(id: $0.reminder)) }
        let items = try items(on: day)
        let sets = Dictionary(grouping: items.filter { $0.entry == nil }, by: \.atMs)
        return try items.map { item in
            let isAlone = sets[item.atMs]?.count == 1
            let answer =
                item.occurrence
                ?? answered.last { item.hasAnswered($0, of: $1, isAlone: isAlone) }?.0.id
            let prompt = firings.last { $0.atMs <= item.atMs }
                .flatMap { item.atMs - $0.atMs <= Self.promptMs ? $0.occurrence : nil }
            return TimelineGet.Effort(
                at: Zone.text(ofMs: item.atMs, offsetS: item.offsetS), exercise: item.exercise,
                name: try name(ofExercise: item.exercise) ?? item.name, count: item.count,
                unit: item.unit,
                kind: answer != nil ? .answer : prompt != nil ? .prompted : .own,
                occurrence: answer ?? prompt)
        }
    }

    private func items(on day: Int) throws -> [TimelineItem] {
        let days = day...day
        let items =
            try transaction.logEntries(on: days).map(TimelineItem.init)
            + transaction.sets(on: days).map(TimelineItem.init)
            + transaction.completeTrainings(on: days).compactMap(TimelineItem.init)
        // The sort is stable, so efforts of the same moment stay in the order of their kinds.
        return items.sorted { $0.atMs < $1.atMs }
    }
}

/// A log entry, set or session, as the timeline shows it.
private struct TimelineItem {
    let atMs: Int64
    /// UTC offset of the clock that gave it its day, in seconds east of UTC.
    let offsetS: Int
    /// Id of the exercise; `nil` for none.
    let exercise: String?
    /// Name of what was done without an exercise.
    var name = ""
    let count: Int64
    let unit: String
    /// Id of the occurrence that a log entry names as answered.
    var occurrence: String?
    /// Id of the log entry; `nil` for other efforts.
    var entry: String?

    init(_ entry: LogEntry) {
        atMs = entry.atMs
        offsetS = entry.day.offsetS
        exercise = entry.exercise
        count = entry.count
        unit = entry.unit.rawValue
        occurrence = entry.occurrence
        self.entry = entry.id
    }

    init(_ set: WorkoutSet) {
        atMs = set.atMs
        offsetS = set.day.offsetS
        exercise = set.exercise
        let fields = set.fields
        if let reps = fields.reps {
            (count, unit) = (reps, Exercise.Unit.reps.rawValue)
        } else if let seconds = fields.seconds {
            (count, unit) = (Int64(seconds), Exercise.Unit.seconds.rawValue)
        } else {
            (count, unit) = (Int64((fields.distanceM ?? 0).rounded()), "metres")
        }
    }

    /// - Returns: `nil` for a session that a log entry stands for.
    init?(_ training: Training) {
        guard training.isOwnEffort else { return nil }
        atMs = training.endedMs ?? training.startedMs
        offsetS = training.day.offsetS
        exercise = training.fields.exercise
        name = "Training"
        count = training.performed ?? 0
        unit = training.fields.mode.unit.rawValue
    }

    /// True for the effort that answered an occurrence: its log entry, or a set that was logged at the moment
    /// of the answer.
    ///
    /// - Parameters:
    ///   - reminder: the occurrence's reminder; `nil` where it is gone.
    ///   - isAlone: whether no other set was logged at this moment. Only among several does the reminder
    ///     decide, since it may have had another exercise then.
    func hasAnswered(_ occurrence: Occurrence, of reminder: Reminder?, isAlone: Bool) -> Bool {
        if let log = occurrence.log { return log == entry }
        guard entry == nil, let exercise, occurrence.answeredMs == atMs else { return false }
        return isAlone || reminder?.isAnswered(byExercise: exercise) ?? true
    }
}
