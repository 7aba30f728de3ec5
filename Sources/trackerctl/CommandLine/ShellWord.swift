enum ShellWord {
    /// The text as one word that a shell takes literally.
    static func escaped(_ text: String) -> String {
        guard !text.isEmpty else { return "''" }
        let plain = "-_.,:/@%+="
        return text.reduce(into: "") { result, character in
            // All characters that are special to a shell are ASCII.
            let isPlain =
                !character.isASCII || character.isLetter || character.isNumber
                || plain.contains(character)
            result += isPlain ? String(character) : "\\\(character)"
        }
    }
}
