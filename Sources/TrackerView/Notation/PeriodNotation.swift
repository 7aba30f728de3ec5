import TrackerCore

/// A period as it is typed: `week`, `last month`, `this year`, `2026-03`, `march`, `march 2025`, `2025`,
/// `yesterday`, `last monday`, `month 2026-02-01`.
package struct PeriodNotation: Hashable, Sendable {
    package typealias Length = ReportPeriod.Length

    /// The forms that are allowed, for messages to a person whose text can't be read.
    package static let allowed =
        "day, week, month or year, 'last week', a month such as 2026-03 or march, or a day such as yesterday"

    package let length: Length
    /// A day of the period; `nil` for the present period.
    package let day: GivenTime?

    private init(_ length: Length, _ day: GivenTime? = nil) {
        (self.length, self.day) = (length, day)
    }

    /// Reads a period; `nil` for any other words.
    package init?(_ words: [String], now: ClockNotation.Now) {
        let words = words.flatMap { $0.lowercased().split(separator: " ").map(String.init) }
        guard let first = words.first else { return nil }
        let rest = Array(words.dropFirst())
        if let length = Length(rawValue: first) {
            guard !rest.isEmpty else {
                self.init(length)
                return
            }
            guard let day = PeriodNotation(rest, now: now)?.day else { return nil }
            self.init(length, day)
        } else if ["this", "last"].contains(first), rest.count == 1,
            let length = Length(rawValue: rest[0])
        {
            guard first == "last" else {
                self.init(length)
                return
            }
            guard let day = Self.day(before: length, now.day) else { return nil }
            self.init(length, day)
        } else if first == "last", rest.count == 1,
            let day = Self.last(weekday: rest[0], now)
        {
            self.init(.day, day)
        } else if let named = Self.named(words, today: now.day) {
            self = named
        } else {
            guard let day = ClockNotation.dayOrMoment(words.joined(separator: " "), now: now),
                day.isDay
            else { return nil }
            self.init(.day, day)
        }
    }

    /// A day of the period before the present one.
    private static func day(before length: Length, _ today: String) -> GivenTime? {
        guard let number = Days.number(ofDate: today) else { return nil }
        switch length {
        case .day: return GivenTime(Days.text(of: number - 1))
        case .week: return GivenTime(Days.text(of: number - 7))
        case .month:
            return Days.number(ofDate: "\(today.prefix(7))-01")
                .flatMap { GivenTime(Days.text(of: $0 - 1)) }
        case .year:
            return Days.number(ofDate: "\(today.prefix(4))-01-01")
                .flatMap { GivenTime(Days.text(of: $0 - 1)) }
        }
    }

    /// The last day before today with a weekday's name; `nil` for other words.
    private static func last(weekday name: String, _ now: ClockNotation.Now) -> GivenTime? {
        guard Weekday.named(name) != nil, let day = ClockNotation.dayOrMoment(name, now: now)?.text,
            let number = Days.number(ofDate: day)
        else { return nil }
        return GivenTime(Days.text(of: number - (day == now.day ? 7 : 0)))
    }

    /// A month or a year by its own name: `2026-03`, `2025`, `march`, `mar 2025`.
    ///
    /// - Parameter today: the person's day, which tells the year of a month that has none.
    private static func named(
        _ words: [String], today: @autoclosure () -> String
    ) -> PeriodNotation? {
        if let month = month(words[0]), words.count <= 2 {
            let year = words.count == 2 ? self.year(words[1]) : lastYear(of: month, today())
            return year.flatMap { GivenTime("\($0)-\(month.twoDigits)-01") }
                .map { PeriodNotation(.month, $0) }
        }
        guard words.count == 1 else { return nil }
        if let year = self.year(words[0]) {
            return GivenTime("\(year)-01-01").map { PeriodNotation(.year, $0) }
        }
        let parts = words[0].split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.count == 4, parts[1].utf8.count == 2 else {
            return nil
        }
        return GivenTime("\(words[0])-01").map { PeriodNotation(.month, $0) }
    }

    /// Year of the last month of this number that has begun.
    private static func lastYear(of month: Int, _ today: String) -> Int? {
        guard let year = Int(today.prefix(4)), let present = Int(today.dropFirst(5).prefix(2))
        else { return nil }
        return month > present ? year - 1 : year
    }

    private static func year(_ word: String) -> Int? {
        word.utf8.count == 4 && word.utf8.allSatisfy { (48...57).contains($0) } ? Int(word) : nil
    }

    /// Number of the month that a word, or its first three letters or more, names; `nil` for none.
    private static func month(_ word: String) -> Int? {
        guard word.count >= 3 else { return nil }
        return months.firstIndex { $0.hasPrefix(word) }.map { $0 + 1 }
    }

    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september",
        "october", "november", "december",
    ]
}
