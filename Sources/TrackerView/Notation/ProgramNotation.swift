import TrackerCore

/// The intervals of a program as a person types them: `5m Warm up`, `6x(45s Up, 1m30s Down rest ?)`.
///
/// An interval is its duration, then its label, then its kind if that isn't work, then `?` if the run waits
/// after it. Without a label, it is named after its kind. A group repeats the intervals in parentheses, or
/// one interval without them: `6 x 45s Up`. Commas separate the parts.
package struct ProgramNotation {
    package let parts: [ProgramPart]

    /// - Parameter texts: texts of one or more parts each, in order.
    /// - Throws: a refusal that quotes the wrong part and says what is allowed.
    package init(_ texts: [String]) throws(Rejection) {
        var parts: [ProgramPart] = []
        for text in texts { parts += try Self.parts(text[...]) }
        guard !parts.isEmpty else {
            throw .invalid("intervals", "no intervals given: write some, such as '45s Up'")
        }
        self.parts = parts
    }

    private static func parts(_ text: Substring) throws(Rejection) -> [ProgramPart] {
        var parts: [ProgramPart] = []
        for piece in try pieces(of: text) {
            parts.append(try part(piece.withoutOuterBlanks))
        }
        return parts
    }

    /// Parts of a list, split at commas outside parentheses.
    private static func pieces(of text: Substring) throws(Rejection) -> [Substring] {
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
            throw .invalid("intervals", "'\(text)': a bracket has no match")
        }
        return pieces + [text[start...]]
    }

    private static func part(_ text: Substring) throws(Rejection) -> ProgramPart {
        guard let open = text.firstIndex(of: "(") else {
            guard let times = Repeats(text) else { return .interval(try interval(text)) }
            return .group(
                repeats: try times.checked(in: text), [.interval(try interval(times.rest))])
        }
        guard let times = Repeats(text), times.rest.startIndex == open, text.last == ")" else {
            throw .invalid(
                "intervals",
                "'\(text)': a group is a count, x and brackets, such as 6x(45s Up, 15s rest)"
            )
        }
        return .group(
            repeats: try times.checked(in: text), try parts(times.rest.dropFirst().dropLast()))
    }

    /// The number and the `x` at the beginning of a group.
    private struct Repeats {
        private let count: Int
        /// The text after the `x`.
        let rest: Substring

        /// Reads the beginning of a group; `nil` if the text doesn't begin with one.
        init?(_ text: Substring) {
            let digits = text.prefix { $0.isASCII && $0.isNumber }
            let behind = text[digits.endIndex...].withoutOuterBlanks
            guard let count = Int(digits), count > 0, let sign = behind.first, "xX*×".contains(sign)
            else { return nil }
            self.count = count
            rest = behind.dropFirst().withoutOuterBlanks
        }

        func checked(in text: Substring) throws(Rejection) -> Int {
            guard Program.repeats.contains(count) else {
                throw .invalid(
                    "intervals",
                    "'\(text)': a group repeats 1 to \(Program.repeats.upperBound) times")
            }
            return count
        }
    }

    private static func interval(_ text: Substring) throws(Rejection) -> Interval {
        var words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        let isManual = words.last == "?" || words.last?.hasSuffix("?") == true
        if isManual, let last = words.popLast(), last != "?" {
            words.append(String(last.dropLast()))
        }
        let ms = try duration(&words, in: text)
        guard Interval.durations.contains(ms) else {
            throw .invalid("intervals", "'\(text)': an interval lasts 100 ms to 24 h")
        }
        let kind = words.last.flatMap { Interval.Kind(rawValue: $0.lowercased()) }
        if kind != nil { words.removeLast() }
        let named = (kind ?? .work).rawValue
        return Interval(
            label: words.isEmpty
                ? named.prefix(1).uppercased() + named.dropFirst() : words.joined(separator: " "),
            durationMs: ms, kind: kind ?? .work, confirmation: isManual ? .manual : .automatic)
    }

    /// Takes the duration from the beginning of the words, as many words as it has.
    private static func duration(
        _ words: inout [String], in text: Substring
    ) throws(Rejection) -> Int64 {
        for count in (1...max(1, words.count)).reversed() {
            let span = words.prefix(count).joined(separator: " ")
            guard let ms = DurationText.milliseconds(span), ms > 0 else { continue }
            if let metres = metres(span) {
                throw .invalid(
                    "intervals",
                    "'\(text)': m means minutes, and an interval needs a duration: write "
                        + "\(DurationText.text(ms: ms)) for \(metres) minutes, or give the time "
                        + "\(metres) metres take: '90s \(metres)m'")
            }
            words.removeFirst(count)
            return ms
        }
        if let number = words.first, number.allSatisfy({ $0.isASCII && $0.isNumber }) {
            let rest = words.dropFirst().map { " \($0)" }.joined()
            throw .invalid(
                "intervals",
                "'\(text)': \(number) needs a unit: write '\(number)s\(rest)' for "
                    + "seconds or '\(number)m\(rest)' for minutes; for reps give a time for them: "
                    + "'1m \(number)\(rest)'")
        }
        throw .invalid(
            "intervals", "'\(text)': an interval starts with its duration, such as 45s, 1m30s or 5m"
        )
    }

    /// Number of minutes from which a text such as `500m` more likely means metres.
    private static let fewestMetres: Int64 = 60

    /// Number in a text such as `400m` that more likely means metres; `nil` for others.
    private static func metres(_ span: String) -> Int64? {
        let figure = span.dropLast()
        guard span.last == "m", let number = Int64(figure), number >= fewestMetres else {
            return nil
        }
        return number
    }
}

extension Substring {
    fileprivate var withoutOuterBlanks: Substring {
        var text = drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
