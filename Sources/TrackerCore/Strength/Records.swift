/// The records of an exercise: derived from its sets each time, and never stored.
///
/// Warm-ups and partial sets don't count. Loads are compared by weight, whatever their units. With a load
/// that assists, only the most reps are a record. Where two sets are equal, the earlier one has the record.
package struct Records {
    package enum Kind: String, CaseIterable, Sendable {
        /// The heaviest load above 0, external or added to body weight.
        case heaviestLoad = "heaviest_load"
        /// The most reps, for each load with which more were done than with any heavier one; no load counts
        /// as 0.
        case mostReps = "most_reps"
        /// The best estimate by Epley's formula, and at least the heaviest load that was lifted.
        case bestOneRepMax = "best_1rm"
        /// The most reps × weight in one set, with body weight where it is moved.
        case setWork = "set_work"
        /// The most work in one workout, summed over its sets of the exercise.
        case workoutWork = "workout_work"
        /// The longest hold among sets without reps or a distance.
        case longestHold = "longest_hold"

        /// Whether the value depends on the moved weight, which may include body weight.
        package var isOfMovedWeight: Bool { self == .bestOneRepMax || self == .setWork }

        /// The kind as a person reads it.
        package var title: String {
            switch self {
            case .heaviestLoad: "heaviest load"
            case .mostReps: "most reps"
            case .bestOneRepMax: "estimated 1RM"
            case .setWork: "work in a set"
            case .workoutWork: "work in a workout"
            case .longestHold: "longest hold"
            }
        }
    }

    /// A present record: nothing has beaten it so far.
    package struct Record: Sendable, Hashable {
        package let kind: Kind
        /// Value in `unit`.
        package let value: Double
        /// Unit of the value: `kg`, `lb`, `reps` or `seconds`.
        package let unit: String
        /// Set that made the record; `nil` where a whole workout did.
        package let candidate: RecordCandidate?
        /// Id of the workout.
        package let workout: String
        /// Time of the set, UTC milliseconds; for a workout, of the last set that added to the record.
        package let atMs: Int64
        /// Whether the exercise's first counted set, by time, made the record.
        package let isFirst: Bool
    }

    struct Best<Value: Comparable> {
        let value: Value
        let candidate: RecordCandidate
    }

    private(set) var first: RecordCandidate?
    private(set) var heaviest: Best<Int64>?
    /// The most reps with each load, by the load in micrograms.
    private(set) var mostReps: [Int64: Best<Int64>] = [:]
    /// The heaviest weight that was lifted, in micrograms, by the number of reps.
    private(set) var heaviestByReps: [Int64: Int64] = [:]
    private(set) var oneRepMax: Best<Int64>?
    private(set) var setWork: Best<Int64>?
    private(set) var hold: Best<Double>?
    private(set) var workout: WorkoutWork?

    package init() {}

    /// Adds a set; the order of sets doesn't matter. Of several sets with the same reps and load, the
    /// earliest is enough.
    package mutating func consider(_ candidate: RecordCandidate) {
        if first.map(candidate.precedes) ?? true { first = candidate }
        Self.consider(candidate.heaviness, candidate, &heaviest)
        if let reps = candidate.reps {
            Self.consider(reps, candidate, &mostReps[candidate.micrograms])
        }
        if let lift = candidate.lift {
            Self.consider(lift.score, candidate, &oneRepMax)
            Self.consider(lift.work, candidate, &setWork)
            heaviestByReps[lift.reps] = max(heaviestByReps[lift.reps] ?? 0, lift.micrograms)
        }
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

    /// Adds a workout, with the work of all of its sets of the exercise.
    package mutating func consider(_ work: WorkoutWork) {
        guard workout.map(work.beats) ?? true else { return }
        workout = work
    }

    /// All records in the order of the kinds; most reps from the heaviest load on.
    ///
    /// - Parameters:
    ///   - unit: the unit for loads and work.
    ///   - isWhole: whether the most reps are listed for each load, even where a heavier one was lifted as
    ///     often.
    package func list(in unit: Load.Unit, isWhole: Bool = false) -> [Record] {
        let loads = isWhole ? mostReps.keys.sorted(by: >) : unbeatenLoads
        return Kind.allCases.flatMap { kind in
            (kind == .mostReps ? loads : [0]).compactMap { record(kind, with: $0, in: unit) }
        }
    }

    /// The best 1RM, if it was lifted with an external load; otherwise `nil`.
    package func oneRepMax(in unit: Load.Unit) -> Double? {
        guard oneRepMax?.candidate.loadMode == .external else { return nil }
        return oneRepMax?.candidate.lift?.oneRepMax(in: unit)
    }

    /// The loads in micrograms, the heaviest first, with which more reps were done than with any heavier one.
    var unbeatenLoads: [Int64] {
        var most: Int64 = 0
        return mostReps.sorted { $0.key > $1.key }.compactMap { load, best in
            guard best.value > most else { return nil }
            most = best.value
            return load
        }
    }

    /// - Parameter micrograms: the load, for `mostReps`.
    func record(_ kind: Kind, with micrograms: Int64, in unit: Load.Unit) -> Record? {
        switch kind {
        case .heaviestLoad:
            record(kind, heaviest, in: unit.rawValue) { unit.value(ofMicrograms: $0.micrograms) }
        case .mostReps:
            record(kind, mostReps[micrograms], in: "reps") { Double($0.reps ?? 0) }
        case .bestOneRepMax:
            record(kind, oneRepMax, in: unit.rawValue) { $0.lift?.oneRepMax(in: unit) ?? 0 }
        case .setWork:
            record(kind, setWork, in: unit.rawValue) { $0.lift?.work(in: unit) ?? 0 }
        case .workoutWork:
            workout.map { workout in
                Record(
                    kind: kind, value: workout.work.value(in: unit), unit: unit.rawValue,
                    candidate: nil, workout: workout.workout, atMs: workout.atMs,
                    isFirst: workout.sets == 1 && first?.workout == workout.workout
                        && first?.lift != nil)
            }
        case .longestHold: record(kind, hold, in: "seconds") { $0.hold ?? 0 }
        }
    }

    private func record<Value>(
        _ kind: Kind, _ best: Best<Value>?, in unit: String, _ value: (RecordCandidate) -> Double
    ) -> Record? {
        guard let candidate = best?.candidate else { return nil }
        return Record(
            kind: kind, value: value(candidate), unit: unit, candidate: candidate,
            workout: candidate.workout, atMs: candidate.atMs,
            isFirst: candidate.set == first?.set)
    }
}
