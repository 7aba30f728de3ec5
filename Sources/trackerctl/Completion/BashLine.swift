import TrackerView

/// A bash command line up to the cursor, split as bash splits it.
struct BashLine: Equatable {
    /// The words before the last one, without the program's name.
    private(set) var before: [String] = []
    /// The last word, which may be empty.
    private(set) var current = ""
    /// The quote that is still open at the end; `nil` for none.
    private(set) var quote: Character?
    /// The beginning of the last word, which bash keeps; it replaces only the text after that.
    private(set) var kept = ""

    /// - Parameter breaks: characters, besides blanks, that end a word for bash's line editor.
    init(_ text: String, breaks: String) {
        var words: [String] = []
        var word: String?
        var isEscaped = false
        // The part of a word before a quote is kept only while the quote is open.
        var outside = ""
        for character in text {
            if isEscaped {
                // Within double quotes, a backslash is literal before a character that needs no escape.
                let isKept = quote == "\"" && !"\"\\$`".contains(character)
                word = (word ?? "") + (isKept ? "\\" : "") + String(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if let open = quote {
                if character == open {
                    (quote, kept) = (nil, outside)
                } else {
                    word = (word ?? "") + String(character)
                }
            } else if character == "'" || character == "\"" {
                quote = character
                outside = kept
                kept = word ?? ""
                word = kept
            } else if character == " " || character == "\t" {
                if let whole = word { words.append(whole) }
                (word, kept) = (nil, "")
            } else {
                word = (word ?? "") + String(character)
                if breaks.contains(character) { kept = word ?? "" }
            }
        }
        current = word ?? ""
        before = Array(words.dropFirst())
    }

    /// The text that replaces bash's part of the current word; `nil` for a word that begins differently from
    /// the current one, or can't be written with the open quote.
    func replacement(_ text: String) -> String? {
        guard text.hasPrefix(current), text.hasPrefix(kept) else { return nil }
        let rest = String(text.dropFirst(kept.count))
        switch quote {
        case "'": return rest.contains("'") ? nil : rest
        case "\"":
            return rest.contains("!")
                ? nil
                : rest.reduce(into: "") { result, character in
                    result += ("\"\\$`".contains(character) ? "\\" : "") + String(character)
                }
        default: return rest.isEmpty ? rest : ShellWord.escaped(rest)
        }
    }
}
