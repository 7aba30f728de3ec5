import ArgumentParser
import TrackerAPI
import TrackerView

struct TimelineCommand: MethodCommand {
    static let configuration = CommandConfiguration.leaf(
        "timeline", abstract: "Show a day's reminders and exercise.",
        discussion: """
            On a terminal, each reminder has a row of symbols, and so does your exercise; the \
            details follow in words.
            """,
        examples: ["timeline", "timeline yesterday", "timeline 2026-03-02"], aliases: ["timelines"])

    @Argument(
        help: "The day, such as yesterday, monday or 2026-03-02; by default today.",
        transform: WhenArgument.read)
    var day: When?

    @OptionGroup(title: Options.title) var options: Options

    func request() -> TimelineGet { TimelineGet(date: day) }
}
