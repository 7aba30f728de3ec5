import TrackerAPI
import TrackerCore

/// Line chart of an exercise's progress: of the estimated 1RM, or otherwise of the first measure that has
/// values.
struct LineFigure {
    struct Point {
        let date: String
        let day: Int
        let value: Double
    }

    let name: String
    let unit: String
    let points: [Point]
    private let title: String

    private static let (top, height, bottom) = (8.0, 90.0, 20.0)

    /// - Parameter weeks: first days of weeks, to show only the best value of each week; `nil` for every
    ///   workout.
    /// - Returns: `nil` for an exercise with fewer than two values to draw a line through.
    init?(_ progress: ExerciseProgress.Response, weeks: [String]?) {
        let metric = ProgressMetric.allCases.first { metric in
            progress.points.count { metric.value(of: $0) != nil } > 1
        }
        guard let metric else { return nil }
        name = progress.exerciseName
        unit = metric.unit(progress.unit)
        title = metric.title
        points = progress.points.reduce(into: []) { points, point in
            let workout = String(point.at.prefix(10))
            let date = weeks.map { $0.last { $0 <= workout } ?? workout } ?? workout
            guard let value = metric.value(of: point), let day = Days.number(ofDate: date) else {
                return
            }
            // Two workouts on one day are one point, too.
            let former = points.last?.date == date ? points.removeLast().value : value
            points.append(Point(date: date, day: day, value: max(former, value)))
        }
    }

    /// Value of a day or week, without its unit; empty if there is none.
    func text(on date: String) -> String {
        points.first { $0.date == date }.map { NumberText.short($0.value) } ?? ""
    }

    func markup(id: String) -> Markup {
        let values = points.map(\.value)
        let scale = ValueScale(values, isFromZero: false, rows: 6)
        let (first, last) = (points.first, points.last)
        var drawing = Drawing(
            id: id, title: "\(name): \(title), \(unit)",
            description: "From \(FigureText.of(first?.value ?? 0, unit)) to "
                + "\(FigureText.of(last?.value ?? 0, unit)).",
            height: Self.top + Self.height + Self.bottom, hasAxis: true)
        drawing.content = axis(of: scale) + [line(on: scale)] + marks(on: scale) + ends
        return .element(
            "div", [:], .element("h3", [:], Markup("\(name): \(title), \(unit)")), drawing.markup)
    }

    private func axis(of scale: ValueScale) -> [Markup] {
        let most = Double(max(1, scale.ticks.count - 1))
        return scale.ticks.enumerated().flatMap { index, tick in
            let y = Self.top + (1 - Double(index) / most) * Self.height
            return [Drawing.line(y: y), Drawing.label(tick.text, x: "-8", y: y + 4, anchor: "end")]
        }
    }

    /// Horizontal place of a point, from 0 to 1.
    private func place(of point: Point) -> Double {
        let (first, last) = (points.first?.day ?? 0, points.last?.day ?? 0)
        return last > first ? Double(point.day - first) / Double(last - first) : 0.5
    }

    /// The line, stretched to the width of the drawing. Its stroke isn't stretched.
    private func line(on scale: ValueScale) -> Markup {
        let places = points.map { point in
            let x = Drawing.number(place(of: point) * 1000)
            return "\(x),\(Drawing.number(scale.share(of: point.value) * Self.height))"
        }
        return .element(
            "svg",
            [
                "width": "100%", "height": Drawing.number(Self.height),
                "y": Drawing.number(Self.top), "preserveAspectRatio": "none",
                "viewBox": "0 0 1000 \(Drawing.number(Self.height))",
            ],
            .void(
                "polyline",
                [
                    "class": "curve", "fill": "none", "stroke-width": "2",
                    "vector-effect": "non-scaling-stroke", "points": places.joined(separator: " "),
                ]))
    }

    /// Most points marked one by one. With more, only the line is drawn, to keep the page small.
    private static let mostMarked = 31

    private func marks(on scale: ValueScale) -> [Markup] {
        guard points.count <= Self.mostMarked else { return [] }
        return points.map { point in
            .element(
                "circle",
                [
                    "class": "bar", "cx": Drawing.share(place(of: point)),
                    "cy": Drawing.number(Self.top + scale.share(of: point.value) * Self.height),
                    "r": "3",
                ],
                .element(
                    "title", [:], Markup("\(point.date): \(FigureText.of(point.value, unit))")))
        }
    }

    /// Labels of the first and last day.
    private var ends: [Markup] {
        let y = Self.top + Self.height + 16
        return [(points.first, "0", "start"), (points.last, "100%", "end")].compactMap { end in
            end.0.map { Drawing.label($0.date, x: end.1, y: y, anchor: end.2) }
        }
    }
}
