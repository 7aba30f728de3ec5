import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

// The words of 'remind' that are commands of their own, too.

struct Done: AnswerCommand {
    static let methods: [String] = [ReminderAnswer.method, TrainingReps.method]
    static let configuration = CommandConfiguration.leaf(
        "done", abstract: "Say that you did what a reminder asks for, or how many reps it was.",
        discussion: """
            In a training of reps 'done 12' is the same as 'trackerctl train done 12'; otherwise \
            the same as 'trackerctl remind done'.

            Examples:
              trackerctl done
              trackerctl done 12
              trackerctl done move 12
            """)

    @Argument(
        help: ArgumentHelp(
            "A reminder, a count, or both; a time such as 5m or 1:30 is seconds.",
            valueName: "words"),
        completion: .custom(ReminderArgument.completions))
    var words: [String] = []

    @Option(
        "Another exercise than the reminder's.", "name",
        completion: .custom(ExerciseArgument.completions))
    var exercise: String?

    @OptionGroup(title: Options.title) var options: Options

    func request() throws -> ReminderAnswer { try .done(words, exercise: exercise) }

    func run() throws {
        let answer = try request()
        guard exercise == nil, words.count <= 1 else { return try send(answer) }
        let client = try options.connect()
        let status = try client.call(Status())
        guard status.isCountingReps else { return try send(answer) }
        if let word = answer.reminder {
            try Self.requireReminder(word, among: client.call(ReminderList()).reminders)
            try send(answer)
        } else {
            try send(Self.reps(answer.count, in: status))
        }
    }

    /// The report of reps for the live training.
    ///
    /// - Throws: `Refusal` where a reminder is pending, too, or no count is given.
    static func reps(_ count: Int64?, in status: Status.Response) throws -> TrainingReps {
        let words = count.map { " \($0)" } ?? ""
        // A snoozed reminder has been answered for now.
        let isPending = { (reminder: ReminderView) in reminder.pending?.state == .pending }
        if let pending = status.reminders.first(where: isPending) {
            throw Refusal(
                message: "several things can be meant: training, \(pending.title)",
                hint: "say which: trackerctl train done\(count == nil ? " COUNT" : words), or "
                    + "trackerctl remind done\(words)")
        }
        guard let count else {
            throw Refusal(
                message: "a training is on", hint: "say how many reps it was: trackerctl done 12")
        }
        return TrainingReps(count: count)
    }

    /// Refuses a word that names no reminder where reps are counted, since the word is a mistyped count.
    static func requireReminder(_ word: String, among reminders: [ReminderView]) throws {
        let isKnown = reminders.contains { $0.name == word || $0.id.hasPrefix(word) }
        guard !isKnown, word != "last" else { return }
        throw Refusal(
            message: "'\(word)' is no reminder, and a count is a whole number from 1 to "
                + "\(Exercise.counts.upperBound)",
            hint: "say how many reps it was: trackerctl done 12")
    }

    private func send(_ reps: TrainingReps) throws {
        try options.delivery.send(
            reps, text: { (result: TrainingView, style) in result.sentence(in: style) + "\n" },
            id: { $0.id })
    }
}

extension Status.Response {
    fileprivate var isCountingReps: Bool {
        training.map { $0.mode == "reps" && $0.isLive } == true
    }
}

struct Snooze: AnswerCommand {
    static let configuration = CommandConfiguration.leaf(
        "snooze", abstract: "Let the reminder that is pending fire again a little later.",
        discussion: "The same as 'trackerctl remind snooze'.")

    @Argument(
        help: ArgumentHelp(
            "A reminder, a span, or both; a bare number is minutes.", valueName: "words"),
        completion: .custom(ReminderArgument.completions))
    var words: [String] = []

    @OptionGroup(title: Options.title) var options: Options

    func request() throws -> ReminderAnswer { try .snooze(words) }
}

struct Dismiss: AnswerCommand {
    static let configuration = CommandConfiguration.leaf(
        "dismiss", abstract: "Dismiss the reminder that is pending.",
        discussion: "The same as 'trackerctl remind dismiss'.")

    @Argument(help: "The reminder.", completion: .custom(ReminderArgument.completions))
    var reminder: String?

    @OptionGroup(title: Options.title) var options: Options

    func request() -> ReminderAnswer { ReminderAnswer(reminder: reminder, action: .dismiss) }
}
