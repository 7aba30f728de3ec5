import TrackerView

/// Colours for a terminal, or none.
struct Palette {
    let isColored: Bool
    /// Whether the terminal has 256 colours.
    let isRich: Bool

    func painted(_ text: String, _ tone: Tone) -> String {
        guard isColored, tone != .plain, !text.isEmpty else { return text }
        return "\u{1b}[\(code(tone))m\(text)\u{1b}[0m"
    }

    private func code(_ tone: Tone) -> String {
        switch tone {
        case .plain: "0"
        case .faint: "2"
        case .strong: "1"
        case .warning: "1;31"
        case .setup: isRich ? "38;5;246" : "37"
        case .hold: isRich ? "38;5;41" : "32"
        case .reps, .complete: isRich ? "38;5;75" : "34"
        // The 16 basic colours have no orange.
        case .rest: isRich ? "38;5;208" : "33"
        }
    }
}

struct Line: Hashable {
    struct Span: Hashable {
        let text: String
        let tone: Tone
        /// Width in columns. It is stored because measuring a text takes longer than everything else done
        /// with it.
        let width: Int
        /// Whether every scalar of the text takes one column.
        let isEven: Bool
    }

    private(set) var spans: [Span]

    init(_ text: String = "", _ tone: Tone = .plain) {
        let isEven = text.utf8.allSatisfy { $0 < 0x80 }
        let width = isEven ? text.utf8.count : text.displayWidth
        spans = text.isEmpty ? [] : [Span(text: text, tone: tone, width: width, isEven: isEven)]
    }

    /// - Parameter width: width of the text, in which every scalar takes one column.
    init(_ text: String, _ tone: Tone, width: Int) {
        spans = text.isEmpty ? [] : [Span(text: text, tone: tone, width: width, isEven: true)]
    }

    private init(spans: [Span]) { self.spans = spans }

    static func + (left: Line, right: Line) -> Line { Line(spans: left.spans + right.spans) }

    var width: Int { spans.reduce(0) { $0 + $1.width } }

    var text: String { spans.map(\.text).joined() }

    func painted(in palette: Palette) -> String {
        spans.map { palette.painted($0.text, $0.tone) }.joined()
    }

    /// The line, if it has one tone, split into as many lines as it needs at the best places: between sets,
    /// otherwise after semicolons, after commas, or between words.
    func wrapped(to columns: Int) -> [Line] {
        guard width > columns, spans.count == 1, let span = spans.first else { return [self] }
        let separators = ["  ", "; ", ", ", " "]
        let ways = separators.map {
            span.text.split(separator: $0).map(String.init).rows(of: columns, between: $0)
        }
        let whole = ways.first { $0.allSatisfy { $0.displayWidth <= columns } }
        return (whole ?? ways.last ?? []).map { Line($0, span.tone) }
    }

    /// The beginning of the line that fits, with an ellipsis in place of the rest.
    func clipped(to columns: Int) -> Line {
        guard width > columns else { return self }
        guard text.trimmingBlanks.displayWidth > columns, columns > 0 else {
            return cut(to: columns)
        }
        let kept = cut(to: columns - 1)
        return kept + Line("…", kept.spans.last?.tone ?? .plain)
    }

    private func cut(to columns: Int) -> Line {
        var left = columns
        var kept = Line()
        for span in spans where left > 0 {
            let isWhole = span.width <= left
            kept =
                kept
                + (isWhole ? Line(spans: [span]) : Line(span.text.clipped(to: left), span.tone))
            left = isWhole ? left - span.width : 0
        }
        return kept
    }

    /// The line centred in the columns, without blanks after it.
    func centered(in columns: Int) -> Line {
        let line = clipped(to: columns)
        return Self.blanks((columns - line.width) / 2) + line
    }

    func padded(to columns: Int) -> Line { self + Self.blanks(columns - width) }

    /// The line with `end` at the right edge, if both fit.
    func with(_ end: Line, atTheRightOf columns: Int) -> Line {
        let gap = columns - width - end.width
        guard gap > 0, !end.spans.isEmpty else { return clipped(to: columns) }
        return self + Self.blanks(gap) + end
    }

    private static func blanks(_ count: Int) -> Line {
        Line(String(repeating: " ", count: max(0, count)), .plain, width: max(0, count))
    }

    /// The part from where the line first differs from another one, and the column where it begins.
    func rest(after other: Line) -> (column: Int, rest: Line) {
        var column = 0
        var rest = spans[...]
        var old = other.spans[...]
        while let span = rest.first, span == old.first {
            column += span.width
            rest = rest.dropFirst()
            old = old.dropFirst()
        }
        guard let span = rest.first, let former = old.first, span.isEven, former.isEven,
            span.tone == former.tone
        else { return (column, Line(spans: Array(rest))) }
        let same = zip(span.text.unicodeScalars, former.text.unicodeScalars).prefix { $0 == $1 }
        let text = String(span.text.unicodeScalars.dropFirst(same.count))
        let end = Line(text, span.tone, width: span.width - same.count)
        return (column + same.count, end + Line(spans: Array(rest.dropFirst())))
    }

    /// The line for an ASCII-only terminal.
    var inASCII: Line {
        Line(
            spans: spans.map { span in
                guard !span.text.utf8.allSatisfy({ $0 < 0x80 }) else { return span }
                let text = span.text.map { $0.isASCII ? String($0) : $0 == "…" ? "~" : "?" }
                return Span(text: text.joined(), tone: span.tone, width: text.count, isEven: true)
            })
    }
}
