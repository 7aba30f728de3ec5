import TrackerAPI
import TrackerCore

/// Heat map of a year: a square for each day, a column for each week. The two halves of the year are side by
/// side, or one above the other on a narrow screen.
struct HeatMap {
    private struct Day {
        let number: Int
        let efforts: Int64
    }

    /// Half of a year, with its days.
    private typealias Half = (name: String, days: [Day])

    private let halves: [Half]
    private let quartiles: Quartiles
    /// Number of days from Monday to the first day of the week.
    private let weekStart: Int

    private static let pitch = 13.0
    private static let (left, top) = (32.0, 18.0)
    /// Most weeks that half a year can touch.
    private static let columns = 28.0

    /// - Parameters:
    ///   - days: days of one year, in order.
    ///   - weekStart: number of days from Monday to the first day of the week.
    init(_ days: [ReportView.Day], weekStart: Int) {
        self.weekStart = weekStart
        quartiles = Quartiles(days.map(\.efforts))
        let read = days.compactMap { day in
            Days.number(ofDate: day.day).map {
                (date: day.day, day: Day(number: $0, efforts: day.efforts))
            }
        }
        func half(_ months: ClosedRange<Int>) -> [Day] {
            read.filter { months.contains(Int($0.date.dropFirst(5).prefix(2)) ?? 0) }.map(\.day)
        }
        let all = [Half("January to June", half(1...6)), Half("July to December", half(7...12))]
        halves = all.filter { !$0.days.isEmpty }
    }

    /// First day of the week that contains a day.
    private func week(of day: Int) -> Int { Week(of: day - weekStart).monday + weekStart }

    private func weekday(of day: Int) -> Int { day - week(of: day) }

    var markup: Markup {
        guard !halves.isEmpty else { return .none }
        let meanings = quartiles.ranges.map { quarter, values in
            let ends =
                values.count == 1 ? [values.lowerBound] : [values.lowerBound, values.upperBound]
            return (kind: "q\(quarter)", meaning: ends.map { "\($0)" }.joined(separator: " to "))
        }
        return .figure(
            "Entries by day",
            [
                .group("halves", halves.indices.map(drawing)),
                .legend([(kind: "q0", meaning: "none")] + meanings),
            ], numbers: table)
    }

    private func drawing(of index: Int) -> Markup {
        let half = halves[index]
        let done = half.days.count { $0.efforts > 0 }
        var drawing = Drawing(
            id: "days-\(index)", title: "Entries by day, \(half.name)",
            description: "Trained on \(done) of \(counted(half.days.count, "day")).", height: 0,
            size: (Self.left + Self.columns * Self.pitch, Self.top + 7 * Self.pitch))
        drawing.content = labels(of: half) + squares(of: half)
        return drawing.markup
    }

    /// Labels: the months above, every other weekday to the left.
    private func labels(of half: Half) -> [Markup] {
        let first = week(of: half.days[0].number)
        let months = half.days.filter { Days.text(of: $0.number).hasSuffix("-01") }.map { day in
            let weeks = (week(of: day.number) - first) / 7
            let column = weeks + (weekday(of: day.number) > 0 ? 1 : 0)
            return Drawing.label(
                PageWords.month(of: Days.text(of: day.number)),
                x: Drawing.number(Self.left + Double(column) * Self.pitch), y: 11)
        }
        let weekdays = [0, 2, 4].map { row in
            let date = Days.text(of: first + row)
            return Drawing.label(
                Weekday.shortName(of: date) ?? "", x: "0",
                y: Self.top + Double(row) * Self.pitch + 10)
        }
        return months + weekdays
    }

    private func squares(of half: Half) -> [Markup] {
        let first = week(of: half.days[0].number)
        return (0...4).compactMap { quarter in
            let days = half.days.filter { quartiles.quarter(of: $0.efforts) == quarter }
            guard !days.isEmpty else { return nil }
            let squares = days.map { day in
                let x = Self.left + Double((week(of: day.number) - first) / 7) * Self.pitch
                let y = Self.top + Double(weekday(of: day.number)) * Self.pitch
                return Markup.element(
                    "path",
                    ["d": "M\(Drawing.number(x)) \(Drawing.number(y))h11v11h-11z"],
                    .element("title", [:], Markup(PageWords.shortDay(day.number, day.efforts))))
            }
            // The attribute with the share is for pages whose style isn't applied.
            return .element(
                "g",
                [
                    "class": "q\(quarter)",
                    "fill-opacity": ["0.06", "0.3", "0.5", "0.75", "1"][quarter],
                ],
                squares)
        }
    }

    /// Table of efforts, with a row for each week.
    private var table: Markup {
        let days = halves.flatMap(\.days)
        let weeks = Dictionary(grouping: days) { week(of: $0.number) }.sorted { $0.key < $1.key }
        let names = (0..<7).map { row in
            Weekday.shortName(of: Days.text(of: (weeks.first?.key ?? 0) + row)) ?? ""
        }
        let rows = weeks.map { week, days in
            var cells = Array(repeating: "", count: 7)
            for day in days { cells[weekday(of: day.number)] = "\(day.efforts)" }
            let sum = days.reduce(0) { $0 + $1.efforts }
            // The first week may have begun in the year before.
            return [Days.text(of: days[0].number)] + cells + ["\(sum)"]
        }
        return .table("days-table", "Entries by day", ["Week from"] + names + ["Week"], rows)
    }
}
