import ArgumentParser
import TrackerAPI
import TrackerCore
import TrackerView

struct ResponseCommand: MethodCommand {
    static let configuration = CommandConfiguration.leaf(
        "answers", abstract: "Show how and when you answer reminders.",
        discussion: """
            By default, it covers the last 28 days. Pending, test and held-back reminders don't \
            count. Hours and days with fewer than 5 answers or refusals say little. If one hour is \
            clearly worse than another, you are told how to leave it out.
            """,
        examples: ["answers", "answers stand", "answers --from 2026-01-01 --to 2026-01-31"],
        aliases: ["answer"])

    @Argument(
        help: "The reminder: its name, or the start of its id; by default all.",
        completion: .reminders)
    var reminder: [String] = []

    @OptionGroup var span: DaySpan

    @OptionGroup(title: Options.title) var options: Options

    func request() -> ResponseGet {
        ResponseGet(from: span.from, to: span.to, reminder: reminder.asName)
    }
}
