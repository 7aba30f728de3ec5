import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

/// A command that answers a reminder: the named one, otherwise the newest pending one.
protocol AnswerCommand: CheckedCommand where Call == ReminderAnswer {}

extension AnswerCommand {
    func answer(_ asking: Asking) throws -> Answer { try answerReminder(asking) }

    func answerReminder(_ asking: Asking) throws -> Answer {
        let given = try request()
        do {
            let (result, told) = try options.delivery.ask(
                given, asking,
                text: { (result: OccurrenceView, style) in
                    AnswerText(given.text(of: result, in: style))
                }, id: { $0.id })
            var answer = told
            answer.failure = given.refusal(of: result, in: asking.style(options))
            return answer
        } catch let error as ClientError {
            throw given.refusal(for: error, in: asking.style(options)) ?? error
        }
    }
}

/// The words of an answer: a reminder's name, a value, or both. The value comes last or first; all other words
/// are the name.
struct AnswerWords {
    let name: String?
    let value: String?

    /// - Parameter isValue: whether a word is a value rather than a part of the name.
    init(_ words: [String], isValue: (String) -> Bool) {
        var rest = words[...]
        if let last = words.last, isValue(last) {
            value = rest.removeLast()
        } else if let first = words.first, isValue(first) {
            value = rest.removeFirst()
        } else {
            value = nil
        }
        name = Array(rest).asName
    }
}

extension ReminderCommands {
    struct Done: AnswerCommand {
        static let configuration = CommandConfiguration.leaf(
            "done", of: "reminder", abstract: "Log what a reminder asked for.",
            discussion: DoneArguments.discussion, examples: DoneArguments.examples)

        @OptionGroup var done: DoneArguments
        @OptionGroup(title: Options.title) var options: Options

        func request() throws -> ReminderAnswer { try done.request() }
    }

    struct Skip: AnswerCommand {
        static let configuration = CommandConfiguration.leaf(
            "skip", of: "reminder", abstract: "Skip a reminder's next time.",
            discussion: "If it is pending, it is dismissed; otherwise the coming one won't go off.",
            examples: ["remind skip pills"])

        @OptionGroup var target: ReminderArgument
        @OptionGroup(title: Options.title) var options: Options

        func request() -> ReminderAnswer {
            ReminderAnswer(reminder: target.reminder, action: .skip)
        }
    }

    struct Respond: AnswerCommand {
        static let configuration = CommandConfiguration.leaf(
            "answer", of: "reminder", abstract: "Answer a reminder, for programs.")

        @Argument(help: "Answer: log, snooze, dismiss or skip.")
        var action: ReminderAnswer.Action

        @Argument(help: "The reminder.", completion: .reminders)
        var reminder: [String] = []

        @Option("An occurrence to answer instead of a reminder.", "id")
        var occurrence: String?

        @Option("Exercise that you did.", "name", completion: .exercises)
        var exercise: String?

        @Option("Reps or seconds of it.", "number")
        var count: Int64?

        @Option("How long to snooze; a bare number is minutes.", "span", read: SpanArgument.minutes)
        var `for`: Span?

        @OptionGroup(title: Options.title) var options: Options

        func request() -> ReminderAnswer {
            ReminderAnswer(
                reminder: reminder.asName, occurrence: occurrence, action: action,
                exercise: exercise, count: count, for: `for`)
        }
    }
}

extension ReminderAnswer.Action: ChoiceArgument {}
