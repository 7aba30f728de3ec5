import TrackerAPI
import TrackerCore
import TrackerStore

extension ResponseGet: SlicedRead {
    func slices() throws -> any Slices { ResponseSlices(self) }
}

private final class ResponseSlices: Slices {
    private let request: ResponseGet
    private var reading: ResponseReading?

    init(_ request: ResponseGet) { self.request = request }

    func advance(in context: Context, while hasTime: () -> Bool) throws -> String? {
        let days = try context.days(
            from: request.from, to: request.to, atMost: ResponseGet.maximumDays)
        let wanted = try request.reminder.map { try context.reminderID($0) }
        var reading = self.reading ?? ResponseReading(on: days, ofReminder: wanted)
        defer { self.reading = reading }
        guard let responses = try reading.advance(in: context.transaction, while: hasTime) else {
            return nil
        }
        return try JSONText.of(
            ResponseGet.Response(
                responses, suggestion: context.suggestion(ofReminder: wanted)))
    }
}

extension ResponseGet.Response {
    fileprivate init(_ responses: Responses, suggestion: ResponseGet.Suggestion?) {
        let percentiles = responses.percentiles
        let hours = responses.hours.enumerated().map { ResponseGet.Hour($0, $1) }
        let extremes = responses.extremes
        self.init(
            ReportView.Responses(responses),
            percentiles: ResponseGet.Percentiles(
                p25: percentiles.value(25), p50: percentiles.value(50), p75: percentiles.value(75),
                p90: percentiles.value(90), p95: percentiles.value(95)),
            hours: hours.filter { $0.decided > 0 },
            weekdays: zip(Weekdays.names, responses.weekdays).map { name, part in
                ResponseGet.Weekday(
                    weekday: name, answered: part.rate.answered, decided: part.rate.decided,
                    rate: part.rate.share, few: part.isFew)
            }.filter { $0.decided > 0 },
            best: extremes.map { hours[$0.best] }, worst: extremes.map { hours[$0.worst] },
            suggestion: suggestion)
    }
}

extension ResponseGet.Hour {
    fileprivate init(_ hour: Int, _ part: Responses.Part) {
        self.init(
            hour: hour, answered: part.rate.answered, decided: part.rate.decided,
            rate: part.rate.share, few: part.isFew)
    }
}

extension ReportView.Responses {
    init(_ responses: Responses, before: Before? = nil) {
        let percentiles = responses.percentiles
        self.init(
            decided: responses.decided, answered: responses.answered,
            late: responses.late > 0 ? responses.late : nil, dismissed: responses.dismissed,
            ignored: responses.ignored,
            notCounted: responses.notCounted, open: responses.open,
            answerRate: responses.rate.share, medianMs: percentiles.value(50),
            p90Ms: percentiles.value(90), rescued: responses.rescued, before: before)
    }
}

// MARK: - Suggestions

extension Context {
    /// Number of days, up to today, that a suggestion is based on.
    private static let suggestionDays = 28

    /// Suggestion to leave out an hour: of one reminder, or of the reminder where it matters most; `nil` for
    /// none. Only enabled reminders count.
    ///
    /// - Parameters:
    ///   - id: id of the reminder; `nil` for all.
    ///   - others: ids of reminders that are left out.
    func suggestion(
        ofReminder id: String? = nil, besides others: Set<String> = []
    ) throws -> ResponseGet.Suggestion? {
        var days = try days()
        let today = days.number(ofMs: now.wallMs)
        var responses: [String: Responses] = [:]
        let span = today - Self.suggestionDays + 1...today
        try transaction.forEachFiring(on: span, ofReminder: id) { firing, _ in
            responses[firing.reminder, default: Responses()].add(firing)
        }
        var found: (gap: Double, suggestion: ResponseGet.Suggestion)?
        for id in responses.keys.sorted() where !others.contains(id) {
            responses[id]?.finish()
            guard let reminder = try transaction.reminder(id: id), reminder.isEnabled,
                let answers = responses[id], let hours = answers.suggestion,
                let suggestion = suggestion(of: reminder, answers, hours)
            else { continue }
            let (best, worst) = (answers.hours[hours.best].rate, answers.hours[hours.worst].rate)
            let gap = (best.share ?? 0) - (worst.share ?? 0)
            if gap > found?.gap ?? 0 { found = (gap, suggestion) }
        }
        return found?.suggestion
    }

    private func suggestion(
        of reminder: Reminder, _ answers: Responses, _ hours: (best: Int, worst: Int)
    ) -> ResponseGet.Suggestion? {
        guard let windows = reminder.fields.schedule.windows(withoutHour: hours.worst) else {
            return nil
        }
        let (best, worst) = (answers.hours[hours.best].rate, answers.hours[hours.worst].rate)
        let word = Alert.word(for: reminder.id, named: reminder.fields.name)
        let options = windows.map { " --between \($0)" }.joined()
        let command = "trackerctl remind edit \(word)\(options)"
        let hour = Self.text(hours.worst)
        return ResponseGet.Suggestion(
            reminder: reminder.id,
            text: "Last \(Self.suggestionDays) days: \(best.answered) of \(best.decided) answered "
                + "at \(Self.text(hours.best)) (\(best.percent) %), \(worst.answered) of "
                + "\(worst.decided) at \(hour) (\(worst.percent) %). "
                + "To leave \(hour) out: \(command)",
            command: command)
    }

    /// An hour of the day, such as `09:00`.
    private static func text(_ hour: Int) -> String { "\(hour < 10 ? "0" : "")\(hour):00" }
}

extension AnswerRate {
    /// The share in whole percent, half away from zero; 0 where nothing was decided.
    fileprivate var percent: Int { Int(((share ?? 0) * 100).rounded()) }
}
