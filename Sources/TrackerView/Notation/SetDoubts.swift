import TrackerAPI
import TrackerCore

// Sets that are more likely meant in another way than the notation reads them.

extension SetNotation {
    /// The bare pair with its numbers swapped: `100x5` (100 reps with 5) becomes 5 reps with 100. `nil` if no
    /// swap is plausible: at most 30 reps, or a unit or sign.
    package var swapped: SetNotation? {
        guard case .reps(let reps) = amount, reps > Self.plausibleReps, let weight,
            weight.unit == nil, weight.mode == .external,
            let other = Int64(exactly: weight.value), other > 0, other < reps
        else { return nil }
        return SetNotation(.reps(other), Weight(value: Double(reps)), effort)
    }

    private static let plausibleReps: Int64 = 30
    private static let leastLoad = 30.0

    /// Whether a bare pair is only plausible with its numbers swapped.
    ///
    /// - Parameter lightest: lightest load ever lifted in the exercise, in the unit of the pair; `nil` for
    ///   none.
    package func isSwapped(lightest: Double?) -> Bool {
        guard swapped != nil, let load = weight?.value else { return false }
        return lightest.map { load < $0 / 2 } ?? (load <= Self.leastLoad)
    }

    /// Refusal of a pair that is only plausible with its numbers swapped, with both readings.
    package func refusal(of swapped: SetNotation, in unit: Load.Unit) -> Rejection {
        let (load, other) = (weight?.value ?? 0, swapped.weight?.value ?? 0)
        let (few, many) = (NumberText.exact(load), NumberText.exact(other))
        return .invalid(
            "load",
            "\(many)x\(few) reads as \(many) reps with \(few) \(unit.rawValue); for \(few) reps with "
                + "\(many) \(unit.rawValue) type \(few)x\(many) or \(many)\(unit.rawValue)x\(few), and for "
                + "\(many) reps \(many)x\(few)\(unit.rawValue)")
    }

    // MARK: Counts

    /// Whether the set is a count that is probably a load, such as the 100 in `100 5`: more than 30 reps,
    /// which would get the planned load.
    package var isDoubtfulCount: Bool {
        guard weight == nil, let reps else { return false }
        return reps > Self.plausibleReps
    }
}

extension SetNotation.Line {
    /// Refusal of a count that is probably a load, with both readings; `nil` if there is no doubt, because
    /// the next set has no load or is planned with that many reps.
    package func refusal(before next: PlannedSetView) -> Rejection? {
        guard let planned = SetNotation(next), let weight = planned.weight, weight.value > 0,
            weight.mode != .assisted, let doubtful = sets.first(where: \.isDoubtfulCount),
            let count = doubtful.reps, count > max(next.reps ?? 0, next.repsTo ?? 0)
        else { return nil }
        let told = sets.map { set in
            set.weight == nil ? SetNotation(set.amount, weight, set.effort).text : set.text
        }
        let typed = sets.map(\.text).joined(separator: " ")
        let unit = next.unit ?? ""
        let reading =
            "reads as \(count) reps with \(NumberText.exact(weight.value)) \(unit), the planned load"
        var pair: String?
        if sets.count == 2, let other = sets.first(where: { $0 != doubtful })?.reps {
            pair = "\(other)x\(count)"
        } else if sets.count == 1, let reps = planned.reps {
            pair = "\(reps)x\(count)"
        }
        let meant = pair.map { "for a load of \(count) type \($0), " } ?? ""
        return .invalid(
            "reps",
            "'\(typed)' \(reading); \(meant)for that many reps \(told.joined(separator: " "))")
    }
}
