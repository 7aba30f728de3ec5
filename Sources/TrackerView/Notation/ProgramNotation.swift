import TrackerCore

/// The intervals of a program as a person types them: `5m Warm up`, `6x(45s Up, 1m30s Down rest ?)`.
///
/// An interval is its duration (a bare number is minutes), then its label, then its kind if that isn't work,
/// then `?` if the run waits after it. Without a label it is named after its kind. A group repeats what is
/// in brackets; commas stand between.
package struct ProgramNotation {
    package let parts: [ProgramPart]

    /// The reason why a text can't be read.
    package struct Unreadable: Error, Hashable {
        package let message: String
    }

    /// - Parameter texts: one or more parts each, in order.
    package init(_ texts: [String]) throws(Unreadable) {
        var parts: [ProgramPart] = []
        for text in texts { parts += try Self.parts(text[...]) }
        guard !parts.isEmpty else {
            throw Unreadable(message: "there are no intervals: give some, such as '45s Up'")
        }
        self.parts = parts
    }

    private static func parts(_ text: Substring) throws(Unreadable) -> [ProgramPart] {
        var parts: [ProgramPart] = []
        for piece in try pieces(of: text) {
            parts.append(try part(piece.withoutOuterBlanks))
        }
        return parts
    }

    /// The parts of a list, cut at its commas, but not at those within brackets.
    private static func pieces(of text: Substring) throws(Unreadable) -> [Substring] {
        var pieces: [Substring] = []
        var start = text.startIndex
        var depth = 0
        for index in text.indices {
            switch text[index] {
            case "(": depth += 1
            case ")": depth -= 1
            case "," where depth == 0:
                pieces.append(text[start..<index])
                start = text.index(after: index)
            default: break
            }
            if depth < 0 { break }
        }
        guard depth == 0 else {
            throw Unreadable(message: "'\(text)': each bracket needs its other one")
        }
        return pieces + [text[start...]]
    }

    private static func part(_ text: Substring) throws(Unreadable) -> ProgramPart {
        guard let open = text.firstIndex(of: "(") else { return .interval(try interval(text)) }
        let times = text[..<open].withoutOuterBlanks
        guard let sign = times.last, "xX*×".contains(sign), text.last == ")",
            let repeats = Int(times.dropLast().withoutOuterBlanks), repeats > 0
        else {
            throw Unreadable(
                message:
                    "'\(text)': a group is how often, x and brackets, such as 6x(45s Up, 15s rest)"
            )
        }
        guard Program.repeats.contains(repeats) else {
            throw Unreadable(
                message: "'\(text)': a group repeats 1 to \(Program.repeats.upperBound) times")
        }
        return .group(
            repeats: repeats, try parts(text[text.index(after: open)...].dropLast()))
    }

    private static func interval(_ text: Substring) throws(Unreadable) -> Interval {
        var words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        let isManual = words.last == "?" || words.last?.hasSuffix("?") == true
        if isManual, let last = words.popLast(), last != "?" {
            words.append(String(last.dropLast()))
        }
        guard let first = words.first,
            let ms = DurationText.milliseconds(first, bareUnitMs: 60_000), ms > 0
        else {
            throw Unreadable(
                message: "'\(text)': an interval begins with its duration, such as 45s, 1m30s or 5m"
            )
        }
        guard Interval.durations.contains(ms) else {
            throw Unreadable(message: "'\(text)': an interval lasts 100 ms to 24 h")
        }
        words.removeFirst()
        let kind = words.last.flatMap { Interval.Kind(rawValue: $0.lowercased()) }
        if kind != nil { words.removeLast() }
        let named = (kind ?? .work).rawValue
        return Interval(
            label: words.isEmpty
                ? named.prefix(1).uppercased() + named.dropFirst() : words.joined(separator: " "),
            durationMs: ms, kind: kind ?? .work, confirmation: isManual ? .manual : .automatic)
    }
}

extension Substring {
    fileprivate var withoutOuterBlanks: Substring {
        var text = drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
