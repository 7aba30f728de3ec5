import TrackerCore

/// A countdown as it is typed: `25m tea`, `tea 25m`, `1h 30m`, `green tea 4`. The duration comes first or
/// last and may have several words; a bare number means minutes. All other words are the name.
package struct TimerNotation: Hashable, Sendable {
    package let durationMs: Int64
    /// Name of the timer; `nil` for none.
    package let name: String?

    /// - Throws: a refusal of the field `duration` if no word is a duration, or two could be meant.
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
                "this can mean \(texts[0]) or \(texts[1]): use another name, "
                    + "or rename the timer later")
        case (let first?, _): (span, rest) = (words.prefix(first), words.dropFirst(first))
        case (nil, let last?): (span, rest) = (words.suffix(last), words.dropLast(last))
        case (nil, nil):
            let problem = words.first { $0.first?.isNumber == true }
                .map { "'\($0)' isn't a duration" }
            throw .invalid(
                "duration", "\(problem ?? "no duration given"): give \(DurationText.allowed)")
        }
        durationMs = Self.span(span) ?? 0
        guard durationMs >= 0 else {
            throw .invalid(
                "duration", "the duration can't be negative: give \(DurationText.allowed)")
        }
        name = rest.isEmpty ? nil : rest.joined(separator: " ")
    }

    private static func span(_ words: ArraySlice<String>) -> Int64? {
        guard !words.isEmpty else { return nil }
        return DurationText.milliseconds(words.joined(separator: " "), bareUnitMs: 60_000)
    }
}
