import TrackerCore

/// Building blocks of a page.
extension Markup {
    /// Kind of a table. It decides which cells may take several lines.
    enum Contents: String {
        /// Numbers beside days or times.
        case days
        /// Numbers beside names.
        case names
        /// Texts.
        case words
    }

    /// A section with a heading; nothing if it has no content.
    static func section(_ id: String, _ heading: String, _ content: [Markup]) -> Markup {
        let content = content.filter { !$0.isEmpty }
        guard !content.isEmpty else { return .none }
        let heading = element("h2", ["id": id], Markup(heading))
        return element("section", ["aria-labelledby": id], [heading] + content)
    }

    /// A paragraph; nothing for an empty text.
    static func paragraph(_ text: String, of kind: String = "note") -> Markup {
        text.isEmpty ? .none : element("p", ["class": kind], Markup(text))
    }

    /// Names with their values, side by side.
    static func facts(_ facts: [(name: String, value: String)]) -> Markup {
        guard !facts.isEmpty else { return .none }
        let items = facts.map { fact in
            element(
                "div", [:], element("dt", [:], Markup(fact.name)),
                element("dd", [:], Markup(fact.value)))
        }
        return element("dl", ["class": "facts"], items)
    }

    /// A table whose rows begin with their headings. If it is too large, it can be scrolled with the
    /// keyboard.
    ///
    static func table(
        _ id: String, _ caption: String, _ columns: [String], _ rows: [[String]],
        of contents: Contents = .days
    ) -> Markup {
        guard !rows.isEmpty else { return .none }
        let titles = columns.map { element("th", ["scope": "col"], Markup($0)) }
        let lines = rows.map { row in
            element(
                "tr", [:],
                row.enumerated().map { column, text in
                    column == 0
                        ? element("th", ["scope": "row"], Markup(text))
                        : element("td", [:], Markup(text))
                })
        }
        let table = element(
            "table", ["class": contents.rawValue],
            element("caption", ["id": id], Markup(caption)),
            element("thead", [:], element("tr", [:], titles)), element("tbody", [:], lines))
        return element(
            "div",
            ["class": "table", "role": "region", "tabindex": "0", "aria-labelledby": id], table)
    }

    /// Drawings with their caption, and the same numbers as a table.
    ///
    /// - Parameter isBeside: whether the table is short, so that it can stand to the right if there is room.
    static func figure(
        _ caption: String, _ drawings: [Markup], numbers: Markup, isBeside: Bool = false
    ) -> Markup {
        element(
            "figure", isBeside ? ["class": "beside"] : [:],
            element("figcaption", [:], Markup(caption)), element("div", [:], drawings), numbers)
    }

    /// Drawings side by side.
    static func group(_ kind: String, _ drawings: [Markup]) -> Markup {
        element("div", ["class": kind], drawings)
    }

    /// Colours with their meanings.
    static func legend(_ items: [(kind: String, meaning: String)]) -> Markup {
        let items = items.map { item in
            element(
                "li", [:],
                element(
                    "svg",
                    ["width": "11", "height": "11", "viewBox": "0 0 11 11", "aria-hidden": "true"],
                    void(
                        "rect",
                        ["class": item.kind, "width": "11", "height": "11", "rx": "2"])),
                Markup(item.meaning))
        }
        return element("ul", ["class": "legend"], items)
    }
}

/// A drawing (SVG) with its title and description. Horizontal places are shares of its width, so that letters
/// and lines keep their size on a narrow screen.
struct Drawing {
    let id: String
    let title: String
    let description: String
    /// Height in pixels.
    let height: Double
    /// Whether the drawing has numbers to its left.
    var hasAxis = false
    /// Width and height of a drawing that is scaled as a whole; `nil` for one that takes any width.
    var size: (width: Double, height: Double)?
    var content: [Markup] = []

    var markup: Markup {
        let names = [
            Markup.element("title", ["id": id + "-title"], Markup(title)),
            Markup.element("desc", ["id": id + "-text"], Markup(description)),
        ]
        let labels = "\(id)-title \(id)-text"
        if let size {
            let box = "0 0 \(Self.number(size.width)) \(Self.number(size.height))"
            return .element(
                "svg", ["role": "img", "aria-labelledby": labels, "viewBox": box], names + content)
        }
        return .element(
            "svg",
            [
                "role": "img", "aria-labelledby": labels, "class": hasAxis ? "axis" : "plain",
                "width": "100%", "height": Self.number(height),
            ], names + content)
    }

    /// A text.
    ///
    /// - Parameters:
    ///   - x: horizontal place in pixels, or a share such as `12.5%`.
    ///   - anchor: point of the text that is at that place: `start`, `middle` or `end`.
    static func label(
        _ text: String, x: String, y: Double, anchor: String = "start", kind: String = "label"
    ) -> Markup {
        .element(
            "text",
            [
                "class": kind, "x": x, "y": number(y), "text-anchor": anchor, "font-size": "12",
            ], Markup(text))
    }

    /// A horizontal line across the drawing.
    static func line(y: Double) -> Markup {
        .void("line", ["class": "grid", "x1": "0", "x2": "100%", "y1": number(y), "y2": number(y)])
    }

    /// Number with at most two decimals.
    static func number(_ value: Double) -> String { NumberText.short(value) }

    /// Share of the width, such as `12.5%`.
    static func share(_ part: Double, of whole: Double = 1) -> String {
        number(whole > 0 ? part / whole * 100 : 0) + "%"
    }
}
