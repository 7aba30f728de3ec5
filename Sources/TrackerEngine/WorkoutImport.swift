import TrackerAPI
import TrackerCore
import TrackerStore
import TrainingLogs

/// Imports the workouts of another program's file.
struct WorkoutImport {
    private typealias Made = (workout: Workout, sets: [WorkoutSet])

    private let id: String
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

    init(
        _ id: String, _ names: ImportNames, renamed: [Exercise], unit: Load.Unit?,
        distanceUnit: DistanceUnit?,
        _ context: Context, isReal: Bool, isZoneTheSame: Bool
    ) throws {
        self.id = id
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
        same = SameWorkouts(id, context, isZoneTheSame: isZoneTheSame)
        parts = ImportParts(id, context)
    }

    /// - Throws: `SameWorkouts.ZoneIsTheSame`, too.
    mutating func take(_ file: TrainingLog.Workout) throws {
        guard let made = try make(file) else { return }
        if let here = try same.find(made.workout, made.sets, line: file.line) {
            duplicates.append(
                ImportDuplicate(
                    line: file.line, workout: here.id, name: here.name,
                    at: context.zone.text(ofMs: here.startedMs)))
            if here.startedMs != made.workout.startedMs {
                findings.warn(
                    file.line,
                    "the workout was taken for the same that is here at "
                        + "\(context.zone.text(ofMs: here.startedMs)), imported in another time zone"
                )
            }
            return
        }
        warnOfMerging(file)
        workouts += 1
        span.add(made.workout)
        sets += made.sets.count
        rests += made.sets.count { $0.importedRestMs != nil }
        for group in file.exercises {
            guard let target = names.target(group.name), target.isNew else { continue }
            self.made[target.exercise.id] = target.exercise
        }
        if isReal { try parts.add([made.workout] + made.sets) }
    }

    mutating func finish(_ view: inout ImportView) throws {
        for line in try same.linesBesideNamesakes() {
            findings.warn(
                line,
                "a workout of this start and name is here already, with other sets: this one comes in "
                    + "beside it")
        }
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
        view.exercises = names.views
    }

    // MARK: Ours out of theirs

    /// - Returns: `nil` where no set of the workout can be imported.
    private mutating func make(_ file: TrainingLog.Workout) throws -> Made? {
        let id = try context.id(of: Workout.self, from: file.content)
        var made: [WorkoutSet] = []
        var lines: [Int] = []
        do {
            try Workout.check(atMs: file.startMs, now: context.now)
            let start = try context.local(file.startMs)
            for group in file.exercises {
                guard let exercise = names.target(group.name)?.exercise else { continue }
                let mode = Self.mode(of: group, exercise)
                var last: WorkoutSet?
                for set in group.sets {
                    do {
                        let fields = try fields(set, mode, dropOf: last?.id)
                        let done = try make(fields, set, exercise.id, id, made.count + 1, start)
                        made.append(done)
                        last = done
                        lines.append(set.line)
                    } catch let error as Rejection {
                        try findings.skip(set.line, error.message)
                    }
                }
            }
            guard !made.isEmpty else { return nil }
            let done = Set(made.map(\.exercise))
            let workout = try Workout(
                id: id, name: file.name, start: start,
                endedMs: file.endMs ?? file.startMs, note: file.note,
                exercises: exercises(file).filter { done.contains($0.exercise) },
                importID: self.id, order: max(orders.workout, context.transaction.nextSeq),
                at: context.now)
            return (workout, made)
        } catch let error as Rejection where error.kind != .tooLarge {
            let all = made.isEmpty ? file.exercises.flatMap(\.sets).map(\.line) : lines
            for line in all { try findings.skip(line, "the workout: \(error.message)") }
            return nil
        }
    }

    private func make(
        _ fields: WorkoutSet.Fields, _ set: TrainingLog.Set, _ exercise: String,
        _ workout: String, _ position: Int, _ start: LocalInstant
    ) throws -> WorkoutSet {
        try WorkoutSet(
            id: Identifier.derived(from: "\(WorkoutSet.table):\(workout) \(position)"),
            workout: workout, exercise: exercise, position: Int64(position),
            fields: fields, time: start, importedRestMs: set.restMs,
            order: max(orders.set, context.transaction.nextSeq))
    }

