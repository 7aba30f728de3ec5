/// The best of an exercise's sets: derived from them each time, and never kept.
///
/// Warm-ups and partial sets don't count. Loads compare by their weight, whatever their units; of a load
/// that is help (assisted), only the most reps with it are a record. Where two sets are equal, the earlier
/// one has the record.
package struct Records {
    package enum Kind: String, CaseIterable, Sendable {
        /// Of loads above 0, external or added to the body's weight.
        case heaviestLoad = "heaviest_load"
        /// One for each load with which more was done than with any heavier one; without a load is a load
        /// of 0.
        case mostReps = "most_reps"
        /// The best estimate by Epley, and at least the heaviest load that was lifted.
        case bestOneRepMax = "best_1rm"
        /// Reps × weight, where the body's weight counts with what moves it.
        case setWork = "set_work"
        /// The sum over the exercise's sets in one workout.
        case workoutWork = "workout_work"
        /// Of sets that are neither counted in reps nor measured in metres.
        case longestHold = "longest_hold"

        /// Whether the value is of the weight that was moved, in which the body's has a part.
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

    struct Best<Value: Comparable> {
        let value: Value
        let candidate: RecordCandidate
    }

    private(set) var first: RecordCandidate?
    private(set) var heaviest: Best<Int64>?
    /// By the load's micrograms.
    private(set) var mostReps: [Int64: Best<Int64>] = [:]
    /// Micrograms that were lifted, by the reps.
    private(set) var heaviestByReps: [Int64: Int64] = [:]
    private(set) var oneRepMax: Best<Int64>?
    private(set) var setWork: Best<Int64>?
    private(set) var hold: Best<Double>?
    private(set) var workout: WorkoutWork?

    package init() {}

    /// Takes a set in; their order doesn't matter. Of several with the same reps and load, the earliest is
    /// enough.
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

    /// Takes a workout in with all of its sets of the exercise that there was work in.
    package mutating func consider(_ work: WorkoutWork) {
        guard workout.map(work.beats) ?? true else { return }
        workout = work
    }

    /// In the order of the kinds; most reps from the heaviest load on.
    ///
    /// - Parameters:
    ///   - unit: what loads and work are told in.
    ///   - isWhole: whether the most reps are listed with each load, also where a heavier one was lifted as
    ///     often.
    package func list(in unit: Load.Unit, isWhole: Bool = false) -> [Record] {
        let loads = isWhole ? mostReps.keys.sorted(by: >) : unbeatenLoads
        return Kind.allCases.flatMap { kind in
            (kind == .mostReps ? loads : [0]).compactMap { record(kind, with: $0, in: unit) }
        }
    }

    /// The best 1RM with a load apart from the body's weight; `nil` where there is none.
    package func oneRepMax(in unit: Load.Unit) -> Double? {
        guard oneRepMax?.candidate.loadMode == .external else { return nil }
        return oneRepMax?.candidate.lift?.oneRepMax(in: unit)
    }

    /// The loads, in micrograms and from the heaviest on, with which more was done than with any heavier
    /// one.
    var unbeatenLoads: [Int64] {
        var most: Int64 = 0
        return mostReps.sorted { $0.key > $1.key }.compactMap { load, best in
            guard best.value > most else { return nil }
            most = best.value
            return load
        }
    }

    /// - Parameter micrograms: the load whose most reps are meant.
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
