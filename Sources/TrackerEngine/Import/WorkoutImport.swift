import TrackerAPI
import TrackerCore
import TrackerStore
import TrainingLogs

/// Imports the workouts of another program's file.
struct WorkoutImport {
    private typealias Undecided = (file: TrainingLog.Workout, made: ImportedWorkout)

    /// Number of sets that the preview of a file of no known program shows.
    private static let shownRows = 10

    private let id: String
    /// Names of the file's columns for starts and for distances.
    private let columns: (start: String, distance: String)
    private let pending: PendingImport
    private let names: ImportNames
    private let unit: Load.Unit?
    private let defaultUnit: Load.Unit
    private let distanceUnit: DistanceUnit?
    private let orders: (workout: Int64, set: Int64)
    private var context: Context
    private let isReal: Bool
    private var same: SameWorkouts
    private var parts: ImportParts
    /// Ids of new exercises that have imported sets.
    private var made: Set<String> = []
    private var workouts = 0
    private var sets = 0
    private var rests = 0
    private var span = ImportSpan()
    private var findings = ImportFindings()
    private var duplicates: [ImportDuplicate] = []
    private var changed: [ImportChange] = []
    /// The first sets of a file of no known program; `nil` for other files.
    private var rows: [ImportRow]?
    /// Ids of workouts that are imported, or may be.
    private var ids: Set<String> = []
    /// Workouts that may be stored with other sets, and so wait until the whole file is known. For those of
    /// `unmatched`, no stored workout has the same start and name.
    private var undecided: ArraySlice<Undecided> = []
    private var unmatched: ArraySlice<Undecided> = []

    init(
        _ pending: PendingImport, _ names: ImportNames, unit: Load.Unit?,
        distanceUnit: DistanceUnit?, _ context: Context, isReal: Bool
    ) throws {
        id = pending.id
        self.pending = pending
        columns = (pending.reader.dateColumn, pending.reader.distanceColumn)
        self.names = names
        self.unit = unit
        self.distanceUnit = distanceUnit
        self.context = context
        self.isReal = isReal
        rows = pending.reader.head.map { _ in [] }
        defaultUnit = try context.transaction.settings().unit
        orders = (
            try context.transaction.nextOrder(of: Workout.self),
            try context.transaction.nextOrder(of: WorkoutSet.self)
        )
        same = SameWorkouts(
            id, context, named: names.ids, hasTimes: pending.reader.hasTimes)
        parts = ImportParts(id, context)
    }

    /// Goes on in another transaction.
    ///
    /// - Parameter isChanged: whether others have changed something since the last one.
    mutating func turn(to context: Context, isChanged: Bool) throws {
        if isReal, isChanged { try names.checkStillFit(besides: made, in: context) }
        self.context = context
        same.context = context
        parts.context = context
    }

    mutating func flush() throws { try parts.flush() }

    mutating func add(_ file: TrainingLog.Workout) throws {
        guard let made = try make(file) else { return }
        switch try same.find(made) {
        case .same(let here): try update(here, file, made)
        case .undecided:
            ids.insert(made.workout.id)
            undecided.append((file, made))
        case .deleted(let former): noteDeleted(former, file)
        case .new: try insert(file, made)
        }
    }

    /// Decides on the next of the waiting workouts, once the whole file is known.
    ///
    /// - Returns: false where none was waiting.
    mutating func decideOnNext() throws -> Bool {
        if let (file, made) = undecided.popFirst() {
            if let here = try same.former(of: made) {
                try update(here, file, made)
            } else {
                unmatched.append((file, made))
            }
            return true
        }
        guard let (file, made) = unmatched.popFirst() else { return false }
        switch try same.renamed(made) {
        case .same(let here): try update(here, file, made)
        case .deleted(let former): noteDeleted(former, file)
        case .undecided, .new: try insert(file, made)
        }
        return true
    }

    private mutating func insert(_ file: TrainingLog.Workout, _ made: ImportedWorkout) throws {
        ids.insert(made.workout.id)
        workouts += 1
        span.add(made.workout)
        sets += made.sets.count
        rests += made.sets.count { $0.importedRestMs != nil }
        try note(file)
        if isReal { try parts.add([made.workout] + made.sets) }
    }

    /// Notes what a workout that is imported loses, and imports its new exercises before it.
    private mutating func note(_ file: TrainingLog.Workout) throws {
        for (line, reason) in blocks(file).losses { findings.warn(line, reason) }
        for group in file.exercises {
            guard let target = names.target(group.name), target.isNew,
                made.insert(target.exercise.id).inserted, isReal
            else { continue }
            do {
                try context.check(writing: [target.exercise], removing: [])
            } catch let rejection as Rejection where rejection.field == "name" {
                throw ImportNames.changed(target.exercise)
            }
            try parts.add([target.exercise])
        }
    }

