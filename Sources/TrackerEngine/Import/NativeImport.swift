import TrackerAPI
import TrackerCore
import TrackerStore
import TrainingLogs

/// Imports the rows of our own export, each as it is and under the same id. A row that couldn't have been
/// made here, or doesn't fit what is here, is left out, and so are rows that refer to it.
struct NativeImport {
    private let id: String
    private var context: Context
    private let isReal: Bool
    /// Last time at which the machine that wrote the file was certainly running, UTC milliseconds.
    private let lastMs: Int64
    /// True once a session has been imported that was live in another boot.
    private var isTrainingCarriedOver = false
    private var fit: NativeFit
    private var parts: ImportParts
    private var table = ""
    /// Ids in the file so far, by table.
    private var seen: [String: Set<String>] = [:]
    /// Runs that wait for their plans, which follow them in the file.
    private var runs: [String: (line: Int, run: Run)] = [:]
    /// Entities that time changes by itself, each with what belongs to it. They wait for the end of the file,
    /// so that nothing falls due before all of it is in.
    private var live: [(line: Int, entities: [any StoredEntity])] = []
    private var workouts = 0
    private var sets = 0
    private var others = 0
    private var span = ImportSpan()
    private var findings = ImportFindings()
    private var duplicates: [ImportDuplicate] = []

    /// - Parameter exportedMs: when the file was written, UTC milliseconds.
    init(_ id: String, exportedMs: Int64?, _ context: Context, isReal: Bool) throws {
        self.id = id
        self.context = context
        self.isReal = isReal
        lastMs = min(exportedMs ?? 0, context.now.wallMs)
        fit = NativeFit(context)
        parts = ImportParts(id, context)
    }

    /// Goes on in another transaction.
    ///
    /// - Parameter isChanged: whether others have changed something since the last one.
    mutating func turn(to context: Context, isChanged: Bool) throws {
        self.context = context
        parts.context = context
        try fit.turn(to: context, isChanged: isReal && isChanged)
    }

    mutating func flush() throws { try parts.flush() }

    mutating func add(_ row: TrainingLog.Row) throws {
        if row.table != table {
            try acceptWaiting()
            table = row.table
        }
        guard var entity = try read(row) else { return }
        // A workout that is open on another machine is continued on this one.
        if var workout = entity as? Workout,
            try workout.owner.map(context.transaction.isOwn) != true,
            workout.state == .open
        {
            workout.adopt(by: context.transaction.device)
            entity = workout
        }
        switch try fit.idState(of: entity) {
        case .same: noteDuplicate(entity, row.line)
        case .other:
            try findings.skip(row.line, NativeFit.otherIsHere(entity))
        case .free: try acceptIfFits(entity, row.line)
        }
    }

    private mutating func read(_ row: TrainingLog.Row) throws -> (any StoredEntity)? {
        let entity: any StoredEntity
        do {
            guard let read = try context.transaction.entity(ofTable: row.table, json: row.json)
            else {
                try findings.skip(row.line, "this trackerd has no \(row.table.prefix(64))")
                return nil
            }
            entity = read
        } catch let error where StoreFault(error) == nil {
            try findings.skip(row.line, "this isn't a valid \(row.table)")
            return nil
        }
        guard Self.hasID(entity) else {
            try findings.skip(row.line, "this \(row.table) has an invalid id")
            return nil
        }
        guard seen[row.table, default: []].insert(entity.id).inserted else {
            try findings.skip(row.line, "this \(row.table) is in the file twice")
            return nil
        }
        do throws(Rejection) {
            try entity.check(at: context.now)
        } catch {
            try findings.skip(
                row.line, "this isn't a valid \(row.table): \(error.message)")
            return nil
        }
        return entity
    }

    private static func hasID(_ entity: any StoredEntity) -> Bool {
        let onlyID = (type(of: entity) as? any OnlyEntity.Type)?.onlyID
        return onlyID.map { $0 == entity.id } ?? Identifier.isWhole(entity.id)
    }

    private mutating func acceptIfFits(_ entity: any StoredEntity, _ line: Int) throws {
        if let run = entity as? Run {
            runs[run.id] = (line, run)
        } else if let plan = entity as? RunPlan {
            try acceptWithRun(plan, line)
        } else if try !fit.deferIfDependent(entity, line: line) {
            try acceptIfFits([entity], line)
        }
    }

