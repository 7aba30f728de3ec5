import ArgumentParser
import TrackerAPI
import TrackerView

struct ConfigCommands: ParsableCommand {
    static let configuration = CommandConfiguration.group(
        "config", abstract: "Show or reload the daemon's configuration.",
        subcommands: [Get.self, Command<ConfigReload>.self])
}

extension ConfigCommands {
    struct Get: MethodCommand {
        typealias Call = ConfigGet
        /// Includes keys that this version doesn't know.
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
        "reload", of: "config", abstract: "Reload the configuration file.",
        discussion:
            "If the file has a mistake, it is refused and the old configuration stays in effect.")
}
