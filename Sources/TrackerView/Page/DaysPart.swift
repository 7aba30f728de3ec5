import TrackerAPI
import TrackerCore

/// Page part about the days, their efforts and the streak.
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
                [("Entries", "\(efforts)")] + (state.map { [("This day", $0)] } ?? []))
        }
        return .facts([
            ("Active days done", "\(report.active.done) of \(report.active.of)"),
            ("Entries", "\(efforts)"),
        ])
    }

    private var heatMap: Markup { HeatMap(report.days, weekStart: report.weekStart).markup }

    /// Efforts on each day of a week or month.
    private var course: Markup {
        guard report.days.count > 1 else { return .none }
        let labels = PartLabels(report.days.map(\.day), isYear: false)
        let bars = report.days.enumerated().map { index, day in
            BarFigure.Bar(
                value: Double(day.efforts), label: labels[index],
                hint: "\(PageWords.row(day.day)): \(CountText.entries(day.efforts))")
        }
        let done = report.days.count { $0.efforts > 0 }
        let figure = BarFigure(
            id: "days-figure", title: "Entries by day",
            description: "Trained on \(done) of \(counted(report.days.count, "day")).",
            bars: bars)
        return .figure("Entries by day", [figure.markup], numbers: table, isBeside: true)
    }

    /// Table of the days, with their states in the streak if it is switched on.
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
            "days-table", "Day by day",
            ["Day"] + (hasState ? ["State"] : []) + ["Entries", "Reps", "Time"]
                + (hasVolume ? ["Volume"] : []), rows)
    }

    private var streak: Markup {
        guard let streak = report.streak else { return .none }
        var facts = [
            ("Streak", counted(streak.length, "day")), ("Best", counted(streak.best, "day")),
        ]
        if streak.tokens > 0 { facts.append(("Freeze tokens", "\(streak.tokens)")) }
        if streak.frozen > 0 { facts.append(("Frozen", counted(streak.frozen, "day"))) }
        if streak.missed > 0 { facts.append(("Missed", counted(streak.missed, "day"))) }
        let isEmpty = streak.best == 0 && streak.tokens == 0
        return isEmpty ? .none : .facts(facts)
    }
}

extension ReportView {
    /// Number of days from Monday to the first day of the week, taken from the start of a year's second week.
    var weekStart: Int {
        guard period == ReportGet.Period.year.rawValue, parts.count > 1 else { return 0 }
        return Weekday.of(parts[1]) ?? 0
    }
}
