import TrackerAPI
import TrackerCore

/// Units typed as separate words, such as the `sec` of `90 sec`.
package enum SplitUnits {
    /// The command line with each unit of time or distance joined to the number before it: `rest 90 sec`
    /// becomes `rest`, `90 sec`. The blank stays, so that names don't change.
    package static func joined(_ words: [String]) -> [String] {
        words.reduce(into: []) { line, word in
            if let number = line.last, isUnit(word), endsAsNumber(number) {
                line[line.endIndex - 1] = "\(number) \(word)"
            } else {
                line.append(word)
            }
        }
    }

    /// The command line with consecutive durations joined, larger unit first: `1 hour`, `30 min` becomes `1
    /// hour 30 min`.
    package static func spansJoined(_ words: [String]) -> [String] {
        words.reduce(into: []) { line, word in
            if let last = line.last, isSpan(last), isSpan(word), isSpan("\(last) \(word)") {
                line[line.endIndex - 1] = "\(last) \(word)"
            } else {
                line.append(word)
            }
        }
    }

    /// The word without the blank before its unit: `3x60 sec` becomes `3x60sec`. Other words stay as they
    /// are.
    static func closed(_ word: String) -> String {
        let parts = word.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2, isUnit(parts[1]), endsAsNumber(parts[0]) else { return word }
        return parts.joined()
    }

    private static func isUnit(_ word: some StringProtocol) -> Bool {
        DurationText.isUnit(word) || DistanceUnit(named: word.lowercased()) != nil
    }

    private static func isSpan(_ word: String) -> Bool { DurationText.milliseconds(word) != nil }

    /// Whether a word, or an option's value after `=`, is a number or a set that ends with one: `90`, `-10`,
    /// `3x60`.
    private static func endsAsNumber(_ word: some StringProtocol) -> Bool {
        let value = word.hasPrefix("--") ? word.drop { $0 != "=" }.dropFirst() : word[...]
        let figure = value.drop { "+-".contains($0) }
        guard let first = figure.first, let last = figure.last, first.isDigit, last.isDigit else {
            return false
        }
        return figure.allSatisfy { $0.isDigit || ".,xX×".contains($0) }
    }
}

extension Character {
    fileprivate var isDigit: Bool { isASCII && isNumber }
}
