import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

struct StreakCommands: GroupCommand {
    static var shown: any ParsableCommand.Type { Get.self }

    static let configuration = CommandConfiguration(
        commandName: "streak",
        abstract: "Your active days in a row, and a year of efforts.",
        subcommands: [Get.self, Pause.self, Command<StreakResume>.self],
        aliases: ["streaks"])
}

extension StreakCommands {
    struct Get: MethodCommand {
        static let methods: [String] = [StreakGet.method, ReportGet.method]
        static let configuration = CommandConfiguration.leaf(
            "get", of: "streak",
            abstract: "Show the streak; 'streak' alone is the same.",
            discussion: """
                A day with an effort lengthens it. Days that aren't active, and paused ones, \
                don't matter. Seven days of effort earn a freeze token, which stands in for a \
                missed day; two can be held. The map has the last 53 weeks, as far as they fit.

                Examples:
                  trackerctl streak
                  trackerctl streak --numbers
                  trackerctl streak --json --from 2026-01-01
                """, aliases: ["show"])

        @Flag(help: "Numbers instead of a map.")
        var numbers = false

        @Option(
            "The first day of --json; by default about a year ago.", "day",
            read: WhenArgument.readDay)
        var from: When?

        @Option("The last day of --json.", "day", read: WhenArgument.readDay)
        var to: When?

        @OptionGroup(title: Options.title) var options: Options

        func request() throws -> StreakGet {
            StreakGet(
                from: try from ?? WhenArgument.readDay("-\(StreakText.days - 1)d"), to: to)
        }

        func run() throws {
            let isShown = options.isForPeople && (numbers || options.style.sheet() != nil)
            let efforts = isShown ? try self.efforts() : nil
            try options.delivery.send(
                request(),
                text: { result, style in
                    StreakText(streak: result, efforts: efforts, showsNumbers: numbers)
                        .text(in: style)
                }, id: id)
        }

        /// The efforts of this year and the one before, by the numbers of their days.
        private func efforts() throws -> [Int: Int64] {
            let client = try options.connect()
            let year = try client.call(ReportGet(period: .year))
            let before = Days.number(ofDate: year.from).map { Days.text(of: $0 - 1) }
            let former = try before.map {
                try client.call(ReportGet(period: .year, date: WhenArgument.readDay($0)))
            }
            return year.effortsByDay.merging(former?.effortsByDay ?? [:]) { $0 + $1 }
        }

        func text(of result: StreakGet.Response, in style: Style) -> String {
            StreakText(streak: result, efforts: nil, showsNumbers: false).text(in: style)
        }

        func id(of result: StreakGet.Response) -> String? { "\(result.length)" }
    }

    struct Pause: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "pause", of: "streak",
            abstract: "Pause the streak: nothing is asked for on those days.",
            discussion: """
                For holidays or an illness. It may begin up to 7 days ago, and last until up to \
                90 days ahead; the last day belongs to it. An effort counts all the same.

                Examples:
                  trackerctl streak pause --until sunday
                  trackerctl streak pause --from yesterday --until 2026-03-15
                """)

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("The last day, such as sunday or 2026-03-15.", valueName: "day"),
            transform: WhenArgument.readComingDay)
        var until: When

        @Option("The first day; today by default.", "day", read: WhenArgument.readDay)
        var from: When?

        @OptionGroup(title: Options.title) var options: Options

        func request() -> StreakPause { StreakPause(from: from, until: until) }
    }
}

extension StreakResume: PlainCommandRequest {
    static let command = CommandConfiguration.leaf(
        "resume", of: "streak", abstract: "End the pause of the streak that today is in.")
}
