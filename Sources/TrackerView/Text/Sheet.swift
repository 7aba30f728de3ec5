/// The terminal to print on, and its abilities.
package struct Sheet: Hashable, Sendable {
    package let columns: Int
    package let rows: Int
    /// Whether the terminal shows more than ASCII.
    package let isUTF8: Bool

    package init(columns: Int, rows: Int, isUTF8: Bool) {
        self.columns = columns
        self.rows = rows
        self.isUTF8 = isUTF8
    }

    /// A bar of at most `columns` columns for a part of a whole. A part above 0 has at least one column.
    package func bar(_ part: Double, of whole: Double, columns: Int) -> String {
        guard part > 0, whole > 0 else { return "" }
        let share = min(1, part / whole) * Double(columns)
        guard isUTF8 else { return String(repeating: "#", count: max(1, Int(share.rounded()))) }
        let eighths = max(1, Int((share * 8).rounded()))
        let last = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
        return String(repeating: "█", count: eighths / 8) + last
    }

    /// Values as characters of different heights, one column each. 0 is at the bottom, the largest value at
    /// the top.
    package func sparkline(_ values: [Double]) -> String {
        let heights = Array(isUTF8 ? "·▁▂▃▄▅▆▇█" : "_.:-=+*#@")
        let most = values.max() ?? 0
        return String(
            values.map { value in
                guard value > 0, most > 0 else { return heights[0] }
                return heights[max(1, Int((value / most * 8).rounded(.up)))]
            })
    }
}
