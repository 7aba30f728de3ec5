import TrackerAPI
import TrackerCore
import TrackerStore
import TrainingLogs

/// Imports that were begun and not yet committed. Their texts lie in unnamed files on the disk; only counts
/// are kept in memory.
final class PendingImports {
    static let maximumNumber = 4
    static let keptMs: Int64 = 3_600_000

    private var imports: [PendingImport] = []

    /// Adds an import; beyond the maximum number, the import that hasn't been used for longest is dropped.
    func add(_ pending: PendingImport) {
        imports.append(pending)
        guard imports.count > Self.maximumNumber else { return }
        let oldest = imports.indices.min { imports[$0].used.wallMs < imports[$1].used.wallMs }
        if let oldest { imports.remove(at: oldest) }
    }

    /// Import with this id; for `last`, the one that was begun last.
    ///
    /// - Throws: `not_found` where there is none.
    func pending(_ id: String, at now: Moment) throws(Rejection) -> PendingImport {
        dropIdle(at: now)
        let found = id == "last" ? imports.last : imports.first { $0.id == id }
        guard let pending = found else {
            throw Rejection(
                .notFound,
                "no import '\(id.prefix(64))' is in progress: start it again",
                field: "import")
        }
        pending.used = now
        return pending
    }

    /// Forgets an import that was committed.
    func drop(_ id: String) { imports.removeAll { $0.id == id } }

    /// Forgets imports that haven't been used for an hour.
    func dropIdle(at now: Moment) {
        imports.removeAll { now.elapsedMs(since: $0.used) > Self.keptMs }
    }
}

/// A file that is being imported.
final class PendingImport {
    /// Other programs need 50 MB for a life's training; our own rows are longer, since each repeats the names
    /// of its columns.
    private static let maximumBytes = 67_108_864
    private static let maximumOwnBytes = 268_435_456
    /// Maximum number of workouts and sets, or of our own rows; as many keep everything else waiting for some
    /// ten seconds.
    private static let maximumRows = 300_000
    static let maximumExercises = Exercise.maximumNumber

    /// Summary of an exercise in the file.
    struct FileExercise {
        /// Exactly as the file has it.
        let name: String
        let cleanName: String
        let category: String?
        var sets = 0
        /// Whether any set of it has reps.
        var hasReps = false
        /// Whether any set of it has a load above 0.
        var hasLoads = false
    }

    let id: String
    let unit: Load.Unit?
    var used: Moment
    private let spool: Spool
    /// Begins to read the file.
    private let makeReader: () -> TrainingLogReader
    private(set) var reader: TrainingLogReader
    private(set) var workouts = 0
    private(set) var sets = 0
    private(set) var others = 0
    /// In the order of the file.
    private(set) var exercises: [FileExercise] = []
    private var places: [String: Int] = [:]
    private var isEnded = false
    /// Refusal that ended the import; `nil` while it can go on.
    private var failure: Rejection?

    /// - Parameter reader: begins to read the file; called again for each further reading.
    init(
        id: String, unit: Load.Unit?, spool: Spool, at now: Moment,
        reader: @escaping () -> TrainingLogReader
    ) {
        self.id = id
        self.unit = unit
        self.spool = spool
        used = now
        makeReader = reader
        self.reader = reader()
    }

    /// - Parameter offset: byte of the file at which the text begins; `nil` where the client doesn't say.
    ///   Text that was added before isn't added again.
    func append(_ text: String, at offset: Int64?) throws {
        if let failure { throw failure }
        let bytes = Array(text.utf8)
        if let offset, offset != Int64(spool.bytes) {
            guard 0...Int64(spool.bytes) ~= offset, bytes.count <= spool.bytes - Int(offset) else {
                throw Rejection.conflict(
                    "the import has \(spool.bytes) bytes of the file so far: continue from there",
                    state: "offset")
            }
            return
        }
        guard !isEnded else {
            throw Rejection.conflict(
                "the file was complete when it was checked: start the import again",
                state: "ended")
        }
        let maximum = reader.format == .trackerd ? Self.maximumOwnBytes : Self.maximumBytes
        guard spool.bytes + bytes.count <= maximum else {
            throw giveUp(
                Rejection(
                    .tooLarge, "the file is longer than \(maximum / 1_048_576) MiB",
                    field: "text"))
        }
        try spool.append(bytes)
        try count { reader throws(TrainingLogError) in try reader.push(bytes[...]) }
    }

    /// Ends the file, unless it has been ended before.
    func end() throws {
        if let failure { throw failure }
        guard !isEnded else { return }
        try count { reader throws(TrainingLogError) in try reader.finish() }
        isEnded = true
    }

