import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

/// A command that answers a reminder; without a name, the newest pending one.
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
        guard answer.action == .log || !isNamed else { return try deliver(answer) }
        let status = try options.connect().call(Status())
        var request = answer
        if !isNamed {
            guard let newest = Self.newestPending(in: status) else {
                throw nothingPending(to: answer)
            }
            request.occurrence = newest
        }
        guard answer.action == .log else { return try deliver(request) }
        do {
            try log(request, after: status)
        } catch let error as ClientError where error.isExpired {
            let reminder = try request.reminder.map {
                try options.connect().call(ReminderGet(reminder: $0))
            }
            throw LateAnswer(expired: reminder, request).refusal
        }
    }

    private func deliver(_ answer: ReminderAnswer) throws {
        try options.delivery.send(
            answer,
            text: { (result: OccurrenceView, style) in
                let next = answer.action == .dismiss ? next(of: result, by: nil, in: style) : nil
                return result.outcome(logged: nil, today: nil, next: next, in: style) + "\n"
            }, id: { $0.id })
    }

    /// The words for the next time of an occurrence's reminder.
    private func next(
        of result: OccurrenceView, by client: Client?, in style: Style
    ) -> String? {
        guard let client = try? client ?? options.connect() else { return nil }
        return try? client.call(ReminderGet(reminder: result.reminder)).coming(in: style)
    }

    /// - Parameter status: what was so before the answer was sent. By its time an earlier answer is
    ///   recognised.
    private func log(_ answer: ReminderAnswer, after status: Status.Response) throws {
        let (style, now) = (options.style, status.now)
        let result = try options.delivery.send(
            answer,
            text: { (result: OccurrenceView, style) in
                guard let late = LateAnswer(result, to: answer, sentAfter: now, in: style) else {
                    return outcome(of: result, answer, on: status.today.date, in: style) + "\n"
                }
                return late.isLost ? "" : late.text(in: style)
            }, id: { $0.id })
        if let late = LateAnswer(result, to: answer, sentAfter: now, in: style), late.isLost {
            throw late.refusal
        }
    }

    /// The outcome of the answer. It counts already, so that facts that can't be had are left out.
    private func outcome(
        of result: OccurrenceView, _ answer: ReminderAnswer, on date: String, in style: Style
    ) -> String {
        let client = try? options.connect()
        let next = next(of: result, by: client, in: style)
        let today = GivenTime(date).map(When.init)
        guard let id = result.log, let exercise = answer.exercise ?? result.exercise,
            let log = try? client?.call(LogList(from: today, to: today, exercise: exercise)),
            let entry = log.entries.first(where: { $0.id == id })
        else { return result.outcome(logged: nil, today: nil, next: next, in: style) }
        return result.outcome(
            logged: entry, today: log.totals.first?.count, next: next, in: style)
    }

    /// Id of the occurrence that waits for an answer; `nil` for none.
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

    /// - Parameter last: what fell due last, which may be what the answer was meant for.
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
            hint: command + "'trackerctl remind history' shows what became of those before")
    }
}

/// The words of an answer: a reminder's name, a value, or both in this order.
struct AnswerWords {
    let reminder: String?
    let value: String?

    /// - Parameter isValue: whether a single word is the value and not a name.
    init(_ words: [String], isValue: (String) -> Bool) throws {
        guard words.count <= 2 else { throw ValidationError("too many words: at most two") }
        switch (words.first, words.dropFirst().first) {
        case (let name?, let value?): (reminder, self.value) = (name, value)
        case (let word?, nil) where isValue(word): (reminder, value) = (nil, word)
        case (let word, _): (reminder, value) = (word, nil)
        }
    }
}

extension ReminderAnswer {
    static func snooze(_ words: [String]) throws -> ReminderAnswer {
        let words = try AnswerWords(SplitUnits.spansJoined(words)) {
            (try? SpanArgument.signedMinutes($0)) != nil
        }
        return ReminderAnswer(
            reminder: words.reminder, action: .snooze,
            for: try words.value.map(SpanArgument.minutes))
    }

    static func done(_ words: [String], exercise: String?) throws -> ReminderAnswer {
        let words = try AnswerWords(SplitUnits.spansJoined(words)) {
            Int64($0) != nil || (try? LogNotation.Count.read($0)) != nil
        }
        let count = try words.value.map { text in
            do throws(Rejection) {
                return try LogNotation.Count.read(text)
            } catch {
                throw ValidationError("'\(text)' is no count: \(error.message)")
            }
        }
        return ReminderAnswer(
            reminder: words.reminder, action: .log, exercise: exercise,
            count: count?.isTime == false ? count?.value : nil,
            seconds: count?.isTime == true ? count?.value : nil)
    }
}

extension ReminderCommands {
    struct Done: AnswerCommand {
        static let configuration = CommandConfiguration.leaf(
            "done", of: "reminder",
            abstract: "Say that you did it, and log it.",
            discussion: """
                Without a reminder's name it answers the newest that is pending; without a count, \
                what the reminder says was done. A reminder for any exercise, such as 'trackerctl \
                remind add stand' makes, logs a minute of standing unless you say what it was.

                Examples:
                  trackerctl remind done
                  trackerctl remind done 12
                  trackerctl remind done stand 5m
                  trackerctl remind done move 12
                  trackerctl remind done --exercise squats
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
    }

    struct Snooze: AnswerCommand {
        static let configuration = CommandConfiguration.leaf(
            "snooze", of: "reminder",
            abstract: "Let a reminder fire again a little later.",
            discussion: """
                Without a reminder's name it puts off the newest that is pending; without a span, \
                for as long as the reminder says, 5 minutes by default.

                Examples:
                  trackerctl remind snooze
                  trackerctl remind snooze 10m
                  trackerctl remind snooze move 10m
                """)

        @Argument(
            help: ArgumentHelp(
                "A reminder, a span of 1m to 24h, or both; a bare number is minutes.",
                valueName: "words"),
            completion: .custom(ReminderArgument.completions))
        var words: [String] = []

        @OptionGroup(title: Options.title) var options: Options

        func request() throws -> ReminderAnswer { try .snooze(words) }
    }

    struct Dismiss: AnswerCommand {
        static let configuration = CommandConfiguration.leaf(
            "dismiss", of: "reminder",
            abstract: "Say that you won't do it this time.",
            discussion: "Without a reminder's name it dismisses the newest that is pending.")

        @Argument(help: "The reminder.", completion: .custom(ReminderArgument.completions))
        var reminder: String?

        @OptionGroup(title: Options.title) var options: Options

        func request() -> ReminderAnswer {
            ReminderAnswer(reminder: reminder, action: .dismiss)
        }
    }

    struct Answer: AnswerCommand {
        static let configuration = CommandConfiguration.leaf(
            "answer", of: "reminder",
            abstract: "Answer as programs do: 'done', 'snooze' and 'dismiss' are shorter.")

        @Argument(help: "What to answer: log, snooze or dismiss.")
        var action: ReminderAnswer.Action

        @Argument(help: "The reminder.", completion: .custom(ReminderArgument.completions))
        var reminder: String?

        @Option("An occurrence instead of a reminder.", "id")
        var occurrence: String?

        @Option("What was done.", "name", completion: .custom(ExerciseArgument.completions))
        var exercise: String?

        @Option("How much of it.", "number")
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
    // The parser's own implementations use reflection, at every start.
    package static var allValueStrings: [String] { allCases.map(\.rawValue) }
    package static var allValueDescriptions: [String: String] { [:] }
}
