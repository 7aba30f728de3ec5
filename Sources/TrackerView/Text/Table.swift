/// Rows with aligned columns that fit the terminal. Without a terminal, nothing is cut or left out.
package struct Table {
    package struct Cell {
        package let text: String
        /// Function that colours the text, including its padding.
        package let paint: (String) -> String

        package init(_ text: String, _ paint: @escaping (String) -> String = { $0 }) {
            self.text = text
            self.paint = paint
        }
    }

    private struct Column {
        let title: String
        let isRight: Bool
        /// Whether the text may be shortened if room is short.
        let isFlexible: Bool
        /// Whether the column may be left out if room is short.
        let isOptional: Bool
    }

    private let columns: [Column]
    /// Blanks between two columns.
    private let gap: String
    package var rows: [[Cell]] = []

    /// - Parameter columns: titles; none for a table without a header. `>` before a title aligns its column
    ///   on the right, `~` lets it be shortened, `?` lets it be left out.
    package init(_ columns: String...) { self.init(columns: columns) }

    package init(columns: [String], gap: String = "  ") {
        self.gap = gap
        self.columns = columns.map { column in
            let marks = column.prefix { ">~?".contains($0) }
            return Column(
                title: String(column.dropFirst(marks.count)), isRight: marks.contains(">"),
                isFlexible: marks.contains("~"), isOptional: marks.contains("?"))
        }
    }

    /// The rows, one per line, without trailing blanks. A column that has a title but is otherwise empty is
    /// left out.
    package func text(in style: Style) -> String {
        let isTitled = columns.contains { !$0.title.isEmpty }
        let header = columns.map { Cell($0.title, style.faint) }
        let natural = columns.indices.map { column -> Int? in
            let widest = rows.map { column < $0.count ? $0[column].text.displayWidth : 0 }.max()
            let title = columns[column].title.displayWidth
            return widest ?? 0 == 0 && title > 0 ? nil : max(widest ?? 0, title)
        }
        let widths = fitting(natural, into: style.sheet()?.columns ?? .max)
        return ((isTitled ? [header] : []) + rows).map { line(of: $0, widths, style) }.joined()
    }

    private static let barColumns = 6...24

    /// Adds a column of bars, as wide as the terminal has room for; no column if nothing is drawn.
    ///
    /// - Parameters:
    ///   - values: a value for each row.
    ///   - most: value of the longest bar; `nil` for the largest of the values.
    package mutating func addBars(_ values: [Double], of most: Double? = nil, in style: Style) {
        let lines = text(in: style.plain).split(separator: "\n")
        let used = lines.map { String($0).displayWidth }.max() ?? 0
        guard let sheet = style.sheet(), let most = most ?? values.max() else { return }
        let room = min(sheet.columns - used - 2, Self.barColumns.upperBound)
        guard room >= Self.barColumns.lowerBound else { return }
        for (index, value) in values.enumerated() {
            rows[index].append(.init(sheet.bar(value, of: most, columns: room), style.good))
        }
    }

    /// Widths of the columns; `nil` for columns that are left out.
    private func fitting(_ natural: [Int?], into room: Int) -> [Int?] {
        var widths = natural
        func excess() -> Int {
            let shown = widths.compactMap(\.self)
            return shown.reduce(0, +) + max(0, shown.count - 1) * gap.count - room
        }
        for (least, isLast) in [(12, false), (4, false), (1, true)] where excess() > 0 {
            let flexible = columns.indices.filter { isLast || columns[$0].isFlexible }
            func spare(_ column: Int) -> Int { max(0, (widths[column] ?? 0) - least) }
            while excess() > flexible.reduce(0, { $0 + spare($1) }),
                let column = columns.indices.last(where: {
                    columns[$0].isOptional && widths[$0] != nil
                })
            { widths[column] = nil }
            guard isLast || excess() <= flexible.reduce(0, { $0 + spare($1) }) else { continue }
            while excess() > 0, let widest = flexible.max(by: { spare($0) < spare($1) }),
                spare(widest) > 0
            { widths[widest] = widths[widest].map { $0 - 1 } }
        }
        return widths
    }

    private func line(of row: [Cell], _ widths: [Int?], _ style: Style) -> String {
        let kept = row.indices.filter { widths[$0] != nil }
        guard style.hasColumns else {
            return kept.map { row[$0].text }.filter { !$0.isEmpty }.joined(separator: ", ") + "\n"
        }
        let last = kept.last { !row[$0].text.isEmpty } ?? 0
        return kept.filter { $0 <= last }.map { column in
            let (cell, width) = (row[column], widths[column] ?? 0)
            let text = cell.text.shortened(to: width, sign: style.ellipsis)
            let isRight = columns[column].isRight
            let isEnd = column == last && !isRight
            return cell.paint(isEnd ? text : text.padded(to: width, onTheLeft: isRight))
        }.joined(separator: gap) + "\n"
    }
}

/// Beginnings of ids, long enough to tell the ids apart.
struct ShortIDs {
    /// Length that tells sets apart: among the sets of ten years, hardly two begin alike.
    static let ofHistory = 8

    private let length: Int

    /// - Parameter least: least length, for lists that leave out many other ids.
    init(_ ids: [String], atLeast least: Int = 4) {
        let longest = ids.map(\.count).max() ?? 0
        var length = least
        while length < longest, Set(ids.map { $0.prefix(length) }).count < ids.count {
            length += 1
        }
        self.length = length
    }

    func cell(_ id: String, _ style: Style) -> Table.Cell {
        Table.Cell(String(id.prefix(length)).forTerminal, style.faint)
    }
}
