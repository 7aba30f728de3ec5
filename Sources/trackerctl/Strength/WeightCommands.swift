import ArgumentParser
import TrackerAPI
import TrackerCore
import TrackerView

struct WeightCommands: GroupCommand {
    static var shown: any ParsableCommand.Type { List.self }

    static let configuration = CommandConfiguration.group(
        "weight", abstract: "Log and list your body weight.",
        subcommands: [Log.self, List.self, Command<WeightDelete>.self],
        defaultSubcommand: Log.self, aliases: ["weights"])
}

extension WeightCommands {
    struct Log: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "log", of: "weight", abstract: "Log your body weight.",
            discussion: """
                You can leave out the word 'log'. Later sets of exercises that move your body, such \
                as push-ups and pull-ups, count it in volume, work and estimated 1RM, plus the \
                added load or minus the assistance. Sets before your first weight count only the \
                added load, and say so.
                """,
            examples: ["weight 82.5", "weight 180lb --at yesterday", "weight 83.5 --at 2026-09-01"])

        @Argument(
            help: ArgumentHelp(
                "Weight: 82.5, 82.5kg or 180lb; by default in your unit.", valueName: "weight"))
        var words: [String]

        @Option(
            "When you weighed it: 10:15, yesterday, 2026-03-01 (this time of day) or -10m (ago).",
            "time", read: WhenArgument.read)
        var at: When?

        @OptionGroup(title: Options.title) var options: Options

        func validate() throws { _ = try request() }

        func request() throws -> WeightLog {
            guard let weight = GivenLoad(words.joined(separator: " ")) else {
                throw ValidationError("give a weight such as 82.5, 82.5kg or 180lb")
            }
            return WeightLog(weight: weight.value, unit: weight.unit, at: at)
        }
    }

    struct List: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "list", of: "weight", abstract: "List your weights, newest first.",
            examples: ["weight list", "weight list --from -90d"])

        @OptionGroup var part: ListOptions<WeightList>

        @OptionGroup(title: Options.title) var options: Options

        func request() -> WeightList { WeightList(from: part.from, to: part.to, limit: part.limit) }
    }
}

struct WeightArgument: ParsableArguments {
    @Argument(help: "The weight: the start of its id, or 'last' for the one you changed last.")
    var entry: String
}

extension WeightDelete: DeletionRequest {
    static let command = CommandConfiguration.deletion(
        of: "weight", abstract: "Delete a weight.", examples: ["weight delete last"])
    static func request(_ target: WeightArgument) -> Self { Self(entry: target.entry) }
}
