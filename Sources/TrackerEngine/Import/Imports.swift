import TrackerAPI
import TrackerCore
import TrackerStore
import TrainingLogs

extension ImportOpen: OutsidePerformable {
    func perform(by engine: Engine, at now: Moment) throws -> Response {
        let wanted = try format.map { text in
            guard let format = TrainingLog.Format(rawValue: text) else {
                let words = TrainingLog.Format.allCases.map(\.rawValue).joined(separator: ", ")
                throw Rejection.invalid("format", "\(field: "format") must be one of: \(words)")
            }
            return format
        }
        try checkColumns(for: wanted)
        let dependencies = engine.dependencies
        dependencies.imports.dropIdle(at: now)
        let spool: Spool
        do {
            spool = try Spool(folder: engine.recovery.stateFolder)
        } catch {
            throw Rejection(.storage, "the import can't be started: \(error)")
        }
        let (zone, columns) = (dependencies.zone, self.columns)
        let known = try engine.store.read(at: now) { try $0.rememberedColumns() }.byHead
        let pending = PendingImport(
            id: Identifier.random(using: &dependencies.random), unit: unit, spool: spool, at: now
        ) { TrainingLogReader(format: wanted, told: columns, known: known, zone: zone) }
        dependencies.imports.add(pending)
        return pending.view(isWhole: false)
    }

    private func checkColumns(for format: TrainingLog.Format?) throws(Rejection) {
        guard let columns else { return }
        guard format == nil || format == .csv else {
            throw .invalid(
                "columns",
                "\(field: "columns") is for files of no known program: leave \(field: "format") out"
            )
        }
        guard let fault = TrainingLog.fault(ofColumns: columns) else { return }
        throw .invalid("columns", "\(field: "columns"): \(fault)")
    }
}

extension ImportAppend: OutsidePerformable {
    func perform(by engine: Engine, at now: Moment) throws -> Response {
        let pending = try engine.dependencies.imports.pending(`import`, at: now)
        do {
            try pending.append(text, at: offset)
        } catch let error as StoreError {
            throw Rejection(.storage, "the import can't be saved: \(error)")
        }
        return pending.view(isWhole: false)
    }
}

extension ImportPreview: SlicedRead {
    func slices() throws -> any Slices { PreviewSlices(self) }
}

private final class PreviewSlices: Slices {
    private let request: ImportPreview
    private var fileImport: FileImport?

    init(_ request: ImportPreview) { self.request = request }

    func advance(in context: Context, while hasTime: () -> Bool) throws -> String? {
        guard let fileImport else {
            // Each slice compares the file with the rows as they are by then.
            fileImport = try FileImport(request, in: context, isReal: false)
            return nil
        }
        return try fileImport.advance(in: context, while: hasTime).map { try JSONText.of($0) }
    }
}

extension ImportCommit: SlicedChange {
    func slices() -> any ChangingSlices { CommitSlices(self) }
}

private final class CommitSlices: ChangingSlices {
    private let request: ImportCommit
    private var fileImport: FileImport?

    init(_ request: ImportCommit) { self.request = request }

    func advance(in context: Context, while hasTime: () -> Bool) throws -> String? {
        guard let fileImport else {
            try context.checkNoneIsWritten()
            let fileImport = try FileImport(request, in: context, isReal: true)
            try context.transaction.setMeta(.importing, fileImport.id)
            self.fileImport = fileImport
            return nil
        }
        guard let view = try fileImport.advance(in: context, while: hasTime) else { return nil }
        let isUpdate = view.changed.contains(where: \.updated)
        guard isUpdate || view.workouts + view.sets + (view.others ?? 0) > 0 else {
            throw Rejection.conflict(
                view.duplicates.isEmpty && view.changed.isEmpty
                    ? "nothing in the file can be imported" : "all of it is already here",
                state: "empty")
        }
        try fileImport.rememberColumns(in: context)
        try context.endImport(
            ImportCount(
                import: view.import, format: view.format, workouts: view.workouts, sets: view.sets))
        return try JSONText.of(view)
    }

    func takeBack(in context: Context) throws { try context.takeBackUnfinishedImport() }
}

/// Import of a file, or the preview of one.
private final class FileImport {
    private let pending: PendingImport
    /// Number that the next event had after the last slice.
    private var nextSeq: Int64
    private var view: ImportView
    private var file: FileItems
    /// Import of our own rows; `nil` for a file of another program.
    private var rows: NativeImport?
    /// Import of another program's workouts; `nil` for our own export, and for measurements.
    private var workouts: WorkoutImport?
    private var measurements: MeasurementImport?

    var id: String { pending.id }

