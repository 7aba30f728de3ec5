import TrackerAPI
import TrackerCore

/// Page part about the totals of each exercise and their course.
struct ExercisesPart {
    let report: ReportView

    /// Most exercises whose course is drawn.
    private static let most = 6

    private var words: PageWords { PageWords(report: report) }

    var markup: Markup { .section("exercises", "Exercises", [totals, course]) }

    private var totals: Markup {
        let rows = report.done.map { total in
            var cells = [
                total.name, CountText.of(total.count, total.unit), total.changeText,
                CountText.of(total.before, total.unit),
            ]
            if report.comparedWith.wholeTo != nil {
                cells.append(total.beforeWhole.map { CountText.of($0, total.unit) } ?? "")
            }
            guard report.period != ReportGet.Period.day.rawValue else { return cells }
            return cells + [average(total.perDay, total), average(total.perActiveDay, total)]
        }
        let columns = ["Exercise", "Total", "Change"] + words.beforeColumns
        let averages =
            report.period == ReportGet.Period.day.rawValue ? [] : ["A day", "An active day"]
        return .table("exercises-table", "Totals by exercise", columns + averages, rows, of: .names)
    }

    private func average(_ value: Double, _ total: ReportView.Total) -> String {
        total.unit == "seconds"
            ? CountText.of(Int64(value.rounded()), total.unit)
            : NumberText.short((value * 10).rounded() / 10)
    }

    /// Drawings of the first exercises, one for each, because totals in different units can't share a scale.
    private var course: Markup {
        let shown = report.done.filter { $0.parts.count == report.parts.count }.prefix(Self.most)
        guard report.parts.count > 1, !shown.isEmpty else { return .none }
        let panels = shown.enumerated().map { panel(of: $1, at: $0) }
        let left = report.done.count - shown.count
        let most = left > 0 ? ", for the \(shown.count) exercises with the most entries" : ""
        let rows = report.parts.enumerated().map { index, part in
            [words.part == "week" ? part : PageWords.row(part)]
                + shown.map { Self.short($0.parts[index], $0.unit) }
        }
        let first = words.part == "week" ? "Week from" : "Day"
        return .figure(
            "Totals by \(words.part)\(most)", [.group("panels", panels)],
            numbers: .table(
                "course-table", "Totals by \(words.part)",
                [first] + shown.map { $0.unit == "seconds" ? $0.name : "\($0.name), \($0.unit)" },
                rows))
    }

    /// Count without its unit, for use under a heading that gives the unit.
    private static func short(_ count: Int64, _ unit: String) -> String {
        unit == "seconds" && count > 0 ? CountText.of(count, unit) : "\(count)"
    }

    private func panel(of total: ReportView.Total, at index: Int) -> Markup {
        let isTime = total.unit == "seconds"
        let inMinutes = isTime && total.parts.contains { $0 >= 180 }
        let unit = inMinutes ? "minutes" : total.unit
        let best = total.parts.max() ?? 0
        let labels = PartLabels(report.parts, isYear: words.part == "week", isNarrow: true)
        let bars = total.parts.enumerated().map { place, count in
            BarFigure.Bar(
                value: inMinutes ? Double(count) / 60 : Double(count), label: labels[place],
                hint: "\(report.parts[place]): \(CountText.of(count, total.unit))")
        }
        let figure = BarFigure(
            id: "course-\(index)", title: "\(total.name), \(unit) a \(words.part)",
            description: "At most \(CountText.of(best, total.unit)) in a \(words.part).",
            bars: bars, height: 70, areWhole: !inMinutes)
        return .element(
            "div", [:], .element("h3", [:], Markup("\(total.name), \(unit)")), figure.markup)
    }
}

/// Labels below the bars of days or weeks, as many as fit.
struct PartLabels {
    private let labels: [Int: String]

    /// - Parameters:
    ///   - isYear: whether the bars are weeks, labelled with months.
    ///   - isNarrow: whether there is no room for every month of a year.
    init(_ parts: [String], isYear: Bool, isNarrow: Bool = false) {
        let step = isNarrow && parts.count > 26 ? 3 : 1
        var labels: [Int: String] = [:]
        var last = ""
        for (index, part) in parts.enumerated() {
            let day = Int(part.suffix(2)) ?? 0
            if isYear {
                let month = PageWords.month(of: part)
                let number = Int(part.dropFirst(5).prefix(2)) ?? 0
                if month != last, number % step == 1 % step { labels[index] = month }
                last = month
            } else if parts.count <= 7 {
                labels[index] = Weekday.shortName(of: part)
            } else if day % 7 == 1 {
                labels[index] = "\(day)"
            }
        }
        self.labels = labels
    }

    subscript(_ index: Int) -> String? { labels[index] }
}
