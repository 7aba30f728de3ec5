import TrackerAPI
import TrackerCore

extension LevelView: Shown {
    package func text(in style: Style) -> String {
        let words =
            [counted(xp, "point")] + (today > 0 ? ["\(today) of them today"] : [])
            + ["\(max(0, nextAt - xp)) more to level \(level + 1)"]
        let sources = [
            (by.days, "from training days"), (by.achievements, "from achievements"),
            (by.challenges, "from challenges"),
        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return style.lines(of: words, title: style.strong("level \(level):"))
            + (sources.isEmpty ? "" : style.lines(of: sources, title: " ")) + bar(in: style)
    }

    private static let barColumns = 40

    /// Bar of the points from this level to the next.
    private func bar(in style: Style) -> String {
        let start = Experience.threshold(ofLevel: level)
        guard let sheet = style.sheet(), xp > start else { return "" }
        let bar = sheet.bar(
            Double(xp - start), of: Double(nextAt - start),
            columns: min(Self.barColumns, sheet.columns - 2))
        return "  \(style.good(bar))\n"
    }
}
