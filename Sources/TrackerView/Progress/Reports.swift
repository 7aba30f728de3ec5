import TrackerAPI
import TrackerCore

/// The names of a report's period and of the one that it is compared with.
private struct PeriodWords {
    /// Such as `This week` or `February 2026`.
    let name: String
    /// Such as `last week by Wednesday 15:00` or `the week before`.
    let former: String

    init(_ report: ReportView, in style: Style) {
        let period = report.period.forTerminal
        let compared = report.comparedWith
        let day = compared.to.prefix(10)
        guard report.running else {
            (name, former) = (Self.name(of: report, in: style), "the \(period) before")
            return
        }
        let isDay = period == "day"
        name = isDay ? "Today" : "This \(period)"
        let whole = isDay ? "yesterday" : "last \(period)"
        guard compared.wholeTo != nil else {
            former = "all of \(whole)"
            return
        }
        let date = period == "week" ? Weekday.name(of: String(day)) ?? "" : String(day).forTerminal
        let place = isDay ? "" : "\(date) "
        former = "\(whole) by \(place)\(style.clock(compared.to))"
    }

    private static func name(of report: ReportView, in style: Style) -> String {
        let from = report.from.forTerminal
        switch report.period {
        case "day":
            let date = style.date(report.from)
            let weekday = Weekday.shortName(of: report.from).map { "\($0) " } ?? ""
            return date == from ? weekday + date : date.prefix(1).uppercased() + date.dropFirst()
        case "month": return CalendarText.title(of: report.from)
        case "year": return String(from.prefix(4))
        default: return "\(from) to \(report.to.forTerminal)"
        }
    }
}

extension ReportView: Shown {
    /// The answer in words, then the sections that have anything to tell.
    package func text(in style: Style) -> String {
        let words = PeriodWords(self, in: style)
        let sections = [
            style.paragraph(lead(words, in: style)), exercises(in: style), course(in: style),
            answers(in: style), lines(in: style),
        ]
        return sections.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    // MARK: Words

    /// Such as `This week: 180 Push-ups, 12 % more than last week by Wednesday 15:00. 3 of 5 active days.`
    private func lead(_ words: PeriodWords, in style: Style) -> String {
        var text = style.strong(words.name) + ": "
        if let top = totals.first, top.count > 0 {
            text += CountText.of(top.count, top.unit, top.name) + change(of: top, words.former)
        } else {
            text += running ? "nothing logged so far" : "nothing was logged"
        }
        return text + "." + (active.of > 0 ? " \(active.done) of \(active.of) active days." : "")
    }

    private func change(of total: Total, _ former: String) -> String {
        let percent = total.change.map { "\($0.magnitude) % " } ?? ""
        return switch total.trend.known {
        case .up: ", \(percent)more than \(former)"
        case .down: ", \(percent)less than \(former)"
        case .level: ", about as much as \(former)"
        case .new: ", none \(former)"
        case nil: ""
        }
    }

    // MARK: Exercises

    private func exercises(in style: Style) -> String {
        guard !totals.isEmpty else { return "" }
        let whole = period == "day" ? "ALL DAY" : "WHOLE \(period.uppercased().forTerminal)"
        var table = Table(
            "~EXERCISE", ">TOTAL", ">BEFORE", ">CHANGE", ">?\(whole)", ">?A DAY", ">?AN ACTIVE DAY")
        table.rows = totals.map { total in
            let isDay = period == "day"
            return [
                .init(total.name.forTerminal, style.strong),
                .init(CountText.beside(total.count, total.unit)),
                .init(total.before > 0 ? CountText.beside(total.before, total.unit) : "-"),
                .init(total.changeText.forTerminal, total.trend == .up ? style.good : { $0 }),
                .init(total.beforeWhole.map { CountText.beside($0, total.unit) } ?? ""),
                .init(isDay ? "" : total.average(total.perDay)),
                .init(isDay ? "" : total.average(total.perActiveDay)),
            ]
        }
        return table.text(in: style)
    }

    // MARK: Days

    /// The efforts of each day: a line each in a week, one line for a month, a map of a year.
    private func course(in style: Style) -> String {
        let efforts = days.map { Double($0.efforts) }
        guard days.count > 1, efforts.contains(where: { $0 > 0 }) else { return "" }
        switch period {
        case "week":
            var table = Table("DAY", ">EFFORTS", "")
            table.rows = days.map { day in
                let weekday = Weekday.shortName(of: day.day) ?? ""
                return [
                    .init("\(weekday) \(day.day.dropFirst(5))".forTerminal),
                    .init(day.efforts > 0 ? "\(day.efforts)" : "-"),
                ]
            }
            table.addBars(efforts, in: style)
            return table.text(in: style)
        case "month":
            return style.sheet().map {
                style.faint("efforts: ") + style.good($0.sparkline(efforts)) + "\n"
            } ?? ""
        default:
            guard let sheet = style.sheet(), let first = Days.number(ofDate: from),
                let last = days.last.flatMap({ Days.number(ofDate: $0.day) }), first <= last
            else { return "" }
            return YearMap(effortsByDay, days: first...last, noun: "efforts")
                .text(on: sheet, in: style)
        }
    }

    /// Efforts by the numbers of their days.
    package var effortsByDay: [Int: Int64] {
        Dictionary(
            days.compactMap { day in Days.number(ofDate: day.day).map { ($0, day.efforts) } }
        ) { $0 + $1 }
    }

    // MARK: Reminders

    private func answers(in style: Style) -> String {
        var words = reminders.words
        guard !words.isEmpty else { return "" }
        if let points = reminders.before?.points, points != 0 {
            let unit = points.magnitude == 1 ? "point" : "points"
            words.append("\(points.magnitude) \(unit) \(points > 0 ? "more" : "less") than before")
        }
        let times = AnswerTimes.words([(50, reminders.medianMs), (90, reminders.p90Ms)])
        let rates = hours.map {
            (
                RateTable.name(ofHour: $0.hour),
                AnswerRate(answered: $0.answered, decided: $0.decided)
            )
        }
        return style.lines(of: words, title: style.faint("reminders:"))
            + (times.isEmpty ? "" : style.lines(of: times, title: style.faint("answers:")))
            + RateTable.text(rates, title: "HOUR", in: style)
    }

    // MARK: The rest

    /// A line for each of the other sections.
    private func lines(in style: Style) -> String {
        let sections: [(title: String, words: [String])] = [
            ("streak", streak?.words ?? []), ("training", training?.words ?? []),
            ("strength", strength?.words ?? []),
            (
                "achievements",
                (achievements ?? []).map { "\($0.name) (\($0.tier))".forTerminal }
            ),
            ("challenges", challengeWords),
        ]
        return sections.filter { !$0.words.isEmpty }.map {
            style.lines(of: $0.words, title: style.faint("\($0.title):"))
        }.joined()
    }
}

extension ReportView {
    /// Each of the challenges of a day or a week; of a longer period how many were completed, such as
    /// `17 of 20 daily ones done`.
    private var challengeWords: [String] {
        guard period == "month" || period == "year" else {
            return (challenges ?? []).map {
                $0.text.forTerminal + ($0.completedAt == nil ? "" : " (done)")
            }
        }
        return challengeTallies.map { "\($0.tally.text) \($0.kind) ones done" }
    }

