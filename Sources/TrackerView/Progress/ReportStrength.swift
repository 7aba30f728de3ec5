import TrackerAPI
import TrackerCore

extension ReportView {
    /// Exercises that were done in the period, the one with the most efforts first.
    var done: [Total] { totals.filter { $0.count > 0 } }

    /// True for the report of a month or a year in which at least half of what was done are sets. It begins with
    /// the strength log.
    var isOfLifter: Bool {
        guard let strength, strength.sets > 0, period == "month" || period == "year" else {
            return false
        }
        return Int64(strength.sets) >= (days.reduce(0) { $0 + $1.efforts } + 1) / 2
    }
}

extension ReportView.StrengthPart {
    /// Most lifts that are told one by one.
    private static let shownLifts = 10

    /// The period in few words: `96 workouts, 1240 sets, 412300 kg, 12 records`. What is 0 is left out.
    var words: [String] {
        guard sets > 0 else { return [] }
        return Self.words(workouts, sets, volume, unit)
            + (records > 0 ? [counted(records, "record")] : [])
    }

    /// The period before in the same words; empty if it had no sets.
    private var wordsBefore: [String] {
        before.map { Self.words($0.workouts, $0.sets, $0.volume, unit) } ?? []
    }

    private static func words(
        _ workouts: Int?, _ sets: Int, _ volume: Double, _ unit: String
    ) -> [String] {
        var words: [String] = []
        if let workouts, workouts > 0 { words.append(counted(workouts, "workout")) }
        words.append(counted(sets, "set"))
        if volume > 0 { words.append(FigureText.of(volume.rounded(), unit)) }
        return words
    }

    /// Volume or, without any, the sets, for a sentence: `412300 kg in 96 workouts`.
    var sum: String {
        let amount = volume > 0 ? FigureText.of(volume.rounded(), unit) : counted(sets, "set")
        return amount + (workouts.map { " in \(counted($0, "workout"))" } ?? "")
    }

    /// Change of the volume from the period before; `nil` if neither has any.
    var change: ReportChange? {
        ReportChange(from: Self.whole(before?.volume ?? 0), to: Self.whole(volume))
    }

    /// Whole number within bounds, so that any value from a daemon can be shown.
    private static func whole(_ volume: Double) -> Int64 {
        Int64(min(max(0, volume), 1e15).rounded())
    }

    /// Lines with the sums of the period and of the one before, and a table of the lifts that went up or down.
    ///
    /// - Parameter former: name of the period before, such as `this time last year`.
    func moved(since former: String, in style: Style) -> String {
        var text = style.lines(of: words, title: style.faint("strength:"))
        if !wordsBefore.isEmpty {
            text += style.lines(of: wordsBefore, title: style.faint("\(former):"))
        }
        let lifts = lifts ?? []
        guard !lifts.isEmpty else { return text }
        var table = Table("~LIFT", ">1RM", ">BEFORE", ">CHANGE")
        table.rows = lifts.prefix(Self.shownLifts).map { lift in
            [
                .init(lift.name.forTerminal, style.strong),
                .init(FigureText.of(lift.value, unit)), .init(FigureText.of(lift.before, unit)),
                .init(lift.changeText, lift.value > lift.before ? style.good : { $0 }),
            ]
        }
        let more = lifts.count - Self.shownLifts
        return text + table.text(in: style)
            + (more > 0 ? style.faint("and \(counted(more, "more lift"))") + "\n" : "")
    }
}

extension ReportView.Lift {
    /// Difference of the estimates, such as `+2.5`.
    var changeText: String {
        let difference = NumberText.short(Load.rounded(abs(value - before)))
        return (value < before ? "-" : "+") + difference
    }
}
