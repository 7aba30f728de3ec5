import ArgumentParser
import TrackerAPI
import TrackerView

struct TimelineCommand: MethodCommand {
    static let configuration = CommandConfiguration.leaf(
        "timeline",
        abstract: "A day: what reminders asked, and what you did.",
        discussion: """
            On a terminal each reminder has a row of signs, and so have your efforts; below them \
            it stands in words.

            Examples:
              trackerctl timeline
              trackerctl timeline yesterday
              trackerctl timeline 2026-03-02
            """, aliases: ["timelines"])

    @Argument(
        help: "The day, such as yesterday, monday or 2026-03-02; today without.",
        transform: WhenArgument.readDay)
    var day: When?

    @OptionGroup(title: Options.title) var options: Options

    func request() throws -> TimelineGet {
        TimelineGet(date: try day ?? WhenArgument.readDay(options.delivery.today()))
    }
}
