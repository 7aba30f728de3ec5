import ArgumentParser
import TrackerAPI
import TrackerView

struct VolumeCommands: ParsableCommand {
    static let configuration = CommandConfiguration.group(
        "volume", abstract: "Show how much you have lifted.",
        subcommands: [List.self],
        defaultSubcommand: List.self)
}

extension VolumeCommands {
    struct List: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "list", of: "volume", abstract: "Show the volume of each exercise.",
            discussion: """
                You can leave out the word 'list'. With an exercise, you see its volume day by \
                day. Volume is reps x load, without warm-ups. '7 DAYS' is the total of a day and \
                the six before it; in the list of all exercises, it ends on the last day with any. \
                By default, the last 28 days are shown.

                Below that are the sets per week by muscle, without warm-ups: a set counts as one for \
                each main muscle of its exercise, and as half for each helping muscle.
                """,
            examples: ["volume", "volume bench", "volume --from 2026-01-01 --to 2026-01-31"])

        @Argument(
            help: "The exercise: its name, or the start of its id; by default all.",
            completion: .exercises)
        var exercise: [String] = []

        @OptionGroup var span: DaySpan

        @OptionGroup(title: Options.title) var options: Options

        func request() -> VolumeList {
            VolumeList(exercise: exercise.asName, from: span.from, to: span.to)
        }

        func text(of result: VolumeList.Response, in style: Style) -> String {
            VolumeText(volume: result, isOfOne: !exercise.isEmpty).text(in: style)
        }
    }
}
