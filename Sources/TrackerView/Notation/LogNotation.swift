import TrackerCore

/// An effort as it is typed: `push-ups 20`, `20 push-ups`, `plank 90s`, `knee push ups 12`. A number or a
/// time stands at the end or at the beginning; all other words are the exercise.
package struct LogNotation: Hashable, Sendable {
    package let exercise: String
    /// Reps or seconds; `nil` where none is given.
    package let count: Int64?
    /// The count was typed as a time, so that it can only be seconds.
    package let isTime: Bool

    private enum Amount: Hashable {
        case number(Int64)
        case time(ms: Int64)
    }

    package init(_ words: [String]) throws(Rejection) {
        let (first, last) = (words.first.flatMap(Self.amount), words.last.flatMap(Self.amount))
        var rest = words[...]
        var amount: Amount?
        if words.count > 1, let last {
            guard first == nil || words.count == 2 && Self.isName(words[0]) else {
                throw .invalid(
                    "count",
                    "both '\(words[0])' and '\(words[words.count - 1])' can be the count: give one of "
                        + "them, and an exercise")
            }
            (amount, rest) = (last, words.dropLast())
        } else if words.count > 1, let first {
            (amount, rest) = (first, words.dropFirst())
        }
        exercise = rest.joined(separator: " ")
        switch amount {
        case .number(let number):
            (count, isTime) = (try Self.notNegative(number), false)
        case .time(let ms):
            guard try Self.notNegative(ms) % 1000 == 0 else {
                throw .invalid("count", "a time is logged in whole seconds, such as 90s or 1m30s")
            }
            (count, isTime) = (ms / 1000, true)
        case nil: (count, isTime) = (nil, false)
        }
    }

    private static func amount(_ word: String) -> Amount? {
        if let number = Int64(word) { return .number(number) }
        return DurationText.milliseconds(word).map { .time(ms: $0) }
    }

    /// A word that reads as a time may also be the beginning of an id.
    private static func isName(_ word: String) -> Bool { Int64(word) == nil && word.count >= 4 }

    private static func notNegative(_ number: Int64) throws(Rejection) -> Int64 {
        guard number >= 0 else {
            throw .invalid("count", "a count can't be negative: give a whole number or a time")
        }
        return number
    }
}