    /// The exercises of a workout; an exercise that comes again later has one place.
    private func exercises(_ file: TrainingLog.Workout) -> [WorkoutExercise] {
        merged(file).map { place in
            WorkoutExercise(
                exercise: place.exercise, superset: place.superset, note: place.note)
        }
    }

    private struct Merged {
        let exercise: String
        var superset: String?
        var note: String?
        /// Members that couldn't be kept, with the line.
        var losses: [(line: Int, reason: String)] = []
    }

    private func merged(_ file: TrainingLog.Workout) -> [Merged] {
        var places: [Merged] = []
        for group in file.exercises {
            guard let id = names.target(group.name)?.exercise.id else { continue }
            guard let index = places.firstIndex(where: { $0.exercise == id }) else {
                places.append(Merged(exercise: id, superset: group.superset, note: group.note))
                continue
            }
            let line = group.sets.first?.line ?? file.line
            if let superset = group.superset, superset != places[index].superset {
                let isFirst = places[index].superset == nil
                places[index].superset = places[index].superset ?? superset
                places[index].losses.append(
                    (
                        line,
                        "\(group.cleanName) comes more than once in the workout: its superset "
                            + "\(superset) was \(isFirst ? "taken for all of its sets" : "dropped")"
                    ))
            }
            guard let note = group.note, note != places[index].note else { continue }
            let all = places[index].note.map { "\($0)\n\(note)" } ?? note
            if (try? Text.checkMessage(all, field: "note")) == nil {
                places[index].losses.append(
                    (line, "a note on \(group.cleanName) was dropped: together they are too long"))
            } else {
                places[index].note = all
            }
        }
        return places
    }

    private mutating func warnOfMerging(_ file: TrainingLog.Workout) {
        for (line, reason) in merged(file).flatMap(\.losses) { findings.warn(line, reason) }
    }

    /// The meaning of loads of an exercise, as its names here and in the file tell.
    private static func mode(
        of file: TrainingLog.Exercise, _ exercise: Exercise
    ) -> ImportedName.Mode {
        let name = ImportedName(file.cleanName)
        return name.mode == .plain ? ImportedName(exercise.name).mode : name.mode
    }

    /// - Parameter dropOf: the id of the set before it of the same exercise, from which a drop set goes on.
    private func fields(
        _ set: TrainingLog.Set, _ mode: ImportedName.Mode, dropOf: String?
    ) throws -> WorkoutSet.Fields {
        let unit = set.load?.unit ?? unit ?? defaultUnit
        var fields = WorkoutSet.Fields(kind: set.kind, loadUnit: unit)
        if let load = set.load {
            fields.load = try Load(abs(load.value), unit)
            if load.value < 0 || load.value > 0 && mode == .assisted {
                fields.loadMode = .assisted
            } else if mode != .plain {
                fields.loadMode = .bodyweight
            }
        } else if set.distance == nil {
            fields.loadMode = .bodyweight
        }
        fields.reps = set.reps
        fields.seconds = set.seconds
        fields.distanceM = metres(set.distance)
        // A set of a carry may have reps, a distance and no load.
        if fields.load == nil, fields.reps != nil { fields.loadMode = .bodyweight }
        fields.rpe = set.rpe
        fields.note = set.note
        if set.kind == .drop { fields.dropOf = dropOf }
        return fields
    }

    private func metres(_ distance: TrainingLog.Distance?) -> Double? {
        switch distance {
        case .metres(let metres): metres
        case .unknown(let value):
            distanceUnit.map { (value * $0.metres * 1000).rounded() / 1000 }
        case nil: nil
        }
    }
}

extension TrainingLog.Workout {
    /// All that tells the workout from others, from which its id is derived.
    fileprivate var content: String {
        var text = "\(startMs) \(name)"
        for group in exercises {
            text += "\n\(group.name)"
            for set in group.sets {
                let figures: [Double?] = [
                    set.reps.map(Double.init), set.load?.value, set.seconds, set.rpe,
                ]
                text += "|" + figures.map { $0.map { "\($0)" } ?? "" }.joined(separator: " ")
            }
        }
        return text
    }
}
