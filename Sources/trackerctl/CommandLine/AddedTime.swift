import ArgumentParser
import TrackerCore

/// Lines that say only what is extended and by how much, such as `eggs +1m`, `timer +1m eggs` or `rest -15`.
enum AddedTime {
    /// The line with the command that it means: `extend`, or that of the group that it names. The words stand
    /// behind `--`, so that a negative time isn't taken for an option.
    ///
    /// - Returns: the words unchanged where they mean something else.
    static func named(_ words: [String]) -> [String] {
        guard let place = words.firstIndex(where: isSigned), !words.contains("--") else {
            return words
        }
        let named = CommandDescription(namedBy: words)
        let start = named.path.count
        guard place >= start, !words[start..<place].contains(where: { $0.hasPrefix("-") }),
            let command = command(named, place: place)
        else { return words }
        let end = words[place...].firstIndex { $0.hasPrefix("-") && !isSigned($0) }
        let typed = words[start..<(end ?? words.endIndex)]
        return command + words[(end ?? words.endIndex)...] + ["--"] + typed
    }

    /// The command that takes the words; `nil` where they mean something else.
    private static func command(_ named: CommandDescription, place: Int) -> [String]? {
        let type = named.type
        if named.path.isEmpty { return place > 0 ? [Extend._commandName] : nil }
        if type == TimerCommands.self || type == RestCommands.self || type == RunCommands.self {
            return [type._commandName, Extend._commandName]
        }
        let isExtend =
            type == Extend.self || type == TimerCommands.Extend.self
            || type == RestCommands.Extend.self || type == RunCommands.Extend.self
        return isExtend ? named.path : nil
    }

    /// Whether a word is a time with a plus or a minus.
    private static func isSigned(_ word: String) -> Bool {
        guard let sign = word.first, "+-".contains(sign) else { return false }
        let figure = String(word.dropFirst())
        guard figure.first?.isNumber == true else { return false }
        return DurationText.milliseconds(figure, bareUnitMs: 1000) != nil
    }
}
