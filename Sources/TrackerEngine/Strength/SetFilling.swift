import TrackerAPI
import TrackerCore
import TrackerStore

extension Rejection {
    static var loadTwice: Rejection {
        .invalid(
            "load_change", "give \(field: "load") or \(field: "load_change"), not both")
    }
}

extension SetLog {
    /// The request with what it takes from another set: all that is left open for `repeat`, otherwise the exercise
    /// and the block of `exercise_of` or `drop_of`.
    ///
    /// - Throws: `not_found` if the workout has no sets.
    func filled(in workout: Workout, _ context: Context) throws -> SetLog {
        guard load == nil || loadChange == nil else { throw Rejection.loadTwice }
        let isRepeated = self.repeat == true
        let source = exerciseOf ?? dropOf
        guard isRepeated || exercise == nil && source != nil else { return self }
        guard let newest = try context.transaction.lastSet(ofWorkout: workout.id) else {
            throw Rejection(
                .notFound, "\(workout.name) has no earlier set to follow", field: "exercise",
                state: "none")
        }
        var request = self
        if exercise == nil {
            let field = exerciseOf == nil ? "drop_of" : "exercise_of"
            let former =
                try source.map { try context.set($0, field: field, in: workout.id) } ?? newest
            request.exercise = former.exercise
            request.block = block ?? (workout.has(former.place) ? former.block : nil)
        }
        if isRepeated { try request.copy(newest) }
        return request
    }

    /// Copies all that isn't given, apart from the exercise, the effort and the note.
    private mutating func copy(_ former: WorkoutSet) throws(Rejection) {
        let fields = former.fields
        if reps == nil, seconds == nil, minutesOrMetres == nil {
            (reps, seconds) = (fields.reps, fields.seconds)
            distanceM = distanceM ?? fields.distanceM
        }
        if let loadChange {
            take(
                try ModedLoad(fields.load, fields.loadMode).changed(by: loadChange, in: unit))
        } else if load == nil {
            load = fields.load?.value
            unit = fields.load == nil ? unit : fields.loadUnit
            loadMode = loadMode ?? fields.loadMode
        }
        if type == nil {
            type = fields.kind
            // A repeated drop set continues the set that it repeats.
            if fields.dropOf != nil { dropOf = dropOf ?? former.id }
        }
    }

    private mutating func take(_ changed: ModedLoad) {
        load = changed.value
        unit = changed.unit
        loadMode = changed.mode
        loadChange = nil
    }

    /// The request with its load changed: that of the set that it continues, or else the planned one.
    ///
    /// - Throws: `invalid_params` if no earlier set is known.
    func changed(
        by plan: BlockPlan, of exercise: Exercise, after former: WorkoutSet?
    ) throws(Rejection) -> SetLog {
        guard let loadChange else { return self }
        let base: ModedLoad
        if let former {
            base = ModedLoad(former.fields.load, former.fields.loadMode)
        } else if let planned = plan.next(isWarmup: type.map { $0 == .warmup }) {
            base = ModedLoad(planned.load, planned.loadMode)
        } else {
            throw .nothingToRepeat(of: exercise)
        }
        var request = self
        request.take(try base.changed(by: loadChange, in: unit))
        return request
    }

    /// The request with its minutes or metres as the exercise is measured.
    func measured(as exercise: Exercise, _ context: Context) throws -> SetLog {
        guard let minutesOrMetres else { return self }
        var request = self
        switch try context.measure(minutesOrMetres, of: exercise) {
        case .metres(let metres): request.distanceM = metres
        case .seconds(let seconds): request.seconds = seconds
        }
        return request
    }
}

extension Rejection {
    /// Refusal of a set that is left open if the exercise was never done.
    static func nothingToRepeat(of exercise: Exercise) -> Rejection {
        Rejection(
            .invalidParams, "no earlier set of \(exercise.name) to repeat", field: "reps",
            state: "none")
    }
}

/// The meaning of a bare `40m`.
enum MeasuredAmount {
    case metres(Double)
    case seconds(Double)
}

extension Context {
    /// Minutes or metres, as the exercise is measured.
    ///
    /// - Throws: `invalid_params` with both readings if it is neither held nor done over a distance.
    func measure(_ number: Int64, of exercise: Exercise) throws -> MeasuredAmount {
        if try isOverDistance(exercise) { return .metres(Double(number)) }
        if exercise.unit == .seconds { return .seconds(Double(number) * 60) }
        throw Rejection.invalid(
            "minutes_or_metres",
            """
            \(exercise.name): '\(number)m' can be a distance or a time: for metres write \(number)metres, \
            for minutes \(number):00
            """)
    }
}
