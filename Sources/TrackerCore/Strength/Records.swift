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
        let loads = mostReps.keys.sorted(by: >)
        return Kind.allCases.flatMap { kind in
            (kind == .mostReps ? loads : [0]).compactMap { record(kind, with: $0, in: unit) }
        }
    }

    /// - Parameter micrograms: the load whose most reps are meant.
    private func record(_ kind: Kind, with micrograms: Int64, in unit: Load.Unit) -> Record? {
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

extension Records {
    /// The records that one more set makes: those that it alone raises, or begins.
    ///
    /// - Parameters:
    ///   - workout: its workout with the set, where there is work in it.
    ///   - unit: what loads and work are told in.
    package func made(
        by candidate: RecordCandidate, in workout: WorkoutWork?, unit: Load.Unit
    ) -> [RecordMade] {
        var after = self
        after.consider(candidate)
        if let workout { after.consider(workout) }
        let micrograms = candidate.micrograms
        return Kind.allCases.compactMap { kind in
            guard after.isMore(kind, than: self, with: micrograms),
                let record = after.record(kind, with: micrograms, in: unit)
            else { return nil }
            return RecordMade(
                kind: kind, value: record.value, unit: record.unit,
                previous: self.record(kind, with: micrograms, in: unit)?.value,
                isFirst: after.first?.set == candidate.set)
        }
    }

    /// - Parameter micrograms: the load whose reps are compared.
    private func isMore(_ kind: Kind, than other: Records, with micrograms: Int64) -> Bool {
        func isMore<Value>(_ one: Best<Value>?, _ other: Best<Value>?) -> Bool {
            guard let one else { return false }
            return other.map { $0.value < one.value } ?? true
        }
        return switch kind {
        case .heaviestLoad: isMore(heaviest, other.heaviest)
        case .mostReps: isMore(mostReps[micrograms], other.mostReps[micrograms])
        case .bestOneRepMax: isMore(oneRepMax, other.oneRepMax)
        case .setWork: isMore(setWork, other.setWork)
        case .workoutWork: (other.workout?.work ?? Work()) < (workout?.work ?? Work())
        case .longestHold: isMore(hold, other.hold)
        }
    }
}
