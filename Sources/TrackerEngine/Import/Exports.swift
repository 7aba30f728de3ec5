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
                throw Rejection.invalid(
                    "what",
                    "\(field: "what") must be workouts: only they can be exported as a calendar")
            }
            tables = [Workout.table]
        }
        let place = try cursor.map { try ExportPlace($0, tables: tables.count) }
        guard place?.seq ?? context.transaction.lastSeq == context.transaction.lastSeq else {
            throw Rejection.conflict(
                "something changed since the export began, so its pages wouldn't fit "
                    + "together: start again without a cursor", state: "changed")
        }
        var page = ExportPage(
            self, tables: tables, place: place, span: span, context)
        return try page.write()
    }
}

extension Export.What {
    /// The kinds of this choice, first the one whose table stands for it; `nil` for all.
    fileprivate var kinds: (table: any Tabular.Type, beside: [any StoredEntity.Type])? {
        switch self {
        case .all: nil
        case .sets: (WorkoutSet.self, [])
        case .workouts: (Workout.self, [Rest.self, Exercise.self, WorkoutSet.self])
        case .log: (LogEntry.self, [Exercise.self])
        case .weights, .measurements: (Measurement.self, [])
        case .maxes: (TrainingMax.self, [Exercise.self])
        case .exercises: (Exercise.self, [])
        case .templates: (Template.self, [Exercise.self, TrainingPlan.self])
        case .trainings: (Training.self, [Exercise.self, Preset.self])
        case .reminders: (Reminder.self, [Exercise.self, Occurrence.self])
        case .programs: (Program.self, [Run.self, RunPlan.self])
        case .runs: (Run.self, [Program.self, RunPlan.self])
        case .timers: (Timer.self, [Rest.self])
        case .settings: (Settings.self, [DoNotDisturb.self])
        }
    }

    /// The tables of this choice, in the order of `all`.
    fileprivate func tables(of all: [String]) -> [String] {
        guard let kinds else { return all }
        let own = [kinds.table.table] + kinds.beside.map { $0.table }
        return all.filter(own.contains)
    }

    /// Kind whose table is exported for this choice.
    fileprivate var table: any Tabular.Type {
        get throws(Rejection) {
            if let table = kinds?.table { return table }
            throw .invalid(
                "what",
                "\(field: "what") must be one table for csv: sets, workouts, log, exercises, …")
        }
    }

    /// Columns of that table. Body weights are a part of the measurements, in columns of their own.
    fileprivate var columns: [ExportColumn] {
        get throws(Rejection) {
            self == .weights ? Measurement.weightColumns : try table.exportColumns
        }
    }

    /// The choice within its tables: false for an entity that isn't exported.
    fileprivate func includes(_ entity: any StoredEntity) -> Bool {
        self != .weights || (entity as? Measurement)?.bodyWeight != nil
    }
}

/// Place where the next page begins; written as `seq/table/id`.
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
                "cursor",
                """
                \(field: "cursor") must be one that export returned, with the same \(field: "what") \
                and \(field: "format")
                """)
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

    /// Size of a page in bytes; the row that reaches it is the last. Other requests wait while a page is
    /// written, and rows for spreadsheets and calendars take longer, since each is put together from several
    /// stored rows.
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
            return CSVText.row(try request.what.columns.map { .text($0.title) })
        }
    }

    /// - Returns: the id of the last row where the page is full; `nil` where the table is complete.
    private mutating func writeRows(of table: String, after id: String) throws -> String? {
        var last = id
        var isFirst = id.isEmpty
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
            last = entity.id
            guard request.what.includes(entity) else { return true }
            text += try self.text(of: entity, isFirst: isFirst)
            isFirst = false
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
            return CSVText.row(try request.what.columns.map { try $0.cell(of: view) })
        case .ics:
            // An open workout has no end yet, so it has no calendar entry.
            guard let workout = entity as? Workout, workout.state == .finished else { return "" }
            return try event(of: workout)
        }
    }

    /// Calendar entry of a workout. Its stamp is the time of the last change, so that the same workout always
    /// gives the same entry.
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
        let words = [
            fields.reps.map { "\($0)" }, fields.seconds.map { "\(NumberText.exact($0)) s" },
            fields.distanceM.map { "\(NumberText.exact($0)) m" },
            fields.load.map { "\(SetPhrase.load($0.value, fields.loadMode)) \($0.unit.rawValue)" },
        ].compactMap(\.self)
        let effort = SetPhrase.effort(rpe: fields.rpe, rir: fields.rir)
        return words.joined(separator: " × ") + (effort.isEmpty ? "" : " \(effort)")
            + (fields.kind.remark.map { " (\($0))" } ?? "")
    }
}

extension EntityRow {
    private static let instants: Set<String> = [
        "answered_ms", "at_ms", "attempted_ms", "completed_ms", "due_ms", "ended_ms", "expires_ms",
        "fired_ms", "paused_ms", "started_ms", "until_ms", "updated_ms",
    ]

    /// Row with a readable local time beside each time in milliseconds: `at` beside `at_ms`, `started_at`
    /// beside `started_ms`. The local time has the UTC offset that the row was written with, else that of the
    /// present zone. An import ignores it.
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
