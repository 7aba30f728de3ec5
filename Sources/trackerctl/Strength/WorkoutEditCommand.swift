import ArgumentParser
import TrackerAPI
import TrackerCore
import TrackerView

extension WorkoutCommands {
    struct Edit: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "edit", of: "workout",
            abstract: "Change what a workout is called, when it began and when it ended.",
            discussion: """
                The open one, unless another is named. A time without a date is one of the workout's \
                day. All of its sets stay within it; 'set edit' moves a set. 'trackerctl undo' takes \
                it back.

                Examples:
                  trackerctl workout edit --start -10m
                  trackerctl workout edit last --name 'push, heavy' --end 19:30
                """)

        @Argument(
            help:
                "Another one: an id or the beginning of one, or 'last' for the one you touched last.",
            completion: .custom(WorkoutArgument.completions))
        var workout: String?

        @Option("What to call it.", "text", isShort: true)
        var name: String?

        @Option(
            "When it began: 18:00, 6pm, 'monday 18:00' or -10m (ago).", "time",
            read: WhenArgument.readWithinDay)
        var start: When?

        @Option("When it ended, of a finished one.", "time", read: WhenArgument.readWithinDay)
        var end: When?

        @OptionGroup(title: Options.title) var options: Options

        func validate() throws {
            guard name != nil || start != nil || end != nil else {
                throw ValidationError("nothing to change: give --name, --start or --end")
            }
        }

        func request() -> WorkoutUpdate {
            WorkoutUpdate(workout: workout, name: name, startedAt: start, endedAt: end)
        }
    }
}
