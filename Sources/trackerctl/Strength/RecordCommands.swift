import ArgumentParser
import TrackerAPI
import TrackerCore
import TrackerView

struct RecordCommands: ParsableCommand {
    static let configuration = CommandConfiguration.group(
        "record", abstract: "Show your lifting records.",
        subcommands: [List.self],
        defaultSubcommand: List.self, aliases: ["records"])
}

extension RecordCommands {
    struct List: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "list", of: "record", abstract: "List your records.",
            discussion: """
                You can leave out the word 'list'. Warm-ups and partial sets don't count. Records \
                follow from the sets as they are now, so editing a set corrects them.

                Most reps with a load is a record if you haven't lifted a heavier load as often. \
                The list of all exercises shows only the one with the most reps; --all shows each \
                load.

                For one exercise, a table shows the best load for 1 to 10 reps: done, and \
                estimated by Epley's formula from the best 1RM. A set proves at least its load as \
                a 1RM.
                """,
            examples: ["records", "records bench", "records bench-press --all"])

        @Argument(
            help: "The exercise: its name, or the start of its id; by default all.",
            completion: .exercises)
        var exercise: [String] = []

        @Flag(name: .shortAndLong, help: "Show most reps with every load.")
        var all = false

        @OptionGroup(title: Options.title) var options: Options

        func request() -> RecordList {
            RecordList(exercise: exercise.asName, all: all ? true : nil)
        }

        func text(of result: RecordList.Response, in style: Style) -> String {
            RecordText(records: result.records, isOfOne: !exercise.isEmpty, isWhole: all)
                .text(in: style)
        }
    }
}

extension [String] {
    /// The words joined into one name, so that they need no quotes; `nil` if there are none.
    var asName: String? { isEmpty ? nil : joined(separator: " ") }
}
