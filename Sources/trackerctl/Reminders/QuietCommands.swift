import ArgumentParser
import TrackerAPI
import TrackerCore
import TrackerView

extension ReminderCommands {
    struct Pause: MethodCommand {
        static let configuration = CommandConfiguration.leaf(
            "pause", of: "reminder",
            abstract: "Hold back reminders for a while.",
            examples: DoNotDisturbSet.examples)

        @Argument(help: DoNotDisturbSet.argumentHelp)
        var time: String

        @OptionGroup(title: Options.title) var options: Options

        func check() throws { _ = try request() }

        func request() throws -> DoNotDisturbSet { try .init(argument: time) }
    }
}

extension DoNotDisturbSet {
    static let examples = ["pause 1h", "pause 17:30     until then", "pause off"]
    static let argumentHelp = ArgumentHelp(
        "How long to hold back reminders (a bare number is minutes), until when, or 'off'.",
        valueName: "time")

    /// - Parameter text: a span, a time or `off`.
    init(argument text: String) throws {
        if text == "off" {
            self.init(off: true)
        } else if let ms = DurationText.milliseconds(text, bareUnitMs: 60_000),
            !(text.contains(":") && GivenTime(text) != nil)
        {
            guard ms >= 0 else {
                throw ValidationError("the duration can't be negative: give one such as 1h")
            }
            self.init(for: Span(ms: ms))
        } else if let time = ClockNotation.beginning(text, now: .local()) {
            self.init(until: When(time))
        } else {
            throw ValidationError(
                "give a duration such as 1h, a time such as 17:30 or 5pm, or 'off'")
        }
    }
}
