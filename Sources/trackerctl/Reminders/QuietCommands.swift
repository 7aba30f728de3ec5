import ArgumentParser
import TrackerAPI
import TrackerCore
import TrackerView

extension ReminderCommands {
    struct Pause: CheckedCommand {
        static let configuration = CommandConfiguration.leaf(
            "pause", of: "reminder", abstract: "Hold back reminders for a while.",
            examples: DoNotDisturbSet.examples)

        @Argument(help: DoNotDisturbSet.argumentHelp)
        var words: [String]

        @OptionGroup(title: Options.title) var options: Options

        func request() throws -> DoNotDisturbSet { try .required(words) }
    }
}

/// The short word for what desktops call do-not-disturb.
struct QuietCommand: CheckedCommand {
    static let configuration = CommandConfiguration.leaf(
        "dnd", abstract: "Hold back reminders, or stop that.",
        discussion: """
            'on', the default, lasts until your day ends. With a time, it does the same as \
            'trackerctl pause'.
            """,
        examples: ["dnd", "dnd off", "dnd 1h", "dnd until 3pm"])

    @Argument(help: DoNotDisturbSet.argumentHelp, completion: .list(["on", "off"]))
    var words: [String] = []

    @OptionGroup(title: Options.title) var options: Options

    func request() throws -> DoNotDisturbSet { try .required(words.isEmpty ? ["on"] : words) }
}

extension DoNotDisturbSet {
    static let examples = ["pause 1h", "pause until 17:30", "pause off"]
    static let argumentHelp = ArgumentHelp(
        "How long to hold back reminders (a bare number is minutes), until when, 'on' or 'off'.",
        valueName: "time")

    /// - Parameter words: a span, a time, `on` for the rest of the day, or `off`.
    static func required(_ words: [String]) throws -> DoNotDisturbSet {
        guard let set = try DoNotDisturbSet(words: words) else {
            throw ValidationError(
                "give a duration such as 1h, a time such as 17:30 or 5pm, or 'off'")
        }
        return set
    }

    /// - Returns: `nil` for words that are neither a time nor begin like one.
    init?(words: [String]) throws {
        let isSpan = words.first?.lowercased() == "for"
        let isEnd = ["until", "till"].contains(words.first?.lowercased())
        let text = words.dropFirst(isSpan || isEnd ? 1 : 0).joined(separator: " ")
        if text == "off" {
            self.init(off: true)
        } else if text == "on", let end = TypedTime("tomorrow") {
            self.init(until: When(end))
        } else if !isEnd, let ms = DurationText.milliseconds(text, bareUnitMs: 60_000),
            isSpan || !(text.contains(":") && GivenTime(text) != nil)
        {
            guard ms >= 0 else {
                throw ValidationError("the duration can't be negative: give one such as 1h")
            }
            self.init(for: Span(ms: ms))
        } else if let time = TypedTime(text) {
            self.init(until: When(time))
        } else if isSpan || isEnd {
            throw ValidationError(
                "'\(text)' isn't a time: give a duration such as 1h, or"
                    + " \(TypedTime.allowedToCome)")
        } else {
            return nil
        }
    }
}
