import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerView

/// A group of commands that shows something where it is named alone: `trackerctl rest` shows the rest.
protocol GroupCommand: ParsableCommand {
    static var shown: any ParsableCommand.Type { get }
    /// The command for its plural, such as `trackerctl workouts`.
    static var listed: any ParsableCommand.Type { get }
}

extension GroupCommand {
    static var listed: any ParsableCommand.Type { shown }
}

/// A command whose words become the name of something new, so that a mistyped command would become one, too.
protocol NamingCommand: ParsableCommand {
    /// Groups whose commands may be meant besides those of its own group.
    static var related: [any ParsableCommand.Type] { get }
}

extension NamingCommand {
    static var related: [any ParsableCommand.Type] { [] }
}

/// The word on a command line that was meant as a command or as an option of a group, where none is called
/// that.
struct MistypedCommand {
    private let word: String
    private let path: [String]
    private let group: any ParsableCommand.Type

    /// - Returns: `nil` where the words name a command, or only a group with options that it knows.
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
        let known = Self.options(of: group)
        let isUnknown = { (word: String) in
            !word.looksNegative && !known.contains(String(word.prefix { $0 != "=" }))
        }
        let dashed = rest.prefix { $0 != "--" }.filter { $0.hasPrefix("-") }
        guard let word = first.hasPrefix("-") ? dashed.first(where: isUnknown) : first else {
            return nil
        }
        (self.word, self.path, self.group) = (String(word.prefix { $0 != "=" }), path, group)
    }

    private var isOption: Bool { word.hasPrefix("-") }

    /// The options that may follow a group's name: those of the commands that it stands for.
    private static func options(of group: any ParsableCommand.Type) -> [String] {
        let shown = (group as? any GroupCommand.Type).map { [$0.shown, $0.listed] } ?? []
        let all = shown + [group.configuration.defaultSubcommand].compactMap(\.self)
        let known = all.isEmpty ? [Command<Status>.self] : all
        let arguments = known.flatMap { (try? HelpDump(of: $0))?.command.visibleArguments ?? [] }
        return arguments.flatMap { $0.names ?? [] }.map(\.text) + ["--help", "-h"]
    }

    /// The command or option that is meant most likely; `nil` where none is alike.
    var likely: String? {
        let meant =
            isOption
            ? Wording.option(meantBy: word, among: Self.options(of: group))
            : Likeness.nearest(
                to: word,
                among: group.configuration.subcommands.filter { $0.configuration.shouldDisplay }
                    .flatMap { [$0._commandName] + $0.configuration.aliases })
        return meant.map { (path + [$0]).joined(separator: " ") }
    }

    /// The refusal of a word that is a slip of the fingers away from a command, where it would become a name;
    /// `nil` for other words.
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
            guard let verb = names.first(where: { Likeness.distance(word.lowercased(), $0) <= 1 })
            else { continue }
            let rest = words.dropFirst(self.path.count)
            let meant = (path + [verb] + rest).joined(separator: " ")
            let named = (self.path + [naming._commandName, word] + rest).joined(separator: " ")
            return UsageError(
                message: "'\(word)' looks like the command '\(path.dropFirst().joined()) \(verb)'",
                hint: "write '\(meant)', or for that name '\(named)'")
        }
        return nil
    }

    /// The message where the group takes nothing but commands, or has no such option; `nil` otherwise.
    var message: String? {
        if isOption {
            return "'\(path.joined(separator: " "))' has no option '\(word.forTerminal)'"
        }
        guard group.configuration.defaultSubcommand == nil else { return nil }
        return
            "there is no command '\((path.dropFirst() + [word]).joined(separator: " ").forTerminal)'"
    }

    /// The command that lists what there is.
    var help: String { (path + ["--help"]).joined(separator: " ") }

    /// An error with the command that was meant most likely, where its words were taken for the name of
    /// something that there isn't.
    static func correcting(_ error: any Error, _ words: [String]) -> any Error {
        guard case ClientError.refused(let refusal)? = error as? ClientError,
            refusal.data.kind == "not_found", let likely = MistypedCommand(words)?.likely
        else { return error }
        return Refusal(message: "\(error)", hint: "did you mean '\(likely)'?")
    }
}
