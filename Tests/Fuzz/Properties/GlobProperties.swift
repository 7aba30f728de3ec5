import TrackerCore

/// Patterns match as a plain definition says.
///
/// The input: a pattern, a newline, a text.
enum GlobProperties {
    /// Length beyond which the plain definition takes too long.
    private static let maximumLength = 400

    static func check(_ bytes: [UInt8]) throws {
        let parts = bytes.split(
            separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
        let pattern = String(decoding: parts.first ?? [], as: UTF8.self)
        let text = String(decoding: parts.dropFirst().first ?? [], as: UTF8.self)
        let result = Glob.matches(pattern, text)
        let plain = String(decoding: text.utf8.filter { $0 != UInt8(ascii: "*") }, as: UTF8.self)
        try demand(Glob.matches(plain, text) == (plain.utf8.count == text.utf8.count), text)
        guard pattern.utf8.count <= maximumLength, text.utf8.count <= maximumLength else { return }
        let expected = matches(Array(pattern.utf8), Array(text.utf8))
        try demand(result == expected, "'\(pattern)' and '\(text)': \(result)")
        try demand(Glob.anyMatches([pattern, "no"], text) == (expected || text == "no"), text)
    }

    /// The plain definition: for each prefix of the text in turn, the prefixes of the pattern that match
    /// it.
    private static func matches(_ pattern: [UInt8], _ text: [UInt8]) -> Bool {
        let star = UInt8(ascii: "*")
        var reached = [true]
        for byte in pattern { reached.append(reached.last == true && byte == star) }
        for letter in text {
            var next = [false]
            for (place, byte) in pattern.enumerated() {
                next.append(
                    byte == star
                        ? next[place] || reached[place + 1] : byte == letter && reached[place])
            }
            reached = next
        }
        return reached.last == true
    }
}
