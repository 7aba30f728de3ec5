/// Tells how well a text that stands for an exercise fits names and aliases.
package struct ExerciseMeaning: Sendable {
    /// The quality of a fit, the best case first.
    package enum Fit: Int, Sendable, Comparable {
        /// The text is the name apart from blanks, hyphens and a final `s` or `es`: `pushup` is Push-ups.
        case whole
        /// The words of the text are words of the name.
        case words
        /// The words of the text are beginnings of words of the name.
        case beginnings

        package static func < (one: Fit, other: Fit) -> Bool { one.rawValue < other.rawValue }
    }

    private let text: String
    private let key: String
    private let letters: [UInt8]
    private let words: [[UInt8]]

    package init(_ text: String) {
        self.text = text
        key = NameKey.of(text)
        words = Self.words(of: key)
        letters = words.flatMap(\.self)
    }

    /// Whether the text equals the name, letter for letter.
    package func isWritten(as name: String) -> Bool { name == text }

    /// Whether the text equals the name apart from case, accents and punctuation.
    ///
    /// - Parameter key: the name's `NameKey`.
    package func isExactly(key: String) -> Bool { key == self.key }

    /// The fit with a name, given by its `NameKey`; `nil` where the text doesn't fit.
    package func fit(ofKey key: String) -> Fit? {
        let parts = Self.words(of: key)
        guard !words.isEmpty else { return nil }
        if Self.isSame(letters, parts.flatMap(\.self)) { return .whole }
        if words.allSatisfy({ Self.isWord($0, of: parts) }) { return .words }
        return words.allSatisfy { Self.isBeginning($0, of: parts) } ? .beginnings : nil
    }

    private static func words(of key: String) -> [[UInt8]] {
        key.utf8.split(separator: UInt8(ascii: " ")).map(Array.init)
    }

    /// Whether two words are equal apart from a final `s` or `es`.
    private static func isSame(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        let (short, long) = one.count < other.count ? (one, other) : (other, one)
        guard long.starts(with: short) else { return false }
        let ending = long.dropFirst(short.count)
        return ending.isEmpty || ending.elementsEqual("s".utf8) || ending.elementsEqual("es".utf8)
    }

    /// Whether `word` is one of the words, or several consecutive words joined: `pushups` is in Wide
    /// Push-ups.
    private static func isWord(_ word: [UInt8], of parts: [[UInt8]]) -> Bool {
        parts.indices.contains { first in
            var joined: [UInt8] = []
            return parts[first...].contains { part in
                joined += part
                return isSame(word, joined)
            }
        }
    }

    private static func isBeginning(_ word: [UInt8], of parts: [[UInt8]]) -> Bool {
        parts.indices.contains { parts[$0...].joined().starts(with: word) }
    }
}
