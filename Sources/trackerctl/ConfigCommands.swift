import ArgumentParser
import TrackerAPI
import TrackerView

struct ConfigCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "The daemon's configuration.",
        subcommands: [Get.self, Command<ConfigReload>.self])
}

extension ConfigCommands {
    struct Get: MethodCommand {
        typealias Call = ConfigGet
        /// Keys that this version doesn't know are shown, too.
        typealias Result = JSONValue
        static let configuration = CommandConfiguration.leaf(
            "get", of: "config", abstract: "Show the configuration in effect, with defaults.")
        @OptionGroup(title: Options.title) var options: Options

        func text(of result: JSONValue, in style: Style) -> String {
            ConfigurationText.lines(of: result).joined(separator: "\n") + "\n"
        }
    }
}

extension ConfigReload: PlainCommandRequest {
    static let command = CommandConfiguration.leaf(
        "reload", of: "config",
        abstract: "Read the configuration file anew.",
        discussion: "One that is wrong is refused, and the one in effect stays.")
}
