import TrackerAPI

extension LogEntryView {
    /// The count with the exercise, such as `15 Squats` or `45 s Plank`.
    var amount: String { "\(sum(count)) \(name.forTerminal)" }

    /// A count of the exercise beside its name, such as `45` or `1:30`.
    func sum(_ count: Int64) -> String {
        unit == "reps" ? "\(count)" : CountText.of(count, unit)
    }
}

extension LogEntryView: Sentence {
    package func sentence(in style: Style) -> String {
        var text = "\(style.strong(name.forTerminal)): \(CountText.of(count, unit))"
        text += ", \(style.time(at))"
        if let note { text += ", \(note.forTerminal)" }
        return "\(text) \(style.faint("[\(id.forTerminal)]"))"
    }
}

/// Entries of the log as a table.
package enum LogTable {
    package static func text(of entries: [LogEntryView], in style: Style) -> String {
        var table = Table()
        table.header = [
            .init(text: "AT"), .init(text: "EXERCISE"), .init(text: "COUNT", isRight: true),
            .init(text: "ID"), .init(text: "NOTE"),
        ]
        let length = LiveTable.prefixLength(of: entries.map(\.id))
        table.rows = entries.map { entry in
            [
                .init(text: style.time(entry.at)),
                .init(text: entry.name.forTerminal, paint: style.strong),
                .init(text: CountText.of(entry.count, entry.unit), isRight: true),
                .init(text: String(entry.id.prefix(length)).forTerminal, paint: style.faint),
                .init(text: entry.note?.forTerminal ?? ""),
            ]
        }
        return table.text(in: style)
    }

    /// The totals, such as `Push-ups 60 reps, Plank 3:00`.
    package static func line(of totals: [LogTotalView]) -> String {
        totals.map { "\($0.name.forTerminal) \(CountText.of($0.count, $0.unit))" }
            .joined(separator: ", ")
    }
}

extension LogList.Response: ShownList {
    package static var none: String { "no entries" }
    package var ids: [String] { entries.map(\.id) }

    package func rows(in style: Style) -> String {
        let all = totals.reduce(0) { $0 + $1.entries }
        let shown = Int64(entries.count)
        let more = all > shown ? " (\(shown) of \(all) entries shown)" : ""
        return LogTable.text(of: entries, in: style)
            + "\(style.faint("total:")) \(LogTable.line(of: totals))\(more)\n"
    }
}
