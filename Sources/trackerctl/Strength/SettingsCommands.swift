import ArgumentParser
import TrackerAPI
import TrackerCore
import TrackerView

struct SettingsCommands: ParsableCommand {
    static let configuration = CommandConfiguration.group(
        "settings", abstract: "Show or change your preferences.",
        subcommands: [Command<SettingsGet>.self, Set.self],
        defaultSubcommand: Command<SettingsGet>.self)
}

extension SettingsCommands {
    struct Set: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "set", of: "settings", abstract: "Change settings.",
            discussion: """
                What you leave out stays as it is. If you change the unit, the bar and the plates \
                become the usual ones for it; set your own again. 'trackerctl undo' undoes it.
                """,
            examples: [
                "settings set --unit lb --rest 2m",
                "settings set --bar 15 --plates 20x2,15x2,10x4,5,2.5,1.25",
                "settings set --day-starts 04:00 --active-days daily",
                "settings set --xp off --weekly-report off --report-at 19:00",
            ])

        @Option("Unit of your loads: kg or lb.", "unit")
        var unit: Load.Unit?

        @Option(
            name: .shortAndLong, parsing: .unconditional,
            help: ArgumentHelp(
                "Rest after a set, if neither its exercise nor its workout has one; 'no'"
                    + " for none. A bare number is seconds.", valueName: "span"),
            transform: RemovableArgument.span)
        var rest: Removable<Span>?

        @Option("Weight of the bar.", "load", read: BarArgument.read)
        var bar: Double?

        @Option(
            "Your plates: 25,20,15x2,2.5; 15x2 if you have only two.", "plates",
            read: PlatesArgument.read)
        var plates: Plates?

        @Option(
            name: .customLong("day-starts"), parsing: .unconditional,
            help: ArgumentHelp(
                "When a day starts in all lists and totals, such as 04:00.", valueName: "time"))
        var dayStartsAt: String?

        @OptionGroup var progress: ProgressSettings

        @OptionGroup(title: Options.title) var options: Options

        func validate() throws {
            guard
                unit != nil || rest != nil || bar != nil || plates != nil || dayStartsAt != nil
                    || !progress.isEmpty
            else {
                throw ValidationError(
                    "nothing to change: give an option such as --unit or --day-starts;"
                        + " --help lists them")
            }
        }

        func request() -> SettingsSet {
            var request = SettingsSet()
            request.unit = unit
            request.rest = rest.map { $0.value ?? Span(ms: 0) }
            request.bar = bar
            request.plates = plates
            request.dayStartsAt = dayStartsAt
            progress.add(to: &request)
            return request
        }
    }
}

extension SettingsGet: PlainCommandRequest {
    static let command = CommandConfiguration.leaf(
        "get", of: "settings", abstract: "Show the settings.",
        discussion: "'show' does the same, and you can leave it out.", aliases: ["show"])
}
