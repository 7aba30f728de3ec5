import ArgumentParser
import TrackerAPI
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

                Below it stand the sets of each week by muscle, warm-ups left out: a set is one for \
                each muscle that its exercise is for, and half a one for those that help.

                Examples:
                  trackerctl volume
                  trackerctl volume bench
                  trackerctl volume --from 2026-01-01 --to 2026-01-31
                """)

        @Argument(
            help: "The exercise: a name, an id or the beginning of one; all of them without.",
            completion: .custom(ExerciseArgument.completions))
        var exercise: [String] = []

        @OptionGroup var span: DaySpan

        @OptionGroup(title: Options.title) var options: Options

        func request() throws -> VolumeList {
            let days = try span.days(today: options.delivery.today)
            return VolumeList(exercise: exercise.asName, from: days.from, to: days.to)
        }

        func text(of result: VolumeList.Response, in style: Style) -> String {
            VolumeText(volume: result, isOfOne: !exercise.isEmpty).text(in: style)
        }
    }
}
