import ArgumentParser
import TrackerAPI
import TrackerCore
import TrackerView

struct ResponseCommand: MethodCommand {
    static let configuration = CommandConfiguration.leaf(
        "answers",
        abstract: "How you answer reminders, by hour and by weekday.",
        discussion: """
            Of the last 28 days by default. What still waits, tests and what was held back don't \
            count. Hours and days with fewer than 5 answers or refusals say little. Where an hour \
            is clearly worse than another one, it tells how to leave it out.

            Examples:
              trackerctl answers
              trackerctl answers stand
              trackerctl answers --from 2026-01-01 --to 2026-01-31
            """, aliases: ["answer"])

    @Argument(
        help: "The reminder: a name, an id or the beginning of one; all of them without.",
        completion: .custom(ReminderArgument.completions))
    var reminder: [String] = []

    @OptionGroup var span: DaySpan

    @OptionGroup(title: Options.title) var options: Options

    func request() throws -> ResponseGet {
        let days = try span.days(today: options.delivery.today)
        return ResponseGet(from: days.from, to: days.to, reminder: reminder.asName)
    }
}
