/// A set of an exercise within a workout.
package struct WorkoutSet: Dated {
    package enum Kind: String, Choice { case warmup, working, drop, failure, partial }

    /// Meaning of the load in relation to body weight.
    package enum LoadMode: String, Choice {
        case external
        /// The load, if any, was added to body weight.
        case bodyweight
        /// The load was taken off body weight.
        case assisted
    }

    /// The members of a set that a person may set.
    package struct Fields: Sendable, Hashable {
        package var kind: Kind
        package var reps: Int64?
        package var load: Load?
        /// Unit of the load; for a set without a load, the unit that the load would have been given in.
        package var loadUnit: Load.Unit
        package var loadMode: LoadMode
        package var seconds: Double?
        package var distanceM: Double?
        /// Rating of perceived exertion; `nil` where not given.
        package var rpe: Double?
        /// Reps in reserve; `nil` where not given.
        package var rir: Int64?
        /// Id of the set of the same exercise and workout that this drop set continues with less load;
        /// `nil` for none.
        package var dropOf: String?
        package var note: String?

        package init(kind: Kind = .working, loadUnit: Load.Unit, loadMode: LoadMode = .external) {
            self.kind = kind
            self.loadUnit = loadUnit
            self.loadMode = loadMode
        }

        package func check() throws(Rejection) {
            guard reps != nil || seconds != nil || distanceM != nil else {
                throw .invalid(
                    "reps",
                    """
                    \(field: "reps") is missing: a set needs \(field: "reps"), \(field: "seconds") or \
                    \(field: "distance_m")
                    """)
            }
            if let reps { try WorkoutSet.check(reps: reps) }
            if let seconds { try WorkoutSet.check(seconds: seconds) }
            if let distanceM {
                guard distanceM > 0, distanceM <= WorkoutSet.maximumDistanceM,
                    distanceM.hasDecimals(atMost: 3)
                else {
                    throw .invalid(
                        "distance_m",
                        """
                        \(field: "distance_m") must be more than 0 and at most 1000000, with at most 3 \
                        decimals
                        """
                    )
                }
            }
            guard load != nil || loadMode == .bodyweight || reps == nil else {
                throw .invalid(
                    "load",
                    """
                    \(field: "load") is missing: \(field: "load_mode") \(loadMode.rawValue) needs one (0 \
                    is allowed), bodyweight doesn't
                    """)
            }
            try checkEffort()
            if let note { try Text.checkMessage(note, field: "note") }
        }

        private func checkEffort() throws(Rejection) {
            if let rpe { try WorkoutSet.check(rpe: rpe) }
            if let rir {
                guard (0...10).contains(rir) else {
                    throw .invalid("rir", "\(field: "rir") must be a whole number from 0 to 10")
                }
                guard rpe == nil else {
                    throw .invalid(
                        "rir",
                        "\(field: "rir") and \(field: "rpe") mean the same: give one of them")
                }
            }
        }
    }

    package static let repCounts: ClosedRange<Int64> = 1...10_000
    private static let maximumDistanceM: Double = 1_000_000

    package static let table = "workout_set"
    package static let isUndoable = true
    package static let isTimed = false

    package let id: String
    /// Id of the workout.
    package let workout: String
    /// Id of the exercise.
    package private(set) var exercise: String
    /// Number of the set's block among the blocks of its exercise in the workout.
    package private(set) var block: Int64
    /// Number of the set within the workout: later sets have larger numbers.
    package let position: Int64
    package private(set) var fields: Fields
    /// Time of the set, UTC milliseconds.
    package private(set) var atMs: Int64
    package private(set) var day: LocalDay
    /// Last edit, UTC milliseconds; `nil` for a set that was never edited.
    package private(set) var updatedMs: Int64?
    /// Id of the rest that was started after the set, which holds the rest taken; `nil` for none.
    package let rest: String?
    /// Rest after the set in milliseconds, as an import gave it; `nil` for none.
    package let importedRestMs: Int64?
    /// Number of the set in the order of logging: later sets have larger numbers, and sets that were
    /// imported together may share theirs.
    package let logOrder: Int64

    /// - Parameters:
    ///   - position: a number larger than that of every earlier set of the workout.
    ///   - time: time of the set; it may be before the start of the workout where the clock was set back
    ///     since.
    ///   - order: a number larger than that of every earlier set.
    package init(
        id: String, workout: String, exercise: String, block: Int64 = 1, position: Int64,
        fields: Fields, time: LocalInstant, rest: String? = nil, importedRestMs: Int64? = nil,
        order: Int64
    ) throws(Rejection) {
        try fields.check()
        try Moment.check(since1970: time.ms)
        self.id = id
        self.workout = workout
        self.exercise = exercise
        self.block = block
        self.position = position
        self.fields = fields.tidied
        atMs = time.ms
        day = time.day
        self.rest = rest
        self.importedRestMs = importedRestMs
        logOrder = order
    }

    /// Replaces the fields; a `nil` place or time stays as it is.
    package mutating func edit(
        _ fields: Fields, place: ExerciseBlock? = nil, time: LocalInstant? = nil, at now: Moment
    ) throws(Rejection) {
        try fields.check()
        if let time {
            try now.check(near: time.ms)
            atMs = time.ms
            day = time.day
        }
        self.fields = fields.tidied
        if let place { (exercise, block) = (place.exercise, place.number) }
        updatedMs = now.wallMs
    }

    package var datedMs: Int64 { atMs }

    package var place: ExerciseBlock { ExerciseBlock(exercise, block) }

    /// Moves the set to another block, for when its exercise is merged into another.
    package mutating func move(to place: ExerciseBlock) {
        (exercise, block) = (place.exercise, place.number)
    }

    /// The set with another load.
    package func with(load: Load) -> WorkoutSet {
        var other = self
        (other.fields.load, other.fields.loadUnit) = (load, load.unit)
        return other
    }

    /// Clears `dropOf`, for when the set that it names is deleted.
    package mutating func standAlone() { fields.dropOf = nil }

    package static func check(reps: Int64, field: String = "reps") throws(Rejection) {
        guard repCounts.contains(reps) else {
            throw .invalid(
                field, "\(field: field) must be a whole number from 1 to \(repCounts.upperBound)")
        }
    }

    package static func check(rpe: Double, field: String = "rpe") throws(Rejection) {
        guard (5...10).contains(rpe), (rpe * 2).rounded() == rpe * 2 else {
            throw .invalid(field, "\(field: field) must be 5 to 10 in steps of 0.5")
        }
    }

    package static func check(seconds: Double, field: String = "seconds") throws(Rejection) {
        guard (0.1...86_400).contains(seconds), seconds.hasDecimals(atMost: 3) else {
            throw .invalid(field, "\(field: field) must be 0.1 to 86400, with at most 3 decimals")
        }
    }
}

