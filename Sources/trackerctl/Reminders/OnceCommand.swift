import ArgumentParser
import TrackerAPI
import TrackerCore
import TrackerView

extension ReminderCommands {
    struct Once: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "once", of: "reminder",
            abstract: "Remind you once.",
            discussion: """
                It asks again and can be snoozed like any reminder, and is deleted when you answer \
                it with 'done' or 'dismiss'; 'trackerctl undo' brings it back. A time of day that is \
                over today means tomorrow. To move it: trackerctl remind edit NAME --once TIME.
                """,
            examples: [
                "remind once 18:30 call mum",
                "remind once 'fri 9am' ring the dentist",
                "remind once 20m laundry",
                "remind once 'tomorrow 17:00' stretch --exercise push-ups --count 10",
            ])

        @Argument(help: OnceTime.help)
        var time: String

        @Argument(
            help: ArgumentHelp("Name, shown as the notification's title.", valueName: "name"))
        var words: [String]

        @Option("Text to show besides the name.", "text", isShort: true)
        var message: String?

        @Option(
            "Exercise to do; 'any' for whichever you log.", "name",
            completion: .custom(ExerciseArgument.completions))
        var exercise: String?

        @Option("Reps or seconds of it.", "number")
        var count: Int64?

        @OptionGroup(title: Options.title) var options: Options

        func check() throws { _ = try request() }

        func request() throws -> ReminderCreate {
            var fields = ReminderParameters()
            fields.schedule.once = try OnceTime.read(time)
            fields.message = message
            fields.exercise = exercise
            fields.count = count
            return ReminderCreate(name: words.joined(separator: " "), fields)
        }

        func text(of result: ReminderView, in style: Style) -> String {
            result.creation(in: style)
        }
    }
}

/// Reads the time of a reminder for once: a span from now, or a time to come.
enum OnceTime {
    static let help = ArgumentHelp(
        "When: a duration from now (a bare number is minutes), or a time such as 18:30 or 'fri 9am'.",
        valueName: "time")

    static func read(_ text: String) throws -> String {
        if let ms = DurationText.milliseconds(text, bareUnitMs: 60_000),
            !(text.contains(":") && ClockNotation.timeOfDay(text) != nil)
        {
            return DurationText.text(ms: ms)
        }
        let now = ClockNotation.Now.local()
        if let time = ClockNotation.timeToCome(text, now: now) { return time.text }
        guard ClockNotation.dayToCome(text, now: now)?.isDay != true else {
            throw ValidationError(
                "give a time of that day, too, in quotes: trackerctl remind once '\(text) 9am' NAME"
            )
        }
        throw ValidationError(
            "give a duration such as 20m, or \(ClockNotation.allowedToCome)")
    }
}
