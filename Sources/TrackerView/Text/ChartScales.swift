import TrackerCore

/// Vertical scale: heights of values, and the round values written beside the chart.
struct ValueScale {
    struct Tick: Hashable {
        /// Row of the tick, from the top.
        package let row: Int
        package let text: String
    }

    private let low: Double
    private let high: Double
    let ticks: [Tick]

    init(_ values: [Double], isFromZero: Bool, rows: Int) {
        var low = isFromZero ? 0 : values.min() ?? 0
        var high = values.max() ?? 0
        if high <= low {
            // A scale needs two ends, so a single value goes in the middle.
            let room = max(abs(high) / 10, 1)
            low = isFromZero ? 0 : low - room
            high += room
        }
        let step = Self.step((high - low) / Double(max(1, rows / 2)))
        let first = (low / step).rounded(.down)
        let last = (high / step).rounded(.up)
        self.low = first * step
        self.high = last * step
        let count = Int(last - first)
        ticks = (0...count).map { number in
            let share = 1 - Double(number) / Double(count)
            return Tick(
                row: Int((share * Double(rows - 1)).rounded()),
                text: NumberText.short((first + Double(number)) * step))
        }
    }

    /// Height of a value, from 0 at the top to 1 at the bottom.
    package func share(of value: Double) -> Double { (high - value) / (high - low) }

    /// Step between ticks: the smallest of 1, 2, 2.5, 5, 10, … times a power of ten that is at least `least`.
    private static func step(_ least: Double) -> Double {
        var power = 0.01
        while power * 10 <= least { power *= 10 }
        return [1, 2, 2.5, 5, 10].map { $0 * power }.first { $0 >= least } ?? power * 10
    }
}

/// Scale of days: the places of days, and the days written below the chart (beginnings of days, months or
/// years, as many as fit).
struct DayScale {
    private enum Step {
        case days(Int), months(Int), years(Int)
    }

    private let first: Int
    private let last: Int
    private let ticks: ScaleTicks

    init(from first: Int, to last: Int, columns: Int) {
        self.first = first
        self.last = last
        let steps: [Step] = [
            .days(1), .days(2), .days(7), .days(14), .months(1), .months(2), .months(3), .months(6),
            .years(1), .years(2), .years(5), .years(10), .years(25), .years(100),
        ]
        let all = steps.lazy.map { Self.dates(by: $0, from: first, to: last) }
        let dates = all.first { dates in
            dates.reduce(0) { $0 + $1.text.count + 2 } <= columns
        }
        ticks = ScaleTicks(
            columns: columns,
            (dates ?? []).map { date in
                let share = Self.share(of: date.day, from: first, to: last)
                return (Int((share * Double(columns - 1)).rounded()), date.text)
            })
    }

    /// Place of a day, from 0 on the left to 1 on the right; a single day is in the middle.
    package func share(of day: Int) -> Double { Self.share(of: day, from: first, to: last) }

    private static func share(of day: Int, from first: Int, to last: Int) -> Double {
        last > first ? Double(day - first) / Double(last - first) : 0.5
    }

    func axis(isUTF8: Bool) -> String { ticks.axis(isUTF8: isUTF8) }

    package var labels: String { ticks.labels }

    private static func dates(
        by step: Step, from first: Int, to last: Int
    ) -> [(day: Int, text: String)] {
        switch step {
        case .days(let count):
            // Weeks begin on Mondays; 1970-01-01 was a Thursday.
            let start = count < 7 ? first : first + (7 - (first + 3) % 7) % 7
            return stride(from: start, through: last, by: count).prefix(200).map {
                ($0, String(Days.text(of: $0).dropFirst(5)))
            }
        case .months(let count): return months(every: count, from: first, to: last, length: 7)
        case .years(let count): return months(every: 12 * count, from: first, to: last, length: 4)
        }
    }

    /// First days of every `count`th month, counted from the year 0.
    private static func months(
        every count: Int, from first: Int, to last: Int, length: Int
    ) -> [(day: Int, text: String)] {
        func month(_ day: Int) -> Int {
            let text = Days.text(of: day)
            return (Int(text.prefix(4)) ?? 0) * 12 + (Int(text.dropFirst(5).prefix(2)) ?? 1) - 1
        }
        let start = (month(first) + count - 1) / count * count
        return stride(from: start, through: max(start, month(last)), by: count).prefix(200)
            .compactMap { number in
                let date = CivilTime(year: number / 12, month: number % 12 + 1, day: 1)
                let day = Days.number(of: date)
                guard (first...last).contains(day) else { return nil }
                return (day, String(Days.text(of: day).prefix(length)))
            }
    }
}

/// Scale of hours: the places of times of day, and the hours written below them, as many as fit.
struct HourScale {
    let columns: Int
    /// Minutes since midnight of the person's day.
    private let first: Int
    private let last: Int
    /// Ticks in order of column.
    private let ticks: ScaleTicks

    /// - Parameter minutes: times to show. The scale goes from the hour of the first to the end of the hour
    ///   of the last.
    init(_ minutes: [Int], columns: Int) {
        let first = (minutes.min() ?? 0) / 60
        let last = max(first + 1, ((minutes.max() ?? 0) + 60) / 60)
        let step = [1, 2, 3, 4, 6].first { (last - first) / $0 * 7 < columns } ?? 12
        (self.columns, self.first, self.last) = (columns, first * 60, last * 60)
        ticks = ScaleTicks(
            columns: columns,
            stride(from: first, through: last, by: step).map { hour in
                let column = (hour - first) * (columns - 1) / (last - first)
                return (column, "\(hour % 24 < 10 ? "0" : "")\(hour % 24):00")
            })
    }

    func column(of minute: Int) -> Int { (minute - first) * (columns - 1) / (last - first) }

    func axis(isUTF8: Bool) -> String { ticks.axis(isUTF8: isUTF8) }

    var labels: String { ticks.labels }
}

/// An axis and the labels of its ticks.
struct ScaleTicks {
    private let columns: Int
    /// Columns and labels of the ticks, in order of column.
    private let ticks: [(column: Int, text: String)]

    init(columns: Int, _ ticks: [(column: Int, text: String)]) {
        (self.columns, self.ticks) = (columns, ticks)
    }

    /// The axis, such as `└──┬───┬──`.
    func axis(isUTF8: Bool) -> String {
        let signs =
            isUTF8 ? (corner: "└", line: "─", tick: "┬") : (corner: "+", line: "-", tick: "+")
        let marked = Set(ticks.map(\.column))
        return signs.corner
            + (0..<columns).map { marked.contains($0) ? signs.tick : signs.line }.joined()
    }

    /// The labels, each below its tick or as close as the edge allows. A label that would touch another is
    /// left out.
    package var labels: String {
        var line = ""
        for tick in ticks {
            let middle = tick.column - tick.text.count / 2
            let column = max(0, min(middle, columns - tick.text.count))
            guard line.isEmpty || column > line.count else { continue }
            line += String(repeating: " ", count: column - line.count) + tick.text
        }
        return line
    }
}
