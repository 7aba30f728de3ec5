import TrackerCore

/// The intervals of a program as a person types them: `5m Warm up`, `6x(45s Up, 1m30s Down rest ?)`.
///
/// An interval is its duration, then its label, then its kind if that isn't work, then `?` if the run waits
/// after it. Without a label, it is named after its kind. With `?` and without a duration, the run waits until
/// it is confirmed: `Put on shoes ?`; with a number in front, that many of the exercise are logged then:
/// `20 push-ups ?`. A group repeats the intervals in parentheses, or one interval without them: `6 x 45s Up`.
/// The last group may be endless: `∞x(25m, 5m)`, `loop(25m, 5m)`, where of two bare durations the second is a rest.
/// Commas separate the parts.
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
        guard depth == 0 else { throw .invalid("intervals", "'\(text)': a bracket has no match") }
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
                """
                '\(text)': a group is a count, x and brackets, such as 6x(45s Up, 15s rest); \
                an endless one is loop(25m, 5m)
                """
            )
        }
        let repeats = try times.checked(in: text)
        let inner = times.rest.dropFirst().dropLast()
        guard repeats != nil else { return .group(repeats: nil, try endless(inner)) }
        return .group(repeats: repeats, try parts(inner))
    }

    /// Parts of an endless group; of two bare durations the second is a rest.
    private static func endless(_ text: Substring) throws(Rejection) -> [ProgramPart] {
        let all = try parts(text)
        guard all.count == 2, case .interval(let rest) = all[1] else { return all }
        for piece in try pieces(of: text) {
            var words = piece.split(whereSeparator: \.isWhitespace).map(String.init)
            guard try duration(&words, in: piece) != nil, words.isEmpty else { return all }
        }
        return [
            all[0],
            .interval(
                Interval(
                    label: Interval.Kind.rest.label, durationMs: rest.durationMs, kind: .rest,
                    confirmation: rest.confirmation)),
        ]
    }

    /// The number and the `x` at the beginning of a group, or the sign or word of an endless one.
    private struct Repeats {
        private static let signs = "xX*×"
        private static let endless: Set<String> = ["∞", "inf", "loop", "endless"]

        /// Number of repetitions; `nil` for an endless group.
        private let count: Int?
        /// The text after the `x`.
        let rest: Substring

        /// Reads the beginning of a group; `nil` if the text doesn't begin with one.
        init?(_ text: Substring) {
            if let rest = Self.behindEndless(text) {
                count = nil
                self.rest = rest
                return
            }
            let digits = text.prefix { $0.isASCII && $0.isNumber }
            let behind = text[digits.endIndex...]
            guard let count = Int(digits), count > 0, let rest = Self.behindSign(behind) else {
                return nil
            }
            self.count = count
            self.rest = rest
        }

        /// The text behind an `x`; `nil` if there is none, or it is the beginning of a word, as in
        /// `20 xylophones`.
        private static func behindSign(_ text: Substring) -> Substring? {
            let behind = text.withoutOuterBlanks
            guard let sign = behind.first, signs.contains(sign) else { return nil }
            let rest = behind.dropFirst()
            let isWord = text.first?.isWhitespace == true && rest.first?.isLetter == true
            return isWord ? nil : rest.withoutOuterBlanks
        }

        /// The text behind the beginning of an endless group, up to its bracket or behind its `x`; `nil` for
        /// none.
        private static func behindEndless(_ text: Substring) -> Substring? {
            var word = text.prefix { $0.isLetter || $0 == "∞" }
            if !endless.contains(word.lowercased()), let last = word.last, signs.contains(last) {
                word = word.dropLast()
            }
            guard endless.contains(word.lowercased()) else { return nil }
            let behind = text[word.endIndex...].withoutOuterBlanks
            return behind.first == "(" ? behind : behindSign(text[word.endIndex...])
        }

        func checked(in text: Substring) throws(Rejection) -> Int? {
            guard let count else { return nil }
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
        guard let ms = try duration(&words, in: text) else {
            guard isManual, let interval = try openInterval(words, in: text) else {
                throw withoutDuration(words, in: text)
            }
            return interval
        }
        guard Interval.durations.contains(ms) else {
            throw .invalid("intervals", "'\(text)': an interval lasts 100 ms to 24 h")
        }
        let kind = words.last.flatMap { Interval.Kind(rawValue: $0.lowercased()) }
        if kind != nil { words.removeLast() }
        return Interval(
            label: words.isEmpty ? (kind ?? .work).label : words.joined(separator: " "),
            durationMs: ms, kind: kind ?? .work, confirmation: isManual ? .manual : .automatic)
    }

    /// An interval without a duration, which waits until it is confirmed; `nil` for words that name nothing.
    private static func openInterval(
        _ words: [String], in text: Substring
    ) throws(Rejection) -> Interval? {
        var words = words
        // A duration of nothing is a mistake.
        guard let first = words.first, DurationText.milliseconds(first) == nil else { return nil }
        let kind = Interval.Kind(rawValue: words.last?.lowercased() ?? "")
        if kind != nil { words.removeLast() }
        let isCount = first.allSatisfy { $0.isASCII && $0.isNumber }
        guard isCount else {
            return Interval(
                label: words.isEmpty ? (kind ?? .work).label : words.joined(separator: " "),
                durationMs: 0, kind: kind ?? .work, confirmation: .manual)
        }
        guard words.count > 1 else { return nil }
        guard let count = Int64(first), Exercise.counts.contains(count) else {
            throw .invalid(
                "intervals",
                "'\(text)': a count is a whole number from 1 to \(Exercise.counts.upperBound)")
        }
        return Interval(
            label: words.joined(separator: " "), durationMs: 0, kind: kind ?? .work,
            confirmation: .manual, exercise: words.dropFirst().joined(separator: " "), count: count)
    }

    /// Takes the duration from the beginning of the words, as many words as it has.
    ///
    /// - Returns: milliseconds; `nil` where the words begin with no duration.
    private static func duration(
        _ words: inout [String], in text: Substring
    ) throws(Rejection) -> Int64? {
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
        return nil
    }

    /// The refusal of words that don't begin with a duration.
    private static func withoutDuration(_ words: [String], in text: Substring) -> Rejection {
        if let number = words.first, number.allSatisfy({ $0.isASCII && $0.isNumber }) {
            let rest = words.dropFirst().map { " \($0)" }.joined()
            return .invalid(
                "intervals",
                "'\(text)': \(number) needs a unit: write '\(number)s\(rest)' for "
                    + "seconds or '\(number)m\(rest)' for minutes; for reps write "
                    + "'\(number)\(rest) ?', or give a time for them: '1m \(number)\(rest)'")
        }
        return .invalid(
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

// MARK: - Written

extension ProgramNotation {
    /// The parts as a person would type them; `nil` where the notation can't say all of them, such as cues.
    package static func text(of parts: [ProgramPart]) -> String? {
        let text = written(parts)
        return (try? ProgramNotation([text]))?.parts == parts ? text : nil
    }

    private static func written(_ parts: [ProgramPart]) -> String {
        parts.map { part in
            switch part {
            case .interval(let interval): written(interval)
            case .group(let repeats, let inside):
                "\(repeats.map { "\($0)" } ?? "∞")x"
                    + (isOneInterval(inside) ? written(inside) : "(\(written(inside)))")
            }
        }.joined(separator: ", ")
    }

    private static func isOneInterval(_ parts: [ProgramPart]) -> Bool {
        guard parts.count == 1, case .interval = parts[0] else { return false }
        return true
    }

    private static func written(_ interval: Interval) -> String {
        var words = interval.isOpen ? [] : [DurationText.text(ms: interval.durationMs)]
        let kind = interval.kind
        if interval.label == kind.label {
            words.append(kind == .work ? kind.label : kind.rawValue)
        } else {
            words.append(interval.label)
            let last = interval.label.split(separator: " ").last?.lowercased()
            let endsLikeKind = last.flatMap { Interval.Kind(rawValue: $0) } != nil
            if kind != .work || endsLikeKind { words.append(kind.rawValue) }
        }
        if interval.confirmation == .manual { words.append("?") }
        return words.joined(separator: " ")
    }
}

extension Interval.Kind {
    /// The label of an interval without one.
    fileprivate var label: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}

extension Substring {
    fileprivate var withoutOuterBlanks: Substring {
        var text = drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
