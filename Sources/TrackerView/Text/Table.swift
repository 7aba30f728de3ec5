/// Rows with aligned columns that fit the terminal; nothing is cut or left out where there is none.
package struct Table {
    package struct Cell {
        package let text: String
        /// Colours the text together with its padding.
        package let paint: (String) -> String

        package init(_ text: String, _ paint: @escaping (String) -> String = { $0 }) {
            self.text = text
            self.paint = paint
        }
    }

    private struct Column {
        let title: String
        let isRight: Bool
        /// Set for a text that may be shortened where room is scarce.
        let isFlexible: Bool
        /// Set for what may be left out where room is scarce.
        let isOptional: Bool
    }

    private let columns: [Column]
    package var rows: [[Cell]] = []

    private static let gap = "  "

    /// - Parameter columns: the titles, none for a table without a header. `>` before a title aligns its
    ///   column on the right, `~` allows to shorten it, `?` to leave it out.
    package init(_ columns: String...) { self.init(columns: columns) }

    package init(columns: [String]) {
        self.columns = columns.map { column in
            let marks = column.prefix { ">~?".contains($0) }
            return Column(
                title: String(column.dropFirst(marks.count)), isRight: marks.contains(">"),
                isFlexible: marks.contains("~"), isOptional: marks.contains("?"))
        }
    }

    /// The rows, one on each line, without blanks at its end. Columns with a title that are empty otherwise
    /// are left out.
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

    /// Adds a column of bars that are as wide as the terminal leaves room for; none where nothing is drawn.
    ///
    /// - Parameters:
    ///   - values: a value for each row.
    ///   - most: the value of the longest bar; `nil` for the largest of the values.
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
            return shown.reduce(0, +) + max(0, shown.count - 1) * Self.gap.count - room
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
        let last = kept.last { !row[$0].text.isEmpty } ?? 0
        return kept.filter { $0 <= last }.map { column in
            let (cell, width) = (row[column], widths[column] ?? 0)
            let text = cell.text.shortened(to: width, sign: style.ellipsis)
            let isRight = columns[column].isRight
            let isEnd = column == last && !isRight
            return cell.paint(isEnd ? text : text.padded(to: width, onTheLeft: isRight))
        }.joined(separator: Self.gap) + "\n"
    }
}

/// The beginnings of ids that tell them apart.
struct ShortIDs {
    /// The length by which sets are told apart: among those of ten years hardly two begin alike.
    static let ofHistory = 8

    private let length: Int

    /// - Parameter least: the least length, for where many other ids could have the same beginning.
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
