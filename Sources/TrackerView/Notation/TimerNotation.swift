import TrackerCore

/// A countdown as it is typed: `25m tea`, `tea 25m`, `1h 30m`, `green tea 4`, `until 18:30 dinner`, `at 6 pm`. The
/// duration comes first or last and may have several words; a bare number means minutes. All other words are the name.
package struct TimerNotation: Hashable, Sendable {
    package enum End: Hashable, Sendable {
        case after(ms: Int64)
        case at(TypedTime)
    }

    package let end: End
    /// Name of the timer; `nil` for none.
    package let name: String?

    /// - Parameter until: end that is given besides the words; `nil` for none.
    /// - Throws: a refusal of the field `duration` if no word is a duration, two could be meant, or the number is an
    ///   hour, as in `6 pm`; of the field `until` for an end beside a duration.
    package init(_ words: [String], until: TypedTime? = nil) throws(Rejection) {
        let typed = try UntilNotation(words)
        guard let time = until ?? typed?.time else {
            (end, name) = try Self.timer(words)
            return
        }
        let rest = typed?.rest ?? words
        let hasDuration = (try? Self.timer(rest)) != nil
        guard !hasDuration, until == nil || typed == nil else {
            throw .invalid("until", "give a duration or the time when it ends, not both")
        }
        end = .at(time)
        name = rest.isEmpty ? nil : rest.joined(separator: " ")
    }

    private static func timer(_ words: [String]) throws(Rejection) -> (end: End, name: String?) {
        if let found = hour(in: words), (try? timer(found.name)) == nil {
            let line = (["until", found.hour] + found.name).joined(separator: " ")
            throw .invalid("duration", "'\(found.hour)' is a time of day: trackerctl timer \(line)")
        }
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
        let durationMs = Self.span(span) ?? 0
        guard durationMs >= 0 else {
            throw .invalid(
                "duration", "the duration can't be negative: give \(DurationText.allowed)")
        }
        return (.after(ms: durationMs), rest.isEmpty ? nil : rest.joined(separator: " "))
    }

    /// The first hour with `am` or `pm`, and the other words; `nil` for none. Otherwise `6 pm` would be 6 minutes.
    private static func hour(in words: [String]) -> (hour: String, name: [String])? {
        for index in words.indices {
            for length in [1, 2] where index + length <= words.count {
                let hour = words[index..<index + length].joined(separator: " ")
                let isHalf = ["am", "pm"].contains { hour.lowercased().hasSuffix($0) }
                guard isHalf, ClockNotation.timeOfDay(hour) != nil else { continue }
                return (hour, Array(words[..<index] + words[(index + length)...]))
            }
        }
        return nil
    }

    private static func span(_ words: ArraySlice<String>) -> Int64? {
        guard !words.isEmpty else { return nil }
        return DurationText.milliseconds(words.joined(separator: " "), bareUnitMs: 60_000)
    }
}
