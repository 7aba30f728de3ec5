import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

/// A word on a command line that was meant as a command or an option of a group, but isn't one.
struct MistypedCommand {
    private let word: String
    private let group: CommandDescription
    /// Options that may follow the group's name; empty if the word isn't an option, since reading them takes
    /// milliseconds.
    private let options: [String]

    /// - Returns: `nil` if the words name a command, or only a group with known options.
    init?(_ words: [String]) {
        let group = CommandDescription(namedBy: words)
        let rest = words.dropFirst(group.path.count)
        guard let first = rest.first, group.isGroup else { return nil }
        let isOption = first.hasPrefix("-")
        options = isOption ? group.groupOptions() : []
        guard let word = isOption ? Self.unknown(in: rest, options) : first else { return nil }
        (self.word, self.group) = (String(word.prefix { $0 != "=" }), group)
    }

    private var isOption: Bool { word.hasPrefix("-") }

    /// The first option among the words that isn't a known one.
    private static func unknown(in words: ArraySlice<String>, _ known: [String]) -> String? {
        words.prefix { $0 != "--" }.first { word in
            word.hasPrefix("-") && !word.looksNegative
                && !known.contains(String(word.prefix { $0 != "=" }))
        }
    }

    /// The most likely command or option; `nil` if none is similar.
    var likely: String? {
        // A time or a count isn't a mistyped word.
        guard word.first?.isNumber != true else { return nil }
        let meant =
            isOption
            ? FieldWords.option(meantBy: word, among: options)
            : Spelling.nearest(
                to: word,
                among: group.configuration.subcommands.filter { $0.configuration.shouldDisplay }
                    .flatMap { $0.names })
        return meant.map { "\(group.line) \($0)" }
    }

    /// The refusal of a word that would become a name but is one typo away from a command; `nil` for other
    /// words.
    ///
    /// - Parameter words: the whole command line.
    func refusalAsName(in words: [String]) -> UsageError? {
        guard !isOption, word.count > 3,
            let naming = group.configuration.defaultSubcommand as? any NamingCommand.Type
        else { return nil }
        let related = naming.related.map { CommandDescription(path: [$0._commandName], type: $0) }
        let rest = words.dropFirst(group.path.count + 1)
        for other in [group] + related {
            let names = other.configuration.subcommands.flatMap { $0.names }
            guard let verb = names.first(where: { Spelling.distance(word.lowercased(), $0) <= 1 })
            else { continue }
            let meant = ([other.line, verb] + rest).joined(separator: " ")
            let named = ([group.line, naming._commandName, word] + rest).joined(separator: " ")
            return UsageError(
                message: "'\(word)' looks like the command '\(other.path.joined()) \(verb)'",
                hint: "write '\(meant)', or if that is its name, '\(named)'")
        }
        return nil
    }

    /// The message if the group takes only commands, or has no such option; `nil` otherwise.
    var message: String? {
        if isOption { return "'\(group.line)' has no option '\(word.forTerminal)'" }
        guard group.configuration.defaultSubcommand == nil else { return nil }
        let words = (group.path + [word]).joined(separator: " ")
        return "unknown command '\(words.forTerminal)'"
    }

    /// The command line that lists the possible commands.
    var help: String { "\(group.line) --help" }

    /// An error that suggests the most likely command, if the words were taken for a name that doesn't exist.
    static func correcting(_ error: any Error, _ words: [String]) -> any Error {
        guard case ClientError.refused(let refusal)? = error as? ClientError,
            refusal.data.kind == "not_found", let likely = MistypedCommand(words)?.likely
        else { return error }
        return Refusal(
            message: FieldWords(words).text(of: refusal), hint: "did you mean '\(likely)'?")
    }
}
