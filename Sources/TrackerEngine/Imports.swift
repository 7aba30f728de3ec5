import TrackerAPI
import TrackerCore
import TrackerStore
import TrainingLogs

extension ImportOpen: OutsidePerformable {
    func perform(by engine: Engine, at now: Moment) throws -> Response {
        let wanted = try format.map { text in
            guard let format = TrainingLog.Format(rawValue: text) else {
                let words = TrainingLog.Format.allCases.map(\.rawValue).joined(separator: ", ")
                throw Rejection.invalid("format", "format must be one of: \(words)")
            }
            return format
        }
        let dependencies = engine.dependencies
        dependencies.imports.dropIdle(at: now)
        let spool: Spool
        do {
            spool = try Spool(folder: engine.recovery.stateFolder)
        } catch {
            throw Rejection(.storage, "the import can't be begun: \(error)")
        }
        let pending = PendingImport(
            id: Identifier.random(using: &dependencies.random), format: wanted, unit: unit,
            zone: dependencies.zone, spool: spool, at: now)
        dependencies.imports.add(pending)
        return pending.view(isWhole: false)
    }
}

extension ImportAppend: OutsidePerformable {
    func perform(by engine: Engine, at now: Moment) throws -> Response {
        let pending = try engine.dependencies.imports.pending(`import`, at: now)
        do {
            try pending.append(text, at: offset)
        } catch let error as StoreError {
            throw Rejection(.storage, "the import can't be kept: \(error)")
        }
        return pending.view(isWhole: false)
    }
}

extension ImportPreview: Sliced, Replying {
    func begin(by engine: Engine, at now: Moment) -> any Slices { PreviewSlices(self) }

    func reply(in context: Context) throws -> Written<Response> {
        Written(json: try PreviewSlices(self).finish(in: context))
    }
}

private final class PreviewSlices: Slices {
    private let request: ImportPreview
    private var intake: Intake?

    init(_ request: ImportPreview) { self.request = request }

    func advance(in context: Context, while hasTime: () -> Bool) throws -> String? {
        guard let intake else {
            // A file is looked through by the rows that are here in each slice, and by the clock of the first.
            intake = try Intake(request, in: context, isReal: false)
            return nil
        }
        do {
            return try intake.advance(while: hasTime).map { try JSONText.of($0) }
        } catch is SameWorkouts.ZoneIsTheSame {
            self.intake = try Intake(request, in: context, isReal: false, isZoneTheSame: true)
            return nil
        }
    }
}

extension ImportCommit: Performable {
    func perform(in context: Context) throws -> Response {
        let view = try takeIn(context)
        let isUpdate = view.changed.contains(where: \.updated)
        guard isUpdate || view.workouts + view.sets + (view.others ?? 0) > 0 else {
            throw Rejection.conflict(
                view.duplicates.isEmpty && view.changed.isEmpty
                    ? "nothing in the file can be imported" : "all of it is here already",
                state: "empty")
        }
        try context.append(
            .importCommitted, subject: view.import,
            data: ImportCount(
                import: view.import, format: view.format, workouts: view.workouts, sets: view.sets))
        return view
    }

    private func takeIn(_ context: Context) throws -> ImportView {
        do {
            return try context.transaction.savepoint {
                try Intake(self, in: context, isReal: true).finish()
            }
        } catch is SameWorkouts.ZoneIsTheSame {
            return try Intake(self, in: context, isReal: true, isZoneTheSame: true).finish()
        }
    }
}

/// A file that is taken in, or looked through for what would come of it.
private final class Intake {
    private let pending: PendingImport
    private var view: ImportView
    private var file: FileItems
    /// Where the file has rows of our own.
    private var rows: NativeImport?
    /// Where it has another program's workouts.
    private var workouts: WorkoutImport?

    /// - Parameter isZoneTheSame: whether that is known, from an intake that wasn't finished.
    init(
        _ request: some ImportRequest, in context: Context, isReal: Bool,
        isZoneTheSame: Bool = false
    ) throws {
        pending = try context.dependencies.imports.pending(request.import, at: context.now)
        try pending.end()
        guard try context.importEvent(pending.id, Transaction.importParts[1]) == nil else {
            throw Rejection.conflict("this import is in already", state: "committed")
        }
        view = pending.view(isWhole: true)
        view.needs = nil
        file = pending.readAgain()
        guard pending.reader.format != .trackerd else {
            guard request.map?.isEmpty ?? true else {
                throw Rejection.invalid("map", "map is for files of other programs: leave it out")
            }
            rows = try NativeImport(
                pending.id, exportedMs: pending.reader.exportedMs, context, isReal: isReal)
            return
        }
        try pending.requireUnits(request)
        let names = try ImportNames(pending, map: request.map ?? [:], in: context)
        workouts = try WorkoutImport(
            pending, names, renamed: try names.renamed(by: pending, in: context),
            unit: request.unit ?? pending.unit,
            distanceUnit: request.distanceUnit, context, isReal: isReal,
            isZoneTheSame: isZoneTheSame)
    }

