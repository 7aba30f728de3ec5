import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

/// A group of commands that shows something if it is named alone: `trackerctl rest` shows the rest.
protocol GroupCommand: ParsableCommand {
    static var shown: any ParsableCommand.Type { get }
    /// The command for the group's plural, such as `trackerctl workouts`.
    static var listed: any ParsableCommand.Type { get }
}

extension GroupCommand {
    static var listed: any ParsableCommand.Type { shown }
}

/// A command whose words name something new, so that a mistyped command would become a name, too.
protocol NamingCommand: ParsableCommand {
    /// Other groups whose commands may have been meant.
    static var related: [any ParsableCommand.Type] { get }
}

extension NamingCommand {
    static var related: [any ParsableCommand.Type] { [] }
}

/// A word on a command line that was meant as a command or an option of a group, but isn't one.
struct MistypedCommand {
    private let word: String
    private let path: [String]
    private let group: any ParsableCommand.Type

    /// - Returns: `nil` if the words name a command, or only a group with known options.
    init?(_ words: [String]) {
        var group: any ParsableCommand.Type = Trackerctl.self
        var path = ["trackerctl"]
        var rest = words[...]
        while let word = rest.first, let next = Trackerctl.subcommand(word, of: group) {
            group = next
            path.append(word)
            rest = rest.dropFirst()
        }
        guard let first = rest.first, !group.configuration.subcommands.isEmpty else { return nil }
        let isOption = first.hasPrefix("-")
        guard let word = isOption ? Self.unknownOption(in: rest, of: group) : first else {
            return nil
        }
        (self.word, self.path, self.group) = (String(word.prefix { $0 != "=" }), path, group)
    }

    private var isOption: Bool { word.hasPrefix("-") }

    /// The first option that none of the commands has that a group's name stands for.
    private static func unknownOption(
        in words: ArraySlice<String>, of group: any ParsableCommand.Type
    ) -> String? {
        // Reading the options takes milliseconds, so it isn't done for words.
        let known = options(of: group)
        return words.prefix { $0 != "--" }.first { word in
            word.hasPrefix("-") && !word.looksNegative
                && !known.contains(String(word.prefix { $0 != "=" }))
        }
    }

    /// Options that may follow a group's name: those of the commands that it stands for.
    private static func options(of group: any ParsableCommand.Type) -> [String] {
        let shown = (group as? any GroupCommand.Type).map { [$0.shown, $0.listed] } ?? []
        let all = shown + [group.configuration.defaultSubcommand].compactMap(\.self)
        let known = all.isEmpty ? [Command<Status>.self] : all
        let arguments = known.flatMap { (try? HelpDump(of: $0))?.command.visibleArguments ?? [] }
        return arguments.flatMap { $0.names ?? [] }.map(\.text) + ["--help", "-h"]
    }

    /// The most likely command or option; `nil` if none is similar.
    var likely: String? {
        let meant =
            isOption
            ? FieldWords.option(meantBy: word, among: Self.options(of: group))
            : Spelling.nearest(
                to: word,
                among: group.configuration.subcommands.filter { $0.configuration.shouldDisplay }
                    .flatMap { [$0._commandName] + $0.configuration.aliases })
        return meant.map { (path + [$0]).joined(separator: " ") }
    }

    /// The refusal of a word that would become a name but is one typo away from a command; `nil` for other
    /// words.
    ///
    /// - Parameter words: the whole command line.
    func refusalAsName(in words: [String]) -> UsageError? {
        guard !isOption, word.count > 3,
            let naming = group.configuration.defaultSubcommand as? any NamingCommand.Type
        else { return nil }
        let groups = [(path, group)] + naming.related.map { (["trackerctl", $0._commandName], $0) }
        for (path, group) in groups {
            let names = group.configuration.subcommands.flatMap {
                [$0._commandName] + $0.configuration.aliases
            }
            guard let verb = names.first(where: { Spelling.distance(word.lowercased(), $0) <= 1 })
            else { continue }
            let rest = words.dropFirst(self.path.count)
            let meant = (path + [verb] + rest).joined(separator: " ")
            let named = (self.path + [naming._commandName, word] + rest).joined(separator: " ")
            return UsageError(
                message: "'\(word)' looks like the command '\(path.dropFirst().joined()) \(verb)'",
                hint: "write '\(meant)', or if that is its name, '\(named)'")
        }
        return nil
    }

    /// The message if the group takes only commands, or has no such option; `nil` otherwise.
    var message: String? {
        if isOption {
            return "'\(path.joined(separator: " "))' has no option '\(word.forTerminal)'"
        }
        guard group.configuration.defaultSubcommand == nil else { return nil }
        return
            "unknown command '\((path.dropFirst() + [word]).joined(separator: " ").forTerminal)'"
    }

    /// The command line that lists the possible commands.
    var help: String { (path + ["--help"]).joined(separator: " ") }

    /// An error that suggests the most likely command, if the words were taken for a name that doesn't exist.
    static func correcting(_ error: any Error, _ words: [String]) -> any Error {
        guard case ClientError.refused(let refusal)? = error as? ClientError,
            refusal.data.kind == "not_found", let likely = MistypedCommand(words)?.likely
        else { return error }
        return Refusal(
            message: FieldWords(words).text(of: refusal), hint: "did you mean '\(likely)'?")
    }
}
