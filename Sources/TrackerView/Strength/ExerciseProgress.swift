import TrackerAPI
import TrackerCore

/// A measure of an exercise whose progress over workouts can be shown.
package enum ProgressMetric: String, CaseIterable {
    case oneRepMax = "1rm"
    case load, volume, reps, hold

    package var title: String {
        switch self {
        case .oneRepMax: "estimated 1RM"
        case .load: "heaviest load"
        case .volume: "volume"
        case .reps: "reps"
        case .hold: "longest hold"
        }
    }

    package func value(of point: ExerciseProgress.Point) -> Double? {
        switch self {
        case .oneRepMax: point.best1RM
        case .load: point.bestLoad
        // A workout without lifted weight has no volume to show.
        case .volume: point.volume > 0 ? point.volume : nil
        case .reps: point.reps > 0 ? Double(point.reps) : nil
        case .hold: point.longestHold
        }
    }

    /// Unit as `FigureText` expects it.
    package func unit(_ unit: String) -> String {
        switch self {
        case .oneRepMax, .load, .volume: unit
        case .reps: "reps"
        case .hold: "seconds"
        }
    }
}

/// The progress of an exercise: a chart on a terminal, a table elsewhere.
package struct ProgressText {
    package let progress: ExerciseProgress.Response
    /// Measure that was asked for; `nil` for none.
    package let metric: ProgressMetric?

    package init(progress: ExerciseProgress.Response, metric: ProgressMetric?) {
        self.progress = progress
        self.metric = metric
    }

    package func text(in style: Style) -> String {
        guard !progress.points.isEmpty else {
            let name = progress.exerciseName.forTerminal
            return style.faint("no sets of \(name) in that time, not counting warm-ups") + "\n"
        }
        let hint = BodyWeightText.hint(
            progress.points.contains { $0.withoutBody == true }, in: style)
        guard let sheet = style.sheet() else { return table(in: style) + hint }
        return chart(on: sheet, in: style) + deloads(in: style) + hint
    }

    /// The points outside of deloads.
    private var usual: [ExerciseProgress.Point] { progress.points.filter { $0.deload != true } }

    /// A line about the workouts of deloads, which the chart leaves out; empty without any.
    private func deloads(in style: Style) -> String {
        let days = progress.points.filter { $0.deload == true }.map { style.day($0.at) }
        return days.isEmpty ? "" : style.faint("deload: \(days.joined(separator: ", "))") + "\n"
    }

    // MARK: Chart

    private func chart(on sheet: Sheet, in style: Style) -> String {
        let present = ProgressMetric.allCases.filter { metric in
            usual.contains { metric.value(of: $0) != nil }
        }
        let name = style.strong(progress.exerciseName.forTerminal)
        guard let shown = metric ?? present.first, present.contains(shown) else {
            let title = metric?.title ?? "values"
            let words = present.map(\.rawValue).joined(separator: " or ")
            let hint = words.isEmpty ? "" : ": try --metric \(words)"
            return "\(name): no \(title) in \(counted(usual.count, "workout"))\(hint)\n"
        }
        let values = usual.compactMap { point in
            shown.value(of: point).map { (date: String(point.at.prefix(10)), value: $0) }
        }
        let points = values.compactMap { item in
            Days.number(ofDate: item.date).map { Chart.Point(day: $0, value: item.value) }
        }
        let unit = shown.unit(progress.unit)
        let isLoad = unit == progress.unit
        let measure = isLoad ? ", \(unit.forTerminal)" : shown == .hold ? ", s" : ""
        let title = "\(name): \(shown.title)\(measure)"
        guard !points.isEmpty else { return title + "\n" + table(in: style) }
        let chart = Chart(
            points: points, isFromZero: shown == .volume || shown == .reps, sheet: sheet)
        return title + "\n" + chart.text(in: style) + "\n" + ends(of: values, unit, in: style)
    }

    /// Text of the first, last and best values.
    private func ends(
        of values: [(date: String, value: Double)], _ unit: String, in style: Style
    ) -> String {
        guard let first = values.first, let last = values.last, values.count > 1,
            let best = values.max(by: { $0.value < $1.value })
        else {
            return values.map { "\(FigureText.of($0.value, unit)) on \($0.date.forTerminal)\n" }
                .joined()
        }
        let change = last.value - first.value
        let sign = change < 0 ? "-" : "+"
        let percent = first.value > 0 ? abs(change) / first.value * 100 : 0
        let words =
            change == 0
            ? "the same"
            : "\(sign)\(FigureText.of(abs(change), unit)) (\(sign)\(NumberText.short(percent.rounded()))%)"
        let paint = change > 0 ? style.good : change < 0 ? style.warning : style.faint
        var table = Table("", ">", "", "")
        table.rows = [("first", first, ""), ("last", last, words), ("best", best, "")].map {
            [
                .init($0.0, style.faint), .init(FigureText.of($0.1.value, unit), style.strong),
                .init(style.date($0.1.date)), .init($0.2, paint),
            ]
        }
        return table.text(in: style)
    }

    // MARK: Table

    /// A line for each workout. Empty cells have a dash, so that scripts find the columns in the same places.
    private func table(in style: Style) -> String {
        let unit = progress.unit.forTerminal.uppercased()
        var table = Table(
            "DATE", ">LOAD/\(unit)", ">1RM/\(unit)", ">VOLUME/\(unit)", ">REPS", ">HOLD/S",
            "WORKOUT", "?DELOAD")
        table.rows = progress.points.map { point in
            let values = [
                point.bestLoad, point.best1RM, point.volume, Double(point.reps), point.longestHold,
            ]
            return [.init(String(point.at.prefix(10)).forTerminal)]
                + values.map { .init($0.map { NumberText.short($0) } ?? "-") }
                + [
                    .init(point.workout.forTerminal, style.faint),
                    .init(point.deload == true ? "deload" : ""),
                ]
        }
        return table.text(in: style)
    }
}
