import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

// Words of 'remind' that are also commands of their own.

/// The arguments of 'done' and 'remind done'.
struct DoneArguments: ParsableArguments {
    static let discussion = """
        Without a name, it answers the newest pending reminder; without a count, it logs the \
        reminder's own. A reminder for any exercise, as 'trackerctl remind add stand' creates, \
        logs a minute of standing unless you say what you did. In a session of reps, 'trackerctl \
        done 12' does the same as 'trackerctl train done 12'; 'trackerctl remind done 12' still \
        answers a reminder.

        Examples:
          trackerctl done
          trackerctl done 12
          trackerctl done stand 5m
          trackerctl done move 12
          trackerctl done --exercise squats
        """

    @Argument(
        help: ArgumentHelp(
            "Reminder, count, or both; a time such as 5m or 1:30 is seconds.",
            valueName: "words"),
        completion: .custom(ReminderArgument.completions))
    var words: [String] = []

    @Option(
        "Exercise to log instead of the reminder's.", "name",
        completion: .custom(ExerciseArgument.completions))
    var exercise: String?

    func request() throws -> ReminderAnswer {
        let words = try AnswerWords(SplitUnits.spansJoined(words)) {
            Int64($0) != nil || (try? LogNotation.Count.read($0)) != nil
        }
        let count = try words.value.map { text in
            do throws(Rejection) {
                return try LogNotation.Count.read(text)
            } catch {
                throw ValidationError("'\(text)' isn't a count: \(error.message)")
            }
        }
        return ReminderAnswer(
            reminder: words.reminder, action: .log, exercise: exercise,
            count: count?.isTime == false ? count?.value : nil,
            seconds: count?.isTime == true ? count?.value : nil)
    }
}

struct Done: AnswerCommand {
    static let methods: [String] = [ReminderAnswer.method, TrainingReps.method]
    static let configuration = CommandConfiguration.leaf(
        "done", abstract: "Log what a reminder asked for, or reps.",
        discussion: DoneArguments.discussion)

    @OptionGroup var done: DoneArguments
    @OptionGroup(title: Options.title) var options: Options

    func request() throws -> ReminderAnswer { try done.request() }

    func run() throws {
        let answer = try request()
        guard done.exercise == nil, done.words.count <= 1 else { return try send(answer) }
        let client = try options.connect()
        let status = try client.call(Status())
        guard status.isCountingReps else { return try send(answer) }
        if let word = answer.reminder {
            try Self.requireReminder(word, among: client.call(ReminderList()).reminders)
            try send(answer)
        } else {
            try options.delivery.send(Self.reps(answer.count, in: status))
        }
    }

    /// The report of reps for the live training.
    ///
    /// - Throws: `Refusal` if a reminder is pending, too, or no count is given.
    static func reps(_ count: Int64?, in status: Status.Response) throws -> TrainingReps {
        let words = count.map { " \($0)" } ?? ""
        // A snoozed reminder has been answered for now.
        let isPending = { (reminder: ReminderView) in reminder.pending?.state == .pending }
        if let pending = status.reminders.first(where: isPending) {
            throw Refusal(
                message: "that could be the training session or \(pending.title)",
                hint: "say which one: trackerctl train done\(count == nil ? " COUNT" : words), or "
                    + "trackerctl remind done\(words)")
        }
        guard let count else {
            throw Refusal(
                message: "a training session is in progress",
                hint: "give the reps you did: trackerctl done 12")
        }
        return TrainingReps(count: count)
    }

    /// Refuses a word that names no reminder while reps are counted, since it is a mistyped count.
    static func requireReminder(_ word: String, among reminders: [ReminderView]) throws {
        let isKnown = reminders.contains { $0.name == word || $0.id.hasPrefix(word) }
        guard !isKnown, word != "last" else { return }
        throw Refusal(
            message:
                "'\(word)' isn't a reminder, and a count is a whole number from 1 to"
                + " \(Exercise.counts.upperBound)",
            hint: "give the reps you did: trackerctl done 12")
    }
}

extension Status.Response {
    fileprivate var isCountingReps: Bool {
        training.map { $0.mode == "reps" && $0.isLive } == true
    }
}

struct Snooze<Place: ParsableCommand>: AnswerCommand {
    static var configuration: CommandConfiguration {
        .leaf(
            "snooze", in: Place.self, abstract: "Snooze a reminder.",
            discussion: """
                Without a name, it snoozes the newest pending reminder; without a duration, for as \
                long as the reminder's own snooze, 5 minutes by default.

                Examples:
                  trackerctl snooze
                  trackerctl snooze 10m
                  trackerctl snooze move 10m
                """)
    }

    @Argument(
        help: ArgumentHelp(
            "Reminder, duration of 1m to 24h, or both; a bare number is minutes.",
            valueName: "words"),
        completion: .custom(ReminderArgument.completions))
    var words: [String] = []

    @OptionGroup(title: Options.title) var options: Options

    func request() throws -> ReminderAnswer {
        let words = try AnswerWords(SplitUnits.spansJoined(words)) {
            (try? SpanArgument.signedMinutes($0)) != nil
        }
        return ReminderAnswer(
            reminder: words.reminder, action: .snooze,
            for: try words.value.map(SpanArgument.minutes))
    }
}

struct Dismiss<Place: ParsableCommand>: AnswerCommand {
    static var configuration: CommandConfiguration {
        .leaf(
            "dismiss", in: Place.self, abstract: "Dismiss a reminder this time.",
            discussion: "Without a name, it dismisses the newest pending reminder.")
    }

    @Argument(help: "The reminder.", completion: .custom(ReminderArgument.completions))
    var reminder: String?

    @OptionGroup(title: Options.title) var options: Options

    func request() -> ReminderAnswer { ReminderAnswer(reminder: reminder, action: .dismiss) }
}
