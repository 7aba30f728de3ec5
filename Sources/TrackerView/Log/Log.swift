import TrackerAPI

extension LogEntryView {
    /// Count with the exercise, such as `15 Squats` or `45 s Plank`.
    var amount: String { CountText.of(count, unit, name) }
}

extension LogEntryView: Sentence {
    package func sentence(in style: Style) -> String {
        var text = "\(CountText.of(count, unit)), \(style.time(at))"
        if let note { text += ", \(note.forTerminal)" }
        text += style.id(id)
        return style.line(naming: name.forTerminal) { "\(style.strong($0)): \(text)" }
    }
}

package enum LogTable {
    /// The totals, such as `total: Push-ups 60 reps, Plank 3:00`, with the last newline.
    static func lines(of totals: [LogTotalView], title: String, in style: Style) -> String {
        style.lines(of: texts(of: totals), title: style.faint(title))
    }

    static func texts(of totals: [LogTotalView]) -> [String] {
        totals.map { "\($0.name.forTerminal) \(CountText.of($0.count, $0.unit))" }
    }
}

extension LogList.Response: ShownList {
    package static var none: String { "no entries" }
    package var ids: [String] { entries.map(\.id) }

    package func rows(in style: Style) -> String {
        var table = Table("AT", "~EXERCISE", ">COUNT", "ID", "~NOTE")
        let ids = ShortIDs(entries.map(\.id))
        table.rows = entries.map { entry in
            [
                .init(style.day(entry.at)), .init(entry.name.forTerminal, style.strong),
                .init(CountText.of(entry.count, entry.unit)), ids.cell(entry.id, style),
                .init(entry.note?.forTerminal ?? ""),
            ]
        }
        return table.text(in: style)
    }

    package var leftOut: More? { More(total: total, shown: ids, of: LogList.self) }

    package func text(in style: Style) -> String {
        listText(in: style)
            + (totals.isEmpty ? "" : LogTable.lines(of: totals, title: "total:", in: style))
    }
}
