import ArgumentParser
import TrackerAPI
import TrackerCore
import TrackerView

struct SettingsCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings",
        abstract: "What you prefer: the unit of loads, the rest after a set, bar and plates.",
        subcommands: [Command<SettingsGet>.self, Set.self],
        defaultSubcommand: Command<SettingsGet>.self)
}

extension SettingsCommands {
    struct Set: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "set", of: "settings",
            abstract: "Change settings; what isn't given stays as it is.",
            discussion: """
                'trackerctl undo' takes it back. With another unit the bar and the plates are \
                those that are usual for it; your own have to be given anew.

                Examples:
                  trackerctl settings set --unit lb --rest 2m
                  trackerctl settings set --bar 15 --plates 20x2,15x2,10x4,5,2.5,1.25
                  trackerctl settings set --day-starts 04:00
                """)

        @Option("kg or lb.", "unit")
        var unit: Load.Unit?

        @Option(
            name: .shortAndLong, parsing: .unconditional,
            help: ArgumentHelp(
                "The rest after a set, where neither its exercise nor its workout says another;"
                    + " 'no' for none. A bare number is seconds.", valueName: "span"),
            transform: RemovableArgument.span)
        var rest: Removable<Span>?

        @Option("What the bar weighs.", "load", read: BarArgument.read)
        var bar: Double?

        @Option(
            "The plates that there are: 25,20,15x2,2.5; 15x2 where there are only two.", "plates",
            read: PlatesArgument.read)
        var plates: Plates?

        @Option(
            name: .customLong("day-starts"), parsing: .unconditional,
            help: ArgumentHelp(
                "When a day begins, in all lists and sums: 04:00.", valueName: "time"))
        var dayStartsAt: String?

        @OptionGroup(title: Options.title) var options: Options

        func validate() throws {
            guard
                unit != nil || rest != nil || bar != nil || plates != nil || dayStartsAt != nil
            else {
                throw ValidationError("give --unit, --rest, --bar, --plates or --day-starts")
            }
        }

        func request() -> SettingsSet {
            var request = SettingsSet()
            request.unit = unit
            request.rest = rest.map { $0.value ?? Span(ms: 0) }
            request.bar = bar
            request.plates = plates
            request.dayStartsAt = dayStartsAt
            return request
        }
    }
}

/// Reads a bar's weight, in the settings' unit.
enum BarArgument {
    static func read(_ text: String) throws -> Double {
        guard let load = NumberArgument.read(text) else {
            let isNegative = text.hasPrefix("-")
            throw ValidationError(
                (isNegative ? "it can't be negative: " : "")
                    + "give a number such as 20 or 7.5, in the settings' unit")
        }
        return load
    }
}

extension SettingsGet: PlainCommandRequest {
    static let command = CommandConfiguration.leaf(
        "get", of: "settings",
        abstract: "Show the settings; 'show' is the same, and may be left out.",
        aliases: ["show"])
}
