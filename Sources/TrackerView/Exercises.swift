import TrackerAPI

extension ExerciseView: Sentence {
    package var isTimed: Bool { unit == "seconds" }

    /// The count that logging uses where none is given.
    var usualCount: Int64 { last?.count ?? defaultCount }

    package func sentence(in style: Style) -> String {
        var text = "\(style.strong(name.forTerminal)): \(category.forTerminal)"
        if let equipment { text += ", \(equipment.forTerminal)" }
        text += ", \(CountText.of(usualCount, unit))"
        if archived { text += ", \(style.warning("archived"))" }
        return "\(text) \(style.faint("[\(id.forTerminal)]"))"
    }

    /// The sentence and all further details, with the last newline.
    package func details(in style: Style) -> String {
        var lines = [sentence(in: style)]
        if let last {
            let count = last.count.map { "\(CountText.of($0, unit)), " } ?? ""
            lines.append("  last: \(count)\(style.time(last.at))")
        }
        lines.append("  default: \(CountText.of(defaultCount, unit))")
        if let variantOf { lines.append("  variant of: \(variantOf.forTerminal)") }
        if let icon { lines.append("  icon: \(icon.forTerminal)") }
        if let color { lines.append("  colour: \(color.forTerminal)") }
        lines.append("  \(custom ? "your own" : "of the library")")
        return lines.joined(separator: "\n") + "\n"
    }
}

extension ExerciseList.Response: ShownList {
    package static var none: String { "no exercises" }
    package var ids: [String] { exercises.map(\.id) }

    package func rows(in style: Style) -> String {
        var table = Table()
        table.header = [
            .init(text: "NAME"), .init(text: "CATEGORY"), .init(text: "EQUIPMENT"),
            .init(text: "COUNT", isRight: true), .init(text: "LAST"), .init(text: "ID"),
        ]
        let length = LiveTable.prefixLength(of: exercises.map(\.id))
        table.rows = exercises.map { exercise in
            let paint = exercise.archived ? style.faint : style.strong
            return [
                .init(text: exercise.name.forTerminal, paint: paint),
                .init(text: exercise.category.forTerminal),
                .init(text: exercise.equipment?.forTerminal ?? ""),
                .init(text: CountText.of(exercise.usualCount, exercise.unit), isRight: true),
                .init(text: exercise.last.map { style.time($0.at) } ?? ""),
                .init(text: String(exercise.id.prefix(length)).forTerminal, paint: style.faint),
            ]
        }
        return table.text(in: style)
    }
}
