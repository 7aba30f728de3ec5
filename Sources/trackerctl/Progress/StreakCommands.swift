import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

struct StreakCommands: GroupCommand {
    static var shown: any ParsableCommand.Type { Get.self }

    static let configuration = CommandConfiguration.group(
        "streak", abstract: "Show or pause your streak.",
        subcommands: [Get.self, Pause.self, Command<StreakResume>.self],
        defaultSubcommand: Get.self, aliases: ["streaks"])
}

extension StreakCommands {
    struct Get: MethodCommand {
        static let methods: [String] = [StreakGet.method, ReportGet.method]
        static let configuration = CommandConfiguration.leaf(
            "get", of: "streak", abstract: "Show your streak, with a year's map.",
            discussion: """
                You can leave out the word 'get'. A day with exercise lengthens the streak; for one \
                exercise, only a day with that exercise does. Inactive and paused days don't matter. Seven days of exercise earn a freeze token, which \
                stands in for a missed day; you can hold two. The map shows the last 53 weeks, or \
                as many as fit.
                """,
            examples: [
                "streak", "streak push-ups", "streak --numbers", "streak --json --from 2026-01-01",
            ],
            aliases: ["show"])

        @Argument(
            help: "The exercise: its name, or the start of its id; by default all.",
            completion: .exercises)
        var exercise: [String] = []

        @Flag(help: "Show numbers instead of a map.")
        var numbers = false

        @Option("First day of --json; by default about a year ago.", "day", read: WhenArgument.read)
        var from: When?

        @Option("Last day of --json.", "day", read: WhenArgument.read)
        var to: When?

        @OptionGroup(title: Options.title) var options: Options

        func request() throws -> StreakGet {
            StreakGet(
                from: try from ?? WhenArgument.read("-\(StreakText.days - 1)d"), to: to,
                exercise: exercise.asName)
        }

        func answer(_ asking: Asking) throws -> Answer {
            let isShown = options.isForPeople && (numbers || asking.style(options).sheet() != nil)
            // The reply about one exercise has its numbers.
            let efforts = isShown && exercise.isEmpty ? try self.efforts(asking) : nil
            return try options.delivery.ask(
                request(), asking,
                text: { (result: StreakGet.Response, style) in
                    let own = isShown ? result.effortsByDay : nil
                    return AnswerText(
                        StreakText(streak: result, efforts: efforts ?? own, showsNumbers: numbers)
                            .text(in: style))
                }, id: id
            ).answer
        }

        /// Number of log entries, sets and sessions this year and last, by day number.
        private func efforts(_ asking: Asking) throws -> [Int: Int64] {
            let client = try asking.client(options)
            let year = try client.call(ReportGet(period: .init(.year)))
            let before = Days.number(ofDate: year.from).map { Days.text(of: $0 - 1) }
            let former = try before.map {
                try client.call(ReportGet(period: .init(.year), date: WhenArgument.read($0)))
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
            "pause", of: "streak", abstract: "Pause the streak for some days.",
            discussion: """
                For holidays or an illness: missing those days doesn't break the streak. A pause \
                may start up to 7 days ago and end up to 90 days ahead; the last day is included. \
                Exercise still counts.
                """,
            examples: [
                "streak pause --until sunday",
                "streak pause --from yesterday --until 2026-03-15",
            ])

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("Last day, such as sunday or 2026-03-15.", valueName: "day"),
            transform: WhenArgument.read)
        var until: When

        @Option("First day; by default today.", "day", read: WhenArgument.read)
        var from: When?

        @OptionGroup(title: Options.title) var options: Options

        func request() -> StreakPause { StreakPause(from: from, until: until) }
    }
}

extension StreakResume: PlainCommandRequest {
    static let command = CommandConfiguration.leaf(
        "resume", of: "streak", abstract: "End the current pause of the streak.")
}
