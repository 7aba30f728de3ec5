import TrackerAPI
import TrackerCore

/// The days with their efforts, and the streak.
struct DaysPart {
    let report: ReportView

    private var period: ReportGet.Period? { .init(rawValue: report.period) }

    var markup: Markup {
        let hasDays = report.days.contains { $0.efforts > 0 } || report.active.of > 0
        let days = Markup.section(
            "days", "Days",
            hasDays ? [facts, period == .year ? heatMap : period == .day ? .none : course] : [])
        return Markup([days, .section("streak", "Streak", [streak])])
    }

    private var facts: Markup {
        let efforts = report.days.reduce(0) { $0 + $1.efforts }
        guard period != .day else {
            let day = report.streak == nil ? nil : report.days.last
            let state = day.map { StreakWords.state($0.state).sentenceCase }
            return .facts(
                [("Efforts", "\(efforts)")] + (state.map { [("This day", $0)] } ?? []))
        }
        return .facts([
            ("Active days done", "\(report.active.done) of \(report.active.of)"),
            ("Efforts", "\(efforts)"),
        ])
    }

    private var heatMap: Markup {
        HeatMap(report.days, weekStart: report.weekStart).markup
    }

    /// The efforts of the days of a week or a month.
    private var course: Markup {
        guard report.days.count > 1 else { return .none }
        let labels = PartLabels(report.days.map(\.day), isYear: false)
        let bars = report.days.enumerated().map { index, day in
            BarFigure.Bar(
                value: Double(day.efforts), label: labels[index],
                hint: "\(PageWords.row(day.day)): \(counted(day.efforts, "effort"))")
        }
        let done = report.days.count { $0.efforts > 0 }
        let figure = BarFigure(
            id: "days-figure", title: "Efforts of each day",
            description: "\(counted(done, "day")) of \(report.days.count) with an effort.",
            bars: bars)
        return .figure("Efforts of each day", [figure.markup], numbers: table, isBeside: true)
    }

    /// The states of the days are told where the streak is.
    private var table: Markup {
        let hasState = report.streak != nil
        let hasVolume = report.days.contains { $0.volume > 0 }
        let unit = report.strength?.unit ?? ""
        let rows = report.days.map { day in
            [PageWords.row(day.day)] + (hasState ? [StreakWords.state(day.state)] : []) + [
                "\(day.efforts)", "\(day.reps)", CountText.of(day.seconds, "seconds"),
            ] + (hasVolume ? [FigureText.of(day.volume.rounded(), unit)] : [])
        }
        return .table(
            "days-table", "The days one by one",
            ["Day"] + (hasState ? ["State"] : []) + ["Efforts", "Reps", "Time"]
                + (hasVolume ? ["Volume"] : []), rows)
    }

    private var streak: Markup {
        guard let streak = report.streak else { return .none }
        var facts = [
            ("Streak", counted(streak.length, "day")), ("Best", counted(streak.best, "day")),
            ("Freeze tokens", "\(streak.tokens)"),
        ]
        if streak.frozen > 0 { facts.append(("Frozen", counted(streak.frozen, "day"))) }
        if streak.missed > 0 { facts.append(("Missed", counted(streak.missed, "day"))) }
        let isEmpty = streak.best == 0 && streak.tokens == 0
        return isEmpty ? .none : .facts(facts)
    }
}

extension ReportView {
    /// Days from Monday to the first day of a week, as the second part of a year tells it.
    var weekStart: Int {
        guard period == ReportGet.Period.year.rawValue, parts.count > 1 else { return 0 }
        return Weekday.of(parts[1]) ?? 0
    }
}
