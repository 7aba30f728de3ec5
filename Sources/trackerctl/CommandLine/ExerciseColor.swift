import ArgumentParser

/// The colour of an exercise, whose option has the same name as the one for the terminal's colours.
enum ExerciseColor {
    /// The words, with `--tint` replacing a `--color` whose value doesn't say when to use colours.
    ///
    /// - Returns: the words unchanged for commands that don't set an exercise's colour.
    static func named(_ words: [String]) -> [String] {
        guard words.contains(where: { $0.hasPrefix("--color") }),
            case let command = CommandDescription(namedBy: words).target,
            command is ExerciseCommands.Create.Type || command is ExerciseCommands.Update.Type
        else { return words }
        let end = words.firstIndex(of: "--") ?? words.endIndex
        var words = words
        for place in words.indices.prefix(end) {
            let (option, given) = split(words[place])
            guard option == "--color" else { continue }
            let next = words.indices.contains(place + 1) ? words[place + 1] : nil
            guard let value = given ?? next, ColorChoice(rawValue: value) == nil else { continue }
            words[place] = given.map { "--tint=\($0)" } ?? "--tint"
        }
        return words
    }

    private static func split(_ word: String) -> (option: String, value: String?) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return (String(parts.first ?? ""), parts.count == 2 ? String(parts[1]) : nil)
    }
}
