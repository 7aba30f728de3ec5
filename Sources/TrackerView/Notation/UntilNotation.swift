import TrackerCore

/// The end of something as it is typed among other words: `until 18:30`, `until 3pm`, `until tomorrow 9am`.
package struct UntilNotation {
    package let time: GivenTime
    /// The words before and after it.
    package let rest: [String]

    private static let signs = ["until", "till"]
    /// Most words of a time: a day, an hour, and its `am` or `pm`.
    private static let mostWords = 3

    /// - Returns: `nil` if no end is given; `until` may also be part of a name.
    /// - Throws: a refusal of the field `until` if a figure follows that isn't a time to come.
    package init?(_ words: [String], now: ClockNotation.Now) throws(Rejection) {
        let sign = words.firstIndex { Self.signs.contains($0.lowercased()) }
        guard let sign, sign + 1 < words.count else { return nil }
        let after = words[(sign + 1)...]
        let times = (1...min(Self.mostWords, after.count)).reversed().map { length in
            let text = after.prefix(length).joined(separator: " ")
            return (time: ClockNotation.timeToCome(text, now: now), length: length)
        }
        guard let found = times.first(where: { $0.time != nil }), let time = found.time else {
            guard after.first?.contains(where: \.isNumber) == true else { return nil }
            throw .invalid(
                "until",
                "'\(after.joined(separator: " "))' isn't a time: give \(ClockNotation.allowedToCome)"
            )
        }
        self.time = time
        rest = Array(words[..<sign] + after.dropFirst(found.length))
    }
}
