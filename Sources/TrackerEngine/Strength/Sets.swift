import TrackerAPI
import TrackerCore
import TrackerStore

extension Context {
    /// The set that a text refers to; `last` is the set of a workout that was touched last.
    ///
    /// - Parameter workout: the id of the workout; `nil` for the open one, or else the one touched last.
    func set(
        _ text: String, field: String = "set", in workout: String? = nil
    ) throws -> WorkoutSet {
        try resolve(
            text,
            Address(
                field: "set", plural: "sets",
                last: { try lastSet(field: field, in: workout) }), field: field)
    }

    private func lastSet(field: String, in workout: String?) throws -> WorkoutSet {
        let meant =
            try workout.map { try transaction.workout(id: $0) }
            ?? transaction.openWorkout() ?? transaction.lastTouchedWorkout()
        guard let meant else {
            throw Rejection(
                .notFound, "there are no sets: no workout has been started yet", field: field)
        }
        // A drop set continues the set that was done last, even if another one was edited since.
        let last =
            field == "drop_of"
            ? try transaction.lastSet(ofWorkout: meant.id)
            : try transaction.lastTouchedSet(ofWorkout: meant.id)
        if let last { return last }
        throw Rejection(
            .notFound,
            """
            the workout '\(meant.name)', started \(moment: zone.text(ofMs: meant.startedMs)), \
            has no sets: give the id of the one you mean
            """, field: field)
    }

    /// The moment of a set, which may not be before the start of its workout.
    fileprivate func instant(_ when: When, in workout: Workout?) throws -> LocalInstant {
        guard let workout else { return try pastInstant(when) }
        let instant = try pastInstant(when, in: workout)
        guard instant.ms < workout.startedMs else { return instant }
        throw Rejection.invalid(
            "at",
            """
            \(field: "at") is before the start of the workout, \
            \(moment: zone.text(ofMs: workout.startedMs)): give a later time
            """)
    }

    /// - Parameters:
    ///   - name: name of the set's exercise.
    ///   - index: number of the set among those of its block in its workout, from 1.
    func view(_ set: WorkoutSet, name: String, index: Int) throws -> SetView {
        SetView(
            set, exerciseName: name, index: index, restMs: try restMs(after: set),
            body: try transaction.bodyWeight(of: set.fields, atMs: set.atMs),
            isPair: try transaction.isPair(exercise: set.exercise), zone: zone)
    }

    /// The rest really taken after a set in milliseconds; `nil` before its end, and for none.
    func restMs(after set: WorkoutSet) throws -> Int64? {
        try set.rest.flatMap { try transaction.rest(id: $0) }?.takenMs
    }

    func view(_ set: WorkoutSet) throws -> SetView {
        try view(
            set, name: name(ofExercise: set.exercise) ?? "", index: transaction.index(of: set))
    }

    /// The workout, with the exercise added where it wasn't in it.
    fileprivate func workout(_ workout: Workout, with exercise: Exercise) throws -> Workout {
        guard !workout.has(exercise.id) else { return workout }
        var workout = workout
        try workout.add(WorkoutExercise(exercise: exercise.id))
        try append(.workoutUpdated, workout)
        return workout
    }
}

extension Exercise {
    /// Refuses reps alone for an exercise that is counted in seconds: most often the unit was forgotten, and
    /// reps would never make a record of the longest hold.
    fileprivate func check(_ fields: WorkoutSet.Fields) throws(Rejection) {
        guard unit == .seconds, let reps = fields.reps, fields.seconds == nil,
            fields.load == nil, fields.distanceM == nil
        else { return }
        throw .invalid(
            "reps",
            """
            \(name) is counted in seconds: give \(field: "seconds") instead of \(field: "reps"), \
            such as \(reps)s
            """)
    }
}

// MARK: - Logging

