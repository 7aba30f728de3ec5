import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

/// A command that answers a reminder: the named one, otherwise the newest pending one.
protocol AnswerCommand: DaemonCommand {
    var options: Options { get }

    func request() throws -> ReminderAnswer
}

extension AnswerCommand {
    static var methods: [String] { [ReminderAnswer.method] }

    func validate() throws { _ = try request() }

    func run() throws { try send(request()) }

    func send(_ answer: ReminderAnswer) throws {
        let isNamed = answer.reminder != nil || answer.occurrence != nil
        guard answer.action == .log || !isNamed else { return try options.delivery.send(answer) }
        let status = try options.connect().call(Status())
        var request = answer
        if !isNamed {
            guard let newest = Self.newestPending(in: status) else {
                throw nothingPending(to: answer)
            }
            request.occurrence = newest
        }
        guard answer.action == .log else { return try options.delivery.send(request) }
        do {
            try log(request, after: status)
        } catch let error as ClientError where error.isExpired {
            let reminder = try request.reminder.map {
                try options.connect().call(ReminderGet(reminder: $0))
            }
            throw LateAnswer(expired: reminder, request).refusal
        }
    }

    /// - Parameter status: what was so before the answer was sent. By its time an earlier answer is
    ///   recognised.
    private func log(_ answer: ReminderAnswer, after status: Status.Response) throws {
        let (style, now) = (options.style, status.now)
        let result = try options.delivery.send(
            answer,
            text: { (result: OccurrenceView, style) in
                guard let late = LateAnswer(result, to: answer, sentAfter: now, in: style) else {
                    return result.sentence(in: style) + "\n"
                }
                return late.isLost ? "" : late.text(in: style)
            }, id: { $0.id })
        if let late = LateAnswer(result, to: answer, sentAfter: now, in: style), late.isLost {
            throw late.refusal
        }
    }

    /// Id of the pending occurrence; `nil` for none.
    static func newestPending(in status: Status.Response) -> String? {
        let live = status.reminders.compactMap(\.pending)
        return (live.first { $0.state == .pending } ?? live.first)?.id
    }

    private func nothingPending(to answer: ReminderAnswer) -> Refusal {
        let client = try? options.connect()
        let last = try? client?.call(OccurrenceList(limit: 1)).occurrences.first
        let reminder = last.flatMap { try? client?.call(ReminderGet(reminder: $0.reminder)) }
        return Self.nothingPending(to: answer, after: last, of: reminder, in: options.style)
    }

    /// - Parameter last: the occurrence that fell due last, which the answer may have been meant for.
    static func nothingPending(
        to answer: ReminderAnswer, after last: OccurrenceView?, of reminder: ReminderView?,
        in style: Style
    ) -> Refusal {
        let late = last.flatMap { LateAnswer(after: $0, of: reminder, answer, in: style) }
        let count = answer.count ?? answer.seconds
        let isTold = answer.exercise != nil || count != nil
        let given =
            isTold ? LateAnswer.command(exercise: answer.exercise, count: count) : nil
        let command = (late?.command ?? given).map { "to log it: \($0); " } ?? ""
        return Refusal(
            message: "no reminder is pending" + (late.map { ": \($0.sentence)" } ?? ""),
            hint: command + "'trackerctl remind history' shows the earlier ones")
    }
}

/// The words of an answer: a reminder's name, a value, or both in this order.
struct AnswerWords {
    let reminder: String?
    let value: String?

    /// - Parameter isValue: whether a single word is a value rather than a name.
    init(_ words: [String], isValue: (String) -> Bool) throws {
        guard words.count <= 2 else { throw ValidationError("too many words: give two at most") }
        switch (words.first, words.dropFirst().first) {
        case (let name?, let value?): (reminder, self.value) = (name, value)
        case (let word?, nil) where isValue(word): (reminder, value) = (nil, word)
        case (let word, _): (reminder, value) = (word, nil)
        }
    }
}

extension ReminderCommands {
    struct Done: AnswerCommand {
        static let configuration = CommandConfiguration.leaf(
            "done", of: "reminder", abstract: "Log what a reminder asked for.",
            discussion: DoneArguments.discussion)

        @OptionGroup var done: DoneArguments
        @OptionGroup(title: Options.title) var options: Options

        func request() throws -> ReminderAnswer { try done.request() }
    }

    struct Answer: AnswerCommand {
        static let configuration = CommandConfiguration.leaf(
            "answer", of: "reminder",
            abstract: "Answer a reminder, for programs.")

        @Argument(help: "Answer: log, snooze or dismiss.")
        var action: ReminderAnswer.Action

        @Argument(help: "The reminder.", completion: .custom(ReminderArgument.completions))
        var reminder: String?

        @Option("An occurrence to answer instead of a reminder.", "id")
        var occurrence: String?

        @Option("Exercise that you did.", "name", completion: .custom(ExerciseArgument.completions))
        var exercise: String?

        @Option("Reps or seconds of it.", "number")
        var count: Int64?

        @Option("How long to snooze; a bare number is minutes.", "span", read: SpanArgument.minutes)
        var `for`: Span?

        @OptionGroup(title: Options.title) var options: Options

        func request() -> ReminderAnswer {
            ReminderAnswer(
                reminder: reminder, occurrence: occurrence, action: action, exercise: exercise,
                count: count, for: `for`)
        }
    }
}

extension ReminderAnswer.Action: ExpressibleByArgument {
    // The parser's own implementation uses reflection at every start.
    package static var allValueStrings: [String] { allCases.map(\.rawValue) }
    package static var allValueDescriptions: [String: String] { [:] }
}
