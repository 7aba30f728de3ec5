/// The best of an exercise's sets: derived from them each time, and never kept.
///
/// Warm-ups and partial sets don't count. Loads compare by their weight, whatever their units; of a load
/// that is help (assisted), only the most reps with it are a record. Where two sets are equal, the earlier
/// one has the record.
package struct Records {
    package enum Kind: String, CaseIterable, Sendable {
        /// Of loads above 0.
        case heaviestLoad = "heaviest_load"
        /// One for each load; without a load is a load of 0.
        case mostReps = "most_reps"
        /// By Epley.
        case bestOneRepMax = "best_1rm"
        /// Reps × load.
        case setWork = "set_work"
        /// The sum over the exercise's sets in one workout.
        case workoutWork = "workout_work"
        /// Of sets that are neither counted in reps nor measured in metres.
        case longestHold = "longest_hold"
    }

    /// A record as it stands.
    package struct Record: Sendable, Hashable {
        package let kind: Kind
        /// In `unit`.
        package let value: Double
        /// `kg`, `lb`, `reps` or `seconds`.
        package let unit: String
        /// The set that made it; `nil` where a whole workout did.
        package let candidate: RecordCandidate?
        /// Its id.
        package let workout: String
        /// UTC milliseconds; of a workout, of the last set that added to it.
        package let atMs: Int64
        /// Whether the exercise's first counted set made it, by the time of sets.
        package let isFirst: Bool
    }

    private struct Best<Value: Comparable> {
        let value: Value
        let candidate: RecordCandidate
    }

    private var first: RecordCandidate?
    private var heaviest: Best<Int64>?
    /// By the load's micrograms.
    private var mostReps: [Int64: Best<Int64>] = [:]
    private var oneRepMax: Best<Int64>?
    private var setWork: Best<Int64>?
    private var hold: Best<Double>?
    private var workout: WorkoutWork?

    package init() {}

    /// Takes a set in; their order doesn't matter. Of several with the same reps and load, the earliest is
    /// enough.
    package mutating func consider(_ candidate: RecordCandidate) {
        if first.map(candidate.precedes) ?? true { first = candidate }
        Self.consider(candidate.heaviness, candidate, &heaviest)
        if let reps = candidate.reps {
            Self.consider(reps, candidate, &mostReps[candidate.micrograms])
        }
        Self.consider(candidate.lift?.score, candidate, &oneRepMax)
        Self.consider(candidate.lift?.work, candidate, &setWork)
        Self.consider(candidate.hold, candidate, &hold)
    }

    private static func consider<Value: Comparable>(
        _ value: Value?, _ candidate: RecordCandidate, _ best: inout Best<Value>?
    ) {
        guard let value else { return }
        if let best {
            guard value > best.value || value == best.value && candidate.precedes(best.candidate)
            else {
                return
            }
        }
        best = Best(value: value, candidate: candidate)
    }

    /// Takes a workout in with all of its sets of the exercise that there was work in.
    package mutating func consider(_ work: WorkoutWork) {
        guard workout.map(work.beats) ?? true else { return }
        workout = work
    }

    /// In the order of the kinds; most reps from the heaviest load on.
    ///
    /// - Parameter unit: what loads and work are told in.
    package func list(in unit: Load.Unit) -> [Record] {
        var list: [Record] = []
        func add<Value>(
            _ kind: Kind, _ best: Best<Value>?, in unit: String,
            _ value: (RecordCandidate) -> Double
        ) {
            guard let best else { return }
            list.append(
                Record(
                    kind: kind, value: value(best.candidate), unit: unit, candidate: best.candidate,
                    workout: best.candidate.workout, atMs: best.candidate.atMs,
                    isFirst: best.candidate.set == first?.set))
        }
        add(.heaviestLoad, heaviest, in: unit.rawValue) { unit.value(ofMicrograms: $0.micrograms) }
        for (_, best) in mostReps.sorted(by: { $0.key > $1.key }) {
            add(.mostReps, best, in: Self.reps) { _ in Double(best.value) }
        }
        add(.bestOneRepMax, oneRepMax, in: unit.rawValue) { $0.lift?.oneRepMax(in: unit) ?? 0 }
        add(.setWork, setWork, in: unit.rawValue) { $0.lift?.work(in: unit) ?? 0 }
        if let workout {
            list.append(
                Record(
                    kind: .workoutWork, value: workout.work.value(in: unit), unit: unit.rawValue,
                    candidate: nil, workout: workout.workout, atMs: workout.atMs,
                    isFirst: workout.sets == 1 && first?.workout == workout.workout
                        && first?.lift != nil))
        }
        add(.longestHold, hold, in: Self.seconds) { $0.hold ?? 0 }
        return list
    }

    fileprivate static let reps = "reps"
    fileprivate static let seconds = "seconds"
}

