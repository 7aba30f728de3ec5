import ArgumentParser
import TrackerAPI
import TrackerCore
import TrackerView

extension ReminderCommands {
    struct Once: CheckedCommand {
        static let configuration = CommandConfiguration.leaf(
            "once", of: "reminder", abstract: "Remind you once.",
            discussion: """
                It asks again and can be snoozed like any reminder, and is deleted when you answer \
                it with 'done' or 'dismiss'; 'trackerctl undo' brings it back. A time of day that is \
                over today means tomorrow. To move it: trackerctl remind edit NAME --once TIME.
                """,
            examples: [
                "remind once 18:30 call mum",
                "remind once fri 9am ring the dentist",
                "remind once 6 pm dinner",
                "remind once 20m laundry",
                "remind once tomorrow 17:00 stretch --exercise push-ups --count 10",
            ])

        @Argument(help: OnceTime.help)
        var time: String

        @Argument(help: ArgumentHelp("Name, shown as the notification's title.", valueName: "name"))
        var words: [String]

        @Option("Text to show besides the name.", "text", isShort: true)
        var message: String?

        @Option("Exercise to do; 'any' for whichever you log.", "name", completion: .exercises)
        var exercise: String?

        @Option("Reps or seconds of it.", "number")
        var count: Int64?

        @OptionGroup(title: Options.title) var options: Options

        func request() throws -> ReminderCreate {
            var fields = ReminderParameters()
            let once = try OnceTime.split([time] + words)
            fields.schedule.once = once.time
            fields.message = message
            fields.exercise = exercise
            fields.count = count
            return ReminderCreate(name: once.name, fields)
        }

        func text(of result: ReminderView, in style: Style) -> String { result.creation(in: style) }
    }
}

/// Reads the time of a reminder for once: a span from now, or a time to come.
enum OnceTime {
    static let help = ArgumentHelp(
        "When: a duration from now (a bare number is minutes), or a time such as 18:30 or fri 9am.",
        valueName: "time")

    /// The time in front of words, which may have several, and the name behind it: `6 pm dinner`, `in 20m laundry`.
    static func split(_ words: [String]) throws -> (time: String, name: String) {
        let sign = words.first.map { $0.lowercased() } ?? ""
        let (isSpan, isTime) = (sign == "in", ["at", "on"].contains(sign))
        let rest = Array(words.dropFirst(isSpan || isTime ? 1 : 0))
        for length in stride(from: min(UntilNotation.mostWords, rest.count), to: 0, by: -1) {
            let text = rest.prefix(length).joined(separator: " ")
            let span = isTime ? nil : Self.span(text)
            guard let time = span ?? (isSpan ? nil : Self.time(text)) else { continue }
            let name = rest.dropFirst(length).joined(separator: " ")
            guard !name.isEmpty else {
                throw ValidationError("no name given: trackerctl remind once \(text) NAME")
            }
            return (time, name)
        }
        throw refusal(of: rest.first ?? sign)
    }

    static func read(_ text: String) throws -> String {
        guard let time = Self.span(text) ?? Self.time(text) else { throw refusal(of: text) }
        return time
    }

    /// The time to come that a text means; `nil` for others. The daemon reads `1:30` as a duration, so that a time of
    /// day has the form of the wire.
    private static func time(_ text: String) -> String? {
        guard TypedTime(text)?.isToCome == true else { return nil }
        return ClockNotation.timeOfDay(text) ?? text
    }

    /// The duration that a text means; `nil` for other texts and for times of day.
    private static func span(_ text: String) -> String? {
        guard let ms = DurationText.milliseconds(text, bareUnitMs: 60_000),
            !(text.contains(":") && ClockNotation.timeOfDay(text) != nil)
        else { return nil }
        return DurationText.text(ms: ms)
    }

    private static func refusal(of text: String) -> ValidationError {
        guard TypedTime(text)?.isDay != true else {
            return ValidationError(
                "give a time of that day, too: trackerctl remind once '\(text) 9am' NAME")
        }
        return ValidationError("give a duration such as 20m, or \(TypedTime.allowedToCome)")
    }
}
