import ArgumentParser
import TrackerAPI
import TrackerCore

struct ReminderCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reminder",
        abstract: "Reminders: what to be told, when, and what you answer.",
        discussion: """
            Examples:
              trackerctl remind add move --every 30m --between 09:00-17:00 --days mon-fri
              trackerctl remind add pills --at 08:00,20:00 --days daily
              trackerctl remind done            whatever is pending
              trackerctl remind snooze 10m
              trackerctl remind pause 1h
            """,
        subcommands: [
            Create.self, List.self, Get.self, Update.self, Enable.self, Disable.self, Delete.self,
            Done.self, Snooze.self, Dismiss.self, Answer.self, Pause.self, Fire.self,
            Upcoming.self, History.self,
        ],
        aliases: ["remind"])
}

/// A command whose request has a reminder and nothing else.
protocol OneReminderCommand: MethodCommand where Call: ReminderRequest {
    var target: ReminderArgument { get }
}

extension OneReminderCommand {
    func request() -> Call { Call(reminder: target.reminder) }
}

extension ReminderCommands {
    struct Create: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "create", of: "reminder",
            abstract: "Create a reminder.",
            discussion: """
                Examples:
                  trackerctl remind add move --every 30m --between 09:00-17:00 \\
                    --exercise push-ups --count 10 --follow-up 5m
                  trackerctl remind add pills --at 08:00,20:00 --days daily --missed once
                  trackerctl remind add water --every 1h --between mon=09:00-17:00 \\
                    --between sat-sun=11:00-18:00
                """,
            aliases: ["add"])

        @Argument(help: "A name, which the notification has as its title.")
        var name: String

        @OptionGroup var fields: ReminderOptions

        @Flag(help: "Not yet: until 'remind enable'.")
        var disabled = false

        @OptionGroup(title: Options.title) var options: Options

        func request() throws -> ReminderCreate {
            ReminderCreate(name: name, try fields.fields(enabled: disabled ? false : nil))
        }
    }

    struct Update: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "update", of: "reminder",
            abstract: "Change a reminder; what isn't given stays.",
            discussion: """
                Examples:
                  trackerctl remind edit move --every 45m
                  trackerctl remind edit move --name walk --follow-up off
                """,
            aliases: ["edit"])

        @OptionGroup var target: ReminderArgument

        @Option(parsing: .unconditional, help: ArgumentHelp("A new name.", valueName: "name"))
        var name: String?

        @OptionGroup var fields: ReminderOptions
        @OptionGroup(title: Options.title) var options: Options

        func request() throws -> ReminderUpdate {
            ReminderUpdate(reminder: target.reminder, name: name, try fields.fields())
        }
    }

    struct Get: OneReminderCommand {
        typealias Call = ReminderGet
        static let configuration = CommandConfiguration.leaf(
            "get", of: "reminder", abstract: "Show one reminder.", aliases: ["show"])
        @OptionGroup var target: ReminderArgument
        @OptionGroup(title: Options.title) var options: Options

        func text(of result: ReminderView, in style: Style) -> String {
            result.details(in: style)
        }
    }

    struct Enable: OneReminderCommand {
        typealias Call = ReminderEnable
        static let configuration = CommandConfiguration.leaf(
            "enable", of: "reminder", abstract: "Let a reminder fire again, from now on.")
        @OptionGroup var target: ReminderArgument
        @OptionGroup(title: Options.title) var options: Options
    }

    struct Disable: OneReminderCommand {
        typealias Call = ReminderDisable
        static let configuration = CommandConfiguration.leaf(
            "disable", of: "reminder", abstract: "Keep a reminder, but let it be quiet.")
        @OptionGroup var target: ReminderArgument
        @OptionGroup(title: Options.title) var options: Options
    }

    struct Delete: OneReminderCommand {
        typealias Call = ReminderDelete
        static let configuration = CommandConfiguration.leaf(
            "delete", of: "reminder",
            abstract: "Delete a reminder.",
            discussion: "Its history stays. 'trackerctl journal undo' brings it back.")
        @OptionGroup var target: ReminderArgument
        @OptionGroup(title: Options.title) var options: Options

        func text(of result: ReminderView, in style: Style) -> String {
            "deleted \(style.strong(result.name.forTerminal)) \(style.faint("[\(result.id)]"))\n"
        }
    }

    struct Fire: OneReminderCommand {
        typealias Call = ReminderFire
        static let configuration = CommandConfiguration.leaf(
            "fire", of: "reminder",
            abstract: "Let a reminder fire now, to see how it looks.",
            discussion: "Its schedule stays as it is.", aliases: ["test"])
        @OptionGroup var target: ReminderArgument
        @OptionGroup(title: Options.title) var options: Options
    }

    struct List: MethodCommand {
        typealias Call = ReminderList
        static let configuration = CommandConfiguration.leaf(
            "list", of: "reminder", abstract: "List all reminders, and when each is next.")
        @OptionGroup(title: Options.title) var options: Options

        func text(of result: ReminderList.Response, in style: Style) -> String {
            result.reminders.isEmpty
                ? style.faint("no reminders") + "\n"
                : ReminderTable(reminders: result.reminders).text(in: style)
        }

        /// The ids, one on each line, for scripts; `nil` where the list is empty.
        func id(of result: ReminderList.Response) -> String? {
            result.reminders.isEmpty ? nil : result.reminders.map(\.id).joined(separator: "\n")
        }
    }

    struct Upcoming: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "upcoming", of: "reminder",
            abstract: "When reminders fall due, if nobody answers.",
            discussion: """
                Examples:
                  trackerctl remind upcoming
                  trackerctl remind upcoming move --from 2026-12-24 --limit 100
                """)

        @Argument(
            help: "One reminder; by default all that are enabled.",
            completion: .custom(ReminderArgument.completions))
        var reminder: String?

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("From then on; by default now.", valueName: "time"),
            transform: WhenArgument.read)
        var from: When?

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("How many; by default 20.", valueName: "number"))
        var limit: Int?

        @OptionGroup(title: Options.title) var options: Options

        func request() -> ReminderUpcoming {
            ReminderUpcoming(reminder: reminder, from: from, limit: limit ?? 20)
        }

        func text(of result: ReminderUpcoming.Response, in style: Style) -> String {
            guard !result.upcoming.isEmpty else { return style.faint("nothing to come") + "\n" }
            var table = Table()
            table.rows = result.upcoming.map { moment in
                [
                    .init(text: style.time(moment.at)),
                    .init(text: style.away(moment.at), paint: style.faint),
                    .init(
                        text: (moment.name ?? moment.reminder).forTerminal, paint: style.strong),
                ]
            }
            return table.text(in: style)
        }
    }

    struct History: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "history", of: "reminder",
            abstract: "What came of reminders, the newest first.",
            discussion: """
                Examples:
                  trackerctl remind history --from 2026-03-01
                  trackerctl remind history move --state expired
                """)

        @OptionGroup var query: OccurrenceOptions
        @OptionGroup(title: Options.title) var options: Options

        func request() -> OccurrenceList { query.request }

        func text(of result: OccurrenceList.Response, in style: Style) -> String {
            OccurrenceTable(occurrences: result.occurrences).text(in: style)
        }
    }
}

