import TrackerAPI

extension ProgressExplain.Response: ShownList {
    package static var none: String { "nothing counts toward it yet" }
    package var ids: [String] { rows.map(\.id) }

    package func rows(in style: Style) -> String {
        var table = Table("~", "")
        table.rows = rows.map { row in
            // A day is shown by its date, which isn't an id to copy.
            let id = row.entity == "day" ? row.id.forTerminal : style.idText(row.id)
            return [.init(row.text.forTerminal), .init(id, style.faint)]
        }
        let isCut = rows.count == ProgressExplain.maximumRows
        return table.text(in: style)
            + (isCut ? style.faint("the newest \(rows.count); there may be more") + "\n" : "")
    }
}
