import TrackerAPI
import TrackerCore
import TrackerStore
import TrainingLogs

extension Export: Performable {
    func perform(in context: Context) throws -> Response {
        let span = try context.span(from: from, to: to)
        let all = context.transaction.tables
        let tables: [String]
        switch format {
        case .json: tables = what.tables(of: all)
        case .csv: tables = [try what.table.table]
        case .ics:
            guard what == .workouts || what == .all else {
                throw Rejection.invalid("what", "what must be workouts: nothing else is a calendar")
            }
            tables = [Workout.table]
        }
        let place = try cursor.map { try ExportPlace($0, tables: tables.count) }
        guard place?.seq ?? context.transaction.lastSeq == context.transaction.lastSeq else {
            throw Rejection.conflict(
                "something was changed since the export began, so that its pages wouldn't fit "
                    + "together: begin it again, without a cursor", state: "changed")
        }
        var page = ExportPage(
            self, tables: tables, place: place, span: span, context)
        return try page.write()
    }
}

extension Export.What {
    /// The tables of this choice, in the order of `all`.
    fileprivate func tables(of all: [String]) -> [String] {
        let own: [String]
        switch self {
        case .all: return all
        case .sets: own = [WorkoutSet.table]
        case .workouts: own = [Rest.table, Exercise.table, Workout.table, WorkoutSet.table]
        case .log: own = [Exercise.table, LogEntry.table]
        case .weights: own = [BodyWeight.table]
        case .exercises: own = [Exercise.table]
        case .templates: own = [Exercise.table, Template.table]
        case .trainings: own = [Exercise.table, Training.table, Preset.table]
        case .reminders: own = [Exercise.table, Reminder.table, Occurrence.table]
        case .programs: own = [Program.table, Run.table, RunPlan.table]
        case .timers: own = [Timer.table, Rest.table]
        case .settings: own = [Settings.table, DoNotDisturb.table]
        }
        return all.filter(own.contains)
    }

    /// The kind of the one table that stands for the choice.
    fileprivate var table: any Tabular.Type {
        get throws(Rejection) {
            switch self {
            case .all:
                throw .invalid(
                    "what", "what must be one table for csv: sets, workouts, log, exercises, …")
            case .sets: return WorkoutSet.self
            case .workouts: return Workout.self
            case .log: return LogEntry.self
            case .weights: return BodyWeight.self
            case .exercises: return Exercise.self
            case .templates: return Template.self
            case .trainings: return Training.self
            case .reminders: return Reminder.self
            case .programs: return Program.self
            case .timers: return Timer.self
            case .settings: return Settings.self
            }
        }
    }
}

/// The beginning of the next page, after the row with this id; written as `seq/table/id`.
private struct ExportPlace {
    /// Number of the newest event when the export began, since all pages must be of one state.
    let seq: Int64
    let table: Int
    /// Id of the last row written; empty before the first.
    let id: String

    init(seq: Int64, table: Int, id: String) {
        self.seq = seq
        self.table = table
        self.id = id
    }

    init(_ text: String, tables: Int) throws(Rejection) {
        let parts = text.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let seq = Int64(parts[0]), let table = Int(parts[1]),
            (0..<tables).contains(table)
        else {
            throw .invalid(
                "cursor", "cursor must be as export answered it, with the same what and format")
        }
        self.init(seq: seq, table: table, id: String(parts[2].prefix(64)))
    }

    var text: String { "\(seq)/\(table)/\(id)" }
}

/// One page of an export.
private struct ExportPage {
    private let request: Export
    private let tables: [String]
    private let place: ExportPlace?
    private let span: TimeSpan
    private let context: Context
    private var text = ""
    private var names = ExportNames()

    init(
        _ request: Export, tables: [String], place: ExportPlace?, span: TimeSpan,
        _ context: Context
    ) {
        self.request = request
        self.tables = tables
        self.place = place
        self.span = span
        self.context = context
    }

    mutating func write() throws -> Export.Response {
        if place == nil { text += try beginning }
        let head = text.utf8.count
        for table in (place?.table ?? 0)..<tables.count {
            let isContinued = table == place?.table
            let last = isContinued ? place?.id ?? "" : ""
            if !isContinued { text += try beginning(ofTable: tables[table]) }
            if let next = try writeRows(of: tables[table], after: last) {
                return Export.Response(
                    text: text,
                    cursor: ExportPlace(
                        seq: context.transaction.lastSeq, table: table, id: next
                    ).text)
            }
            if request.format == .json { text += NativeText.endOfTable }
        }
        switch request.format {
        case .json: text += NativeText.end
        case .ics:
            // A calendar needs at least one entry (RFC 5545, section 3.6).
            guard place != nil || text.utf8.count > head else {
                throw Rejection.conflict("there are no workouts to export", state: "empty")
            }
            text += CalendarText.end
        case .csv: break
        }
        return Export.Response(text: text, cursor: nil)
    }

    /// Bytes of text at which a page ends, with the row that reaches them. Others wait while a page is written:
    /// a stored row costs little, but a spreadsheet's row and a calendar's entry are put together from several.
    private var maximumBytes: Int {
        switch request.format {
        case .json: 262_144
        case .csv, .ics: 32_768
        }
    }

    private var beginning: String {
        get throws {
            switch request.format {
            case .json:
                try NativeText.beginning(
                    version: context.dependencies.identity.version,
                    exportedAt: context.zone.text(ofMs: context.now.wallMs))
            case .ics: CalendarText.beginning
            case .csv: ""
            }
        }
    }

