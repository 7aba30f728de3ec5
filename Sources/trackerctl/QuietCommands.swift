import ArgumentParser
import TrackerAPI
import TrackerCore

extension ReminderCommands {
    struct Pause: QuietCommand {
        static let configuration = CommandConfiguration.leaf(
            "pause", of: "reminder",
            abstract: "Don't be disturbed by reminders for a while.",
            discussion: """
                Examples:
                  trackerctl remind pause 1h
                  trackerctl remind pause 17:30     until then
                  trackerctl remind pause off
                """)

        @Argument(
            help: ArgumentHelp(
                "How long (a bare number is minutes), until when, or 'off'.", valueName: "time"))
        var time: String

        @OptionGroup(title: Options.title) var options: Options
    }
}

struct QuietCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "do_not_disturb",
        abstract: "Don't be disturbed by reminders; 'remind pause' is the same.",
        shouldDisplay: false, subcommands: [Set.self], aliases: ["dnd"])

    struct Set: QuietCommand {
        static let configuration = CommandConfiguration.leaf(
            "set", of: "do_not_disturb",
            abstract: "Don't be disturbed by reminders for a while.", shouldDisplay: false)

        @Argument(
            help: ArgumentHelp(
                "How long (a bare number is minutes), until when, or 'off'.", valueName: "time"))
        var time: String

        @OptionGroup(title: Options.title) var options: Options
    }
}

/// A command that holds back reminders.
protocol QuietCommand: MethodCommand where Call == DoNotDisturbSet, Result == DoNotDisturbView {
    var time: String { get }
}

extension QuietCommand {
    func validate() throws { _ = try request() }

    func request() throws -> DoNotDisturbSet { try .init(argument: time) }

    func text(of result: DoNotDisturbView, in style: Style) -> String {
        result.sentence(in: style) + "\n"
    }
}

extension DoNotDisturbSet {
    /// - Parameter text: a span, a time or `off`.
    init(argument text: String) throws {
        if text == "off" {
            self.init(off: true)
        } else if let ms = DurationText.milliseconds(text, bareUnitMs: 60_000),
            !(text.contains(":") && GivenTime(text) != nil)
        {
            guard ms >= 0 else {
                throw ValidationError("the span can't be negative: give one such as 1h")
            }
            self.init(for: Span(ms: ms))
        } else if let time = GivenTime(text) {
            self.init(until: When(time))
        } else {
            throw ValidationError("give a span such as 1h, a time such as 17:30, or 'off'")
        }
    }
}

extension DoNotDisturbView {
    func sentence(in style: Style) -> String {
        until.map { "\(style.warning("do not disturb")) until \(style.time($0))" }
            ?? "do not disturb: off"
    }
}
