import TrackerAPI
import TrackerCore

extension TargetView {
    /// The groups as they would be typed: `w 2x5x60kg 3x5x100kg`.
    package var notation: String { groups.notation }

    /// The groups followed by the progression.
    package var wholeNotation: String {
        let more = progression.map { ProgressionNotation($0).text.forTerminal }
        return [groups.notation, more].compactMap(\.self).joined(separator: " ")
    }

    /// Sets one by one. Numbers from the daemon are limited to the allowed range.
    package var order: PlannedOrder {
        PlannedOrder(
            groups.prefix(Int(SetGroup.setCounts.upperBound)).map {
                (
                    count: Int(max(0, min($0.sets, SetGroup.setCounts.upperBound))),
                    isWarmup: $0.type == WorkoutSet.Kind.warmup.rawValue
                )
            })
    }
}

extension [SetGroupView] {
    package var notation: String { notations.joined(separator: " ") }

    /// Each group as it would be typed.
    var notations: [String] { map { GroupNotation($0).text.forTerminal } }
}
