import ArgumentParser
import TrackerView

extension CommandConfiguration {
    /// The configuration of a command without subcommands.
    ///
    /// The configuration names the words before the command, so that the parser can begin there: the parser
    /// then knows the whole usage, and doesn't look for the program's own options first.
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
}
