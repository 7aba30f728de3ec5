import ArgumentParser
import Glibc
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

struct CalendarCommands: ParsableCommand {
    static let configuration = CommandConfiguration.group(
        "calendar", abstract: "Show what you did in a month.",
        subcommands: [Month.self],
        defaultSubcommand: Month.self)
}

extension CalendarCommands {
    struct Month: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "month", of: "calendar", abstract: "Show what you did in a month.",
            discussion: """
                You can leave out the word 'month'. Weeks begin as your locale (LC_TIME) says, or \
                on Monday.
                """,
            examples: ["calendar", "calendar 2026-03", "calendar last month"])

        @Argument(
            help: ArgumentHelp(
                "The month, such as 2026-03, march or 'last month'; by default this one.",
                valueName: "month"))
        var month: [String] = []

        @OptionGroup(title: Options.title) var options: Options

        func request() -> CalendarMonth { CalendarMonth(month: month.asName) }

        func text(of result: CalendarMonth.Response, in style: Style) -> String {
            CalendarText(days: result.days, firstWeekday: Weekday.first).text(in: style)
        }
    }
}

extension Weekday {
    /// First day of the week in the person's locale; Monday if the locale doesn't say.
    static var first: Int {
        let names = ["LC_ALL", "LC_TIME", "LANG"]
        let name = names.lazy.compactMap(SocketPath.environment).first ?? ""
        let isPlain = name.isEmpty || ["C", "POSIX"].contains(String(name.prefix { $0 != "." }))
        guard !isPlain, let locale = newlocale(LC_TIME_MASK, name, nil) else { return 0 }
        defer { freelocale(locale) }
        // This item is one byte, counted from 1, starting at a day that another item names: 19971130 was a
        // Sunday.
        guard let count = nl_langinfo_l(nl_item(_NL_TIME_FIRST_WEEKDAY), locale)?.pointee else {
            return 0
        }
        let origin = Int(bitPattern: nl_langinfo_l(nl_item(_NL_TIME_WEEK_1STDAY), locale))
        return (Int(count) - 1 + (origin == 19_971_130 ? 6 : 0)) % 7
    }
}
