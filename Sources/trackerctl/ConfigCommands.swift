import ArgumentParser
import TrackerAPI

struct ConfigCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "The daemon's configuration.",
        subcommands: [Get.self, Reload.self])
}

extension ConfigCommands {
    struct Get: MethodCommand {
        typealias Call = ConfigGet
        /// JSON, so that the settings of a newer daemon are shown, too.
        typealias Result = JSONValue

        static let configuration = CommandConfiguration.leaf(
            "get", of: "config",
            abstract: "Show the configuration in effect, with defaults.")

        @OptionGroup(title: Options.title) var options: Options

        func text(of result: JSONValue, in style: Style) -> String {
            ConfigurationText.lines(of: result).joined(separator: "\n") + "\n"
        }
    }

    struct Reload: MethodCommand {
        typealias Call = ConfigReload
        static let configuration = CommandConfiguration.leaf(
            "reload", of: "config",
            abstract: "Read the configuration file anew.",
            discussion: "One that is wrong is refused, and the one in effect stays.")

        @OptionGroup(title: Options.title) var options: Options

        func text(of result: ConfigReload.Response, in style: Style) -> String {
            guard !result.changed.isEmpty else { return "nothing changed\n" }
            return "changed: " + result.changed.joined(separator: ", ").forTerminal + "\n"
        }
    }
}