extension SetLog: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        let workout = try context.workout(workout)
        return try filled(in: workout, context).log(in: workout, context)
    }

    private func log(in named: Workout, _ context: Context) throws -> Written<Response> {
        let (exercise, number) = try meant(in: named, context)
        let workout = try context.workout(named, with: exercise)
        let position = try context.transaction.nextPosition(inWorkout: workout.id)
        let former = try dropOf.map { try context.set($0, field: "drop_of", in: workout.id) }
        let place = try context.block(number, of: exercise, in: workout, after: former)
        let part = workout.exercises.first { $0.place == place }
        let plan = try context.plan(
            of: part ?? WorkoutExercise(exercise: exercise.id), in: workout)
        let unit = try unit ?? context.usualUnit(of: exercise)
        if typed == true { try context.refuseDoubtful(self, of: exercise, by: plan, in: unit) }
        let fields = try measured(as: exercise, context)
            .changed(by: plan, of: exercise, after: former)
            .completed(by: plan, of: exercise, in: unit)
            .fields(of: exercise, in: unit, after: former)
        try exercise.check(fields)
        if load != nil, self.unit == nil { try context.refuseJump(to: fields, of: exercise) }
        let id = context.newID()
        let isNow = at == nil && workout.state == .open && !workout.isBackdated
        let rest = try rest(
            after: id, fields.kind, place, called: exercise.name, in: workout, isNow, context)
        let time = try at.map { try context.instant($0, in: workout) }
        let set = try WorkoutSet(
            id: id, workout: workout.id, exercise: exercise.id, block: place.number,
            position: position, fields: fields,
            time: time ?? context.timeOfNextSet(in: workout), rest: rest?.id,
            order: context.transaction.nextOrder(of: WorkoutSet.self))
        let view = try context.view(
            set, name: exercise.name, index: context.transaction.index(of: set))
        let effort = Effort(set)
        let logged = try context.record(
            .setLogged, set, as: view, beside: context.intervals(begunBy: effort))
        var begun = ""
        if let rest {
            begun = ",\"rest\":\(try context.begin(rest))"
        } else if isNow {
            // Logging a set ends the rest before it, except the rest of a training, which follows its own
            // rules.
            try context.endRest { $0.after?.kind != .training }
        }
        let records = try JSONText.of(context.records(madeBy: set))
        try context.answerPending(by: effort)
        return Written(json: "{\"set\":\(logged),\"records\":\(records)\(begun)}")
    }

    /// Exercise that is given, else that of the next set; and the number of its block, `nil` where none is
    /// given.
    private func meant(in workout: Workout, _ context: Context) throws -> (Exercise, Int64?) {
        guard let exercise else {
            guard block == nil else {
                throw Rejection.invalid(
                    "block",
                    "\(field: "block") needs an exercise: give \(field: "exercise") as well")
            }
            return try context.nextBlock(in: workout)
        }
        return (try context.exercise(exercise, in: workout, hasLoad: load != nil), block)
    }

    /// - Parameter usual: unit of a load that is given without one.
    private func fields(
        of exercise: Exercise, in usual: Load.Unit, after former: WorkoutSet?
    ) throws -> WorkoutSet.Fields {
        let unit = unit ?? usual
        let loaded = exercise.usualLoadMode(called: self.exercise)
        var fields = WorkoutSet.Fields(
            kind: type ?? (dropOf == nil ? .working : .drop), loadUnit: unit,
            loadMode: loadMode ?? (load == nil ? .bodyweight : loaded))
        fields.reps = reps
        fields.load = try load.map { try Load($0, unit) }
        fields.seconds = seconds
        fields.distanceM = distanceM
        fields.rpe = rpe
        fields.rir = rir
        fields.dropOf = former?.id
        fields.note = note
        return fields
    }

    /// The rest that begins with the set: the requested one, else that of the block, the workout or the
    /// settings. Within a superset only the block's counts, and after a warm-up only a requested one. `nil`
    /// for none, and while a training is live, which has its own rests.
    private func rest(
        after set: String, _ kind: WorkoutSet.Kind, _ place: ExerciseBlock, called name: String,
        in workout: Workout, _ isNow: Bool, _ context: Context
    ) throws -> Rest? {
        guard rest != .removed else { return nil }
        let asked = rest?.value?.ms
        if let asked { try Settings.check(restMs: asked) }
        guard isNow else {
            guard asked == nil || asked == 0 else {
                throw Rejection.invalid(
                    "rest",
                    "\(field: "rest") can't start after a set that ended long ago: leave it out")
            }
            return nil
        }
        if let training = try context.transaction.liveTraining() {
            guard asked == nil || asked == 0 else {
                throw Rejection.conflict(
                    """
                    a training session is in progress and has its own rests: leave \(field: "rest") out, or \
                    finish it first
                    """, state: training.state.rawValue)
            }
            return nil
        }
        let length = try asked ?? context.plannedRestMs(after: place, kind, in: workout)
        guard length > 0 else { return nil }
        return try Rest(
            id: context.newID(), durationMs: length,
            warnAtMs: context.dependencies.configuration.rest.warnAtMs, label: name,
            after: Rest.After(kind: .set, id: set),
            order: context.transaction.nextOrder(of: Rest.self), at: context.now)
    }
}