    /// Numbers of completed challenges by kind; kinds without a challenge are left out.
    var challengeTallies: [(kind: String, tally: ChallengeTally)] {
        ["daily", "weekly"].compactMap { kind in
            ChallengeTally((challenges ?? []).filter { $0.kind == kind }).map { (kind, $0) }
        }
    }
}

/// The number of completed challenges.
struct ChallengeTally {
    private let done: Int
    private let offered: Int

    /// `nil` without a challenge.
    init?(_ challenges: [ReportView.Challenge]) {
        guard !challenges.isEmpty else { return nil }
        done = challenges.count { $0.completedAt != nil }
        offered = challenges.count
    }

    /// Such as `17 of 20`.
    var text: String { "\(done) of \(offered)" }
}

extension ReportView.Total {
    /// The change in a column, such as `+12 %`.
    var changeText: String {
        guard let change, trend != .level else { return trend.text }
        return "\(change < 0 ? "-" : "+")\(change.magnitude) %"
    }

    /// An average in the exercise's unit, to a tenth of a rep or a second.
    fileprivate func average(_ value: Double) -> String {
        unit == "reps"
            ? NumberText.short((value * 10).rounded() / 10)
            : CountText.of(Int64(value.rounded()), unit)
    }
}

extension ReportView.StreakPart {
    fileprivate var words: [String] {
        guard best > 0 else { return [] }
        let length = StreakWords.length(length, best: best)
        return [length, StreakWords.tokens(tokens)]
            + (frozen > 0 ? ["\(counted(frozen, "day")) frozen"] : [])
    }
}

extension ReportView.TrainingPart {
    fileprivate var words: [String] {
        guard sessions > 0 else { return [] }
        return [counted(sessions, "session"), "\(reached) reached the target"]
            + (seconds > 0 ? [CountText.of(seconds, "seconds")] : [])
            + (reps > 0 ? [CountText.of(reps, "reps")] : [])
    }
}

extension ReportView.StrengthPart {
    fileprivate var words: [String] {
        guard sets > 0 else { return [] }
        return [counted(sets, "set")]
            + (volume > 0 ? [FigureText.of(volume.rounded(), unit)] : [])
            + (records > 0 ? [counted(records, "record")] : [])
    }
}