/// The options for the occurrences to list.
struct OccurrenceOptions: ParsableArguments {
    @Argument(help: "Of one reminder.", completion: .custom(ReminderArgument.completions))
    var reminder: String?

    @Option(
        parsing: .unconditional, help: ArgumentHelp("Due from then on.", valueName: "time"),
        transform: WhenArgument.read)
    var from: When?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Due before then; a whole day is within.", valueName: "time"),
        transform: WhenArgument.read)
    var to: When?

    @Option(parsing: .unconditional, help: ArgumentHelp("In this state only.", valueName: "state"))
    var state: Occurrence.State?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How many; by default 100.", valueName: "number"))
    var limit: Int?

    var request: OccurrenceList {
        OccurrenceList(reminder: reminder, from: from, to: to, state: state, limit: limit)
    }
}

struct OccurrenceCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "occurrence",
        abstract: "What came of reminders; 'remind history' is the same.",
        shouldDisplay: false, subcommands: [List.self])

    struct List: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "list", of: "occurrence", abstract: "What came of reminders, the newest first.",
            shouldDisplay: false)

        @OptionGroup var query: OccurrenceOptions
        @OptionGroup(title: Options.title) var options: Options

        func request() -> OccurrenceList { query.request }

        func text(of result: OccurrenceList.Response, in style: Style) -> String {
            OccurrenceTable(occurrences: result.occurrences).text(in: style)
        }
    }
}
