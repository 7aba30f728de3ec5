import ArgumentParser
import TrackerAPI

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

/// A command or a group of commands, and the words that name it.
struct CommandDescription {
    /// The words as they were typed, without the program's name; empty for the program as a whole.
    let path: [String]
    let type: any ParsableCommand.Type

    init(path: [String], type: any ParsableCommand.Type) { (self.path, self.type) = (path, type) }

    /// The command that the first words of a line name.
    init(namedBy words: [String]) {
        var type: any ParsableCommand.Type = Trackerctl.self
        let path = words.prefix { word in
            let next = type.configuration.subcommands.first {
                let configuration = $0.configuration
                return configuration.commandName == word || configuration.aliases.contains(word)
            }
            type = next ?? type
            return next != nil
        }
        self.init(path: Array(path), type: type)
    }

    var configuration: CommandConfiguration { type.configuration }

    /// The beginning of its command lines, such as `trackerctl timer`.
    var line: String { (["trackerctl"] + path).joined(separator: " ") }

    var isGroup: Bool { !configuration.subcommands.isEmpty }

    /// Whether it was named by its plural.
    var isPlural: Bool { path.last == "\(type._commandName)s" }

    /// The command that takes the words after the path: itself, or the default subcommand.
    var target: any ParsableCommand.Type { configuration.defaultSubcommand ?? type }

    /// The visible arguments of the target; none if that is a group.
    func arguments() throws -> [HelpDump.Argument] {
        // Without a command, the program is 'status' and takes its options.
        let leaf: any ParsableCommand.Type = path.isEmpty ? Command<Status>.self : target
        return leaf.configuration.subcommands.isEmpty ? try HelpDump.arguments(of: leaf) : []
    }

    /// Options that may follow a group's name: those of the commands that it stands for.
    func groupOptions() -> [String] {
        let group = type as? any GroupCommand.Type
        let all = [group?.shown, group?.listed, configuration.defaultSubcommand].compactMap(\.self)
        var known: [any ParsableCommand.Type] = all.isEmpty ? [Command<Status>.self] : []
        for type in all where !known.contains(where: { $0 == type }) { known.append(type) }
        return known.flatMap { (try? HelpDump.arguments(of: $0)) ?? [] }.flatMap(\.spellings)
            + ["--help", "-h"]
    }
}

extension ParsableCommand {
    static var names: [String] { [_commandName] + configuration.aliases }
}
