import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

struct ReminderCommands: GroupCommand {
    static var shown: any ParsableCommand.Type { Command<ReminderList>.self }

    static let configuration = CommandConfiguration.group(
        "reminder", abstract: "Create, change and answer reminders.",
        examples: [
            "remind add stand",
            "remind add move --every 45m --between 8-18 --days mon,wed,fri",
            "remind add pills --at 08:00,20:00 --days daily",
            "remind once 18:30 'call mum'",
            "done     what is pending",
            "snooze 10m",
            "pause 1h",
        ],
        subcommands: [
            Create.self, Once.self, Command<ReminderList>.self, Command<ReminderGet>.self,
            Update.self,
            Command<ReminderEnable>.self, Disable.self,
            Delete.self, Done.self, Snooze<ReminderCommands>.self,
            Dismiss<ReminderCommands>.self, Skip.self, Respond.self, Pause.self,
            Command<ReminderFire>.self,
            Upcoming.self, History.self,
        ], aliases: ["remind", "reminders"])
}

extension ReminderCommands {
    struct Create: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "create", of: "reminder", abstract: "Create a reminder.",
            discussion: """
                A name is enough: then it goes off every 30 min, 9-17, Mon to Fri, and any exercise \
                you log answers it. You can change these defaults in '[reminders]' of the \
                configuration.
                """,
            examples: [
                "remind add stand",
                #"remind add move --every 30m --between 09:00-17:00 \"#
                    + "\n    --exercise push-ups --count 10 --follow-up 5m",
                "remind add pills --at 08:00,20:00 --days daily --missed once",
                #"remind add water --every 1h --between mon=09:00-17:00 \"#
                    + "\n    --between sat-sun=11:00-18:00",
            ],
            aliases: ["add"])

        @Argument(help: ArgumentHelp("Name, shown as the notification's title.", valueName: "name"))
        var words: [String]

        @OptionGroup var fields: ReminderOptions

        @Flag(help: "Create it switched off; 'remind enable' switches it on.")
        var disabled = false

        @OptionGroup(title: Options.title) var options: Options

        func check() throws {
            guard words.count > 1, let last = words.last, DurationText.milliseconds(last) != nil
            else { return }
            throw ValidationError(
                "give how often with --every '\(last)', or put the whole name in quotes")
        }

        func request() throws -> ReminderCreate {
            ReminderCreate(
                name: words.joined(separator: " "), usual: true,
                try fields.fields(enabled: disabled ? false : nil))
        }

        func text(of result: ReminderView, in style: Style) -> String {
            let word = LiveNames.isPlain(result.name) ? result.name : result.id
            return result.creation(in: style) + "  to see it now: trackerctl remind test \(word)\n"
        }
    }

    struct Update: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "update", of: "reminder", abstract: "Change a reminder.",
            examples: [
                "remind edit move --every 45m",
                "remind edit move --name walk --follow-up off",
            ],
            aliases: ["edit"])

        @OptionGroup var target: ReminderArgument

        @Option("New name.", "name")
        var name: String?

        @OptionGroup var fields: ReminderOptions
        @OptionGroup(title: Options.title) var options: Options

        func request() throws -> ReminderUpdate {
            ReminderUpdate(reminder: target.reminder, name: name, try fields.fields())
        }
    }

    struct Disable: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "disable", of: "reminder", abstract: "Switch a reminder off, but keep it.",
            discussion:
                "With --until it comes back on by itself; a day means when that day begins.",
            examples: [
                "remind disable stand", "remind disable stretch --until monday",
                "remind disable pills --until 18:00",
            ])

        @OptionGroup var target: ReminderArgument

        @Option(
            "When it comes back on, such as monday, tomorrow or 18:00.", "time",
            read: Disable.time)
        var until: When?

        @OptionGroup(title: Options.title) var options: Options

        func request() -> ReminderDisable {
            ReminderDisable(reminder: target.reminder, until: until)
        }

        @Sendable private static func time(_ text: String) throws -> When {
            guard let time = TypedTime(text) else {
                throw ValidationError("give a day such as monday, or a time such as 18:00")
            }
            return When(time)
        }
    }

    struct Delete: DaemonCommand, AnsweringCommand {
        static let methods: [String] = [ReminderDelete.method, ReminderEach.method]

        static let configuration = CommandConfiguration.leaf(
            "delete", of: "reminder", abstract: "Delete reminders.",
            discussion: """
                'rm' and 'remove' do the same. Of several, all or none are deleted. Their history \
                stays. 'trackerctl undo' brings them back.
                """,
            examples: ["remind delete move", "remind rm drink water", "remind rm stand pills"],
            aliases: CommandConfiguration.deletions)

        @Argument(
            help: ArgumentHelp(
                "The reminders: names, starts of ids, or 'last'.", valueName: "reminder"),
            completion: .reminders)
        var reminders: [String]

        @OptionGroup(title: Options.title) var options: Options

        func answer(_ asking: Asking) throws -> Answer {
            guard reminders.count > 1 else {
                return try options.delivery.ask(
                    ReminderDelete(reminder: reminders[0]), asking,
                    text: { (gone: ReminderView, style) in
                        AnswerText(Self.text(of: gone, in: style))
                    }, id: { $0.id }
                ).answer
            }
            return try options.delivery.ask(
                ReminderEach(action: .delete, reminders: reminders), asking,
                text: { (result: ReminderEach.Response, style) in
                    AnswerText(result.reminders.map { Self.text(of: $0, in: style) }.joined())
                }, id: { $0.ids.joined(separator: "\n") }
            ).answer
        }

        private static func text(of gone: ReminderView, in style: Style) -> String {
            "deleted \(style.strong(gone.name.forTerminal))\(style.id(gone.id))\n"
        }
    }

    struct Upcoming: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "upcoming", of: "reminder", abstract: "Show when reminders go off next.",
            discussion: "'next' does the same.",
            examples: [
                "remind next", "remind upcoming move --from 2026-12-24 --limit 100",
            ], aliases: ["next"])

        @Argument(help: "Only this reminder; by default all that are on.", completion: .reminders)
        var reminder: [String] = []

        @Option("First time to include; by default now.", "time", read: WhenArgument.read)
        var from: When?

        @Option("How many to list; by default 20.", "number")
        var limit: Int?

        @OptionGroup(title: Options.title) var options: Options

        func request() -> ReminderUpcoming {
            ReminderUpcoming(reminder: reminder.asName, from: from, limit: limit ?? 20)
        }
    }

    struct History: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "history", of: "reminder", abstract: "Show past reminders and how you answered.",
            examples: ["remind history --from 2026-03-01", "remind history move --state expired"])

        @OptionGroup var query: OccurrenceOptions
        @OptionGroup(title: Options.title) var options: Options

        func request() -> OccurrenceList { query.request }
    }
}