    /// Imports an entity, with what belongs to it, where it fits.
    private mutating func acceptIfFits(_ entities: [any StoredEntity], _ line: Int) throws {
        if isLive(entities[0]) {
            live.append((line, entities))
        } else if let reason = try fit.accept(entities[0]) {
            try findings.skip(line, reason)
        } else {
            for entity in entities { try accept(entity) }
        }
    }

    private func isLive(_ entity: any StoredEntity) -> Bool {
        switch entity {
        case let training as Training: training.isLive
        case let rest as Rest: rest.isLive
        default: entity.deadline(at: context.now) != nil
        }
    }

    /// Imports a run together with its plan, which follows it in the file.
    private mutating func acceptWithRun(_ plan: RunPlan, _ line: Int) throws {
        guard let (runLine, run) = runs.removeValue(forKey: plan.id) else {
            return try findings.skip(line, "its run isn't imported with it")
        }
        guard run.fits(plan) else {
            return try findings.skip(runLine, "its intervals don't match its program")
        }
        try acceptIfFits([run, plan], runLine)
    }

    private mutating func accept(_ entity: any StoredEntity) throws {
        try count(carriedOver(entity))
    }

    /// Entity whose running counts have been moved to this machine's clock, as after a reboot, where it
    /// counted in another boot or on another machine.
    private mutating func carriedOver(_ entity: any StoredEntity) -> any StoredEntity {
        var entity = entity
        guard entity.reanchor(at: context.now, lastMs: lastMs) else { return entity }
        guard var training = entity as? Training else { return entity }
        isTrainingCarriedOver = true
        // Nobody can still be holding.
        _ = training.pauseAfterReboot(at: context.now)
        return training
    }

    private mutating func count(_ entity: any StoredEntity) throws {
        switch entity {
        case let workout as Workout:
            workouts += 1
            span.add(workout)
        case is WorkoutSet: sets += 1
        default: others += 1
        }
        if isReal { try parts.add([entity]) }
    }

    private mutating func noteDuplicate(_ entity: any StoredEntity, _ line: Int) {
        guard let workout = entity as? Workout else { return }
        duplicates.append(
            ImportDuplicate(
                line: line, workout: workout.id, name: workout.name,
                at: context.zone.text(ofMs: workout.startedMs)))
    }

    // MARK: End of the file

    /// Imports the entities that have waited for the rest of their table, where they fit.
    private mutating func acceptWaiting() throws {
        let (coming, left) = try fit.acceptWaiting()
        for entity in coming { try accept(entity) }
        for (line, reason) in left { try findings.skip(line, reason) }
    }

    private mutating func acceptLive() throws {
        for (line, entities) in live {
            // Others may have begun or set the same since.
            let isFree = try fit.idState(of: entities[0]) == .free
            let reason = isFree ? try fit.accept(entities[0]) : NativeFit.otherIsHere(entities[0])
            if let reason {
                try findings.skip(line, reason)
            } else {
                for entity in entities { try accept(entity) }
            }
        }
    }

    mutating func finish(_ view: inout ImportView) throws {
        try acceptWaiting()
        for (line, _) in runs.values { try findings.skip(line, "its intervals aren't in the file") }
        try acceptLive()
        try parts.flush()
        if isReal { try scheduleImported() }
        view.workouts = workouts
        view.sets = sets
        view.others = others
        span.write(to: &view, in: context.zone)
        findings.write(to: &view)
        view.duplicates = duplicates
    }

    /// Schedules the next occurrence of each imported reminder that is enabled, and resumes what was imported
    /// live.
    private mutating func scheduleImported() throws {
        let (moved, removed) = try context.rescheduleOccurrences(
            restored: fit.acceptedReminders(), removed: [])
        if !moved.isEmpty || !removed.isEmpty {
            try context.append(
                .importAdded, subject: id,
                data: ImportCount(import: id, format: nil, workouts: 0, sets: 0), moved,
                removed: removed)
        }
        if fit.isQuieted { try context.rearmLive() }
        // Its rest may be over, and nobody is doing the hold that would follow.
        if isTrainingCarriedOver { try context.pauseTrainingAfterReboot() }
    }
}
