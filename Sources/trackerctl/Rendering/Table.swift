/// Rows whose columns stand under one another.
struct Table {
    struct Cell {
        let text: String
        var isRight = false
        /// Paints the text with its padding.
        var paint: (String) -> String = { $0 }
    }

    var header: [Cell] = []
    var rows: [[Cell]] = []

    /// Every row on a line, without blanks at its end.
    func text(in style: Style) -> String {
        let heading = header.map {
            Cell(text: $0.text, isRight: $0.isRight, paint: style.faint)
        }
        let all = (heading.isEmpty ? [] : [heading]) + rows
        let columns = all.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in
            all.map { column < $0.count ? $0[column].text.displayWidth : 0 }.max() ?? 0
        }
        return all.map { line(of: $0, widths: widths) }.joined()
    }

    /// Without the columns that have nothing but a header.
    var withoutEmptyColumns: Table {
        let used = header.indices.filter { column in
            rows.contains { column < $0.count && !$0[column].text.isEmpty }
        }
        return Table(
            header: used.map { header[$0] },
            rows: rows.map { row in used.filter { $0 < row.count }.map { row[$0] } })
    }

    private func line(of row: [Cell], widths: [Int]) -> String {
        let used = row.lastIndex { !$0.text.isEmpty }.map { row[...$0] } ?? []
        return used.indices.map { index in
            let cell = used[index]
            let isLast = index == used.endIndex - 1 && !cell.isRight
            let width = isLast ? 0 : widths[index]
            return cell.paint(cell.text.padded(to: width, onTheLeft: cell.isRight))
        }.joined(separator: "  ") + "\n"
    }
}
