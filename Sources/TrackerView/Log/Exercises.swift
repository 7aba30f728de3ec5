import TrackerAPI
import TrackerCore

extension ExerciseView: Sentence {
    /// Count that logging uses if none is given.
    var usualCount: Int64 { last?.count ?? defaultCount }

    /// Name, preceded by the icon if it is a character that a terminal can show.
    var title: String { IconText.title(name, icon) }

    package func sentence(in style: Style) -> String {
        var text = category.forTerminal
        if let equipment { text += ", \(equipment.forTerminal)" }
        text += ", \(CountText.of(usualCount, unit))"
        for part in gearParts { text += ", \(part)" }
        if archived { text += ", \(style.warning("archived"))" }
        text += style.id(id)
        return style.line(naming: title) { "\(style.strong($0)): \(text)" }
    }

    /// The sentence and the other names, with the last newline.
    package func names(in style: Style) -> String {
        let names =
            aliases.isEmpty
            ? "no other names" : "also called: \(aliases.joined(separator: ", ").forTerminal)"
        return "\(sentence(in: style))\n  \(names)\n"
    }

    /// The sentence, the other names and the records moved to the exercise, with the last newline.
    package func merger(in style: Style) -> String {
        let merged = merged.map { merged in
            [
                (merged.sets, "set", "sets"), (merged.entries, "log entry", "log entries"),
                (merged.sessions, "session", "sessions"),
                (merged.templates, "template", "templates"),
                (merged.reminders, "reminder", "reminders"),
                (merged.presets, "preset", "presets"),
                (merged.goals ?? 0, "goal", "goals"),
                (merged.maxes ?? 0, "training max", "training maxes"),
            ].filter { $0.0 > 0 }.map { "\($0.0) \($0.0 == 1 ? $0.1 : $0.2)" }
        }
        let own = merged.flatMap { $0.isEmpty ? nil : $0.joined(separator: ", ") } ?? "nothing"
        return names(in: style) + "  merged in: \(own)\n"
    }

    /// The sentence and all further details, with the last newline.
    package func details(in style: Style) -> String {
        var lines = [sentence(in: style)]
        if let last {
            let count = last.count.map { "\(CountText.of($0, unit)), " } ?? ""
            lines.append("  last: \(count)\(style.time(last.at))")
        }
        lines.append("  default: \(CountText.of(defaultCount, unit))")
        if !aliases.isEmpty {
            lines.append("  also called: \(aliases.joined(separator: ", ").forTerminal)")
        }
        if let muscles { lines.append("  muscles: \(muscles.words)") }
        lines += gear.map { "  \($0)" }
        if let variantOf { lines.append("  variant of: \(variantOf.forTerminal)") }
        if let icon { lines.append("  icon: \(icon.forTerminal)") }
        if let color { lines.append("  colour: \(color.forTerminal)") }
        lines.append("  \(custom ? "your own" : "from the library")")
        return lines.joined(separator: "\n") + "\n"
    }
}

extension ExerciseView {
    /// The equipment in short.
    private var gearParts: [String] {
        GearText.parts(unit: loadUnit, bar: bar, barUnit: barUnit, step: step, most: steps?.last)
            + (pair == true ? ["in pairs"] : [])
    }

    /// Lines about the equipment.
    private var gear: [String] {
        let unit = loadUnit?.forTerminal
        var lines: [String] = []
        if let unit { lines.append("loads in \(unit)") }
        if let bar { lines.append("bar: \(NumberText.exact(bar)) \(barUnit?.forTerminal ?? "")") }
        if pair == true { lines.append("in pairs: the volume counts a load twice") }
        if let steps {
            let loads = steps.map(NumberText.exact).joined(separator: ", ")
            lines.append("loads of the machine: \(loads) \(unit ?? "")")
        }
        if let step, let start {
            let distance = "steps of \(NumberText.exact(step)) \(unit ?? "")"
            lines.append(
                "loads of the machine: \(distance), from \(NumberText.exact(start)) \(unit ?? "")")
        }
        return lines
    }
}

extension Muscles {
    /// Muscles in words, such as `chest, half a set each: triceps, front delts`.
    fileprivate var words: String {
        func list(_ muscles: [Muscle]) -> String { muscles.map(\.rawValue).joined(separator: ", ") }
        return list(primary) + (secondary.isEmpty ? "" : ", half a set each: \(list(secondary))")
    }
}

extension ExerciseList.Response: ShownList {
    package static var none: String { "no exercises" }
    package var ids: [String] { exercises.map(\.id) }
    package var leftOut: More? { More(total: total, shown: ids, of: ExerciseList.self) }

    package func rows(in style: Style) -> String {
        var table = Table("~NAME", "CATEGORY", "?EQUIPMENT", ">COUNT", "LAST", "ID")
        let ids = ShortIDs(exercises.map(\.id))
        table.rows = exercises.map { exercise in
            let paint = exercise.archived ? style.faint : style.strong
            return [
                .init(exercise.title, paint),
                .init(exercise.category.forTerminal),
                .init(exercise.equipment?.forTerminal ?? ""),
                .init(CountText.of(exercise.usualCount, exercise.unit)),
                .init(exercise.last.map { style.day($0.at) } ?? ""),
                ids.cell(exercise.id, style),
            ]
        }
        return table.text(in: style)
    }
}
