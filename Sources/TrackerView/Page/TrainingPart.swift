import TrackerAPI
import TrackerCore

/// Page part about training sessions, the strength log with volume and progress, and work in runs.
struct TrainingPart {
    let report: ReportView
    let progress: [ExerciseProgress.Response]

    var markup: Markup {
        Markup([
            .section("training", "Training", [training]),
            .section("strength", "Strength", [strength, lifts, volume, courses]),
            .section("focus", "Focus", [focus]),
        ])
    }

    private var training: Markup {
        guard let training = report.training, training.sessions > 0 else { return .none }
        var facts = [("Sessions", "\(training.sessions)")]
        if training.reached > 0 { facts.append(("Target reached", "\(training.reached)")) }
        if training.seconds > 0 {
            facts.append(("Time", CountText.of(training.seconds, "seconds")))
        }
        if training.reps > 0 { facts.append(("Reps", String(training.reps))) }
        return .facts(facts)
    }

    private var focus: Markup {
        guard let focus = report.focus else { return .none }
        return .facts([
            ("Work", CountText.of(focus.seconds, "seconds")), ("Rounds", "\(focus.rounds)"),
            ("Runs", "\(focus.runs)"),
        ])
    }

    private var strength: Markup {
        guard let strength = report.strength, strength.sets > 0 else { return .none }
        var facts: [(String, String)] = []
        if strength.volume > 0 {
            facts.append(("Volume", FigureText.of(strength.volume.rounded(), strength.unit)))
        }
        if let workouts = strength.workouts { facts.append(("Workouts", "\(workouts)")) }
        facts.append(("Sets", "\(strength.sets)"))
        if strength.records > 0 { facts.append(("Records", "\(strength.records)")) }
        return .facts(facts)
    }

    /// Lifts that went up or down.
    private var lifts: Markup {
        guard let strength = report.strength else { return .none }
        let rows = (strength.lifts ?? []).map { lift in
            [
                lift.name, FigureText.of(lift.value, strength.unit),
                FigureText.of(lift.before, strength.unit), lift.changeText,
            ]
        }
        return .table(
            "lifts-table", "Lifts that moved", ["Lift", "1RM", "Before", "Change"], rows, of: .names
        )
    }

    /// Volume of each week of a year, or of each day of a week or month.
    private var volume: Markup {
        guard let unit = report.strength?.unit, report.days.contains(where: { $0.volume > 0 }),
            report.days.count > 1
        else { return .none }
        let isYear = report.period == ReportGet.Period.year.rawValue
        let sums = isYear ? weeks : report.days.map { (day: $0.day, volume: $0.volume) }
        let labels = PartLabels(sums.map(\.day), isYear: isYear)
        let part = isYear ? "week" : "day"
        let bars = sums.enumerated().map { index, sum in
            BarFigure.Bar(
                value: sum.volume, label: labels[index],
                hint: "\(sum.day): \(FigureText.of(sum.volume.rounded(), unit))")
        }
        let best = sums.map(\.volume).max() ?? 0
        let figure = BarFigure(
            id: "volume-figure", title: "Volume by \(part), \(unit)",
            description: "At most \(FigureText.of(best.rounded(), unit)) in a \(part).", bars: bars)
        let rows = sums.filter { $0.volume > 0 }.map { sum in
            [isYear ? sum.day : PageWords.row(sum.day), FigureText.of(sum.volume.rounded(), unit)]
        }
        return .figure(
            "Volume by \(part) (reps × load), \(unit)", [figure.markup],
            numbers: .table(
                "volume-table", "Volume by \(part)", [isYear ? "Week from" : "Day", "Volume"], rows),
            isBeside: true)
    }

    /// Volume by week, each with its first day in the year.
    private var weeks: [(day: String, volume: Double)] {
        let start = report.weekStart
        return report.days.reduce(into: []) { weeks, day in
            if weeks.isEmpty || Weekday.of(day.day) == start {
                weeks.append((day.day, day.volume))
            } else {
                weeks[weeks.count - 1].volume += day.volume
            }
        }
    }

    /// Progress charts of the exercises that have enough values.
    private var courses: Markup {
        let isYear = report.period == ReportGet.Period.year.rawValue
        let lines = progress.compactMap { LineFigure($0, weeks: isYear ? report.parts : nil) }
        guard !lines.isEmpty else { return .none }
        let panels = lines.enumerated().map { $1.markup(id: "progress-\($0)") }
        let dates = Set(lines.flatMap { $0.points.map(\.date) }).sorted()
        let rows = dates.map { date in
            [isYear ? date : PageWords.row(date)] + lines.map { $0.text(on: date) }
        }
        return .figure(
            isYear ? "Progress: the best of each week" : "Progress: workout by workout",
            [.group("panels", panels)],
            numbers: .table(
                "progress-table", isYear ? "Progress by week" : "Progress by day",
                [isYear ? "Week from" : "Day"] + lines.map { "\($0.name), \($0.unit)" }, rows))
    }
}