extension Context {
    /// Number of latest sets among which the heaviest is looked for, and how many of them tell what is usual.
    private static let (latest, enough) = (50, 3)

    /// Factor over the heaviest load of these sets up to which a load without a unit is accepted: a larger
    /// one after only a set or two, which may have been a try.
    private static func jump(after sets: Int) -> Int64 { sets < enough ? 4 : 2 }

    /// Refuses a load that is far more than was lifted lately: a slip, or a load in another unit. A load that
    /// is given with its unit isn't checked.
    fileprivate func refuseJump(to fields: WorkoutSet.Fields, of exercise: Exercise) throws {
        guard fields.loadMode == .external, let load = fields.load else { return }
        let loads = try transaction.latestSets(ofExercise: exercise.id, limit: Self.latest)
            .filter { $0.fields.loadMode == .external && $0.fields.kind != .warmup }
            .compactMap(\.fields.load)
        let jump = Self.jump(after: loads.count)
        guard let most = loads.max(by: { $0.micrograms < $1.micrograms }), most.micrograms > 0,
            load.micrograms > jump * most.micrograms
        else { return }
        let (given, known) = (NumberText.exact(load.value), NumberText.exact(most.value))
        let other: Load.Unit = load.unit == .kg ? .lb : .kg
        throw Rejection(
            .invalidParams,
            "\(given) \(load.unit) is more than \(jump) times the \(known) \(most.unit) that you have lifted "
                + "lately. If that's right, add the unit: \(given)\(load.unit), or "
                + "\(given)\(other)", field: "load", state: "doubtful")
    }

    /// The unit of an exercise's loads where none is named: its own, else that of its last set with a load, else the
    /// preferred one.
    func usualUnit(of exercise: Exercise) throws -> Load.Unit {
        try exercise.gear.unit ?? transaction.lastLoad(ofExercise: exercise.id)?.unit
            ?? transaction.settings().unit
    }

    /// The unit in which an exercise's figures are told: its own, else the preferred one.
    func figureUnit(ofExercise id: String) throws -> Load.Unit {
        try transaction.exercise(id: id)?.gear.unit ?? transaction.settings().unit
    }
}

// MARK: - Changing