    // MARK: Existing workouts

    /// Updates a stored workout to the file's version, unless they are the same or a person has changed it.
    private mutating func update(
        _ here: Workout, _ file: TrainingLog.Workout, _ made: ImportedWorkout
    ) throws {
        let stored = try context.transaction.sets(ofWorkout: here.id)
        let place = try same.place(of: here, beside: made)
        let what =
            try same.difference(of: here, to: made.sets).text
            ?? made.otherDetails(than: here, stored, at: place)
        guard let what else { return try note(duplicate: here, file, at: place) }
        let isUpdated = try context.isAsImported(here, stored)
        changed.append(
            ImportChange(
                line: file.line, workout: here.id, name: here.name,
                at: context.zone.text(ofMs: here.startedMs),
                what: isUpdated
                    ? "updated: \(what)" : "left: \(reason(toLeave: here)); the file has \(what)",
                updated: isUpdated))
        guard isUpdated else { return }
        try note(file)
        guard isReal else { return }
        let rows = try made.rows(
            replacing: here, stored, isMoved: place == .moved, at: context.now)
        try parts.add(rows.written, removed: rows.removed)
    }

    private func reason(toLeave here: Workout) -> String {
        here.importID == nil ? "logged here" : "changed here"
    }

    private mutating func note(
        duplicate here: Workout, _ file: TrainingLog.Workout, at place: SameWorkouts.Place
    ) throws {
        let at = context.zone.text(ofMs: here.startedMs)
        duplicates.append(
            ImportDuplicate(line: file.line, workout: here.id, name: here.name, at: at))
        let reason: String
        switch place {
        case .same, .moved: return
        case .movedHere: reason = "where it was moved to"
        case .elsewhere: reason = "imported in another time zone"
        }
        findings.warn(
            file.line, "this is taken to be the workout here at \(at), \(reason)")
    }

    private mutating func noteDeleted(
        _ former: SameWorkouts.DeletedWorkout, _ file: TrainingLog.Workout
    ) {
        changed.append(
            ImportChange(
                line: file.line, workout: former.workout.id, name: former.workout.name,
                at: context.zone.text(ofMs: former.workout.startedMs),
                what: "left: deleted here; 'trackerctl undo \(former.seq)' brings it back",
                updated: false))
    }

    mutating func finish(_ view: inout ImportView) throws {
        try parts.flush()
        if isReal { try parts.add(names.renamed(by: pending, besides: made, in: context)) }
        view.workouts = workouts
        view.sets = sets
        view.rests = rests
        span.write(to: &view, in: context.zone)
        findings.write(to: &view)
        view.duplicates = duplicates
        view.changed = changed.sorted { $0.line < $1.line }
        view.exercises = names.views
        view.rows = rows
    }

    // MARK: Conversion

    private func blocks(_ file: TrainingLog.Workout) -> ImportBlocks {
        ImportBlocks(file) { names.target($0)?.exercise.id }
    }

    /// Id that no workout has or had, and the ids that workouts of the same start and name have or had, also
    /// from older imports.
    private func unusedID(_ file: TrainingLog.Workout) throws -> (id: String, former: [String]) {
        func id(_ number: Int) -> String {
            ImportedWorkout.id(start: file.start, name: file.name, number: number)
        }
        let former = try usedIDs(id)
        let older = try usedIDs {
            ImportedWorkout.olderID(startedMs: file.startMs, name: file.name, number: $0)
        }
        return (id(former.count + 1), former + older)
    }

    /// Ids for the numbers from 1 on, up to the first that no workout has or had.
    private func usedIDs(_ id: (_ number: Int) -> String) throws -> [String] {
        var used: [String] = []
        while true {
            let next = id(used.count + 1)
            let isUsed =
                try ids.contains(next) || context.transaction.has(Workout.self, id: next)
                || context.transaction.lastEvent(.workoutDeleted, subject: next) != nil
            guard isUsed else { return used }
            used.append(next)
        }
    }

