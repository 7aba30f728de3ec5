import TrackerView

/// The page of one of the client's commands, or of a group of them.
struct CommandPage {
    let command: HelpDump.Command
    /// Names of the commands that are listed beside it.
    let siblings: [String]

    var page: ManualPage {
        let name = ManualPage.name(of: command.commandName)
        let links = command.aliases.map(ManualPage.name)
        var roff = Roff()
        roff.head(name, names: [name] + links, abstract: command.indexed)
        writeSynopsis(&roff)
        roff.macro("SH", "DESCRIPTION")
        if !command.aliases.isEmpty {
            let words = command.aliases.map { Roff.bold("trackerctl \($0)") }
            roff.raw("May also be written \(words.joined(separator: ", ")).")
            roff.macro("PP")
        }
        roff.paragraphs(command.discussion ?? command.abstract ?? "")
        if command.visibleSubcommands.isEmpty {
            let own = command.ownArguments
            if !own.isEmpty { roff.macro("SH", "OPTIONS") }
            for argument in own { roff.argument(argument) }
        } else {
            roff.macro("SH", "COMMANDS")
            for leaf in command.visibleSubcommands { write(leaf, &roff) }
        }
        writeEnd(&roff)
        return ManualPage(name: name, links: links, text: roff.text)
    }

    private func writeSynopsis(_ roff: inout Roff) {
        roff.macro("SH", "SYNOPSIS")
        let path = "trackerctl \(command.commandName)"
        let leaves = command.visibleSubcommands
        guard !leaves.isEmpty else { return roff.raw(synopsis(path, command)) }
        for (index, leaf) in leaves.enumerated() {
            if index > 0 { roff.macro("br") }
            roff.raw(synopsis("\(path) \(leaf.commandName)", leaf))
        }
    }

    private func write(_ leaf: HelpDump.Command, _ roff: inout Roff) {
        let path = "trackerctl \(command.commandName) \(leaf.commandName)"
        roff.raw(".SS \(synopsis(path, leaf))")
        roff.line(leaf.abstract ?? "")
        if !leaf.aliases.isEmpty {
            let words = leaf.aliases.map { Roff.bold("\(command.commandName) \($0)") }
            roff.raw("May also be written \(words.joined(separator: ", ")).")
        }
        for argument in leaf.ownArguments { roff.argument(argument) }
        if let discussion = leaf.discussion {
            roff.macro("PP")
            roff.paragraphs(discussion)
        }
    }

    private func writeEnd(_ roff: inout Roff) {
        let others = siblings.filter { $0 != command.commandName }.map(ManualPage.name).sorted()
        let pages = ["trackerctl"] + others + ["trackerd"]
        roff.macro("SH", "SEE ALSO")
        roff.raw(pages.map(ManualPage.reference).joined(separator: ", "))
        roff.macro("PP")
        roff.raw(
            "The options that every command has, exit statuses, files and the environment are in"
                + " \(ManualPage.reference("trackerctl")).")
    }

    private func synopsis(_ path: String, _ command: HelpDump.Command) -> String {
        let arguments = command.ownArguments.filter(\.isPositional).map { argument in
            let name = Roff.italic(argument.placeholder)
            return argument.isOptional ? " [\(name)]" : " \(name)"
        }
        let hasOptions = command.ownArguments.contains { !$0.isPositional }
        let options = hasOptions ? " [\\fIoptions\\fR]" : ""
        return Roff.bold(path) + arguments.joined() + options
    }
}

extension HelpDump.Argument {
    /// Whether every command has this option, which the main page describes. `--help` and `--version` are the
    /// parser's own.
    var isCommon: Bool {
        sectionTitle == Options.title
            || spellings.contains { ["--help", "--version"].contains($0) }
    }
}

extension HelpDump.Command {
    /// Arguments that not every command has; those without a name come first.
    var ownArguments: [HelpDump.Argument] {
        let own = visibleArguments.filter { !$0.isCommon }
        return own.filter(\.isPositional) + own.filter { !$0.isPositional }
    }
}
