/// What of a set counts toward records.
package struct RecordCandidate: Sendable, Hashable {
    /// The set's id.
    package let set: String
    /// Its id.
    package let workout: String
    /// UTC milliseconds.
    package let atMs: Int64
    /// Which of all sets it was to be logged, and which of its workout's.
    package let logOrder: Int64
    package let position: Int64
    package let reps: Int64?
    package let moved: MovedWeight
    /// The load's, below 0 where it is help; 0 without a load.
    package let micrograms: Int64
    /// How long a set was held that has neither reps nor a distance, nor help.
    package let hold: Double?

    package init(
        set: String, workout: String, atMs: Int64, logOrder: Int64, position: Int64, reps: Int64?,
        moved: MovedWeight, hold: Double?
    ) {
        self.set = set
        self.workout = workout
        self.atMs = atMs
        self.logOrder = logOrder
        self.position = position
        self.reps = reps
        self.moved = moved
        let isAssisted = moved.loadMode == .assisted
        let micrograms = moved.load?.micrograms ?? 0
        self.micrograms = isAssisted ? -micrograms : micrograms
        self.hold = isAssisted ? nil : hold
    }

    /// `nil` for a set that doesn't count: a warm-up or a partial one.
    ///
    /// - Parameter body: the body's weight at its time; `nil` where it isn't known.
    package init?(_ set: WorkoutSet, body: Load?) {
        let fields = set.fields
        guard fields.kind.countsTowardRecords else { return nil }
        self.init(
            set: set.id, workout: set.workout, atMs: set.atMs, logOrder: set.logOrder,
            position: set.position, reps: fields.reps, moved: MovedWeight(fields, body: body),
            hold: fields.reps == nil && fields.distanceM == nil ? fields.seconds : nil)
    }

    package var load: Load? { moved.load }
    package var loadMode: WorkoutSet.LoadMode { moved.loadMode }

    /// By the time of sets.
    package func precedes(_ other: RecordCandidate) -> Bool {
        (atMs, logOrder, position, set) < (other.atMs, other.logOrder, other.position, other.set)
    }

    /// Micrograms above 0.
    var heaviness: Int64? { micrograms > 0 ? micrograms : nil }

    /// With the body's weight, where it counts; `nil` where nothing was lifted.
    var lift: Lift? {
        guard let reps, moved.micrograms > 0 else { return nil }
        return Lift(reps: reps, micrograms: moved.micrograms)
    }

    /// The exact work of the lift; `nil` where nothing was lifted.
    package var work: Work? { lift.map { moved.work(reps: $0.reps) } }
}

extension WorkoutSet.LoadMode {
    /// The sign before a load of this mode.
    package var sign: String {
        switch self {
        case .external: ""
        case .bodyweight: "+"
        case .assisted: "-"
        }
    }
}

extension WorkoutSet.Kind {
    /// Whether such a set can make a record.
    package var countsTowardRecords: Bool { self != .warmup && self != .partial }
}

/// A weight above 0 that was lifted so many times.
package struct Lift: Sendable, Hashable {
    package let reps: Int64
    package let micrograms: Int64

    package init(reps: Int64, micrograms: Int64) {
        (self.reps, self.micrograms) = (reps, micrograms)
    }

    /// In micrograms.
    var work: Int64 { reps * micrograms }

    /// By which 1RMs compare, in whole numbers: Epley's in thirtieths of a microgram. A set proves at least
    /// its load, which is all that more reps than the formula knows tell.
    var score: Int64 {
        micrograms * (OneRepMax.reps.contains(reps) && reps > 1 ? 30 + reps : 30)
    }

    /// The estimate; of more reps than give one the load, which is the least that it can be.
    package func oneRepMax(in unit: Load.Unit) -> Double {
        let load = unit.value(ofMicrograms: micrograms)
        return OneRepMax.estimate(load: load, reps: reps) ?? load
    }

    package func work(in unit: Load.Unit) -> Double {
        Load.rounded(Double(reps) * unit.value(ofMicrograms: micrograms))
    }
}

/// What a workout's counted sets of one exercise come to.
package struct WorkoutWork: Sendable, Hashable {
    /// Its id.
    package let workout: String
    package let work: Work
    /// How many sets there was work in.
    package let sets: Int64
    /// When the last of them was, UTC milliseconds.
    package let atMs: Int64

    package init(workout: String, work: Work, sets: Int64, atMs: Int64) {
        self.workout = workout
        self.work = work
        self.sets = sets
        self.atMs = atMs
    }

    /// - Parameter candidates: all counted sets of one exercise in one workout.
    /// - Returns: `nil` where there was no work in them.
    package init?(_ candidates: [RecordCandidate]) {
        let lifted = candidates.filter { $0.lift != nil }
        guard let last = lifted.max(by: { $0.atMs < $1.atMs }) else { return nil }
        var work = Work()
        for part in lifted.compactMap(\.work) { work += part }
        self.init(
            workout: last.workout, work: work, sets: Int64(lifted.count), atMs: last.atMs)
    }

    /// With other sets of the same workout.
    package func joined(with other: WorkoutWork) -> WorkoutWork {
        var work = work
        work += other.work
        return WorkoutWork(
            workout: workout, work: work, sets: sets + other.sets, atMs: max(atMs, other.atMs))
    }

    /// Whether it is more, or as much and sooner.
    package func beats(_ other: WorkoutWork) -> Bool {
        (other.work, atMs, workout) < (work, other.atMs, other.workout)
    }
}