extension WorkoutSet.Fields {
    /// The fields with `nil` for an empty note.
    fileprivate var tidied: Self {
        var fields = self
        if note?.isEmpty == true { fields.note = nil }
        return fields
    }
}

// MARK: - Rules

extension WorkoutSet {
    /// The order of the sets of a workout: by their positions, and by their ids where two machines have given
    /// the same one.
    package static func inOrder(_ left: WorkoutSet, _ right: WorkoutSet) -> Bool {
        (left.position, left.id) < (right.position, right.id)
    }

    package static let rules = Rules<WorkoutSet>(
        maximum: .init(Workout.maximumSets, each: "workout") { $0.workout },
        references: [
            .init(
                to: WorkoutSet.self, "the set it drops from", column: "drop_of",
                use: .init("drop", "another set drops from it"),
                watching: { [$0.workout, $0.exercise, "\($0.block)"] },
                ids: { $0.fields.dropOf.map { [$0] } ?? [] },
                mismatch: {
                    guard $0.workout != $1.workout || $0.place != $1.place else { return nil }
                    let other =
                        $0.workout != $1.workout
                        ? "workout" : $0.exercise != $1.exercise ? "exercise" : "block"
                    return Mismatch(
                        field: "exercise", state: "drop",
                        "the set it drops from has a different \(other)",
                        reason: "a set that drops from it has a different \(other)")
                }),
            .init(
                to: Workout.self, "its workout", column: "workout",
                use: .init("logged", "it has sets"), watching: \.exercises,
                ids: { [$0.workout] },
                mismatch: {
                    guard !$1.has($0.place) else { return nil }
                    return Mismatch(
                        field: "exercises", state: "logged",
                        "its exercise isn't in the workout: add it first",
                        reason: "it has sets of an exercise that it would lose")
                }),
            .init(
                to: Exercise.self, "its exercise", column: "exercise",
                use: .init("performed", "there are sets of it"), ids: { [$0.exercise] }),
        ])
    package static let sharing: Sharing<WorkoutSet>? = Sharing([["note"]], marks: ["updated_ms"])
}

// MARK: - Row

extension WorkoutSet {
    package init(_ row: inout RowVisitor, writing entity: WorkoutSet?) throws {
        let fields = entity?.fields
        id = try row.column("id", entity?.id)
        workout = try row.column("workout", entity?.workout)
        exercise = try row.column("exercise", entity?.exercise)
        block = try row.column("block", entity?.block, absent: 1)
        position = try row.column("position", entity?.position)
        let kind = try row.column("kind", fields?.kind)
        let reps = try row.optional("reps", fields?.reps)
        let load = try row.optional("load", fields?.load?.value)
        let unit = try row.column("load_unit", fields?.loadUnit)
        self.fields = Fields(
            kind: kind, loadUnit: unit, loadMode: try row.column("load_mode", fields?.loadMode))
        self.fields.reps = reps
        // The load was checked when the set was entered.
        self.fields.load = try load.map { try Load($0, unit) }
        self.fields.seconds = try row.optional("seconds", fields?.seconds)
        self.fields.distanceM = try row.optional("distance_m", fields?.distanceM)
        self.fields.rpe = try row.optional("rpe", fields?.rpe)
        self.fields.rir = try row.optional("rir", fields?.rir)
        self.fields.dropOf = try row.optional("drop_of", fields?.dropOf)
        self.fields.note = try row.optional("note", fields?.note)
        atMs = try row.column("at_ms", entity?.atMs)
        updatedMs = try row.optional("updated_ms", entity?.updatedMs)
        rest = try row.optional("rest", entity?.rest)
        importedRestMs = try row.optional("imported_rest_ms", entity?.importedRestMs)
        logOrder = try row.column("log_order", entity?.logOrder)
        day = try row.day(entity?.day, of: atMs)
    }
}
