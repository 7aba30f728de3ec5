/// One thing that a person did, with the values that progress counts.
package struct ProgressRow: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// A log entry.
        case entry
        case set
        case warmup
        /// A completed session. One with an exercise isn't an effort, since its log entry is.
        case session(isEffort: Bool)
        /// A finished workout.
        case workout
        /// An answered reminder.
        case answer
        /// A run that has ended. It isn't an effort.
        case run
        /// A completed challenge.
        case challenge(points: Int64)
    }

    package var kind: Kind
    /// Id of the entity; the key of a challenge.
    package var id: String
    /// Time of the row, UTC milliseconds.
    package var atMs: Int64
    /// Local hour of that time, 0 to 23.
    package var hour: Int
    /// Id of the exercise; `nil` for none.
    package var exercise: String?
    /// Category of the exercise; `nil` for none.
    package var category: String?
    package var reps: Int64
    package var seconds: Int64
    package var work: Work
    /// Lift of a set that may make a record, with its load in micrograms; `nil` for none.
    package var lift: Lift?
    /// Seconds of a hold that may make a record; `nil` for none.
    package var hold: Double?
    /// Milliseconds from the firing of a reminder to its answer; `nil` for none.
    package var responseMs: Int64?
    /// Milliseconds of work in a run.
    package var workedMs: Int64 = 0
    /// Number of work intervals of a run that were done to their end.
    package var rounds: Int64 = 0

    package struct Lift: Sendable, Hashable {
        package let load: Int64
        package let reps: Int64

        package init(load: Int64, reps: Int64) {
            self.load = load
            self.reps = reps
        }
    }

    /// - Parameter offsetS: offset of the local clock, in seconds east of UTC.
    package init(
        _ kind: Kind, id: String, atMs: Int64, offsetS: Int64 = 0, exercise: String? = nil,
        category: String? = nil, reps: Int64 = 0, seconds: Int64 = 0, work: Work = Work(),
        lift: Lift? = nil, hold: Double? = nil, responseMs: Int64? = nil
    ) {
        self.kind = kind
        self.id = id
        self.atMs = atMs
        let local = atMs.floorDivided(by: 1000).quotient + offsetS
        hour = Int(local.floorDivided(by: secondsPerDay).remainder / 3600)
        self.exercise = exercise
        self.category = category
        self.reps = reps
        self.seconds = seconds
        self.work = work
        self.lift = lift
        self.hold = hold
        self.responseMs = responseMs
    }

    /// Whether the row makes its day a done day.
    package var isEffort: Bool {
        switch kind {
        case .entry, .set, .warmup, .session(isEffort: true): true
        case .session, .workout, .answer, .run, .challenge: false
        }
    }

    /// Kind of the entity.
    package var entity: TrackerCore.Kind {
        switch kind {
        case .entry: .logEntry
        case .set, .warmup: .workoutSet
        case .session: .training
        case .workout: .workout
        case .answer: .occurrence
        case .run: .run
        case .challenge: .challenge
        }
    }

    /// Order of rows within a day, the same on every machine.
    package static func precedes(_ one: ProgressRow, _ other: ProgressRow) -> Bool {
        (one.atMs, one.id) < (other.atMs, other.id)
    }
}
