import ArgumentParser
import TrackerAPI

struct CalendarCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "calendar",
        abstract: "A month, and what you have done on its days.",
        subcommands: [Month.self],
        defaultSubcommand: Month.self)
}

extension CalendarCommands {
    struct Month: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "month", of: "calendar",
            abstract: "Show a month, and what was done on its days.",
            discussion: """
                The word 'month' may be left out. Weeks begin with the day that the locale (LC_TIME) \
                says, without one on Monday.

                Examples:
                  trackerctl calendar
                  trackerctl calendar 2026-03
                """)

        @Argument(help: "The month, such as 2026-03; this one by default.")
        var month: String?

        @OptionGroup(title: Options.title) var options: Options

        func request() throws -> CalendarMonth { try request(today: options.delivery.today) }

        private func request(today: () throws -> String) rethrows -> CalendarMonth {
            CalendarMonth(month: try month ?? String(today().prefix(7)))
        }

        func run() throws {
            let today = try options.delivery.today()
            try options.delivery.send(
                request { today },
                text: { result, style in
                    var style = style
                    style.today = { today }
                    return text(of: result, in: style)
                }, id: id)
        }

        func text(of result: CalendarMonth.Response, in style: Style) -> String {
            CalendarText(days: result.days, firstWeekday: Weekday.first).text(in: style)
        }
    }
}