/// The best that an exercise's other sets come to, against which a new one is held.
package struct RecordMarks: Sendable {
    /// Micrograms.
    package var heaviest: Int64?
    /// With the very load of the new set.
    package var reps: Int64?
    package var oneRepMax: Lift?
    package var setWork: Lift?
    /// Seconds.
    package var hold: Double?
    /// Of the workouts, the new set's own included as it was without it.
    package var workout: WorkoutWork?
    /// Whether any counted set was before the new one, by the time of sets.
    package var hasEarlier = false

    package init() {}

    /// Takes in the heaviest of the sets with so many reps.
    package mutating func consider(_ lift: Lift) {
        if let score = lift.score, score > oneRepMax?.score ?? 0 { oneRepMax = lift }
        if lift.work > setWork?.work ?? 0 { setWork = lift }
        heaviest = max(heaviest ?? 0, lift.micrograms)
    }
}

/// A record that a set has just made.
package struct RecordMade: Sendable, Hashable {
    package let kind: Records.Kind
    /// In `unit`.
    package let value: Double
    package let unit: String
    /// What the record was before; `nil` where there was none.
    package let previous: Double?
    /// Whether no counted set of the exercise was before.
    package let isFirst: Bool
}

extension RecordMarks {
    /// The records that a set makes: those that it alone raised, or began.
    ///
    /// - Parameters:
    ///   - workout: its workout with the set.
    ///   - unit: what loads and work are told in.
    package func made(
        by candidate: RecordCandidate, workout: WorkoutWork?, in unit: Load.Unit
    ) -> [RecordMade] {
        var made: [RecordMade] = []
        func add(_ kind: Records.Kind, _ value: Double, _ previous: Double?, _ unit: String) {
            made.append(
                RecordMade(
                    kind: kind, value: value, unit: unit, previous: previous, isFirst: !hasEarlier))
        }
        if let heaviness = candidate.heaviness, heaviness > heaviest ?? 0 {
            add(
                .heaviestLoad, unit.value(ofMicrograms: heaviness),
                heaviest.map(unit.value(ofMicrograms:)), unit.rawValue)
        }
        if let reps = candidate.reps, reps > self.reps ?? 0 {
            add(.mostReps, Double(reps), self.reps.map(Double.init), Records.reps)
        }
        if let lift = candidate.lift {
            if let score = lift.score, score > oneRepMax?.score ?? 0 {
                add(
                    .bestOneRepMax, lift.oneRepMax(in: unit) ?? 0, oneRepMax?.oneRepMax(in: unit),
                    unit.rawValue)
            }
            if lift.work > setWork?.work ?? 0 {
                add(.setWork, lift.work(in: unit), setWork?.work(in: unit), unit.rawValue)
            }
        }
        if let workout, workout.work > self.workout?.work ?? Work() {
            add(
                .workoutWork, workout.work.value(in: unit), self.workout?.work.value(in: unit),
                unit.rawValue)
        }
        if let hold = candidate.hold, hold > self.hold ?? 0 {
            add(.longestHold, hold, self.hold, Records.seconds)
        }
        return made
    }
}