    private func beginning(ofTable table: String) throws -> String {
        switch request.format {
        case .json: return NativeText.beginning(ofTable: table)
        case .ics: return ""
        case .csv:
            return CSVText.row(try request.what.table.exportColumns.map { .text($0.title) })
        }
    }

    /// - Returns: the id of the last row where the page is full; `nil` where the table is complete.
    private mutating func writeRows(of table: String, after id: String) throws -> String? {
        var last = id
        var isFull = false
        try context.transaction.eachRow(
            ofTable: table, after: id, in: span,
            // A table that is exported alone is filtered by the times of its own rows.
            withWorkouts: request.format == .json
                && (table == WorkoutSet.table || request.what == .workouts),
            by: request.format == .json ? .ids : .time
        ) { entity in
            guard text.utf8.count < maximumBytes else {
                isFull = true
                return false
            }
            text += try self.text(of: entity, isFirst: last.isEmpty)
            last = entity.id
            return true
        }
        return isFull ? last : nil
    }

    private mutating func text(of entity: any StoredEntity, isFirst: Bool) throws -> String {
        switch request.format {
        case .json:
            let row = try entity.row.withTimes(in: context.zone)
            return NativeText.text(ofRow: try JSONText.object(row), isFirst: isFirst)
        case .csv:
            guard let entity = entity as? any Tabular else { return "" }
            let view = try entity.exportView(context, &names)
            return CSVText.row(try type(of: entity).exportColumns.map { try $0.cell(of: view) })
        case .ics:
            // An open workout has no end yet, so it has no calendar entry.
            guard let workout = entity as? Workout, workout.state == .finished else { return "" }
            return try event(of: workout)
        }
    }

    /// The calendar's entry of a workout. Its stamp is the time of the last change, so that the same workout
    /// is always the same entry.
    private mutating func event(of workout: Workout) throws -> String {
        let sets = try context.transaction.sets(ofWorkout: workout.id)
        let changes = sets.map { $0.updatedMs ?? $0.atMs } + [workout.startedMs]
        return CalendarText.text(
            of: .init(
                id: workout.id, startMs: workout.startedMs, endMs: workout.endedMs,
                changedMs: max(workout.endedMs ?? 0, changes.max() ?? 0), title: workout.name,
                text: try description(of: workout, sets)))
    }

    /// A line for each exercise with its sets: `Bench Press: 3 × 60 kg (warm-up), 5 × 100 kg @8`; `nil`
    /// without any text.
    private mutating func description(
        of workout: Workout, _ sets: [WorkoutSet]
    ) throws -> String? {
        var lines = workout.note.map { [$0] } ?? []
        for place in workout.exercises {
            let own = sets.filter { $0.place == place.place }.map(Self.words)
            guard !own.isEmpty else { continue }
            let name = try names.exercise(place.exercise, context)
            lines.append("\(name)\(place.place.suffix): \(own.joined(separator: ", "))")
        }
        return lines.isEmpty ? nil : lines.joined(separator: "\n")
    }

    private static func words(_ set: WorkoutSet) -> String {
        let fields = set.fields
        var words: [String] = []
        if let reps = fields.reps { words.append("\(reps)") }
        if let seconds = fields.seconds { words.append("\(short(seconds)) s") }
        if let metres = fields.distanceM { words.append("\(short(metres)) m") }
        if let load = fields.load {
            let sign =
                switch fields.loadMode {
                case .external: ""
                case .bodyweight: "+"
                case .assisted: "-"
                }
            words.append("\(sign)\(short(load.value)) \(load.unit.rawValue)")
        }
        let effort = fields.rpe.map { " @\(short($0))" } ?? fields.rir.map { " @rir\($0)" } ?? ""
        return words.joined(separator: " × ") + effort + Self.suffix(fields.kind)
    }

    private static func suffix(_ kind: WorkoutSet.Kind) -> String {
        switch kind {
        case .working: ""
        case .warmup: " (warm-up)"
        case .drop, .failure, .partial: " (\(kind.rawValue))"
        }
    }

    private static func short(_ value: Double) -> String {
        Int64(exactly: value).map { "\($0)" } ?? "\(value)"
    }
}

extension EntityRow {
    private static let instants: Set<String> = [
        "answered_ms", "at_ms", "attempted_ms", "completed_ms", "due_ms", "ended_ms", "expires_ms",
        "fired_ms", "paused_ms", "started_ms", "until_ms", "updated_ms",
    ]

    /// The row with the local time of each instant beside its milliseconds, for whoever reads it: `at` beside
    /// `at_ms`, `started_at` beside `started_ms`. It is that of the offset that the row was written in; rows
    /// without one have that of the present zone. Whoever takes the row in again skips it.
    fileprivate func withTimes(in zone: Zone) -> EntityRow {
        var row = EntityRow(names: [], cells: [])
        let offset = names.firstIndex(of: "offset_s").flatMap { Int(cell: cells[$0]) }
        for (name, cell) in zip(names, cells) {
            row.names.append(name)
            row.cells.append(cell)
            guard Self.instants.contains(name), let ms = Int64(cell: cell) else { continue }
            let stem = name.dropLast(3)
            row.names.append(stem == "at" ? "at" : "\(stem)_at")
            row.cells.append(
                .text(offset.map { Zone.text(ofMs: ms, offsetS: $0) } ?? zone.text(ofMs: ms)))
        }
        return row
    }
}
