import ArgumentParser
import TrackerAPI
import TrackerCore
import TrackerView

struct VolumeCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "volume",
        abstract: "How much you have lifted: reps x load, by exercise.",
        subcommands: [List.self],
        defaultSubcommand: List.self)
}

extension VolumeCommands {
    struct List: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "list", of: "volume",
            abstract: "Show the volume of each exercise, or of one day by day.",
            discussion: """
                The word 'list' may be left out. Volume is reps x load, without warm-ups. '7 DAYS' \
                is the sum of a day and the six before it: at the last day with any in the list of \
                all exercises. By default of the last 28 days.

                Examples:
                  trackerctl volume
                  trackerctl volume bench
                  trackerctl volume --from 2026-01-01 --to 2026-01-31
                """)

        /// Four weeks, today included.
        private static let days = 28

        @Argument(
            help: "The exercise: a name, an id or the beginning of one; all of them without.",
            completion: .custom(ExerciseArgument.completions))
        var exercise: [String] = []

        @Option("The first day.", "time", read: WhenArgument.readDay)
        var from: When?

        @Option("The last day.", "time", read: WhenArgument.readDay)
        var to: When?

        @OptionGroup(title: Options.title) var options: Options

        func request() throws -> VolumeList {
            guard let from, let to else {
                let today = try options.delivery.today()
                let first = Days.number(ofDate: today).map { $0 - Self.days + 1 }
                return VolumeList(
                    exercise: exercise.asName,
                    from: try from ?? WhenArgument.readDay(first.map(Days.text) ?? today),
                    to: try to ?? WhenArgument.readDay(today))
            }
            return VolumeList(exercise: exercise.asName, from: from, to: to)
        }

        func text(of result: VolumeList.Response, in style: Style) -> String {
            VolumeText(volume: result, isOfOne: !exercise.isEmpty).text(in: style)
        }
    }
}