    private func count(
        _ read: (inout TrainingLogReader) throws(TrainingLogError) -> [TrainingLog.Item]
    ) throws(Rejection) {
        let items: [TrainingLog.Item]
        do throws(TrainingLogError) {
            items = try read(&reader)
        } catch {
            throw giveUp(
                error.needsColumns
                    ? Rejection(
                        .invalidParams,
                        "\(error.description): say which column is what with \(field: "columns")",
                        field: "columns", line: error.line)
                    : Rejection(.invalidParams, "\(error)", field: "text", line: error.line))
        }
        for item in items {
            switch item {
            case .workout(let workout): try count(workout)
            case .row(let row) where row.table == Workout.table: workouts += 1
            case .row(let row) where row.table == WorkoutSet.table: sets += 1
            case .row, .measurement: others += 1
            }
        }
        guard workouts + sets + others <= Self.maximumRows else {
            throw giveUp(
                Rejection(
                    .tooLarge,
                    "the file has more than \(Self.maximumRows) workouts and sets: split it",
                    field: "text"))
        }
    }

    /// Gives the import up: from now on it is refused, and its file is emptied.
    private func giveUp(_ refusal: Rejection) -> Rejection {
        failure = refusal
        spool.empty()
        return refusal
    }

    private func count(_ workout: TrainingLog.Workout) throws(Rejection) {
        workouts += 1
        sets += workout.sets
        for exercise in workout.exercises {
            let place = places[exercise.name] ?? exercises.count
            if place == exercises.count {
                guard place < Self.maximumExercises else {
                    throw giveUp(
                        Rejection(
                            .tooLarge,
                            "the file has more than \(Self.maximumExercises) exercises",
                            field: "text"))
                }
                places[exercise.name] = place
                exercises.append(
                    FileExercise(
                        name: exercise.name, cleanName: exercise.cleanName,
                        category: exercise.category))
            }
            exercises[place].sets += exercise.sets.count
            if exercise.sets.contains(where: { $0.reps != nil }) {
                exercises[place].hasReps = true
            }
            if exercise.sets.contains(where: { ($0.load?.value ?? 0) > 0 }) {
                exercises[place].hasLoads = true
            }
        }
    }

    /// Begins to read the file once more.
    func readAgain() -> FileItems {
        FileItems(spool, makeReader())
    }

    /// View of the import as it stands.
    func view(isWhole: Bool) -> ImportView {
        var needs: [String] = []
        if reader.needsUnit, unit == nil { needs.append("unit") }
        if reader.needsDistanceUnit { needs.append("distance_unit") }
        var warnings = reader.findings.warnings.map {
            ImportFinding(line: $0.line, reason: $0.reason)
        }
        if reader.findings.moreWarnings > 0, let last = warnings.last {
            warnings.append(
                ImportFinding(
                    line: last.line, reason: "\(reader.findings.moreWarnings) more like these"))
        }
        // Only the view of the whole file has the lists.
        return ImportView(
            import: id, format: reader.format?.rawValue, bytes: spool.bytes, workouts: workouts,
            sets: sets, rests: reader.findings.rests,
            others: reader.format == .trackerd || reader.hasMeasurements ? others : nil,
            skipped: isWhole
                ? reader.findings.skipped.map { ImportFinding(line: $0.line, reason: $0.reason) }
                : [], warnings: isWhole ? warnings : [],
            needs: needs.isEmpty ? nil : needs, columns: reader.toldColumns)
    }
}

/// The content of a file that is read once more, item by item, so that reading can pause between two of them.
struct FileItems {
    /// Number of bytes that are read and parsed in a few milliseconds.
    private static let pieceLength = 8192
    /// Most items that are returned at once: the end of a file may bring many.
    private static let itemsAtOnce = 200

    private let spool: Spool
    private var reader: TrainingLogReader
    private var place = 0
    private var isEnded = false
    /// Items that were read and not yet returned.
    private var rest: ArraySlice<TrainingLog.Item> = []

    fileprivate init(_ spool: Spool, _ reader: TrainingLogReader) {
        self.spool = spool
        self.reader = reader
    }

    /// The next items of the file, of one piece at most, which may have none; `nil` after the last.
    mutating func next() throws -> [TrainingLog.Item]? {
        guard rest.isEmpty else { return takeFromRest() }
        guard !isEnded else { return nil }
        let piece: [UInt8]
        do {
            piece = try spool.piece(at: place, atMost: Self.pieceLength)
        } catch let error as StoreError {
            // The error is of the import's own file, not of the state.
            throw Rejection(.storage, "the import can't be read again: \(error)")
        }
        place += piece.count
        isEnded = piece.isEmpty
        let items = isEnded ? try reader.finish() : try reader.push(piece[...])
        rest = items[...]
        return takeFromRest()
    }

    private mutating func takeFromRest() -> [TrainingLog.Item] {
        let items = Array(rest.prefix(Self.itemsAtOnce))
        rest = rest.dropFirst(Self.itemsAtOnce)
        return items
    }
}
