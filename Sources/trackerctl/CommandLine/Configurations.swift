import ArgumentParser

// Examples of a command are the last paragraph of its help: lines as they are typed, without 'trackerctl'. A
// line that begins with another program has '$ ' before it.

extension CommandConfiguration {
    /// Configuration of a command without subcommands.
    ///
    /// It names the words before the command, so that the parser can begin at the command: it then knows the
    /// whole usage, and doesn't look for the program's own options first.
    static func leaf(
        _ name: String, of group: String? = nil, abstract: String, discussion: String = "",
        examples: [String] = [], shouldDisplay: Bool = true, aliases: [String] = []
    ) -> CommandConfiguration {
        CommandConfiguration(
            commandName: name,
            _superCommandName: group.map { "trackerctl \($0)" } ?? "trackerctl",
            abstract: abstract, discussion: text(discussion, examples),
            shouldDisplay: shouldDisplay, aliases: aliases)
    }

    /// The configuration of a command that stands in two places of the tree: in its group, and as a short
    /// word.
    ///
    /// - Parameter place: the group, or `Trackerctl` for the short word.
    static func leaf(
        _ name: String, in place: any ParsableCommand.Type, abstract: String,
        discussion: String = "", examples: [String] = []
    ) -> CommandConfiguration {
        leaf(
            name, of: place == Trackerctl.self ? nil : place._commandName, abstract: abstract,
            discussion: discussion, examples: examples)
    }

    /// Configuration of a command that deletes one thing, which can be undone.
    static func deletion(
        of group: String, abstract: String, examples: [String] = []
    ) -> CommandConfiguration {
        leaf(
            "delete", of: group, abstract: abstract,
            discussion: "'rm' and 'remove' do the same. 'trackerctl undo' puts it back.",
            examples: examples, aliases: deletions)
    }

    static func group(
        _ name: String, abstract: String, discussion: String = "", examples: [String] = [],
        subcommands: [any ParsableCommand.Type],
        defaultSubcommand: (any ParsableCommand.Type)? = nil, aliases: [String] = []
    ) -> CommandConfiguration {
        CommandConfiguration(
            commandName: name, abstract: abstract, discussion: text(discussion, examples),
            subcommands: subcommands, defaultSubcommand: defaultSubcommand, aliases: aliases)
    }

    private static func text(_ discussion: String, _ examples: [String]) -> String {
        guard !examples.isEmpty else { return discussion }
        let heading = examples.count == 1 ? "Example:\n" : "Examples:\n"
        let paragraph = heading + lines(of: examples)
        return discussion.isEmpty ? paragraph : "\(discussion)\n\n\(paragraph)"
    }

    /// Other words for 'delete'.
    static let deletions = ["remove", "rm"]

    static func lines(of examples: [String]) -> String {
        examples.map { line in
            line.hasPrefix("$ ") ? "  \(line.dropFirst(2))" : "  trackerctl \(line)"
        }.joined(separator: "\n")
    }

    /// Examples in the help, with the program's name. One that continues on another row has a newline.
    var examples: [String] {
        let rows = discussion.split(separator: "\n", omittingEmptySubsequences: false)
            .drop { !["Example:", "Examples:"].contains($0) }.dropFirst().prefix { !$0.isEmpty }
        return rows.reduce(into: []) { examples, row in
            if row.hasPrefix("   "), let last = examples.popLast() {
                examples.append("\(last)\n\(row)")
            } else {
                examples.append(String(row.dropFirst(2)))
            }
        }
    }
}
