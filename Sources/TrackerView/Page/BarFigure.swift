/// Bars side by side, with a scale to their left and words below.
struct BarFigure {
    struct Bar {
        let value: Double
        /// The part of the value at the bottom that is set off from the rest; `nil` where all is one.
        var part: Double?
        /// The words on top of the bar; `nil` for none.
        var sign: String?
        /// The words below; `nil` for none.
        let label: String?
        /// The words that a pointer brings up on a bar of its own; `nil` for none.
        var hint: String?
    }

    let id: String
    let title: String
    let description: String
    let bars: [Bar]
    /// Height of the highest bar, in pixels.
    var height = 120.0
    /// Set for numbers of things, of which there is no half.
    var areWhole = true

    /// The most bars that are drawn one by one; more of them are one shape, to keep the page small.
    private static let mostSingle = 31
    /// The least number of places, so that few bars don't get broad.
    private static let leastPlaces = 7
    /// Room above for words, and below for labels, in pixels.
    private static let (top, bottom) = (16.0, 20.0)
    /// Share of a bar's place that the bar itself takes.
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

    /// A scale with few lines; one of whole numbers has no others.
    private var scale: ValueScale {
        let scales = (height < 100 ? [4, 2] : [6, 4, 2]).map { rows in
            ValueScale(bars.map(\.value), isFromZero: true, rows: rows)
        }
        let whole = scales.first { scale in scale.ticks.allSatisfy { !$0.text.contains(".") } }
        return (areWhole ? whole : nil) ?? scales[0]
    }

    /// The bars as one shape, which is stretched to the width of the drawing.
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

    /// Lines across, with their values.
    private func axis(of scale: ValueScale) -> [Markup] {
        let most = Double(max(1, scale.ticks.count - 1))
        return scale.ticks.enumerated().flatMap { index, tick -> [Markup] in
            let y = base - Double(index) / most * height
            return [
                Drawing.line(y: y),
                Drawing.label(tick.text, x: "-8", y: y + 4, anchor: "end"),
            ]
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
            parts.append(
                Drawing.label(label, x: middle, y: base + 15, anchor: "middle"))
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