extension SetUpdate: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        var set = try context.set(set)
        var unchanged = SetUpdate(set: self.set)
        unchanged.typed = typed
        guard self != unchanged else {
            throw Rejection.invalid(
                "set",
                """
                nothing to change: give \(field: "reps"), \(field: "load") or something else to \
                change
                """)
        }
        let workout = try context.transaction.workout(id: set.workout)
        let place = try move(set, in: workout, context)
        let exercise = try context.transaction.exercise(id: place?.exercise ?? set.exercise)
        if typed == true, loadMode == .assisted, load?.value ?? 0 > 0,
            let refusal = exercise?.refusalOfAssistance
        {
            throw refusal
        }
        let fields = try fields(of: set, as: exercise, context)
        if reps?.value != nil {
            try exercise?.check(fields)
        }
        try set.edit(
            fields, place: place, time: at.map { try context.instant($0, in: workout) },
            at: context.now)
        // The view has the index that the set will have.
        let updated = try context.record(.setUpdated, set, as: context.view(set))
        return Written(json: "{\"set\":\(updated)}")
    }

    /// - Returns: the set's new block; `nil` where it stays in its own.
    private func move(
        _ set: WorkoutSet, in workout: Workout?, _ context: Context
    ) throws -> ExerciseBlock? {
        guard exercise != nil || block != nil, let workout else { return nil }
        let hasLoad = load.map { $0.value != nil } ?? (set.fields.load != nil)
        let exercise =
            try exercise.map { try context.exercise($0, in: workout, hasLoad: hasLoad) }
            ?? context.transaction.exercise(id: set.exercise)
        guard let exercise, exercise.id != set.exercise || block != nil else { return nil }
        let whole = try context.workout(workout, with: exercise)
        let place = try context.block(block, of: exercise, in: whole)
        guard place != set.place else { return nil }
        let drops = try context.transaction.drops(of: set.id)
        guard drops.isEmpty, set.fields.dropOf == nil || dropOf == "" else {
            throw Rejection(
                .conflict,
                """
                the set is part of a drop set, which has one exercise: take it out of that with \
                \(field: "drop_of") first
                """, field: "exercise", state: "drop")
        }
        return place
    }

    private func fields(
        of set: WorkoutSet, as exercise: Exercise?, _ context: Context
    ) throws -> WorkoutSet.Fields {
        var fields = set.fields
        if let loadChange {
            guard load == nil else { throw Rejection.loadTwice }
            let changed = try ModedLoad(fields.load, fields.loadMode)
                .changed(by: loadChange, in: unit)
            fields.loadUnit = changed.unit ?? fields.loadUnit
            fields.load = try Load(changed.value, fields.loadUnit)
            fields.loadMode = changed.mode
        } else {
            if let unit { fields.loadUnit = unit }
            let value = load.map(\.value) ?? fields.load?.value
            fields.load = try value.map { try Load($0, fields.loadUnit) }
        }
        if let reps { fields.reps = reps.value }
        if let type { fields.kind = type }
        if let seconds { fields.seconds = seconds.value }
        if let distanceM { fields.distanceM = distanceM.value }
        if let minutesOrMetres, let exercise {
            switch try context.measure(minutesOrMetres, of: exercise) {
            case .metres(let metres): fields.distanceM = metres
            case .seconds(let seconds): (fields.reps, fields.seconds) = (nil, seconds)
            }
        }
        if let rpe { fields.rpe = rpe.value }
        if let rir { fields.rir = rir.value }
        // RPE and RIR are two measures of one thing, so giving one removes the other.
        if rpe?.value != nil, rir == nil { fields.rir = nil }
        if rir?.value != nil, rpe == nil { fields.rpe = nil }
        if let loadMode { fields.loadMode = loadMode }
        if let note { fields.note = note }
        if let dropOf {
            fields.dropOf =
                dropOf.isEmpty
                ? nil : try context.set(dropOf, field: "drop_of", in: set.workout).id
        }
        return fields
    }
}

extension SetDelete: Replying {
    func reply(in context: Context) throws -> Written<Response> {
        let set = try context.set(set)
        let drops = try context.transaction.drops(of: set.id).map { drop in
            var drop = drop
            drop.standAlone()
            return drop
        }
        try context.endRest { $0.after?.id == set.id }
        let deleted = try context.append(
            .setDeleted, subject: set.id, data: context.view(set), drops, removed: [set])
        // The deletion has changed the drop sets already, and undoing it restores them; these events only
        // report the change.
        for drop in drops {
            try context.append(.setUpdated, subject: drop.id, data: context.view(drop))
        }
        return Written(json: "{\"set\":\(deleted)}")
    }
}
