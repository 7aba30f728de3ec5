// Numbers of a set, as typed, that are more likely meant in another way.

extension WorkoutSet {
    /// Most reps that are plausible where the number could be a load.
    package static let plausibleReps: Int64 = 30
}

/// Reps and a load without a unit whose numbers may be typed the wrong way round: `100x5` is 100 reps with 5.
package struct TypedPair: Sendable, Hashable {
    /// Heaviest load that is too light to be right if nothing is known of the exercise.
    private static let leastLoad = 30.0

    private let reps: Int64
    private let load: Double

    /// `nil` for a pair that isn't plausible the other way round.
    package init?(reps: Int64, load: Double) {
        guard reps > WorkoutSet.plausibleReps, let other = Int64(exactly: load), other > 0,
            other < reps
        else { return nil }
        self.reps = reps
        self.load = load
    }

    /// True if the pair is plausible only with its numbers swapped.
    ///
    /// - Parameter lightest: lightest load ever lifted in the exercise, in the unit of the pair; `nil` for
    ///   none.
    package func isSwapped(lightest: Double?) -> Bool {
        lightest.map { load < $0 / 2 } ?? (load <= Self.leastLoad)
    }

    /// Refusal with both readings.
    package func refusal(in unit: Load.Unit) -> Rejection {
        let few = NumberText.exact(load)
        return Rejection(
            .invalidParams,
            "\(reps)x\(few) reads as \(reps) reps with \(few) \(unit.rawValue); for \(few) reps with "
                + "\(reps) \(unit.rawValue) type \(few)x\(reps) or \(reps)\(unit.rawValue)x\(few), and for "
                + "\(reps) reps \(reps)x\(few)\(unit.rawValue)", field: "load", state: "doubtful")
    }
}

extension PlannedSet {
    /// Refusal of a count that is probably a load, such as the 100 of `100 5`, with both readings; `nil` if
    /// only one reading is possible, because the set has no load or is planned with that many reps.
    package func refusal(ofCount count: Int64) -> Rejection? {
        guard count > max(WorkoutSet.plausibleReps, reps ?? 0, repsTo ?? 0), let load,
            load.value > 0, let loadMode, loadMode != .assisted
        else { return nil }
        let weight = SetPhrase.load(load.value, loadMode) + load.unit.rawValue
        let other = reps.map { "for a load of \(count) type \($0)x\(count), " } ?? ""
        return Rejection(
            .invalidParams,
            "'\(count)' reads as \(count) reps with \(NumberText.exact(load.value)) "
                + "\(load.unit.rawValue), the planned load; \(other)for that many reps "
                + "\(count)x\(weight)", field: "reps", state: "doubtful")
    }

    /// Refusal of the change of a load that may be the load itself, such as the `+10` of `8 +10`; `nil` if
    /// only one reading is possible, because the set has no added load or the change lowers it.
    ///
    /// - Parameter amount: reps or time of the set as typed.
    package func refusal(of change: Double, beside amount: String) -> Rejection? {
        guard loadMode == .bodyweight, let load, load.value > 0, change > 0 else { return nil }
        let given = NumberText.exact(change)
        return Rejection(
            .invalidParams,
            "'\(amount) +\(given)' could be \(given) in all, or \(given) more than the "
                + "+\(NumberText.exact(load.value)) that comes next: write \(amount)x+\(given), or "
                + "\(amount)x+\(NumberText.exact(load.value + change))", field: "load_change",
            state: "doubtful")
    }
}

extension Exercise {
    /// Refusal of assistance if the exercise lifts a load and not the body; `nil` for other exercises.
    package var refusalOfAssistance: Rejection? {
        guard let equipment = fields.equipment, Self.lifted.contains(NameKey.of(equipment)),
            !NameKey.of(name).contains("assisted")
        else { return nil }
        return Rejection(
            .invalidParams,
            "\(name) is done with \(equipment), which can't assist: 8x-15 is for exercises that "
                + "move the body, such as pull-ups. Write its load without a sign, as 5x100",
            field: "load_mode",
            state: "doubtful")
    }

    /// Equipment that is itself the load. Exercises on an assisting machine say so in their names.
    private static let lifted: Set<String> = Set(
        [
            "barbell", "dumbbell", "dumbbells", "machine", "cable", "kettlebell", "kettlebells",
            "plate", "plates", "trap bar",
        ].map { NameKey.of($0) })
}