    /// All of it in one go.
    func finish() throws -> ImportView {
        while true {
            if let view = try advance(while: { true }) { return view }
        }
    }

    /// Goes on as long as there is time, and by one piece of the file at least.
    ///
    /// - Returns: what comes of it; `nil` where another slice is needed.
    /// - Throws: `SameWorkouts.ZoneIsTheSame`, too.
    func advance(while hasTime: () -> Bool) throws -> ImportView? {
        repeat {
            if let items = try file.next() {
                for item in items { try take(item) }
            } else if try workouts?.settleNext() != true {
                try rows?.finish(&view)
                try workouts?.finish(&view)
                return view
            }
        } while hasTime()
        return nil
    }

    private func take(_ item: TrainingLog.Item) throws {
        switch item {
        case .row(let row): try rows?.take(row)
        case .workout(let workout): try workouts?.take(workout)
        }
    }
}

extension PendingImport {
    fileprivate func requireUnits(_ request: some ImportRequest) throws(Rejection) {
        guard !reader.needsUnit || request.unit ?? unit != nil else {
            throw .invalid(
                "unit",
                "unit is needed: the file doesn't say whether its loads are kg or lb")
        }
        guard !reader.needsDistanceUnit || request.distanceUnit != nil else {
            throw .invalid(
                "distance_unit",
                "distance_unit is needed: the file doesn't say whether its distances are m, km or mi"
            )
        }
    }
}

extension Context {
    /// The event of this type that tells of an import.
    func importEvent(_ id: String, _ type: String) throws -> Event? {
        var query = JournalQuery(limit: 1)
        query.subject = id
        query.types = [type]
        return try transaction.events(query).first
    }

    /// The event that stands for a whole import: its commit, or the last of its parts where the journal has
    /// lost the commit, as after a salvage.
    func wholeImportEvent(_ id: String) throws -> Event? {
        try importEvent(id, Transaction.importParts[1])
            ?? transaction.lastEvent(.importAdded, subject: id).flatMap(transaction.event)
    }
}

/// What an import's events tell.
struct ImportCount: Encodable {
    let `import`: String
    let format: String?
    let workouts: Int
    let sets: Int
}

/// From when to when the workouts of an import began.
struct ImportSpan {
    private var bounds: ClosedRange<Int64>?

    mutating func add(_ workout: Workout) {
        let start = workout.startedMs
        let known = bounds ?? start...start
        bounds = min(known.lowerBound, start)...max(known.upperBound, start)
    }

    func tell(_ view: inout ImportView, in zone: Zone) {
        view.firstAt = bounds.map { zone.text(ofMs: $0.lowerBound) }
        view.lastAt = bounds.map { zone.text(ofMs: $0.upperBound) }
    }
}

/// What was made of a file's rows, beside what comes in.
struct ImportFindings {
    /// More rows left out, and the file isn't what it seemed to be; more warnings are left unsaid.
    private static let maximum = 10_000

    private(set) var skipped: [ImportFinding] = []
    private(set) var warnings: [ImportFinding] = []

    mutating func skip(_ line: Int, _ reason: String) throws(Rejection) {
        guard skipped.count < Self.maximum else {
            throw Rejection(
                .tooLarge,
                "more than \(Self.maximum) rows can't be taken in, the first on line "
                    + "\(skipped[0].line): \(skipped[0].reason)", field: "import")
        }
        skipped.append(ImportFinding(line: line, reason: reason))
    }

    mutating func warn(_ line: Int, _ reason: String) {
        guard warnings.count < Self.maximum else { return }
        warnings.append(ImportFinding(line: line, reason: reason))
    }

    /// Adds them to those of the file itself.
    func tell(_ view: inout ImportView) {
        view.skipped = (view.skipped + skipped).sorted { $0.line < $1.line }
        view.warnings = (view.warnings + warnings).sorted { $0.line < $1.line }
    }
}

extension Context {
    /// Appends a part of an import, or of the undoing of one: the import as a whole has been held against
    /// the rules before.
    func appendPart(
        _ type: EventType, subject: String, data: some Encodable,
        _ entities: [any StoredEntity], removed: [any StoredEntity] = []
    ) throws {
        try transaction.append(
            type.rawValue, subject: subject, cause: cause, data: JSONText.of(data), entities,
            removed: removed)
    }
}

/// Rows on their way into the database, some hundreds with each event, so that none of them is large.
struct ImportParts {
    private static let maximumRows = 500

    private let id: String
    private let context: Context
    private var waiting: [any StoredEntity] = []
    private var removed: [any StoredEntity] = []

    init(_ id: String, _ context: Context) {
        self.id = id
        self.context = context
    }

    /// Takes up what belongs together.
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