    init(_ request: some ImportRequest, in context: Context, isReal: Bool) throws {
        nextSeq = context.transaction.nextSeq
        pending = try context.dependencies.imports.pending(request.import, at: context.now)
        try pending.end()
        guard try context.importEvent(pending.id, Transaction.importParts[1]) == nil else {
            throw Rejection.conflict("this import is already complete", state: "committed")
        }
        view = pending.view(isWhole: true)
        view.needs = nil
        file = pending.readAgain()
        let isOwn = pending.reader.format == .trackerd
        guard !isOwn, !pending.reader.hasMeasurements else {
            guard request.map?.isEmpty ?? true else {
                throw Rejection.invalid(
                    "map",
                    isOwn
                        ? "\(field: "map") is for files from other programs: leave it out"
                        : "\(field: "map") is for files of exercises: leave it out")
            }
            if isOwn {
                rows = try NativeImport(
                    pending.id, exportedMs: pending.reader.exportedMs, context, isReal: isReal)
            } else {
                measurements = try MeasurementImport(pending.id, context, isReal: isReal)
            }
            return
        }
        try pending.requireUnits(request)
        let names = try ImportNames(pending, map: request.map ?? [:], in: context)
        workouts = try WorkoutImport(
            pending, names, unit: request.unit ?? pending.unit,
            distanceUnit: request.distanceUnit, context, isReal: isReal)
    }

    /// Continues while there is time, with one piece of the file at least. What a slice imports is written with it,
    /// so that the next one compares the file with rows that are there.
    ///
    /// - Returns: the result; `nil` where another slice is needed.
    func advance(in context: Context, while hasTime: () -> Bool) throws -> ImportView? {
        try turn(to: context)
        let view = try advance(while: hasTime)
        try rows?.flush()
        try workouts?.flush()
        try measurements?.flush()
        nextSeq = context.transaction.nextSeq
        return view
    }

    /// Goes on in another transaction, before which others may have changed something.
    private func turn(to context: Context) throws {
        let isChanged = context.transaction.nextSeq != nextSeq
        try rows?.turn(to: context, isChanged: isChanged)
        try workouts?.turn(to: context, isChanged: isChanged)
        try measurements?.turn(to: context, isChanged: isChanged)
    }

    private func advance(while hasTime: () -> Bool) throws -> ImportView? {
        repeat {
            if let items = try file.next() {
                for item in items { try importItem(item) }
            } else if try workouts?.decideOnNext() != true {
                try rows?.finish(&view)
                try workouts?.finish(&view)
                try measurements?.finish(&view)
                return view
            }
        } while hasTime()
        return nil
    }

    private func importItem(_ item: TrainingLog.Item) throws {
        switch item {
        case .row(let row): try rows?.add(row)
        case .workout(let workout): try workouts?.add(workout)
        case .measurement(let measurement): try measurements?.add(measurement)
        }
    }

    /// Remembers the columns of a file of no known program for the next one with the same head.
    func rememberColumns(in context: Context) throws {
        guard let head = pending.reader.head, let columns = pending.reader.toldColumns else {
            return
        }
        try context.transaction.rememberColumns(
            RememberedColumns.Entry(import: id, head: head, columns: columns))
    }
}

extension PendingImport {
    fileprivate func requireUnits(_ request: some ImportRequest) throws(Rejection) {
        let needsUnit = reader.needsUnit && (request.unit ?? unit) == nil
        let needsDistanceUnit = reader.needsDistanceUnit && request.distanceUnit == nil
        guard !needsUnit || !needsDistanceUnit else {
            throw .invalid(
                "unit",
                """
                \(field: "unit") and \(field: "distance_unit") are needed: the file doesn't say \
                whether its loads are kg or lb, and whether its distances are m, km or mi
                """)
        }
        guard !needsUnit else {
            throw .invalid(
                "unit",
                "\(field: "unit") is needed: the file doesn't say whether its loads are kg or lb")
        }
        guard !needsDistanceUnit else {
            throw .invalid(
                "distance_unit",
                """
                \(field: "distance_unit") is needed: the file doesn't say whether its distances are \
                m, km or mi
                """
            )
        }
    }
}

extension Context {
    /// Event of this type about an import; `nil` for none.
    func importEvent(_ id: String, _ type: String) throws -> Event? {
        var query = JournalQuery(limit: 1)
        query.subject = id
        query.types = [type]
        query.isOwnPast = true
        return try transaction.events(query).first
    }

    /// Refuses a request that can't go together with an import of which only a part is written.
    func checkNoneIsWritten() throws {
        guard try transaction.meta(.importing, as: String.self) == nil else {
            throw Rejection.conflict(
                "a file is being imported: try again when it's done", state: "importing")
        }
    }

