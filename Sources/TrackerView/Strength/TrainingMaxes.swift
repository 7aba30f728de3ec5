import TrackerAPI
import TrackerCore

extension TrainingMaxView: Sentence {
    /// The load, such as `140 kg`.
    package var amount: String { "\(NumberText.exact(load)) \(unit.forTerminal)" }

    /// The load that the plan has made of it; `nil` where that is the same.
    private var present: String? { now.map { "now \(NumberText.exact($0)) \(unit.forTerminal)" } }

    /// How the plan has changed it: `2 rises, 1 reset`; empty where it hasn't.
    fileprivate var changes: String {
        let parts = [rises.map { counted($0, "rise") }, resets.map { counted($0, "reset") }]
        return parts.compactMap(\.self).joined(separator: ", ")
    }

    package func sentence(in style: Style) -> String {
        let parts = [amount, present, "since \(style.time(at))"].compactMap(\.self)
        return "\(style.strong("training max of \(exerciseName.forTerminal)")): "
            + parts.joined(separator: ", ") + style.id(id)
    }
}

extension MaxList.Response: ShownList {
    package static var none: String {
        "no training maxes yet. Try: \(MaxText.command("squat", "140"))"
    }
    package var ids: [String] { entries.map(\.id) }
    package var leftOut: More? { More(total: total, shown: ids, of: MaxList.self) }

    /// The list, or what to type for a lift without a max.
    package func text(in style: Style) -> String {
        advice.map { style.faint($0) + "\n" } ?? listText(in: style)
    }

    package func rows(in style: Style) -> String {
        var table = Table("~EXERCISE", ">MAX", ">?NOW", "~?CHANGES", "SINCE", "ID")
        let ids = ShortIDs(entries.map(\.id))
        table.rows = entries.map { entry in
            let now = entry.now.map { "\(NumberText.exact($0)) \(entry.unit.forTerminal)" }
            return [
                .init(entry.exerciseName.forTerminal, style.strong), .init(entry.amount),
                .init(now ?? "", style.strong), .init(entry.changes, style.faint),
                .init(style.day(entry.at)), ids.cell(entry.id, style),
            ]
        }
        return table.text(in: style)
    }

    /// Line that says what to type for a lift without a max; `nil` where it has one, or no lift was asked for.
    private var advice: String? {
        guard entries.isEmpty, let exerciseName else { return nil }
        guard let proposal else {
            return "no training max of \(exerciseName.forTerminal) yet. Try: "
                + MaxText.command(exerciseName)
        }
        return "no training max of \(exerciseName.forTerminal) yet. Try 90% of your estimated 1RM: "
            + MaxText.command(exerciseName, proposal)
    }

    /// The proposed max as it would be typed: `126kg`; `nil` for none.
    package var proposal: String? {
        guard let proposed, let proposedUnit else { return nil }
        return NumberText.exact(proposed) + proposedUnit
    }
}

package enum MaxText {
    /// The command that sets a training max: `trackerctl max 'Back Squat' 140kg`.
    package static func command(_ name: String, _ load: String = "60") -> String {
        "trackerctl max \(quoted(name).forTerminal) \(load.forTerminal)"
    }

    /// The name as a word for a shell.
    private static func quoted(_ name: String) -> String {
        name.contains { !$0.isLetter && !$0.isNumber && $0 != "-" }
            ? "'\(name.replacing("'", with: "'\\''"))'" : name
    }
}
