import TrackerCore

/// The end of something as it is typed among other words: `until 18:30`, `till 3pm`, `until tomorrow 9am`, `at 9pm
/// tomorrow`, or `until monday` for the time when that day begins.
package struct UntilNotation {
    package let time: TypedTime
    /// The words before and after it.
    package let rest: [String]

    /// Most words of a time: a day, an hour, and its `am` or `pm`.
    package static let mostWords = 3

    /// - Returns: `nil` if no end is given; `until` may also be part of a name.
    /// - Throws: a refusal of the field `until` if a figure follows that isn't a time to come.
    package init?(_ words: [String]) throws(Rejection) {
        guard let end = try Self.end(in: words) else { return nil }
        (time, rest) = end
    }

    private static func end(
        in words: [String]
    ) throws(Rejection) -> (time: TypedTime, rest: [String])? {
        for sign in words.indices where sign + 1 < words.count && isSign(sign, of: words) {
            let after = Array(words[(sign + 1)...])
            if let found = time(beginning: after) {
                return (found.time, Array(words[..<sign] + after.dropFirst(found.length)))
            }
            let day = words[sign].lowercased() == "at" ? nil : TypedTime(after[0])
            if let day, day.isDayWord, !hasHour(after) {
                return (day, Array(words[..<sign] + after.dropFirst()))
            }
            guard day?.isDay == true || isFigure(after[0], after: words[sign]) else { continue }
            throw .invalid(
                "until",
                "'\(after.joined(separator: " "))' isn't a time: give \(TypedTime.allowedToCome)"
            )
        }
        return nil
    }

    /// Words behind a day that say when on that day.
    private static let hours: Set = ["at", "morning", "afternoon", "evening", "night"]

    /// True if the word behind a day is meant as its hour, and so isn't a name.
    private static func hasHour(_ words: [String]) -> Bool {
        guard words.count > 1 else { return false }
        return words[1].first?.isNumber == true || hours.contains(words[1].lowercased())
    }

    /// The longest time at the beginning of words, and how many it has; `nil` for none.
    private static func time(beginning words: [String]) -> (time: TypedTime, length: Int)? {
        for length in stride(from: min(mostWords, words.count), to: 0, by: -1) {
            let text = words.prefix(length).joined(separator: " ")
            if let time = TypedTime(text), time.isToCome { return (time, length) }
        }
        return nil
    }

    /// True for a word before an end. Behind a duration, `at` is part of the name: `5m meet at 3pm`.
    private static func isSign(_ index: Int, of words: [String]) -> Bool {
        switch words[index].lowercased() {
        case "until", "till": true
        case "at":
            !words[..<index].contains { DurationText.milliseconds($0, bareUnitMs: 60_000) != nil }
        default: false
        }
    }

    /// True for a word that is meant as a time behind a sign, even a wrong one. Behind `at`, which ends names, too, a
    /// duration isn't: `look at 5m`.
    private static func isFigure(_ word: String, after sign: String) -> Bool {
        sign.lowercased() == "at"
            ? word.allSatisfy { $0.isNumber || $0 == ":" } : word.contains(where: \.isNumber)
    }
}