    /// Notes that all of an import is in.
    fileprivate func endImport(_ count: ImportCount) throws {
        try transaction.setMeta(.importing, String?.none)
        try noteHistory()
        try append(.importCommitted, subject: count.import, data: count)
    }

    /// Takes back an import of which only a part was written. Where that can't be, since the person has changed
    /// something of the part, it stays, as an import of its own.
    func takeBackUnfinishedImport() throws {
        guard let id = try transaction.meta(.importing, as: String.self) else { return }
        try transaction.setMeta(.importing, String?.none)
        let parts = try importParts(id)
        guard !parts.isEmpty else { return }
        do {
            _ = try transaction.savepoint { try undoImport(id) }
        } catch let error where StoreFault(error) == nil {
            let counts = try parts.map { try JSONText.value(ImportCount.self, from: $0.data) }
            try endImport(
                ImportCount(
                    import: id, format: nil, workouts: counts.reduce(0) { $0 + $1.workouts },
                    sets: counts.reduce(0) { $0 + $1.sets }))
        }
    }

    /// The event that stands for a whole import: its commit, or the last of its parts where the journal has
    /// lost the commit, as after a salvage.
    func wholeImportEvent(_ id: String) throws -> Event? {
        try importEvent(id, Transaction.importParts[1])
            ?? transaction.lastEvent(.importAdded, subject: id).flatMap(transaction.event)
    }
}

/// Data of an import's events.
struct ImportCount: Codable {
    let `import`: String
    let format: String?
    let workouts: Int
    let sets: Int
}

/// Span in which the workouts of an import began.
struct ImportSpan {
    private var bounds: ClosedRange<Int64>?

    mutating func add(_ workout: Workout) {
        let start = workout.startedMs
        let known = bounds ?? start...start
        bounds = min(known.lowerBound, start)...max(known.upperBound, start)
    }

    func write(to view: inout ImportView, in zone: Zone) {
        view.firstAt = bounds.map { zone.text(ofMs: $0.lowerBound) }
        view.lastAt = bounds.map { zone.text(ofMs: $0.upperBound) }
    }
}

/// Rows of a file that were skipped, and warnings about rows that were imported.
struct ImportFindings {
    /// Limit for each list: a file with more skipped rows is refused, and further warnings are dropped.
    private static let maximum = 10_000

    private(set) var skipped: [ImportFinding] = []
    private(set) var warnings: [ImportFinding] = []

    mutating func skip(_ line: Int, _ reason: String) throws(Rejection) {
        guard skipped.count < Self.maximum else {
            throw Rejection(
                .tooLarge,
                "more than \(Self.maximum) rows can't be imported, the first on line "
                    + "\(skipped[0].line): \(skipped[0].reason)", field: "import")
        }
        skipped.append(ImportFinding(line: line, reason: reason))
    }

    mutating func warn(_ line: Int, _ reason: String) {
        guard warnings.count < Self.maximum else { return }
        warnings.append(ImportFinding(line: line, reason: reason))
    }

    /// Adds the findings to those of the file itself.
    func write(to view: inout ImportView) {
        view.skipped = (view.skipped + skipped).sorted { $0.line < $1.line }
        view.warnings = (view.warnings + warnings).sorted { $0.line < $1.line }
    }
}

extension Context {
    /// Appends a part of an import or of its undo. The rules have been checked for the import as a whole
    /// before.
    func appendPart(
        _ type: EventType, subject: String, data: some Encodable,
        _ entities: [any StoredEntity], removed: [any StoredEntity] = []
    ) throws {
        try transaction.append(
            type.rawValue, subject: subject, cause: cause, data: JSONText.of(data), entities,
            removed: removed)
    }
}

/// Rows on their way into the database, some hundreds with each event, so that no event gets large.
struct ImportParts {
    private static let maximumRows = 500

    private let id: String
    var context: Context
    private var waiting: [any StoredEntity] = []
    private var removed: [any StoredEntity] = []

    init(_ id: String, _ context: Context) {
        self.id = id
        self.context = context
    }

    /// Adds rows that belong together, and so into the same event.
    mutating func add(
        _ entities: [any StoredEntity], removed gone: [any StoredEntity] = []
    ) throws {
        waiting += entities
        removed += gone
        if waiting.count + removed.count >= Self.maximumRows { try flush() }
    }

    mutating func flush() throws {
        guard !waiting.isEmpty || !removed.isEmpty else { return }
        try context.appendPart(
            .importAdded, subject: id,
            data: ImportCount(
                import: id, format: nil, workouts: waiting.count { $0 is Workout },
                sets: waiting.count { $0 is WorkoutSet }), waiting, removed: removed)
        waiting.removeAll(keepingCapacity: true)
        removed.removeAll(keepingCapacity: true)
    }
}
