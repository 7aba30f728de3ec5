import TrackerAPI
import TrackerCore

extension PlannedSetView {
    /// The set as it would be typed, followed by its type: `5x100kg`, or `any` where nothing is known of it.
    package var notation: String {
        let text = amountText ?? "any"
        switch type {
        case "working": return text
        case "warmup": return text + ", warm-up"
        default: return text + ", " + type.forTerminal
        }
    }
}

extension PlannedSetView {
    /// The set without its type, with the range of its reps and the effort to aim at: `8-12x60kg@8`; `nil` where
    /// nothing is known of it.
    fileprivate var amountText: String? {
        guard let set = SetNotation(self) else { return nil }
        let effort = rpe.map { "@\(NumberText.exact($0))" } ?? ""
        guard let repsTo, let reps = set.reps else { return set.text + effort }
        return "\(reps)-\(repsTo)" + set.text.dropFirst("\(reps)".count) + effort
    }
}

extension SetNext.Response: Shown {
    /// The set with that of the last time: `Bench Press 3 of 3: 5x100kg (last time 5x102.5kg@9)`; `nil` once
    /// all is done.
    package var phrase: String? {
        guard let set else { return nil }
        let former = lastTime.map { " (last time \($0.notation))" } ?? ""
        return
            "\(set.exerciseName.forTerminal)\(BlockText.of(set.block)) \(set.index) of \(set.of): \(set.notation)\(former)"
    }

    package func text(in style: Style) -> String {
        (phrase.map { "next: \($0)" } ?? Self.done) + "\n"
    }

    /// What is said where nothing comes next.
    package static let done = "all that was planned is done"
    /// The same of a workout for which nothing was planned.
    package static let unplanned = "nothing is planned: the next set says what it is"
}
