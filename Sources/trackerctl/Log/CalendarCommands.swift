import ArgumentParser
import Glibc
import TrackerAPI
import TrackerClient
import TrackerView

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

extension Weekday {
    /// The weekday with which weeks begin in the person's locale; Monday where the locale doesn't tell.
    static var first: Int {
        let names = ["LC_ALL", "LC_TIME", "LANG"]
        let name = names.lazy.compactMap(SocketPath.environment).first ?? ""
        let isPlain = name.isEmpty || ["C", "POSIX"].contains(String(name.prefix { $0 != "." }))
        guard !isPlain, let locale = newlocale(LC_TIME_MASK, name, nil) else { return 0 }
        defer { freelocale(locale) }
        // The item is one byte, from 1, counted from a day that the other item names: 19971130 was a
        // Sunday.
        guard let count = nl_langinfo_l(nl_item(_NL_TIME_FIRST_WEEKDAY), locale)?.pointee else {
            return 0
        }
        let origin = Int(bitPattern: nl_langinfo_l(nl_item(_NL_TIME_WEEK_1STDAY), locale))
        return (Int(count) - 1 + (origin == 19_971_130 ? 6 : 0)) % 7
    }
}
