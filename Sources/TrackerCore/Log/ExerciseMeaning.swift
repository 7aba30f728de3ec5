/// A text that stands for an exercise, and how well it fits names and aliases.
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

    /// A name or alias, split into its words.
    package struct Name: Sendable {
        package let key: String
        fileprivate let words: [[UInt8]]
        fileprivate let letters: [UInt8]

        /// - Parameter key: the name's `NameKey`.
        package init(key: String) {
            self.key = key
            words = key.utf8.split(separator: UInt8(ascii: " ")).map { word in
                ExerciseMeaning.short[String(decoding: word, as: UTF8.self)].map { Array($0.utf8) }
                    ?? Array(word)
            }
            letters = words.flatMap(\.self)
        }
    }

    /// Short forms of words in names, as gyms write them.
    private static let short = [
        "bb": "barbell", "bw": "bodyweight", "db": "dumbbell", "ext": "extension",
        "kb": "kettlebell",
        "oh": "overhead", "tri": "triceps", "tris": "triceps", "tricep": "triceps", "bi": "biceps",
        "bis": "biceps", "bicep": "biceps",
    ]

    private let text: String
    private let name: Name
    /// First letter of the text's words; `nil` for a text without words.
    private let initial: UInt8?

    package init(_ text: String) {
        self.text = text
        name = Name(key: NameKey.of(text))
        initial = name.words.first?.first
    }

    /// Whether the text equals the name, letter for letter.
    package func isWritten(as name: String) -> Bool { name == text }

    /// Whether the text equals a name with this key, apart from case, accents and punctuation.
    package func isExactly(key: String) -> Bool { key == name.key }

    /// The fit with a name that isn't split into words yet.
    ///
    /// - Parameter key: the name's `NameKey`.
    package func fit(key: String) -> Fit? {
        // Whatever a text fits has a word that begins as the text does, and short forms begin as what they stand for.
        // Most names needn't be split to know that they haven't.
        var isFirst = true
        let begins = key.utf8.contains { letter in
            defer { isFirst = letter == UInt8(ascii: " ") }
            return isFirst && letter == initial
        }
        return begins ? fit(Name(key: key)) : nil
    }

    /// The fit with a name; `nil` where the text doesn't fit.
    package func fit(_ other: Name) -> Fit? {
        guard let initial, other.words.contains(where: { $0.first == initial }) else { return nil }
        if Self.isSame(name.letters, other.letters) { return .whole }
        if name.words.allSatisfy({ Self.isWord($0, of: other.words) }) { return .words }
        return name.words.allSatisfy { Self.isBeginning($0, of: other.words) } ? .beginnings : nil
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
