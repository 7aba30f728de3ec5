import TrackerAPI
import TrackerCore
import TrackerStore
import TrainingLogs

/// Imports the workouts of another program's file.
struct WorkoutImport {
    private typealias Open = (file: TrainingLog.Workout, made: ImportedWorkout)

    private let id: String
    /// The names of the file's columns of starts and of distances.
    private let columns: (start: String, distance: String)
    private let names: ImportNames
    /// Exercises here whose names in files a person has told.
    private let renamed: [Exercise]
    private let unit: Load.Unit?
    private let defaultUnit: Load.Unit
    private let distanceUnit: DistanceUnit?
    private let orders: (workout: Int64, set: Int64)
    private let context: Context
    private let isReal: Bool
    private var same: SameWorkouts
    private var parts: ImportParts
    /// New exercises that have imported sets.
    private var made: [String: Exercise] = [:]
    private var workouts = 0
    private var sets = 0
    private var rests = 0
    private var span = ImportSpan()
    private var findings = ImportFindings()
    private var duplicates: [ImportDuplicate] = []
    private var changed: [ImportChange] = []
    /// Ids of workouts that come in, or perhaps do.
    private var ids: Set<String> = []
    /// Those that may be here with other sets, until all of the file are known, and of these those of whose
    /// start and name none is here.
    private var open: ArraySlice<Open> = []
    private var nameless: ArraySlice<Open> = []

    init(
        _ pending: PendingImport, _ names: ImportNames, renamed: [Exercise], unit: Load.Unit?,
        distanceUnit: DistanceUnit?,
        _ context: Context, isReal: Bool, isZoneTheSame: Bool
    ) throws {
        id = pending.id
        columns = (pending.reader.dateColumn, pending.reader.distanceColumn)
        self.names = names
        self.renamed = renamed
        self.unit = unit
        self.distanceUnit = distanceUnit
        self.context = context
        self.isReal = isReal
        defaultUnit = try context.transaction.settings().unit
        orders = (
            try context.transaction.nextOrder(of: Workout.self),
            try context.transaction.nextOrder(of: WorkoutSet.self)
        )
        same = SameWorkouts(id, context, named: names.ids, isZoneTheSame: isZoneTheSame)
        parts = ImportParts(id, context)
    }

    /// - Throws: `SameWorkouts.ZoneIsTheSame`, too.
    mutating func take(_ file: TrainingLog.Workout) throws {
        guard let made = try make(file) else { return }
        switch try same.find(made) {
        case .same(let here): try meet(here, file, made)
        case .open:
            ids.insert(made.workout.id)
            open.append((file, made))
        case .deleted(let former): leave(former, file)
        case .new: try bring(file, made)
        }
    }

    /// Settles the next of those that may be here with other sets, once all of the file are known.
    ///
    /// - Returns: whether there was one.
    mutating func settleNext() throws -> Bool {
        if let (file, made) = open.popFirst() {
            if let here = try same.former(of: made) {
                try meet(here, file, made)
            } else {
                nameless.append((file, made))
            }
            return true
        }
        guard let (file, made) = nameless.popFirst() else { return false }
        switch try same.renamed(made) {
        case .same(let here): try meet(here, file, made)
        case .deleted(let former): leave(former, file)
        case .open, .new: try bring(file, made)
        }
        return true
    }

    private mutating func bring(_ file: TrainingLog.Workout, _ made: ImportedWorkout) throws {
        ids.insert(made.workout.id)
        workouts += 1
        span.add(made.workout)
        sets += made.sets.count
        rests += made.sets.count { $0.importedRestMs != nil }
        note(file)
        if isReal { try parts.add([made.workout] + made.sets) }
    }

    /// Takes note of what comes in with a workout.
    private mutating func note(_ file: TrainingLog.Workout) {
        for (line, reason) in blocks(file).losses { findings.warn(line, reason) }
        for group in file.exercises {
            guard let target = names.target(group.name), target.isNew else { continue }
            made[target.exercise.id] = target.exercise
        }
    }

    // MARK: Those that are here

    /// Makes a workout that is here as the file has it, unless they are the same or a person has changed it.
    private mutating func meet(
        _ here: Workout, _ file: TrainingLog.Workout, _ made: ImportedWorkout
    ) throws {
        let stored = try context.transaction.sets(ofWorkout: here.id)
        let place = try same.place(of: here, beside: made)
        let what =
            try same.difference(of: here, to: made.sets).text
            ?? (made.isPerhaps(here, at: place)
                ? nil : made.otherDetails(than: here, stored, at: place))
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
        note(file)
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
        case .movedHere: reason = "to which it was moved"
        case .elsewhere: reason = "imported in another time zone"
        }
        findings.warn(
            file.line, "the workout was taken for the same that is here at \(at), \(reason)")
    }

    private mutating func leave(
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
        if isReal {
            // Exercises have an event of their own, since they stay when the rest of an import is undone
            // and they are in use.
            try parts.add(made.values.sorted { $0.name < $1.name })
            try parts.add(renamed)
            try parts.flush()
        }
        view.workouts = workouts
        view.sets = sets
        view.rests = rests
        span.tell(&view, in: context.zone)
        findings.tell(&view)
        view.duplicates = duplicates
        view.changed = changed.sorted { $0.line < $1.line }
        view.exercises = names.views
    }

    // MARK: Ours out of theirs

    private func blocks(_ file: TrainingLog.Workout) -> ImportBlocks {
        ImportBlocks(file) { names.target($0)?.exercise.id }
    }

    /// An id that no workout has or had, and those of its start and name that one has or had, also by an
    /// older import.
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

    /// The first ids of a row of them that a workout has or had.
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

    /// - Parameter dropOf: the id of the set before it in its block, from which a drop set goes on.
    /// - Returns: `nil` where the set has nothing but a distance that no set can have.
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
            // Neither help nor a load on top of the body's weight: the body alone.
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

    /// A distance in metres, or the reason why no set has it.
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
