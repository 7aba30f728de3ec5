import ArgumentParser
import TrackerAPI
import TrackerCore
import TrackerView

struct PlatesCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plates",
        abstract: "What to put on the bar: 'plates 102.5'.",
        subcommands: [Calculate.self],
        defaultSubcommand: Calculate.self)
}

extension PlatesCommands {
    struct Calculate: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "calculate", of: "plates",
            abstract: "Tell which plates make a load, on each side of the bar.",
            discussion: """
                The word 'calculate' may be left out. The load is that of the bar with all of its \
                plates. Where the plates can't make it, it is the nearest below. The bar and the \
                plates are those of the settings, in another unit than theirs the usual ones.

                Examples:
                  trackerctl plates 102.5
                  trackerctl plates 225lb
                  trackerctl plates 60 --bar 15
                  trackerctl plates 100 --plates 20x4,10x2,5x2
                """)

        @Argument(
            help: ArgumentHelp("The load; a unit may follow it.", valueName: "load"),
            transform: GivenLoad.read)
        var load: GivenLoad

        @Option("What the bar weighs.", "load", read: GivenLoad.read)
        var bar: GivenLoad?

        @Option("Of all the weights: kg or lb; else as set.", "unit")
        var unit: Load.Unit?

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp(
                "The plates that there are.",
                discussion: "20x4 is four of 20, two for each side; 20 is any number.",
                valueName: "weights"),
            transform: PlatesArgument.read)
        var plates: Plates?

        @OptionGroup(title: Options.title) var options: Options

        func validate() throws {
            guard Set([unit, load.unit, bar?.unit].compactMap { $0 }).count < 2 else {
                throw ValidationError("give the load, the bar and the plates in one unit")
            }
        }

        func request() -> PlatesCalculate {
            PlatesCalculate(
                load: load.value, unit: unit ?? load.unit ?? bar?.unit, bar: bar?.value,
                plates: plates)
        }
    }
}
