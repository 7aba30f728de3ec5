import TrackerCore

/// A log entry as it is typed: `push-ups 20`, `20 push-ups`, `plank 90s`, `knee push ups 12`. A number or a
/// time comes first or last; all other words are the exercise. `lunges 8/8` counts the reps of one side, as a set
/// does; it comes last, since `90/90 stretch` is a name.
package struct LogNotation: Hashable, Sendable {
    package let exercise: String
    /// Number of reps or seconds; `nil` if none is given.
    package let count: Int64?
    /// Whether the count was typed as a time, so that it can only be seconds.
    package let isTime: Bool
    /// Number in a bare `40m`, which may mean metres; `nil` for another count.
    package let metres: Int64?

    fileprivate enum Amount: Hashable {
        case number(Int64)
        case time(ms: Int64)
    }

    /// A count alone, as it is typed: `20`, `90s`, `1:30`.
    package struct Count: Hashable, Sendable {
        /// Number of reps or seconds.
        package let value: Int64
        /// Whether the count was typed as a time, so that it can only be seconds.
        package let isTime: Bool

        fileprivate init(_ amount: Amount) throws(Rejection) {
            switch amount {
            case .number(let number): (value, isTime) = (try LogNotation.notNegative(number), false)
            case .time(let ms):
                guard try LogNotation.notNegative(ms) % 1000 == 0 else {
                    throw .invalid(
                        "count", "a time is logged in whole seconds, such as 90s or 1m30s")
                }
                (value, isTime) = (ms / 1000, true)
            }
        }

        package static func read(_ text: String) throws(Rejection) -> Count {
            guard let amount = LogNotation.amount(text) else {
                throw .invalid("count", "give a whole number, or a time such as 90s or 1:30")
            }
            return try Count(amount)
        }
    }

    package init(_ words: [String]) throws(Rejection) {
        let (first, last) = (Self.amount(atStartOf: words), Self.amount(atEndOf: words))
        var rest = words[...]
        var amount: Amount?
        if let last {
            guard first == nil || words.count == 2 && Self.isName(words[0]) else {
                throw .invalid(
                    "count",
                    "both '\(words[0])' and '\(words[words.count - 1])' could be the count: give only one "
                        + "of them, and an exercise")
            }
            (amount, rest) = (last.amount, words.dropLast(last.words))
        } else if let first {
            (amount, rest) = (first.amount, words.dropFirst(first.words))
        }
        exercise = rest.joined(separator: " ")
        metres = (last ?? first).flatMap {
            let typed = last == nil ? words.prefix($0.words) : words.suffix($0.words)
            return WordPart.bareMinutes(typed.joined().lowercased()[...])
        }
        if let word = rest.first(where: DistanceAndTime.isDistance), rest.count > 1 {
            throw .invalid(
                "count",
                "'\(word)' is a distance, which only sets can have: trackerctl workout start, then trackerctl "
                    + "set \(words.joined(separator: " "))")
        }
        let read = try amount.map(Count.init)
        (count, isTime) = (read?.value, read?.isTime ?? false)
    }

    /// Longest amount at one end of the words that leaves some words for the exercise; `nil` for none.
    private typealias Found = (amount: Amount, words: Int)

    private static func amount(atStartOf words: [String]) -> Found? {
        longest(of: words.count) { words.prefix($0) }.flatMap { found in
            words.prefix(found.words).contains { $0.contains("/") } ? nil : found
        }
    }

    private static func amount(atEndOf words: [String]) -> Found? {
        longest(of: words.count) { words.suffix($0) }
    }

    private static func longest(of count: Int, _ part: (Int) -> ArraySlice<String>) -> Found? {
        for length in (1..<max(1, count)).reversed() {
            if let amount = amount(part(length).joined(separator: " ")) { return (amount, length) }
        }
        return nil
    }

    fileprivate static func amount(_ word: String) -> Amount? {
        guard let side = try? WordPart.oneSide(word.lowercased()[...]) else { return nil }
        let word = String(side).trimmingBlanks
        if let number = Int64(word) { return .number(number) }
        return DurationText.milliseconds(word).map { .time(ms: $0) }
    }

    /// A word that reads as a time may also be the beginning of an id.
    private static func isName(_ word: String) -> Bool { Int64(word) == nil && word.count >= 4 }

    fileprivate static func notNegative(_ number: Int64) throws(Rejection) -> Int64 {
        guard number >= 0 else {
            throw .invalid("count", "a count can't be negative: give a whole number or a time")
        }
        return number
    }
}
