import TrackerAPI
import TrackerCore

/// Texts of a report's page.
struct PageWords {
    let report: ReportView

    private typealias Period = ReportGet.Period
    private var period: Period? { Period(rawValue: report.period) }

    /// Name of the period, such as `Week 10 of 2026`.
    var title: String {
        switch period {
        case .day: "\(Weekday.shortName(of: report.from) ?? "") \(Self.day(report.from))"
        case .week: weekTitle
        case .month: CalendarText.title(of: report.from)
        case .year: String(report.from.prefix(4))
        case nil: "\(report.from) to \(report.to)"
        }
    }

    /// Kind of report, such as `Weekly report`.
    var kind: String {
        switch period {
        case .day: "Daily report"
        case .week: "Weekly report"
        case .month: "Monthly report"
        case .year: "Yearly report"
        case nil: "Report"
        }
    }

    /// Title of a week: the calendar week with most of its days, whatever day the person's weeks begin on.
    private var weekTitle: String {
        guard let first = Days.number(ofDate: report.from) else { return report.from }
        let parts = Week(of: first + 3).text.split(separator: "-W")
        guard parts.count == 2, let number = Int(parts[1]) else { return report.from }
        return "Week \(number) of \(parts[0])"
    }

    /// Days of a week, such as `2 to 8 March 2026`, with `so far` while the period is still running; empty
    /// for other finished periods, because their titles name the days.
    var span: String {
        let end = report.running ? ", so far" : ""
        return period == .week || period == nil
            ? Self.span(report.from, report.to) + end : report.running ? "So far" : ""
    }

    /// Report in one line, such as `42 Push-ups, 3 of 5 active days`.
    var answer: String {
        var parts = report.done.prefix(2).map { CountText.of($0.count, $0.unit, $0.name) }
        let others = report.done.count - parts.count
        if others > 0 { parts.append(counted(others, "other exercise")) }
        if period != .day, report.active.of > 0 || report.active.done > 0 { parts.append(active) }
        let isEmpty = report.done.isEmpty && report.active.done == 0
        return isEmpty ? "Nothing logged." : parts.joined(separator: ", ")
    }

    var active: String { "\(report.active.done) of \(counted(report.active.of, "active day"))" }

    /// Name of the previous period, such as `week before`.
    private var before: String { period.map { "\($0.rawValue) before" } ?? "period before" }

    /// Sentence that says what the report is compared with.
    var comparison: String {
        let other = report.comparedWith
        guard other.wholeTo != nil else {
            return "Compared with the \(before), \(Self.span(other.from, other.to))."
        }
        return "Compared with the same part of the \(before), "
            + "\(Self.span(other.from, other.to))."
    }

    /// Titles of the columns for the previous period.
    var beforeColumns: [String] {
        guard report.comparedWith.wholeTo != nil else { return [before.sentenceCase] }
        return ["Before", "Whole \(before)"]
    }

    /// Name of the parts that totals are split into.
    var part: String { period == .year ? "week" : "day" }

    // MARK: Days

    private static let monthNames = CalendarText.months

    /// The short name of the month of a date, such as `Mar`.
    static func month(of date: String) -> String {
        let month = (Int(date.dropFirst(5).prefix(2)) ?? 0) - 1
        return monthNames.indices.contains(month) ? String(monthNames[month].prefix(3)) : ""
    }

    /// A date as `2 March 2026`.
    static func day(_ date: String) -> String {
        guard let day = Int(date.dropFirst(8).prefix(2)) else { return date }
        return "\(day) \(CalendarText.title(of: date))"
    }

    /// A date or a time to the minute, as `2 March 2026 15:00`.
    private static func dayOrMoment(_ text: String) -> String {
        let date = String(text.prefix(10))
        guard let moment = LocalMoment(text) else { return day(date) }
        return "\(day(date)) \(moment.clock.prefix(5))"
    }

    /// Range of days, such as `2 to 8 March 2026`, or of times.
    static func span(_ from: String, _ to: String) -> String {
        let areDates = from.utf8.count == 10 && to.utf8.count == 10
        guard areDates, from != to else {
            return from == to ? dayOrMoment(from) : "\(dayOrMoment(from)) to \(dayOrMoment(to))"
        }
        if from.hasSuffix("-01-01"), to.hasSuffix("-12-31"), from.prefix(4) == to.prefix(4) {
            return String(from.prefix(4))
        }
        guard from.prefix(7) == to.prefix(7), let first = Int(from.suffix(2)) else {
            return "\(day(from)) to \(day(to))"
        }
        return "\(first) to \(day(to))"
    }

    /// A day with its efforts, such as `Tue 3 Mar: 12`.
    static func shortDay(_ number: Int, _ efforts: Int64) -> String {
        let date = Days.text(of: number)
        let day = Int(date.suffix(2)) ?? 0
        return "\(Weekday.shortName(of: date) ?? "") \(day) \(month(of: date)): \(efforts)"
    }

    /// A date with its weekday, such as `Tue 2026-03-03`.
    static func row(_ date: String) -> String {
        Weekday.shortName(of: date).map { "\($0) \(date)" } ?? date
    }

    // MARK: Figures

    /// Change of a rate in percentage points, such as `8 points more`.
    static func points(_ points: Int64) -> String {
        guard points != 0 else { return "none" }
        return "\(counted(points.magnitude, "point")) \(points < 0 ? "less" : "more")"
    }

    /// A share, such as `56 %`.
    static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }

    /// Time until an answer, such as `21 s` or `2:05`.
    static func wait(_ ms: Int64) -> String { CountText.of((ms + 500) / 1000, "seconds") }
}

extension String {
    /// The text with a capital first letter.
    var sentenceCase: String { prefix(1).uppercased() + dropFirst() }
}
