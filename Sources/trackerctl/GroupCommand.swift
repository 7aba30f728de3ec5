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
        let names =
            isOption
            ? Self.options(of: group)
            : group.configuration.subcommands.filter { $0.configuration.shouldDisplay }
                .flatMap { [$0._commandName] + $0.configuration.aliases }
        return Likeness.nearest(to: word, among: names).map {
            (path + [$0]).joined(separator: " ")
        }
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
