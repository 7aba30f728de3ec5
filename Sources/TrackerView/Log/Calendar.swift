import TrackerAPI
import TrackerCore

/// A month as a grid of weeks.
package struct CalendarText {
    package let days: [CalendarMonth.Day]
    /// First day of the week, with Monday as 0.
    package let firstWeekday: Int

    package init(days: [CalendarMonth.Day], firstWeekday: Int) {
        self.days = days
        self.firstWeekday = firstWeekday
    }

    private static let cell = 7
    private static let weekdays = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]
    static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]

    package func text(in style: Style) -> String {
        guard let first = days.first, let weekday = Weekday.of(first.date) else { return "" }
        let names = (0..<7).map { Self.weekdays[($0 + firstWeekday) % 7] }
        let blanks = (weekday - firstWeekday + 7) % 7
        var cells = Array(repeating: "", count: blanks).map { (text: $0, painted: $0) }
        cells += days.map { cell(of: $0, in: style) }
        let weeks = stride(from: 0, to: cells.count, by: 7).map { start in
            Self.line(Array(cells[start..<min(start + 7, cells.count)]))
        }
        let heading = Self.line(names.map { (text: " \($0)", painted: style.faint(" \($0)")) })
        let width = 7 * Self.cell
        let title = Self.title(of: first.date)
        let indent = String(repeating: " ", count: max(0, (width - title.count) / 2 - 2))
        return ([indent + style.strong(title), heading] + weeks).map { $0 + "\n" }.joined()
            + legend(in: style)
    }

    /// The month of a date, such as `March 2026`.
    static func title(of date: String) -> String {
        let parts = date.split(separator: "-")
        let month = parts.count > 1 ? (Int(parts[1]) ?? 0) : 0
        guard months.indices.contains(month - 1) else { return date.forTerminal }
        return "\(months[month - 1]) \(parts[0])"
    }

    /// Line made of cells, without trailing blanks.
    private static func line(_ cells: [(text: String, painted: String)]) -> String {
        cells.enumerated().map { index, cell in
            let isLast = index == cells.count - 1
            let blanks = isLast ? 0 : Self.cell - cell.text.count
            return cell.painted + String(repeating: " ", count: max(0, blanks))
        }.joined()
    }

    /// The cell of a day, such as ` 3 WTL`, or `>3 WTL` for today.
    private func cell(
        of day: CalendarMonth.Day, in style: Style
    ) -> (text: String, painted: String) {
        let number = Int(day.date.suffix(2)).map(String.init) ?? ""
        let isToday = day.date == style.today()
        let date = (isToday ? ">" : " ") + number.padded(to: 2, onTheLeft: true)
        let marks = Kind.all(in: style).filter { $0.count(day) > 0 }
        let isPlain = marks.isEmpty && !isToday
        let text = date + (marks.isEmpty ? "" : " ") + marks.map(\.mark).joined()
        let painted =
            (isPlain ? style.faint(date) : style.strong(date)) + (marks.isEmpty ? "" : " ")
            + marks.map { $0.paint($0.mark) }.joined()
        return (text, painted)
    }

    /// First and last weight of the month, such as `82.5 kg (Mon 2 Mar), 81.9 kg (Mon 30 Mar)`; empty for
    /// none.
    private func weights(in style: Style) -> String {
        let noted = days.compactMap { day in
            day.weight.map {
                "\(NumberText.short($0)) \(day.weightUnit?.forTerminal ?? "") "
                    + "(\(style.date(day.date)))"
            }
        }
        guard let first = noted.first, let last = noted.last else { return "" }
        return "    body weight \(noted.count > 1 ? "\(first), \(last)" : first)\n"
    }

    /// The legend, such as `W  12 workouts on 11 days`, with a line for each kind.
    private func legend(in style: Style) -> String {
        let lines = Kind.all(in: style).map { kind in
            let count = days.reduce(0) { $0 + kind.count($1) }
            let active = days.count { kind.count($0) > 0 }
            return " \(kind.paint(kind.mark))  \(count) \(count == 1 ? kind.one : kind.many)"
                + (count > 0 ? " on \(counted(active, "day"))" : "") + "\n"
        }
        return "\n" + lines.joined() + weights(in: style)
    }
}

/// A kind of activity that a day may have.
private struct Kind {
    let mark: String
    let one: String
    let many: String
    let count: (CalendarMonth.Day) -> Int
    let paint: (String) -> String

    static func all(in style: Style) -> [Kind] {
        [
            Kind(
                mark: "W", one: "workout", many: "workouts", count: { $0.workouts },
                paint: style.good),
            Kind(
                mark: "T", one: "training session", many: "training sessions",
                count: { $0.trainings },
                paint: style.done),
            Kind(
                mark: "L", one: "log entry", many: "log entries",
                count: { $0.logs }, paint: style.warning),
        ]
    }
}
