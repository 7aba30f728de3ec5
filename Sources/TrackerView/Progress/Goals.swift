import TrackerAPI
import TrackerCore

extension GoalView: Sentence {
    /// Name, progress and streak, such as `Daily Push-ups: 12 of 50 reps today, 4 days in a row`.
    package func sentence(in style: Style) -> String {
        let words = progress?.words(of: self, in: style) ?? [each]
        return style.line(naming: name.forTerminal) {
            "\(style.strong($0)): \(words.joined(separator: ", "))\(style.id(id))"
        }
    }

    /// Target with its period, such as `50 reps a day`.
    var each: String {
        switch period.known {
        case .daily: "\(targetText) a day"
        case .weekdays: "\(targetText) on weekdays"
        case .weekly: "\(targetText) a week"
        case nil: "\(targetText) \(period.forTerminal)"
        }
    }

    /// Target, such as `50 reps` or `5:00`.
    private var targetText: String {
        if let unit { return CountText.of(target, unit) }
        switch measure.known {
        case .workouts: return counted(target, "workout")
        case .trainings: return counted(target, "session")
        case .efforts: return counted(target, "exercise")
        case .focus: return "\(counted(target, "minute")) of work"
        case .exercise, nil: return "\(target) \(measure.forTerminal)"
        }
    }

    /// Amount beside the target, such as `12 of 50 reps` or `1:30 of 5:00`.
    func amount(_ value: Int64) -> String {
        let isTime = unit == Exercise.Unit.seconds.rawValue
        return "\(isTime ? CountText.of(value, "seconds") : "\(value)") of \(targetText)"
    }

    fileprivate var periodNoun: String {
        switch period.known {
        case .daily: "day"
        case .weekdays: "weekday"
        case .weekly: "week"
        case nil: "period"
        }
    }
}

extension GoalProgress {
    /// Progress in words, such as `12 of 50 reps today` and `4 days in a row`.
    fileprivate func words(of goal: GoalView, in style: Style) -> [String] {
        let when = goal.period == .weekly ? "this week" : "today"
        var words = ["\(goal.amount(value)) \(when)"]
        switch state.known {
        case .met: words[0] = style.good("\(words[0]), done")
        case .rest where value == 0: words = ["nothing due \(when)"]
        case .open, .rest, .missed, nil: break
        }
        if streak > 0 { words.append("\(counted(streak, goal.periodNoun)) in a row") }
        return words
    }
}

extension GoalList.Response: ShownList {
    package static var none: String { "no goals" }
    package var ids: [String] { goals.map(\.id) }

    package func rows(in style: Style) -> String {
        var table = Table("~NAME", ">NOW", ">?IN A ROW", ">?STRENGTH", "?ID")
        let ids = ShortIDs(goals.map(\.id))
        table.rows = goals.map { goal in
            let progress = goal.progress
            let isMet = progress?.state == .met
            let streak = progress.map { counted($0.streak, goal.periodNoun) }
            return [
                .init(goal.name.forTerminal, style.strong),
                .init(
                    progress.map { goal.amount($0.value) } ?? goal.each,
                    isMet ? style.good : { $0 }),
                .init(streak ?? ""), .init(progress?.score.map(CountText.percent) ?? ""),
                ids.cell(goal.id, style),
            ]
        }
        return table.text(in: style)
    }
}

extension GoalGet.Response: Shown {
    package var ids: [String] { [goal.id] }

    package func text(in style: Style) -> String {
        var text = goal.text(in: style) + "  target: \(goal.each)\n"
        if let score = goal.progress?.score {
            text += "  strength: \(CountText.percent(score))\(course(in: style))\n"
        }
        return text + map(in: style)
    }

    /// Line of the score over the last weeks; empty without a terminal.
    private func course(in style: Style) -> String {
        guard let sheet = style.sheet(), scores.count > 1 else { return "" }
        let line = sheet.sparkline(scores.map(\.score))
        return "  \(style.good(line)) in the last \(scores.count) weeks"
    }

    private func map(in style: Style) -> String {
        guard let sheet = style.sheet(), let first = periods.first,
            let start = Days.number(ofDate: first.from),
            let today = Days.number(ofDate: style.today()), start <= today
        else { return "" }
        let signs =
            sheet.isUTF8
            ? (met: "█", part: "▒", none: "·") : (met: "#", part: "+", none: ".")
        var days: [Int: String] = [:]
        for period in periods {
            guard let from = Days.number(ofDate: period.from),
                let to = Days.number(ofDate: period.to), from <= to
            else { continue }
            let sign =
                switch period.state.known {
                case .met: signs.met
                case .rest: " "
                case .open, .missed, nil: period.value > 0 ? signs.part : signs.none
                }
            for day in from...to { days[day] = sign }
        }
        let grid = DayGrid(days: start...today).text(on: sheet, in: style) { days[$0] ?? " " }
        let legend = ["\(signs.met) done", "\(signs.part) partly", "\(signs.none) nothing"]
        let noun = goal.period == .weekly ? "weeks" : "days"
        return "\n" + grid + style.lines(of: legend, title: style.faint("\(noun):"))
    }
}

extension Status.Goals {
    /// A line for each goal; a summary where there are more than are shown.
    func lines(in style: Style) -> String {
        guard total > shown.count else { return shown.map { $0.text(in: style) }.joined() }
        let open = shown.filter { $0.progress?.state == .open }.compactMap { goal in
            goal.progress.map { "\(goal.name.forTerminal) \(goal.amount($0.value))" }
        }
        return style.lines(of: ["\(met) of \(total) done"] + open, title: style.faint("goals:"))
    }
}

extension ReportView.Goal {
    /// Result in words, such as `Daily Push-ups 3 of 5 days`, or `Daily Push-ups 12 of 50 reps` for a single
    /// period.
    var words: String { "\(goal.name.forTerminal) \(isSingle ? amount : periods)" }

    /// Whether the report has only one period of the goal.
    private var isSingle: Bool { of <= 1 }

    /// Number of periods that were met, such as `3 of 5 days`.
    var periods: String { "\(met) of \(counted(of, goal.periodNoun))" }

    /// Amount of the last period, such as `12 of 50 reps`.
    var amount: String {
        var then = goal
        then.target = target
        return then.amount(value)
    }
}
