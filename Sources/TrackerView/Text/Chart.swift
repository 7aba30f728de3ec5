/// A chart of values over days, drawn with characters: a line through the points, values to the left, days
/// below.
struct Chart {
    struct Point: Hashable {
        /// Number of the day, counted from 1970-01-01 as 0.
        package let day: Int
        package let value: Double
    }

    /// Points in order of day; at least one.
    let points: [Point]
    /// Whether the scale begins at 0.
    var isFromZero = false
    package let sheet: Sheet

    private static let rows = 5...16
    /// Number of screen rows left for other output.
    private static let otherRows = 9

    /// The chart, with the last newline.
    package func text(in style: Style) -> String {
        let height = min(
            max(sheet.rows - Self.otherRows, Self.rows.lowerBound), Self.rows.upperBound)
        let scale = ValueScale(points.map(\.value), isFromZero: isFromZero, rows: height)
        let margin = scale.ticks.map(\.text.count).max() ?? 0
        let width = max(sheet.columns - margin - 3, 10)
        let days = DayScale(from: points.first?.day ?? 0, to: points.last?.day ?? 0, columns: width)
        let plot = plot(scale, days, width: width, height: height)
        let axis = sheet.isUTF8 ? (tick: "┤", line: "│") : (tick: "+", line: "|")
        var lines = plot.enumerated().map { row, cells in
            let tick = scale.ticks.first { $0.row == row }
            let label = (tick?.text ?? "").padded(to: margin, onTheLeft: true)
            let edge = tick == nil ? axis.line : axis.tick
            return style.faint("\(label) \(edge)") + style.good(cells.trimmingBlanks)
        }
        let indent = String(repeating: " ", count: margin + 1)
        lines.append(style.faint(indent + days.axis(isUTF8: sheet.isUTF8)))
        lines.append(style.faint(indent + " " + days.labels))
        return lines.map { $0 + "\n" }.joined()
    }

    /// The characters of each row.
    private func plot(_ scale: ValueScale, _ days: DayScale, width: Int, height: Int) -> [String] {
        // A braille character has two columns of four dots.
        let dots = sheet.isUTF8 ? (x: 2, y: 4) : (x: 1, y: 1)
        var canvas = Canvas(columns: width, rows: height, isBraille: sheet.isUTF8)
        let places = points.map { point in
            (
                x: Int((days.share(of: point.day) * Double(width * dots.x - 1)).rounded()),
                y: Int((scale.share(of: point.value) * Double(height * dots.y - 1)).rounded())
            )
        }
        for (from, to) in zip(places, places.dropFirst()) { canvas.draw(from: from, to: to) }
        // Many points form a line by themselves.
        if points.count * 3 <= width || !sheet.isUTF8 {
            for place in places { canvas.mark(x: place.x / dots.x, y: place.y / dots.y) }
        } else {
            for place in places { canvas.draw(from: place, to: place) }
        }
        return canvas.lines
    }
}

/// Canvas on which the characters of a chart are composed.
private struct Canvas {
    private let isBraille: Bool
    /// Rows of cells. A cell holds the dots of its character, or one value for the whole character.
    private var cells: [[UInt32]]
    private var marks: [[Bool]]

    init(columns: Int, rows: Int, isBraille: Bool) {
        self.isBraille = isBraille
        cells = Array(repeating: Array(repeating: 0, count: columns), count: rows)
        marks = Array(repeating: Array(repeating: false, count: columns), count: rows)
    }

    mutating func mark(x: Int, y: Int) { marks[y][x] = true }

    /// Draws a line of dots with Bresenham's algorithm.
    mutating func draw(from: (x: Int, y: Int), to: (x: Int, y: Int)) {
        let (width, height) = (abs(to.x - from.x), abs(to.y - from.y))
        let step = (x: from.x < to.x ? 1 : -1, y: from.y < to.y ? 1 : -1)
        var (place, error) = (from, width - height)
        while true {
            set(place)
            guard place != to else { return }
            let double = 2 * error
            if double > -height {
                error -= height
                place.x += step.x
            }
            if double < width {
                error += width
                place.y += step.y
            }
        }
    }

    private mutating func set(_ place: (x: Int, y: Int)) {
        guard isBraille else { return cells[place.y][place.x] = 1 }
        // The bits that add dots to U+2800: the upper three on the left, the upper three on the right, then
        // the lowest two.
        let bits: [[UInt32]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]
        cells[place.y / 4][place.x / 2] |= bits[place.y % 4][place.x % 2]
    }

    var lines: [String] {
        zip(cells, marks).map { cells, marks in
            String(
                zip(cells, marks).map { cell, isMarked in
                    if isMarked { return isBraille ? "●" : "*" }
                    guard cell > 0 else { return " " }
                    return isBraille
                        ? Unicode.Scalar(0x2800 + cell).map(Character.init) ?? " " : "."
                })
        }
    }
}
