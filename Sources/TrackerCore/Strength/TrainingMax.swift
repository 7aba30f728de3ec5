/// The training max of a lift from a time on: the load that its plan takes shares of.
package struct TrainingMax: Dated {
    package static let maximumNumber = 5000
    /// Share of the estimated 1RM that is proposed as a first training max, in percent.
    package static let proposedPercent = 90.0

    package static let table = "training_max"
    package static let isUndoable = true
    package static let isTimed = false

    package let id: String
    /// Id of the exercise.
    package private(set) var exercise: String
    package let load: Load
    /// Time from which the max holds, UTC milliseconds.
    package let atMs: Int64
    package let day: LocalDay
    /// Number of the max in the order of noting: later ones have larger numbers.
    package let noteOrder: Int64

    /// - Parameters:
    ///   - time: now or a time in the past.
    ///   - order: a number larger than that of every earlier max.
    package init(
        id: String, exercise: String, load: Load, time: LocalInstant, order: Int64, at now: Moment
    ) throws(Rejection) {
        self.id = id
        self.exercise = exercise
        self.load = load
        atMs = time.ms
        day = time.day
        noteOrder = order
        try checkLoad()
        try now.check(past: atMs)
    }

    package var datedMs: Int64 { atMs }

    /// Moves the max to another exercise.
    package mutating func move(toExercise id: String) { exercise = id }

    private func checkLoad() throws(Rejection) {
        guard load.value > 0 else {
            throw .invalid("load", "\(field: "load") must be more than 0")
        }
    }

    package func check(at now: Moment) throws(Rejection) {
        try Bounds.check(id: exercise, "exercise")
        try checkLoad()
        try Bounds.check(atMs, in: Bounds.times, "at_ms")
        try day.check(of: atMs)
        try Bounds.check(noteOrder, in: Bounds.orders(at: now), "note_order")
    }
}

// MARK: - Rules

extension TrainingMax {
    package static let rules = Rules<TrainingMax>(
        maximum: .init(maximumNumber),
        references: [
            .init(
                to: Exercise.self, "its exercise", column: "exercise",
                use: .init("max", "it has a training max"), ids: { [$0.exercise] })
        ])
    package static let sharing: Sharing<TrainingMax>? = Sharing()
}

// MARK: - Row

extension TrainingMax {
    package init(_ row: inout RowVisitor, writing entity: TrainingMax?) throws {
        id = try row.column("id", entity?.id)
        exercise = try row.column("exercise", entity?.exercise)
        let value = try row.column("load", entity?.load.value)
        load = try Load(value, row.column("unit", entity?.load.unit))
        atMs = try row.column("at_ms", entity?.atMs)
        noteOrder = try row.column("note_order", entity?.noteOrder)
        day = try row.day(entity?.day, of: atMs)
    }
}

// MARK: - Progress

extension TrainingMax {
    /// No figures of a day rest on training maxes.
    package static func firstDay(affectedFrom former: TrainingMax?, to new: TrainingMax?) -> Int? {
        nil
    }
}

// MARK: - The plan's rule

/// A training max as it is at a time: the one that was set last, changed by the rule of the plan.
///
/// It is derived from the workouts that were done, and never stored, so that edits and deletions of sets correct it.
package struct CurrentMax: Sendable, Hashable {
    /// Maximum number of workouts that change a max before it is set again.
    package static let maximumSessions = 500
    /// Time before a max within which a workout that it counts in begins, since the max was set while it lasted.
    package static let longestWorkoutMs: Int64 = 86_400_000

    /// The max that was set last.
    package let base: TrainingMax
    package private(set) var load: Load
    /// Number of workouts after which it rose.
    package private(set) var rises = 0
    /// Number of resets after failures in a row.
    package private(set) var resets = 0
    private var failures: Int64 = 0

    package init(_ base: TrainingMax) {
        self.base = base
        load = base.load
    }

    /// Takes in the next workout in the order of their starts: all sets done raise the max, and failures in a row
    /// lower it.
    package mutating func take(
        _ outcome: ProgressionSession.Outcome, by rule: Progression
    ) throws(Rejection) {
        switch outcome {
        case .neither: failures = 0
        case .succeeded:
            failures = 0
            guard let add = rule.add else { return }
            try change(to: load.value + add.converted(to: load.unit).value)
            rises += 1
        case .failed:
            failures += 1
            guard let after = rule.resetAfter, failures.isMultiple(of: after) else { return }
            let percent = rule.resetPercent ?? Progression.defaultResetPercent
            try change(to: load.value * (1 - percent / 100))
            resets += 1
        }
    }

    /// Sets the load to a value, rounded to hundredths.
    private mutating func change(to value: Double) throws(Rejection) {
        let rounded = (value * 100).rounded() / 100
        load = try Load(min(max(0.01, rounded), Load.values.upperBound), load.unit)
    }
}
