import ArgumentParser
import TrackerAPI
import TrackerCore
import TrackerView

struct ReminderArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "The reminder: its name, the start of its id, or 'last'.", valueName: "reminder"),
        completion: .reminders)
    var words: [String]

    /// The reminder; the words of its name needn't be quoted.
    var reminder: String { words.joined(separator: " ") }

    static func completions(_ words: [String]) -> [String] {
        guard let list = LiveNames.ask(ReminderList(), words), !list.reminders.isEmpty else {
            return []
        }
        let names = list.reminders.map { LiveNames.isOffered($0.name) ? $0.name : $0.id }
        return Set(names).sorted() + ["last"]
    }
}

/// Options for a reminder's details, apart from its name.
struct ReminderOptions: ParsableArguments {
    @Option(
        "How often, 1m to 24h; a bare number is minutes. New reminders: 30m.", "span",
        read: SpanArgument.minutes)
    var every: Span?

    @Option("Times of day, such as 8am,20:00, instead of an interval.", "times")
    var at: String?

    @Option(
        "The one time of a reminder for once, such as 20m, 18:30 or 'fri 9am'.", "time",
        read: OnceTime.read)
    var once: String?

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Windows of the day, such as 9-17 or 9:00-12:30,14:00-17:00.",
            discussion: """
                New reminders: 9-17, or the whole day for a longer interval. A window that ends before \
                it starts crosses midnight. To give each day its own windows: mon=09:00-17:00, \
                once for each day, or for several: sat-sun=10:00-12:00.
                """, valueName: "windows"))
    var between: [String] = []

    @Option("Days, such as weekdays, mon,wed, sat-sun or daily. New reminders: mon-fri.", "days")
    var days: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "What the interval counts from.",
            discussion: """
                'response', the default, is your last answer, or the last time it went off; \
                'clock' is the start of the window.
                """, valueName: "what"))
    var anchor: Schedule.Anchor?

    @Option("Text to show besides the name.", "text", isShort: true)
    var message: String?

    @Option(
        "Exercise to do; 'any' for whichever you log, '' for none.", "name", completion: .exercises)
    var exercise: String?

    @Option("Reps or seconds of it.", "number")
    var count: Int64?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "When to ask 'Still there?' again, such as 5m or 5,10,15; 'off' for never.",
            discussion: """
                1 to 60 minutes, less than the interval; a bare number is minutes. Default: 5m.
                """, valueName: "spans"),
        transform: ReminderOptions.followUps)
    var followUp: FollowUps?

    @Option(
        "How long a snooze lasts; a bare number is minutes. Default: 5m.", "span",
        read: SpanArgument.minutes)
    var snooze: Span?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "What happens to reminders missed while the machine slept.",
            discussion: "'once', the default, shows the latest one.", valueName: "what"))
    var missed: Reminder.Missed?

    @Option(
        "How late it may still be shown; 'off' for no limit.", "span",
        read: ReminderOptions.lateness)
    var grace: Grace?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "What happens to reminders while you are away.",
            discussion: """
                'skip', the default for intervals, leaves them out; 'show', the default for fixed \
                times, keeps them on the screen.
                """, valueName: "what"))
    var whenIdle: Reminder.WhenIdle?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Whether it stays quiet if you did the exercise before.",
            discussion: """
                For fixed times. 'on', the default with an exercise and a count, adds up what you \
                logged that day since the time before.
                """, valueName: "on|off"))
    var unlessDone: OnOff?

    @Option(
        name: .customLong("break"), parsing: .unconditional,
        help: ArgumentHelp(
            "How long you must be away for its interval to begin again; a bare number is minutes.",
            discussion: """
                For intervals that count from your answers. 'usual', the default, is 'break' of the \
                configuration.
                """, valueName: "span"),
        transform: ReminderOptions.absence)
    var breakLength: BreakLength?

    @Flag(help: "Keep its interval, however long you are away.")
    var noBreak = false

    private static func absence(_ text: String) throws -> BreakLength {
        text == "usual" ? .usual : .after(try SpanArgument.minutes(text))
    }

    private static func lateness(_ text: String) throws -> Grace {
        text == "off" ? .unbounded : .span(try SpanArgument.minutes(text))
    }

    private static func followUps(_ text: String) throws -> FollowUps {
        guard text != "off" else { return .off }
        let spans = text.split(separator: ",", omittingEmptySubsequences: false)
        return .after(try spans.map { try SpanArgument.minutes(String($0)) })
    }

    func fields(enabled: Bool? = nil) throws -> ReminderParameters {
        guard breakLength == nil || !noBreak else {
            throw ValidationError("give --break or --no-break, not both")
        }
        var fields = ReminderParameters()
        fields.schedule = Schedule.Fields(
            every: every.map { .ms($0.ms) },
            at: at.map { .text(ClockNotation.timesOfDay($0)) }, once: once,
            between: try windows(), days: days.map { .text(ClockNotation.days($0)) }, anchor: anchor
        )
        fields.message = message
        fields.exercise = exercise
        fields.count = count
        fields.followUp = followUp
        fields.snooze = snooze
        fields.missed = missed
        fields.grace = grace
        fields.whenIdle = whenIdle
        fields.unlessDone = unlessDone.map { $0 == .on }
        fields.break = noBreak ? .never : breakLength
        fields.enabled = enabled
        return fields
    }

    private func windows() throws -> Schedule.Windows? {
        guard !between.isEmpty else { return nil }
        if let odd = between.lazy.compactMap(ClockNotation.officeHours).first {
            throw ValidationError(
                "'\(odd.typed)' would cross midnight: give \(odd.meant), or \(odd.night)")
        }
        let parts = between.map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
        guard parts.contains(where: { $0.count == 2 }) else {
            return .text(ClockNotation.windows(between.joined(separator: ",")))
        }
        return .byDay(
            try parts.map { part in
                guard part.count == 2 else {
                    throw ValidationError("name a day in every --between, or in none")
                }
                return .init(ClockNotation.days(part[0]), ClockNotation.windows(part[1]))
            })
    }
}

extension Schedule.Anchor: ChoiceArgument {}

extension Reminder.Missed: ChoiceArgument {}

extension Reminder.WhenIdle: ChoiceArgument {}

extension Occurrence.State: ChoiceArgument {}
