/// Bar chart, with a scale to the left and labels below.
struct BarFigure {
    struct Bar {
        let value: Double
        /// Part of the value that is set apart at the bottom of the bar; `nil` for none.
        var part: Double?
        /// Text above the bar; `nil` for none.
        var sign: String?
        /// Label below the bar; `nil` for none.
        let label: String?
        /// Text shown when the pointer is on the bar; `nil` for none.
        var hint: String?
    }

    let id: String
    let title: String
    let description: String
    let bars: [Bar]
    /// Height of the highest bar, in pixels.
    var height = 120.0
    /// Whether the values are whole numbers.
    var areWhole = true

    /// Most bars drawn one by one. More bars are one shape, to keep the page small.
    private static let mostSingle = 31
    /// Least number of places for bars, so that few bars don't get too wide.
    private static let leastPlaces = 7
    /// Room for text above and labels below, in pixels.
    private static let (top, bottom) = (16.0, 20.0)
    /// Share of its place that a bar fills.
    private static let filling = 0.8

    private var base: Double { Self.top + height }
    private var places: Double { Double(max(bars.count, Self.leastPlaces)) }

    var markup: Markup {
        let scale = scale
        var drawing = Drawing(
            id: id, title: title, description: description, height: base + Self.bottom,
            hasAxis: true)
        drawing.content =
            axis(of: scale) + (bars.count > Self.mostSingle ? [shape(on: scale)] : [])
            + bars.indices.flatMap { markup(of: $0, on: scale) }
        return drawing.markup
    }

    /// Scale with few lines, which are at whole numbers if the values are whole.
    private var scale: ValueScale {
        let scales = (height < 100 ? [4, 2] : [6, 4, 2]).map { rows in
            ValueScale(bars.map(\.value), isFromZero: true, rows: rows)
        }
        let whole = scales.first { scale in scale.ticks.allSatisfy { !$0.text.contains(".") } }
        return (areWhole ? whole : nil) ?? scales[0]
    }

    /// The bars as one shape, stretched to the width of the drawing.
    private func shape(on scale: ValueScale) -> Markup {
        let edge = (1 - Self.filling) / 2
        let lines = bars.enumerated().filter { $1.value > 0 }.map { index, bar in
            let top = ((scale.share(of: bar.value) * height) * 10).rounded() / 10
            let x = Drawing.number(Double(index) + edge)
            return "M\(x) \(Drawing.number(top))V\(Drawing.number(height))h.8V"
                + "\(Drawing.number(top))z"
        }
        return .element(
            "svg",
            [
                "width": "100%", "height": Drawing.number(height), "y": Drawing.number(Self.top),
                "viewBox": "0 0 \(bars.count) \(Drawing.number(height))",
                "preserveAspectRatio": "none",
            ], .void("path", ["class": "bar", "d": lines.joined()]))
    }

    /// Horizontal lines, with their values.
    private func axis(of scale: ValueScale) -> [Markup] {
        let most = Double(max(1, scale.ticks.count - 1))
        return scale.ticks.enumerated().flatMap { index, tick -> [Markup] in
            let y = base - Double(index) / most * height
            return [Drawing.line(y: y), Drawing.label(tick.text, x: "-8", y: y + 4, anchor: "end")]
        }
    }

    private func markup(of index: Int, on scale: ValueScale) -> [Markup] {
        let bar = bars[index]
        let middle = Drawing.share(Double(index) + 0.5, of: places)
        var parts: [Markup] = []
        let y = Self.top + scale.share(of: bar.value) * height
        if bar.value > 0, bars.count <= Self.mostSingle {
            let hint = bar.hint.map { Markup.element("title", [:], Markup($0)) } ?? .none
            if let part = bar.part {
                let split = Self.top + scale.share(of: part) * height
                parts = [
                    rect(index, "rest", from: y, to: split, hint),
                    rect(index, "bar", from: split, to: base, hint),
                ]
            } else {
                parts = [rect(index, "bar", from: y, to: base, hint)]
            }
        }
        if let sign = bar.sign {
            parts.append(Drawing.label(sign, x: middle, y: y - 4, anchor: "middle", kind: "value"))
        }
        if let label = bar.label {
            parts.append(Drawing.label(label, x: middle, y: base + 15, anchor: "middle"))
        }
        return parts
    }

    private func rect(
        _ index: Int, _ kind: String, from top: Double, to bottom: Double, _ hint: Markup
    ) -> Markup {
        guard bottom > top else { return .none }
        let left = Double(index) + (1 - Self.filling) / 2
        return .element(
            "rect",
            [
                "class": kind, "x": Drawing.share(left, of: places), "y": Drawing.number(top),
                "width": Drawing.share(Self.filling, of: places),
                "height": Drawing.number(bottom - top),
            ], hint)
    }
}
