import ArgumentParser
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

/// The word on a command line that was meant as a command, where no command is called that.
struct MistypedCommand {
    private let word: String
    private let path: [String]
    private let group: any ParsableCommand.Type

    /// - Returns: `nil` where the words name a command, or only a group.
    init?(_ words: [String]) {
        var group: any ParsableCommand.Type = Trackerctl.self
        var path = ["trackerctl"]
        var rest = words[...]
        while let word = rest.first, let next = Trackerctl.subcommand(word, of: group) {
            group = next
            path.append(word)
            rest = rest.dropFirst()
        }
        guard let word = rest.first, !word.hasPrefix("-"),
            !group.configuration.subcommands.isEmpty
        else { return nil }
        (self.word, self.path, self.group) = (word, path, group)
    }

    /// The command that is meant most likely; `nil` where none is alike.
    var likely: String? {
        let names = group.configuration.subcommands.filter { $0.configuration.shouldDisplay }
            .flatMap { [$0._commandName] + $0.configuration.aliases }
        return Likeness.nearest(to: word, among: names).map {
            (path + [$0]).joined(separator: " ")
        }
    }

    /// The message where the group takes nothing but commands; `nil` otherwise.
    var message: String? {
        guard group.configuration.defaultSubcommand == nil else { return nil }
        return
            "there is no command '\((path.dropFirst() + [word]).joined(separator: " ").forTerminal)'"
    }

    /// The command that lists what there is.
    var help: String { (path + ["--help"]).joined(separator: " ") }
}
