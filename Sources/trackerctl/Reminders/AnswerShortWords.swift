import ArgumentParser
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

// Words of 'remind' that are also commands of their own.

struct DoneArguments: ParsableArguments {
    static let discussion = """
        Without a name, it answers the newest pending reminder; without a count, it logs the \
        reminder's own. A reminder for any exercise, as 'trackerctl remind add stand' creates, \
        logs a minute of standing unless you say what you did. Before a reminder with fixed times \
        goes off, it means the coming one, which then won't go off. In a session of reps, 'trackerctl \
        done 12' does the same as 'trackerctl train done 12'; 'trackerctl remind done 12' still \
        answers a reminder.
        """
    static let examples = [
        "done", "done 12", "done stand 5m", "done drink water", "done move 12",
        "done --exercise squats",
    ]

    @Argument(
        help: ArgumentHelp(
            "Reminder, count, or both; a time such as 5m or 1:30 is seconds.",
            valueName: "words"),
        completion: .answerable)
    var words: [String] = []

    static func completions(_ words: [String]) -> [String] {
        let reminders = ReminderArgument.completions(words)
        // 'remind done' answers no timers.
        return ["done", "dismiss"].contains(words.dropFirst().first)
            ? reminders + TimerArgument.waiting(words) : reminders
    }

    @Option("Exercise to log instead of the reminder's.", "name", completion: .exercises)
    var exercise: String?

    func request() throws -> ReminderAnswer {
        let words = AnswerWords(SplitUnits.spansJoined(words)) {
            Int64($0) != nil || (try? LogNotation.Count.read($0)) != nil
        }
        let count = try words.value.map { text in
            do throws(Rejection) {
                return try LogNotation.Count.read(text)
            } catch {
                throw Rejection.invalid("count", "'\(text)' isn't a count: \(text: error.text)")
            }
        }
        return ReminderAnswer(
            reminder: words.name, action: .log, exercise: exercise,
            count: count?.isTime == false ? count?.value : nil,
            seconds: count?.isTime == true ? count?.value : nil)
    }
}

struct Done: CheckedCommand {
    static let configuration = CommandConfiguration.leaf(
        "done", abstract: "Answer a reminder or timer, or log reps.",
        discussion: DoneArguments.discussion + """
             If no reminder has the name, it is the exercise that you did instead: 'trackerctl done \
            12 lunges'. If none is pending, that answers the reminder for this exercise that is due \
            later today at a fixed time. A timer that is over is answered, too: by its name, or by \
            'trackerctl done' alone if its alert is the newest.
            """, examples: DoneArguments.examples + ["done 12 lunges", "done tea"])

    @OptionGroup var done: DoneArguments
    @OptionGroup(title: Options.title) var options: Options

    func request() throws -> LiveDone {
        let answer = try done.request()
        let isNamed = answer.exercise == nil
        return LiveDone(
            reminder: isNamed ? nil : answer.reminder, named: isNamed ? answer.reminder : nil,
            exercise: answer.exercise, count: answer.count, seconds: answer.seconds)
    }

    func answer(_ asking: Asking) throws -> Answer {
        let given = try done.request()
        do {
            return try given.answer(by: request(), asking, options)
        } catch let error as ClientError {
            throw Self.refusal(for: error, to: given, in: asking.style(options)) ?? error
        }
    }

    /// The refusal with the commands to type; `nil` if the daemon's own is enough.
    static func refusal(
        for error: ClientError, to answer: ReminderAnswer, in style: Style
    ) -> Refusal? {
        guard case .refused(let refused) = error else { return nil }
        let reps = "give the reps you did: trackerctl done 12"
        switch (refused.data.kind, refused.data.state, refused.data.field) {
        case ("ambiguous", nil, nil):
            let count = answer.count.map { " \($0)" }
            return Refusal(
                message: refused.message,
                hint: "say which one: trackerctl train done\(count ?? " COUNT"), or "
                    + "trackerctl remind done\(count ?? "")")
        case ("conflict", "training", "count"):
            return Refusal(message: "a training session is in progress", hint: reps)
        case ("not_found", "training", "named"), ("not_found", "training", "reminder"):
            return Refusal(
                message:
                    "'\(answer.reminder ?? "")' isn't a reminder, and a count is a whole number"
                    + " from 1 to \(Exercise.counts.upperBound)",
                hint: reps)
        default:
            // While nothing is pending, only an exercise is refused for that.
            guard error.isAboutNothing, answer.exercise == nil, let name = answer.reminder else {
                return answer.refusal(for: error, in: style)
            }
            var answer = answer
            (answer.reminder, answer.exercise) = (nil, name)
            return answer.refusal(for: error, in: style)
        }
    }
}