/// Options for which occurrences to list.
struct OccurrenceOptions: ParsableArguments {
    @Argument(help: "Only this reminder.", completion: .reminders)
    var reminder: [String] = []

    @OptionGroup var span: SpanOptions

    @Option("Only in this state.", "state")
    var state: Occurrence.State?

    @OptionGroup var length: LimitOption<OccurrenceList>

    var request: OccurrenceList {
        OccurrenceList(
            reminder: reminder.asName, from: span.from, to: span.to, state: state,
            limit: length.limit)
    }
}

extension ReminderGet: ReminderCommandRequest {
    static let command = CommandConfiguration.leaf(
        "get", of: "reminder", abstract: "Show one reminder.", aliases: ["show"])

    static func text(of result: ReminderView, in style: Style) -> String {
        result.details(in: style)
    }
}

extension ReminderEnable: ReminderCommandRequest {
    static let command = CommandConfiguration.leaf(
        "enable", of: "reminder", abstract: "Switch a reminder on.")
}

extension ReminderFire: ReminderCommandRequest {
    static let command = CommandConfiguration.leaf(
        "fire", of: "reminder", abstract: "Show a reminder now, as a test.",
        discussion: "Its schedule stays as it is.", aliases: ["test"])
}

extension ReminderList: PlainCommandRequest {
    static let command = CommandConfiguration.leaf(
        "list", of: "reminder", abstract: "List all reminders and their next times.")
}