    /// - Returns: `nil` where no set of the workout can be imported.
    private mutating func make(_ file: TrainingLog.Workout) throws -> ImportedWorkout? {
        let (id, formerIDs) = try unusedID(file)
        let blocks = blocks(file)
        var made: [WorkoutSet] = []
        var lines: [Int] = []
        guard file.startMs <= context.now.wallMs + LogEntry.maximumAheadMs else {
            for set in file.exercises.flatMap(\.sets) {
                try findings.skip(
                    set.line, "column \(columns.start): the workout is more than a day ahead")
            }
            return nil
        }
        do {
            let start = try context.local(file.startMs)
            var last: [ExerciseBlock: String] = [:]
            for (index, group) in file.exercises.enumerated() {
                guard let exercise = names.target(group.name)?.exercise,
                    let block = blocks.block(ofGroup: index)
                else { continue }
                let mode = exercise.usualLoadMode(called: group.cleanName)
                for set in group.sets {
                    do {
                        guard let fields = try fields(set, mode, dropOf: last[block]) else {
                            continue
                        }
                        let done = try make(fields, set, block, id, made.count + 1, start)
                        made.append(done)
                        show(set, done.fields, group, of: file)
                        last[block] = done.id
                        lines.append(set.line)
                    } catch let error as Rejection {
                        try findings.skip(set.line, error.message)
                    }
                }
            }
            guard !made.isEmpty else { return nil }
            let done = Set(made.map(\.place))
            let workout = try Workout(
                id: id, name: file.name, start: start,
                endedMs: file.endMs ?? file.startMs, note: file.note,
                exercises: blocks.all.filter { done.contains($0.place) },
                importID: self.id, order: max(orders.workout, context.transaction.nextSeq),
                at: context.now)
            return ImportedWorkout(
                workout: workout, sets: made, lastedMs: file.endMs.map { $0 - file.startMs },
                formerIDs: formerIDs)
        } catch let error as Rejection where error.kind != .tooLarge {
            let all = made.isEmpty ? file.exercises.flatMap(\.sets).map(\.line) : lines
            for line in all { try findings.skip(line, "the workout: \(error.message)") }
            return nil
        }
    }

    private mutating func show(
        _ set: TrainingLog.Set, _ fields: WorkoutSet.Fields, _ group: TrainingLog.Exercise,
        of workout: TrainingLog.Workout
    ) {
        guard let shown = rows?.count, shown < Self.shownRows else { return }
        rows?.append(
            ImportRow(
                line: set.line, at: context.zone.text(ofMs: workout.startMs),
                workout: workout.name, exercise: group.cleanName, fields))
    }

    private func make(
        _ fields: WorkoutSet.Fields, _ set: TrainingLog.Set, _ block: ExerciseBlock,
        _ workout: String, _ position: Int, _ start: LocalInstant
    ) throws -> WorkoutSet {
        try WorkoutSet(
            id: ImportedWorkout.setID(workout, Int64(position)),
            workout: workout, exercise: block.exercise, block: block.number,
            position: Int64(position), fields: fields, time: start, importedRestMs: set.restMs,
            order: max(orders.set, context.transaction.nextSeq))
    }

    /// - Parameter dropOf: id of the set before it in its block, which a drop set continues.
    /// - Returns: `nil` where the set has nothing but an impossible distance.
    private mutating func fields(
        _ set: TrainingLog.Set, _ mode: WorkoutSet.LoadMode, dropOf: String?
    ) throws -> WorkoutSet.Fields? {
        let (distanceM, fault) = metres(set.distance)
        if let fault {
            guard set.reps != nil || set.seconds != nil else {
                try findings.skip(set.line, fault)
                return nil
            }
            findings.warn(set.line, TrainingLog.dropped(fault))
        }
        let unit = set.load?.unit ?? unit ?? defaultUnit
        var fields = WorkoutSet.Fields(kind: set.kind, loadUnit: unit)
        if let load = set.load {
            fields.load = try Load(abs(load.value), unit)
            // Neither assistance nor added load: the body's weight alone.
            let isBodyAlone = load.value == 0 && mode != .external
            if isBodyAlone { fields.load = nil }
            fields.loadMode = load.value < 0 ? .assisted : isBodyAlone ? .bodyweight : mode
        } else if distanceM == nil {
            fields.loadMode = .bodyweight
        }
        fields.reps = set.reps
        fields.seconds = set.seconds
        fields.distanceM = distanceM
        // A set of a carry may have reps, a distance and no load.
        if fields.load == nil, fields.reps != nil { fields.loadMode = .bodyweight }
        fields.rpe = set.rpe
        fields.note = set.note
        if set.kind == .drop { fields.dropOf = dropOf }
        return fields
    }

    /// Distance in metres, or the reason why no set can have it; both `nil` for none.
    private func metres(_ distance: TrainingLog.Distance?) -> (Double?, fault: String?) {
        switch (distance, distanceUnit) {
        case (.metres(let metres), _): return (metres, nil)
        case (.unknown(let value), let unit?):
            let metres = (value * unit.metres * 1000).rounded() / 1000
            let fault = TrainingLog.fault(
                ofDistance: "\(plain(value)) \(unit.rawValue)", column: columns.distance,
                metres: metres)
            return (fault == nil ? metres : nil, fault)
        case (.unknown, nil), (nil, _): return (nil, nil)
        }
    }
}
