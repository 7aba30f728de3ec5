import TrackerAPI
import TrackerCore

/// Volume as a table: one exercise per line, or one day of one exercise.
package struct VolumeText {
    package let volume: VolumeList.Response
    /// Whether only one exercise was asked for.
    package let isOfOne: Bool

    package init(volume: VolumeList.Response, isOfOne: Bool) {
        self.volume = volume
        self.isOfOne = isOfOne
    }

    private struct Sum {
        let name: String
        var volume = 0.0
        var days = 0
        /// Rolling 7-day volume on the last day.
        var rolling = 0.0
        var last = ""
    }

    package func text(in style: Style) -> String {
        guard !volume.days.isEmpty else {
            return style.faint("nothing lifted in that time, not counting warm-ups") + "\n"
                + BodyWeightText.hint(volume.withoutBody, in: style)
                + (isOfOne ? "" : MuscleWeeksText(volume.muscles ?? []).text(in: style))
        }
        let total = volume.days.reduce(0) { $0 + $1.volume }
        let muscles = isOfOne ? "" : MuscleWeeksText(volume.muscles ?? []).text(in: style)
        return table(in: style) + style.faint("total:")
            + " \(NumberText.short(total)) \(volume.unit.forTerminal)\n"
            + BodyWeightText.hint(volume.withoutBody, in: style) + muscles
    }

    private func table(in style: Style) -> String {
        let unit = volume.unit.forTerminal.uppercased()
        var table: Table
        let bars: [Double]
        if isOfOne {
            table = Table("DATE", ">VOLUME/\(unit)", ">7 DAYS", "")
            table.rows = volume.days.map { day in
                [
                    .init(day.date.forTerminal), .init(NumberText.short(day.volume), style.strong),
                    .init(NumberText.short(day.rolling7d)),
                ]
            }
            bars = volume.days.map(\.rolling7d)
        } else {
            table = Table("~EXERCISE", ">VOLUME/\(unit)", ">DAYS", ">7 DAYS", "UP TO", "")
            table.rows = sums.map { sum in
                [
                    .init(sum.name.forTerminal, style.strong), .init(NumberText.short(sum.volume)),
                    .init("\(sum.days)"), .init(NumberText.short(sum.rolling)),
                    .init(style.date(sum.last)),
                ]
            }
            bars = sums.map(\.volume)
        }
        table.addBars(bars, in: style)
        return table.text(in: style)
    }

    /// Sums, largest first.
    private var sums: [Sum] {
        var sums: [String: Sum] = [:]
        for day in volume.days {
            var sum = sums[day.exercise] ?? Sum(name: day.exerciseName)
            sum.volume += day.volume
            sum.days += 1
            if day.date >= sum.last { (sum.rolling, sum.last) = (day.rolling7d, day.date) }
            sums[day.exercise] = sum
        }
        return sums.sorted { ($1.value.volume, $0.key) < ($0.value.volume, $1.key) }.map(\.value)
    }
}

/// Sets by muscle in the last weeks, most sets first.
struct MuscleWeeksText {
    private static let columns = 5
    private let counts: [VolumeList.MuscleWeek]

    init(_ counts: [VolumeList.MuscleWeek]) { self.counts = counts }

    func text(in style: Style) -> String {
        let weeks = Set(counts.map(\.week)).sorted().suffix(Self.columns)
        guard !weeks.isEmpty else { return "" }
        let shown = counts.filter { weeks.contains($0.week) }
        var totals: [String: Double] = [:]
        var order: [String] = []
        for count in shown {
            if totals[count.muscle] == nil { order.append(count.muscle) }
            totals[count.muscle, default: 0] += count.sets
        }
        order = order.enumerated().sorted {
            (totals[$1.element] ?? 0, $0.offset) < (totals[$0.element] ?? 0, $1.offset)
        }.map(\.element)
        var table = Table(columns: ["~SETS A WEEK"] + weeks.map { ">" + Self.title(of: $0) })
        table.rows = order.map { muscle in
            [.init(muscle.forTerminal, style.strong)]
                + weeks.map { week in
                    let sets = shown.first { $0.week == week && $0.muscle == muscle }?.sets
                    return .init(sets.map { NumberText.short($0) } ?? "")
                }
        }
        return "\n" + table.text(in: style)
    }

    /// Column title: the first day of a week, such as `2 MAR`.
    private static func title(of date: String) -> String {
        let parts = date.split(separator: "-").compactMap { Int($0) }
        guard parts.count == 3, CalendarText.months.indices.contains(parts[1] - 1) else {
            return date.forTerminal
        }
        return "\(parts[2]) \(CalendarText.months[parts[1] - 1].prefix(3).uppercased())"
    }
}
