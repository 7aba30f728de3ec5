import ArgumentParser
import TrackerView

extension CommandConfiguration {
    /// Configuration of a command without subcommands.
    ///
    /// It names the words before the command, so that the parser can begin at the command: it then knows the
    /// whole usage, and doesn't look for the program's own options first.
    static func leaf(
        _ name: String, of group: String? = nil, abstract: String, discussion: String = "",
        shouldDisplay: Bool = true, aliases: [String] = []
    ) -> CommandConfiguration {
        CommandConfiguration(
            commandName: name,
            _superCommandName: group.map { "trackerctl \($0)" } ?? "trackerctl",
            abstract: abstract, discussion: discussion, shouldDisplay: shouldDisplay,
            aliases: aliases)
    }

    /// The configuration of a command that stands in two places of the tree: in its group, and as a short
    /// word.
    ///
    /// - Parameter place: the group, or `Trackerctl` for the short word.
    static func leaf(
        _ name: String, in place: any ParsableCommand.Type, abstract: String,
        discussion: String = ""
    ) -> CommandConfiguration {
        leaf(
            name, of: place == Trackerctl.self ? nil : place._commandName, abstract: abstract,
            discussion: discussion)
    }
}
