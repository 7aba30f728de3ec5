/// A pattern of event types, in which `*` stands for any characters, dots included.
package enum Glob {
    package static func matches(_ pattern: String, _ text: String) -> Bool {
        matches(Substring(pattern).utf8, Substring(text).utf8)
    }

    /// Whether any of the patterns matches; `nil` matches everything.
    package static func anyMatches(_ patterns: [String]?, _ text: String) -> Bool {
        patterns?.contains { matches($0, text) } ?? true
    }

    /// Matches by backtracking only to the last star, so no pattern takes more than length × length steps.
    private static func matches(_ pattern: Substring.UTF8View, _ text: Substring.UTF8View) -> Bool {
        var p = pattern.startIndex
        var t = text.startIndex
        var retry: (afterStar: Substring.UTF8View.Index, from: Substring.UTF8View.Index)?
        while t < text.endIndex {
            if p < pattern.endIndex, pattern[p] == UInt8(ascii: "*") {
                p = pattern.index(after: p)
                retry = (p, t)
            } else if p < pattern.endIndex, pattern[p] == text[t] {
                p = pattern.index(after: p)
                t = text.index(after: t)
            } else if let (afterStar, from) = retry {
                let next = text.index(after: from)
                retry = (afterStar, next)
                (p, t) = (afterStar, next)
            } else {
                return false
            }
        }
        return pattern[p...].allSatisfy { $0 == UInt8(ascii: "*") }
    }
}
