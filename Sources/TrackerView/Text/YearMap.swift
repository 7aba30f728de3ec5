import TrackerCore

/// The days of up to a year as a grid: a column for each week, a row for each weekday, and a darker sign for
/// a larger value.
struct YearMap {
    /// Values above 0, by number of the day.
    let values: [Int: Int64]
    /// Numbers of the days to show.
    let days: ClosedRange<Int>
    /// A word for what is counted, such as `efforts`.
    let noun: String
    let quartiles: Quartiles

    /// - Parameter values: values by number of the day; a day without one has 0.
    init(_ values: [Int: Int64], days: ClosedRange<Int>, noun: String) {
        self.values = values.filter { days.contains($0.key) && $0.value > 0 }
        self.days = days
        self.noun = noun
        quartiles = Quartiles(self.values.values)
    }

    /// The grid with its months and a legend; if room is short, only as many of the last weeks as fit.
    func text(on sheet: Sheet, in style: Style) -> String {
        let signs = Array(sheet.isUTF8 ? "·░▒▓█" : ".-+*#").map(String.init)
        let grid = DayGrid(days: days).text(on: sheet, in: style) { day in
            signs[quartiles.quarter(of: values[day] ?? 0)]
        }
        return grid + legend(signs, in: style)
    }

    /// The signs with the values they stand for, such as `░ 1-3`.
    private func legend(_ signs: [String], in style: Style) -> String {
        let ranges = quartiles.ranges.map { quarter, values in
            let most = values.count > 1 ? "-\(values.upperBound)" : ""
            return "\(signs[quarter]) \(values.lowerBound)\(most)"
        }
        return style.lines(of: ["\(signs[0]) 0"] + ranges, title: style.faint("\(noun) a day:"))
    }

    /// The numbers, one week per line, from the first week that has a value.
    func table(in style: Style) -> String {
        var table = Table("WEEK FROM", ">MO", ">TU", ">WE", ">TH", ">FR", ">SA", ">SU")
        let first = Week(of: values.keys.min() ?? days.upperBound).monday
        table.rows = stride(from: first, through: days.upperBound, by: 7).map { monday in
            [.init(Days.text(of: monday))]
                + (monday..<monday + 7).map { day in
                    let value = values[day].map { "\($0)" } ?? "-"
                    return .init(days.contains(day) ? value : "")
                }
        }
        return table.text(in: style)
    }
}

/// Days as a grid: a column for each week, a row for each weekday.
struct DayGrid {
    /// Numbers of the days to show.
    let days: ClosedRange<Int>

    private static let margin = 4

    /// The grid with its months; if room is short, only as many of the last weeks as fit.
    ///
    /// - Parameter sign: the sign of a day, one column wide.
    func text(on sheet: Sheet, in style: Style, sign: (_ day: Int) -> String) -> String {
        let last = Week(of: days.upperBound).monday
        let all = (last - Week(of: days.lowerBound).monday) / 7 + 1
        let weeks = min(all, max(1, sheet.columns - Self.margin))
        let first = last - 7 * (weeks - 1)
        let scale = DayScale(from: first, to: last, columns: weeks)
        let indent = String(repeating: " ", count: Self.margin)
        var lines = [style.faint((indent + scale.labels).trimmingBlanks)]
        for weekday in 0..<7 {
            let name =
                weekday % 2 == 0 ? Weekday.shortName(of: Days.text(of: first + weekday)) : nil
            let cells = (0..<weeks).map { week in
                let day = first + 7 * week + weekday
                return days.contains(day) ? sign(day) : " "
            }
            lines.append(
                style.faint((name ?? "").padded(to: Self.margin))
                    + style.good(cells.joined().trimmingBlanks))
        }
        return lines.map { $0.trimmingBlanks + "\n" }.joined()
    }
}
