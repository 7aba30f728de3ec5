import TrackerCore

/// A countdown as it is typed: `25m tea`, `tea 25m`, `1h 30m`, `green tea 4`. The span stands at the beginning
/// or at the end and may have several words; a bare number is minutes. All other words are the name.
package struct TimerNotation: Hashable, Sendable {
    package let durationMs: Int64
    /// `nil` for none.
    package let name: String?

    /// - Throws: field `duration` where no word is a span, or where two can be meant.
    package init(_ words: [String]) throws(Rejection) {
        let first = (1...max(1, words.count)).last { Self.span(words.prefix($0)) != nil }
        let last = (1...max(1, words.count)).last { Self.span(words.suffix($0)) != nil }
        let (span, rest): (ArraySlice<String>, ArraySlice<String>)
        switch (first, last) {
        case (let first?, let last?) where first < words.count:
            let readings = [
                (words.prefix(first), words.dropFirst(first)),
                (words.suffix(last), words.dropLast(last)),
            ]
            let texts = readings.map {
                "\($0.0.joined(separator: " ")) called '\($0.1.joined(separator: " "))'"
            }
            throw .invalid(
                "duration",
                "two things can be meant, \(texts[0]) and \(texts[1]): put the name into "
                    + "other words, or rename the timer later")
        case (let first?, _): (span, rest) = (words.prefix(first), words.dropFirst(first))
        case (nil, let last?): (span, rest) = (words.suffix(last), words.dropLast(last))
        case (nil, nil):
            throw .invalid("duration", "how long is missing: give \(DurationText.allowed)")
        }
        durationMs = Self.span(span) ?? 0
        guard durationMs >= 0 else {
            throw .invalid(
                "duration", "how long can't be negative: give \(DurationText.allowed)")
        }
        name = rest.isEmpty ? nil : rest.joined(separator: " ")
    }

    private static func span(_ words: ArraySlice<String>) -> Int64? {
        guard !words.isEmpty else { return nil }
        return DurationText.milliseconds(words.joined(separator: " "), bareUnitMs: 60_000)
    }
}
