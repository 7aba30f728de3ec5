import ArgumentParser
import TrackerAPI
import TrackerCore
import TrackerView

struct PlatesCommands: ParsableCommand {
    static let configuration = CommandConfiguration.group(
        "plates", abstract: "Show which plates to load.",
        subcommands: [Calculate.self],
        defaultSubcommand: Calculate.self)
}

extension PlatesCommands {
    struct Calculate: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "calculate", of: "plates", abstract: "Show which plates to load on each side.",
            discussion: """
                You can leave out the word 'calculate'. The load includes the bar. If your plates \
                can't make it, you get the nearest load below. The bar and the plates come from \
                the settings; in another unit, they are the usual ones. An exercise may have its \
                own bar and unit.
                """,
            examples: [
                "plates 102.5",
                "plates 225lb",
                "plates 60 --bar 15",
                "plates 60 --exercise bench-press",
                "plates 100 --plates 20x4,10x2,5x2",
            ])

        @Argument(
            help: ArgumentHelp("Load with the bar; a unit may follow it.", valueName: "load"),
            transform: GivenLoad.read)
        var load: GivenLoad

        @Option("Exercise whose bar and unit to use.", "exercise", completion: .exercises)
        var exercise: String?

        @Option("Weight of the bar.", "load", read: GivenLoad.read)
        var bar: GivenLoad?

        @Option("Unit of all weights: kg or lb; by default as in the settings.", "unit")
        var unit: Load.Unit?

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp(
                "Your plates.",
                discussion: "20x4 is four of 20, two for each side; 20 is any number.",
                valueName: "weights"),
            transform: PlatesArgument.read)
        var plates: Plates?

        @OptionGroup(title: Options.title) var options: Options

        func validate() throws {
            guard Set([unit, load.unit, bar?.unit].compactMap { $0 }).count < 2 else {
                throw ValidationError("give the load, the bar and the plates in the same unit")
            }
        }

        func request() -> PlatesCalculate {
            PlatesCalculate(
                load: load.value, exercise: exercise, unit: unit ?? load.unit ?? bar?.unit,
                bar: bar?.value,
                plates: plates)
        }
    }
}
