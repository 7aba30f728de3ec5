import ArgumentParser

extension CommandConfiguration {
    /// The configuration of a command that has no others below it.
    ///
    /// It names what stands before the command, so that the parser can begin there: it then knows the
    /// whole usage, and doesn't look first for the options that only the program as a whole has.
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
