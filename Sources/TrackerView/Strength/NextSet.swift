import TrackerAPI
import TrackerCore

extension PlannedSetView {
    /// The set as it would be typed, followed by its type: `5x100kg`, or `any` if nothing is known about it.
    package var notation: String {
        let text = (amountText ?? "any") + SetPhrase.drops(drops)
        switch type {
        case "working": return text
        case "warmup": return text + ", warm-up"
        default: return text + ", " + type.forTerminal
        }
    }
}

extension PlannedSetView {
    /// The plates of the set in few words; `nil` where they aren't told.
    var platesText: String? { plates.map { PlatesText(loaded: $0).brief } }

    /// The set without its type, with its range of reps and target RPE: `8-12x60kg@8`; `nil` if nothing is
    /// known about it.
    fileprivate var amountText: String? {
        guard let set = SetNotation(self) else { return nil }
        let effort = SetPhrase.effort(rpe: rpe) + SetPhrase.tempo(tempo?.forTerminal)
        guard let reps = set.reps else {
            let amount = set.amount.text
            let side = perSide == true ? SetPhrase.side : ""
            return "\(amount)\(side)\(set.text.dropFirst(amount.count))\(effort)"
        }
        return SetPhrase.reps(reps, to: repsTo, amrap: amrap, perSide: perSide)
            + set.text.dropFirst("\(reps)".count) + effort
    }
}

extension SetNext.Response: Shown {
    /// The set with the same set last time: `Bench Press 3 of 3: 5x100kg (last time 5x102.5kg@9)`, and behind it
    /// its plates, if these are told; `nil` once everything is done.
    package var phrase: String? {
        guard let set else { return nil }
        let former = lastTime.map { " (last time \($0.notation))" } ?? ""
        let plates = set.platesText.map { ", \($0)" } ?? ""
        return
            "\(set.exerciseName.forTerminal)\(BlockText.of(set.block)) \(set.index) of \(set.of): \(set.notation)\(plates)\(former)"
    }

    package func text(in style: Style) -> String {
        (phrase.map { "next: \($0)" } ?? Self.done) + "\n"
    }

    /// Text when no set is left.
    package static let done = "everything planned is done"
    /// Text when the workout has no planned sets.
    package static let unplanned = "nothing planned: log any set"
}
