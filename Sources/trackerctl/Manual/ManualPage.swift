import ArgumentParser
import TrackerView

/// A manual page, made from the definitions that `--help` shows.
struct ManualPage {
    /// Name of the page, such as `trackerctl-timer`.
    let name: String
    /// Further names under which the page can be found.
    let links: [String]
    let text: String

    /// The client's pages: the main page, and one for each command and group of commands.
    static func ofClient() throws -> [ManualPage] {
        let root = try HelpDump(of: Trackerctl.self).command
        let shown = root.visibleSubcommands
        let groups = Trackerctl.configuration.groupedSubcommands.map { group in
            (
                name: group.name,
                commands: group.subcommands.map { $0._commandName }.filter { name in
                    shown.contains { $0.commandName == name }
                }
            )
        }
        return [ClientPage(root: root, groups: groups).page]
            + shown.map { command in
                let siblings = groups.first { $0.commands.contains(command.commandName) }
                return CommandPage(command: command, siblings: siblings?.commands ?? []).page
            }
    }

    static func name(of command: String) -> String { "trackerctl-\(command)" }

    static func reference(_ name: String) -> String { Roff.bold(name) + "(1)" }
}

extension HelpDump.Command {
    /// The abstract in the form for the page index.
    var indexed: String {
        let sentence = abstract ?? ""
        let text = sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}
