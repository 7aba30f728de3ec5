import TrackerAPI
import TrackerCore

/// Names of a report's period and of the period it is compared with.
private struct PeriodWords {
    /// Name of the period, such as `This week` or `February 2026`.
    let name: String
    /// Name of the previous period, such as `this time last week` or `the week before`.
    let former: String
    /// Text if nothing was done then, such as `nothing yet at this time last week`.
    let nothing: String

    init(_ report: ReportView, in style: Style) {
        let period = report.period.forTerminal
        guard report.running else {
            (name, former) = (Self.name(of: report, in: style), "the \(period) before")
            nothing = "nothing \(former)"
            return
        }
        let isDay = period == "day"
        name = isDay ? "Today" : "This \(period)"
        let whole = isDay ? "yesterday" : "last \(period)"
        guard report.comparedWith.wholeTo != nil else {
            former = "all of \(whole)"
            nothing = "nothing in \(former)"
            return
        }
        former = "this time \(whole)"
        nothing = "nothing yet at \(former)"
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
    /// The answer in words, then the sections that aren't empty.
    package func text(in style: Style) -> String {
        let words = PeriodWords(self, in: style)
        let sections = [
            style.paragraph(lead(words, in: style)), moved(words, in: style), exercises(in: style),
            course(in: style), answers(in: style), lines(in: style),
        ]
        return sections.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    // MARK: Words

    /// First sentences, such as `This week: 180 Push-ups, 12 % more than this time last week. 3 of 5 active
    /// days.` Those of a lifter tell the volume.
    private func lead(_ words: PeriodWords, in style: Style) -> String {
        var text = style.strong(words.name) + ": "
        if isOfLifter, let strength {
            text += strength.sum
            text += strength.change.map { Self.change($0.percent, $0.trend, words) } ?? ""
        } else if let top = totals.first, top.count > 0 {
            text += CountText.of(top.count, top.unit, top.name)
            text += Self.change(top.change, top.trend.known, words)
        } else {
            text += running ? "nothing logged so far" : "nothing was logged"
        }
        guard active.of > 0, active.done > 0 else { return text + "." }
        return text + ". \(active.done) of \(counted(active.of, "active day"))."
    }

    /// Least increase in per cent that is told in times, rounded: nobody reads 67712 %.
    private static let leastInTimes: Int64 = 300

    private static func change(
        _ percent: Int64?, _ trend: Total.Trend?, _ words: PeriodWords
    ) -> String {
        let share = percent.map { "\($0.magnitude) % " } ?? ""
        return switch trend {
        case .up where (percent ?? 0) >= leastInTimes:
            ", \(((percent ?? 0) + 150) / 100) times as much as \(words.former)"
        case .up: ", \(share)more than \(words.former)"
        case .down: ", \(share)less than \(words.former)"
        case .level: ", about as much as \(words.former)"
        case .new: ", \(words.nothing)"
        case nil: ""
        }
    }

    // MARK: Strength

    /// Changes in the strength log, for a lifter.
    private func moved(_ words: PeriodWords, in style: Style) -> String {
        isOfLifter ? strength?.moved(since: words.former, in: style) ?? "" : ""
    }

    // MARK: Exercises

    /// Most exercises in the table of a lifter, who has many.
    private static let exercisesOfLifter = 15

    private func exercises(in style: Style) -> String {
        let totals = isOfLifter ? Array(done.prefix(Self.exercisesOfLifter)) : done
        let more = done.count - totals.count
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
                .init(
                    total.beforeWhole.map { $0 > 0 ? CountText.beside($0, total.unit) : "-" } ?? ""),
                .init(isDay ? "" : total.average(total.perDay)),
                .init(isDay ? "" : total.average(total.perActiveDay)),
            ]
        }
        return table.text(in: style)
            + (more > 0 ? style.faint("and \(counted(more, "more exercise"))") + "\n" : "")
    }

    // MARK: Days

    /// Efforts on each day: one line per day for a week, one line for a month, a map for a year.
    private func course(in style: Style) -> String {
        let efforts = days.map { Double($0.efforts) }
        guard days.count > 1, efforts.contains(where: { $0 > 0 }) else { return "" }
        switch period {
        case "week":
            var table = Table("DAY", ">ENTRIES", "")
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
                style.faint("entries: ") + style.good($0.sparkline(efforts)) + "\n"
            } ?? ""
        default:
            guard let sheet = style.sheet(), let first = Days.number(ofDate: from),
                let last = days.last.flatMap({ Days.number(ofDate: $0.day) }), first <= last
            else { return "" }
            return YearMap(effortsByDay, days: first...last, noun: "entries")
                .text(on: sheet, in: style)
        }
    }

    /// Number of efforts by number of the day.
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
            ("focus", focus?.words ?? []),
            ("strength", isOfLifter ? [] : strength?.words ?? []),
            ("goals", (goals ?? []).map(\.words)),
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
    /// Challenges of a day or week, one by one; for a longer period the number completed, such as `17 of 20
    /// daily`.
    private var challengeWords: [String] {
        guard period == "month" || period == "year" else {
            return (challenges ?? []).map {
                $0.text.forTerminal + ($0.completedAt == nil ? "" : " (done)")
            }
        }
        return challengeTallies.map { "\($0.tally.text) \($0.kind)" }
    }

    /// Numbers of completed challenges by kind; kinds without a completed one are left out.
    var challengeTallies: [(kind: String, tally: ChallengeTally)] {
        ["daily", "weekly"].compactMap { kind in
            ChallengeTally((challenges ?? []).filter { $0.kind == kind }).map { (kind, $0) }
        }
    }
}

/// The number of completed challenges, at least one.
struct ChallengeTally {
    private let done: Int
    private let offered: Int

    /// Tally of the challenges; `nil` if none is completed.
    init?(_ challenges: [ReportView.Challenge]) {
        done = challenges.count { $0.completedAt != nil }
        offered = challenges.count
        guard done > 0 else { return nil }
    }

    /// Text of the tally, such as `17 of 20`.
    var text: String { "\(done) of \(offered)" }
}

extension ReportView.Total {
    /// Change for a column, such as `+12 %`.
    var changeText: String {
        guard let change, trend != .level else { return trend.text }
        return "\(change < 0 ? "-" : "+")\(change.magnitude) %"
    }

    /// Average in the exercise's unit, to a tenth of a rep or second.
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
        return [length] + (tokens > 0 ? [StreakWords.tokens(tokens)] : [])
            + (frozen > 0 ? ["\(counted(frozen, "day")) frozen"] : [])
    }
}

extension ReportView.TrainingPart {
    fileprivate var words: [String] {
        guard sessions > 0 else { return [] }
        return [counted(sessions, "session")]
            + (reached > 0 ? ["\(reached) reached the target"] : [])
            + (seconds > 0 ? [CountText.of(seconds, "seconds")] : [])
            + (reps > 0 ? [CountText.of(reps, "reps")] : [])
    }
}
