/// Rows with aligned columns.
package struct Table {
    package struct Cell {
        package let text: String
        package var isRight = false
        /// Colours the text together with its padding.
        package var paint: (String) -> String = { $0 }
    }

    /// A column that is shortened where a terminal is too narrow for all columns.
    struct Flexible {
        package let column: Int
        /// The least width of the column.
        package let least: Int
        /// Whether the column is left out where it can't have that width.
        package var isOptional = false
    }

    package var header: [Cell] = []
    package var rows: [[Cell]] = []
    /// Columns that may be shortened, the first of them first.
    var flexible: [Flexible] = []

    private static let gap = "  "

    /// The rows, one on each line, without blanks at its end.
    package func text(in style: Style) -> String {
        let heading = header.map {
            Cell(text: $0.text, isRight: $0.isRight, paint: style.faint)
        }
        let all = (heading.isEmpty ? [] : [heading]) + rows
        let columns = all.map(\.count).max() ?? 0
        let natural = (0..<columns).map { column in
            all.map { column < $0.count ? $0[column].text.displayWidth : 0 }.max() ?? 0
        }
        guard !flexible.isEmpty, let sheet = style.sheet() else {
            return all.map { line(of: $0, widths: natural) }.joined()
        }
        let widths = fitting(natural, into: sheet.columns)
        let sign = sheet.isUTF8 ? "…" : "~"
        return all.map { row in
            let kept = row.indices.compactMap { column -> Cell? in
                guard let width = widths[column] else { return nil }
                let cell = row[column]
                return Cell(
                    text: width < natural[column]
                        ? cell.text.shortened(to: width, sign: sign) : cell.text,
                    isRight: cell.isRight, paint: cell.paint)
            }
            return line(of: kept, widths: widths.compactMap(\.self))
        }.joined()
    }

    /// Widths of the columns; `nil` for columns that are left out.
    private func fitting(_ natural: [Int], into columns: Int) -> [Int?] {
        var widths = natural.map(Optional.some)
        let gap = Self.gap.count
        var excess = natural.reduce(0, +) + max(0, natural.count - 1) * gap - columns
        for column in flexible where excess > 0 && column.column < natural.count {
            let width = natural[column.column]
            if column.isOptional, width - excess < column.least {
                widths[column.column] = nil
                excess -= width + gap
            } else {
                let narrow = min(width, max(column.least, width - excess))
                widths[column.column] = narrow
                excess -= width - narrow
            }
        }
        return widths
    }

    /// The table without the columns that are empty but for the header.
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
        }.joined(separator: Self.gap) + "\n"
    }
}
