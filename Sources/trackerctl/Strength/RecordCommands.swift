import ArgumentParser
import TrackerAPI
import TrackerCore
import TrackerView

struct RecordCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "The best of what you have lifted: 'records bench'.",
        subcommands: [List.self],
        defaultSubcommand: List.self, aliases: ["records"])
}

extension RecordCommands {
    struct List: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "list", of: "record",
            abstract: "List the records of an exercise, or of all.",
            discussion: """
                The word 'list' may be left out. Warm-ups and partial sets don't count; the records \
                follow from the sets as they are now, so that an edit corrects them.

                Most reps with a load is a record where no heavier load was lifted as often; in the \
                list of all exercises only the one with most is shown. --all shows each load.

                Of one exercise a table tells the best load for 1 to 10 reps: done, and estimated \
                by Epley's formula from the best 1RM. A set proves at least its load as a 1RM.

                Examples:
                  trackerctl records
                  trackerctl records bench
                  trackerctl records bench-press --all
                """)

        @Argument(
            help: "The exercise: a name, an id or the beginning of one; all of them without.",
            completion: .custom(ExerciseArgument.completions))
        var exercise: [String] = []

        @Flag(name: .shortAndLong, help: "Most reps with every load.")
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
    /// The words joined to one name, so that they need no quotes; `nil` where there are none.
    var asName: String? { isEmpty ? nil : joined(separator: " ") }
}
