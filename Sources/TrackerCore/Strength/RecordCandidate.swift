/// The values of a set that count toward records.
package struct RecordCandidate: Sendable, Hashable {
    /// Id of the set.
    package let set: String
    /// Id of the workout.
    package let workout: String
    /// Time of the set, UTC milliseconds.
    package let atMs: Int64
    /// Number of the set in the order of logging, as in `WorkoutSet`.
    package let logOrder: Int64
    /// Number of the set within its workout, as in `WorkoutSet`.
    package let position: Int64
    package let reps: Int64?
    package let moved: MovedWeight
    /// The load in micrograms, below 0 for assistance; 0 without a load.
    package let micrograms: Int64
    /// Seconds of a hold; `nil` for a set with reps, a distance or assistance.
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

    /// The candidate of a set; `nil` for a set that doesn't count, which is a warm-up or a partial one.
    ///
    /// - Parameters:
    ///   - body: body weight at the time of the set; `nil` where it isn't known.
    ///   - isPair: whether the exercise's weights come in pairs.
    package init?(_ set: WorkoutSet, body: Load?, isPair: Bool = false) {
        let fields = set.fields
        guard fields.kind.countsTowardRecords else { return nil }
        self.init(
            set: set.id, workout: set.workout, atMs: set.atMs, logOrder: set.logOrder,
            position: set.position, reps: fields.reps,
            moved: MovedWeight(fields, body: body, isPair: isPair),
            hold: fields.reps == nil && fields.distanceM == nil ? fields.seconds : nil)
    }

    package var load: Load? { moved.load }
    package var loadMode: WorkoutSet.LoadMode { moved.loadMode }

    /// Whether the set comes before another by time.
    package func precedes(_ other: RecordCandidate) -> Bool {
        (atMs, logOrder, position, set) < (other.atMs, other.logOrder, other.position, other.set)
    }

    /// The load in micrograms; `nil` unless it is above 0.
    var heaviness: Int64? { micrograms > 0 ? micrograms : nil }

    /// The lift of the set, with body weight where it counts; `nil` where nothing was lifted.
    var lift: Lift? {
        guard let reps, moved.micrograms > 0 else { return nil }
        return Lift(reps: reps, micrograms: moved.micrograms, second: moved.second)
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
    /// Whether a set of this kind can make a record.
    package var countsTowardRecords: Bool { self != .warmup && self != .partial }
}

/// A weight above 0, and how many times it was lifted.
package struct Lift: Sendable, Hashable {
    package let reps: Int64
    package let micrograms: Int64
    /// The second weight of a pair in micrograms, which counts in work alone; 0 for none.
    private let second: Int64

    package init(reps: Int64, micrograms: Int64, second: Int64 = 0) {
        (self.reps, self.micrograms, self.second) = (reps, micrograms, second)
    }

    /// Reps × weight, in micrograms.
    var work: Int64 { reps * (micrograms + second) }

    /// The score by which 1RMs are compared, in whole numbers: Epley's estimate in thirtieths of a microgram.
    /// With more reps than the formula allows, it is the score of the load alone, which the set proves at
    /// least.
    var score: Int64 {
        micrograms * (OneRepMax.reps.contains(reps) && reps > 1 ? 30 + reps : 30)
    }

    /// The estimated 1RM; with too many reps for an estimate the load, which is the least that it can be.
    package func oneRepMax(in unit: Load.Unit) -> Double {
        let load = unit.value(ofMicrograms: micrograms)
        return OneRepMax.estimate(load: load, reps: reps) ?? load
    }

    package func work(in unit: Load.Unit) -> Double {
        Load.rounded(Double(reps) * unit.value(ofMicrograms: micrograms + second))
    }
}

/// The work of a workout's counted sets of one exercise.
package struct WorkoutWork: Sendable, Hashable {
    /// Id of the workout.
    package let workout: String
    package let work: Work
    /// Number of the sets with work.
    package let sets: Int64
    /// Time of the last of these sets, UTC milliseconds.
    package let atMs: Int64

    package init(workout: String, work: Work, sets: Int64, atMs: Int64) {
        self.workout = workout
        self.work = work
        self.sets = sets
        self.atMs = atMs
    }

    /// - Parameter candidates: all counted sets of one exercise in one workout.
    /// - Returns: `nil` where the sets have no work.
    package init?(_ candidates: [RecordCandidate]) {
        let lifted = candidates.filter { $0.lift != nil }
        guard let last = lifted.max(by: { $0.atMs < $1.atMs }) else { return nil }
        var work = Work()
        for part in lifted.compactMap(\.work) { work += part }
        self.init(
            workout: last.workout, work: work, sets: Int64(lifted.count), atMs: last.atMs)
    }

    /// The work together with that of other sets of the same workout.
    package func joined(with other: WorkoutWork) -> WorkoutWork {
        var work = work
        work += other.work
        return WorkoutWork(
            workout: workout, work: work, sets: sets + other.sets, atMs: max(atMs, other.atMs))
    }

    /// Whether the work is more than another workout's, or as much and earlier.
    package func beats(_ other: WorkoutWork) -> Bool {
        (other.work, atMs, workout) < (work, other.atMs, other.workout)
    }
}
