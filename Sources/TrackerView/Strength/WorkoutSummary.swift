import TrackerAPI
import TrackerCore

extension WorkoutView.Summary {
    /// The lines for a view that places and colours them itself.
    func lines(now: Int64) -> [String] {
        let style = Style(
            isColored: false, today: { "" }, sheet: { nil }, nowMs: { now })
        return details(in: style).split(separator: "\n").map { line in
            String(line.hasPrefix("  ") ? line.dropFirst(2) : line)
        }
    }

    /// Lines about the rest, the difference from last time and the records, with the last newline; empty if
    /// none is known.
    func details(in style: Style) -> String {
        var text = ""
        if let averageRestMs { text += "  rest \(SpanText.elapsed(averageRestMs)) on average\n" }
        if withoutBody == true { text += "  " + BodyWeightText.hint(withoutBody, in: style) }
        if let difference { text += "  \(Self.words(for: difference, unit, in: style))\n" }
        if let muscles, !muscles.isEmpty {
            let counts = muscles.map { "\($0.muscle.forTerminal) \(NumberText.short($0.sets))" }
            text += style.lines(of: counts, title: "  sets:")
        }
        if let records, !records.isEmpty {
            text += "  \(style.good("records"))\n"
            text += SetText.records(records, in: style).split(separator: "\n")
                .map { "    \($0)\n" }.joined()
        }
        return text
    }

    /// Difference, such as `against Mon 2 Mar: +250 kg, +1 set, +5 reps`.
    private static func words(
        for difference: WorkoutView.Difference, _ unit: String, in style: Style
    ) -> String {
        func sign(_ isLess: Bool) -> String { isLess ? "-" : "+" }
        var parts: [String] = []
        if difference.work != 0 {
            let amount = NumberText.short(difference.work.magnitude)
            parts.append("\(sign(difference.work < 0))\(amount) \(unit.forTerminal)")
        }
        if difference.sets != 0 {
            let sets = counted(difference.sets.magnitude, "set")
            parts.append(sign(difference.sets < 0) + sets)
        }
        if difference.reps != 0 {
            let reps = counted(difference.reps.magnitude, "rep")
            parts.append(sign(difference.reps < 0) + reps)
        }
        let words = parts.isEmpty ? "the same" : parts.joined(separator: ", ")
        return "against \(style.date(difference.day)): \(words)"
    }
}