extension ReminderAnswer {
    /// Sends a request that answers the reminder, or something else that waits.
    fileprivate func answer<Call: Request>(
        by request: Call, _ asking: Asking, _ options: Options
    ) throws -> Answer where Call.Response == LiveResult {
        let client = try asking.client(options)
        let result = try client.call(request)
        let occurrence = result.occurrence
        var answer = Answer(
            json: try Output.line(result.view),
            quiet: result.ids.first.map { $0 + "\n" } ?? "", after: client.after
        ) { style in
            let text = occurrence.map { self.text(of: $0, in: style) }
            return AnswerText(text ?? result.text(in: style))
        }
        answer.failure = occurrence.flatMap { refusal(of: $0, in: asking.style(options)) }
        return answer
    }
}

extension LiveResult {
    /// The reminder's occurrence that was answered; `nil` if the result is about something else.
    fileprivate var occurrence: OccurrenceView? {
        guard did.hasPrefix("reminder.") else { return nil }
        return try? view.decoded() as OccurrenceView
    }
}

struct Snooze<Place: ParsableCommand>: AnswerCommand {
    static var configuration: CommandConfiguration {
        .leaf(
            "snooze", in: Place.self, abstract: "Snooze a reminder.",
            discussion: """
                Without a name, it snoozes the newest pending reminder; without a duration, for as \
                long as the reminder's own snooze, 5 minutes by default. 'until tomorrow' ends when \
                that day begins.
                """,
            examples: [
                "snooze", "snooze 10m", "snooze 1h30", "snooze move 10m", "snooze until 3pm",
            ])
    }

    @Argument(
        help: ArgumentHelp(
            "Reminder, and how long, 1m to 24h, or 'until' and a time; a bare number is minutes.",
            valueName: "words"),
        completion: .reminders)
    var words: [String] = []

    @OptionGroup(title: Options.title) var options: Options

    func request() throws -> ReminderAnswer {
        if let until = try UntilNotation(words) {
            return ReminderAnswer(
                reminder: until.rest.asName, action: .snooze, until: When(until.time))
        }
        let isSpan = { (word: String) in
            (try? SpanArgument.signed(word, bareUnitMs: 60_000)) != nil
        }
        var line = SplitUnits.spansJoined(words)
        if let sign = line.lastIndex(where: { $0.lowercased() == "for" }), sign + 1 < line.count,
            isSpan(line[sign + 1])
        {
            line.remove(at: sign)
        }
        let answer = AnswerWords(line, isValue: isSpan)
        return ReminderAnswer(
            reminder: answer.name, action: .snooze,
            for: try answer.value.map(SpanArgument.minutes))
    }
}

struct Dismiss<Place: ParsableCommand>: AnswerCommand {
    static var configuration: CommandConfiguration {
        .leaf(
            "dismiss", in: Place.self, abstract: "Dismiss a reminder this time.",
            discussion: "Without a name, it dismisses the newest pending reminder."
                + (answersTimers ? " If you name a timer that is over, that is done." : ""))
    }

    static var methods: [String] {
        [ReminderAnswer.method] + (answersTimers ? [LiveDismiss.method] : [])
    }

    /// True for the short word, which may name a timer, too.
    private static var answersTimers: Bool { Place.self == Trackerctl.self }

    @Argument(help: "The reminder.", completion: .answerable)
    var reminder: [String] = []

    @OptionGroup(title: Options.title) var options: Options

    func request() -> ReminderAnswer { ReminderAnswer(reminder: reminder.asName, action: .dismiss) }

    func answer(_ asking: Asking) throws -> Answer {
        guard Self.answersTimers, let name = reminder.asName else {
            return try answerReminder(asking)
        }
        return try request().answer(by: LiveDismiss(named: name), asking, options)
    }
}
