/// A period as it is typed: `week`, `last month`, `this year`, `2026-03`, `march`, `march 2025`, `2025`,
/// `yesterday`, `last monday`, `month 2026-02-01`.
package struct PeriodNotation: Codable, Hashable, Sendable {
    package typealias Length = ReportPeriod.Length

    /// The forms that are allowed, for messages to a person whose text can't be read.
    package static let allowed =
        "day, week, month or year, 'last week', a month such as 2026-03 or march, or a day such as yesterday"

    private enum Part: Hashable {
        case present
        /// The period of a length before the present one.
        case former(Length)
        case day(TypedTime)
        /// The last day before today with this weekday, Monday being 0.
        case weekday(Int)
        /// A month by its number; `nil` for the year means the last one that has begun.
        case month(Int, year: Int?)
    }

    /// The words as they were typed.
    package let text: String
    package let length: Length
    private let part: Part

    private init(_ text: String, _ length: Length, _ part: Part) {
        (self.text, self.length, self.part) = (text, length, part)
    }

    /// The present period.
    package init(_ length: Length) { self.init(length.rawValue, length, .present) }

    /// Reads a period; `nil` for any other words.
    package init?(_ text: String) {
        guard text.utf8.count <= GivenTime.longest else { return nil }
        let words = text.lowercased().split(separator: " ").map(String.init)
        guard let (length, part) = Self.read(words) else { return nil }
        self.init(text, length, part)
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let text = try? container.decode(String.self), let period = PeriodNotation(text)
        else {
            let field = decoder.codingPath.fieldName ?? "value"
            throw Rejection.invalid(field, "\(field: field) must be \(Self.allowed)")
        }
        self = period
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    /// Whether it is another period than the present one.
    package var hasDay: Bool { part != .present }

    /// A day of the period; `nil` for the present period.
    package func day(by now: LocalNow) -> GivenTime? {
        switch part {
        case .present: return nil
        case .former(.day): return GivenTime(day: now.day - 1)
        // Seven days ago is in the week before, whenever weeks begin.
        case .former(.week): return GivenTime(day: now.day - 7)
        case .former(let length):
            return GivenTime(
                day: ReportPeriod(length, containing: now.day).days.lowerBound - 1)
        case .day(let day): return day.past(by: now)
        case .weekday(let weekday):
            return GivenTime(day: now.day - 1 - (Weekday.of(now.day - 1) - weekday + 7) % 7)
        case .month(let month, let year):
            let today = CivilTime(unixSeconds: Int64(now.day) * secondsPerDay)
            let last = today.year - (month > today.month ? 1 : 0)
            let first = CivilTime(year: year ?? last, month: month, day: 1)
            return GivenTime(day: Days.number(of: first))
        }
    }

    // MARK: Reading

    /// A length alone, or before the words of another period.
    private static func read(_ words: [String]) -> (Length, Part)? {
        guard let length = words.first.flatMap(Length.init(rawValue:)) else { return other(words) }
        guard words.count > 1 else { return (length, .present) }
        let rest = words.drop { Length(rawValue: $0) != nil }
        guard let (_, part) = other(Array(rest)), part != .present else { return nil }
        return (length, part)
    }

    /// A period whose words don't begin with a length.
    private static func other(_ words: [String]) -> (Length, Part)? {
        guard let first = words.first else { return nil }
        let rest = words.dropFirst()
        if ["this", "last"].contains(first), rest.count == 1, let word = rest.first {
            if let length = Length(rawValue: word) {
                return (length, first == "last" ? .former(length) : .present)
            }
            if first == "last", let weekday = Weekday.named(word) {
                return (.day, .weekday(weekday))
            }
        }
        if let named = Self.named(words) { return named }
        guard let day = TypedTime(words.joined(separator: " ")), day.isDay else { return nil }
        return (.day, .day(day))
    }

    /// A month or a year by its own name: `2026-03`, `2025`, `march`, `mar 2025`.
    private static func named(_ words: [String]) -> (Length, Part)? {
        if let month = month(words[0]), words.count <= 2 {
            guard words.count == 2 else { return (.month, .month(month, year: nil)) }
            guard let year = self.year(words[1]) else { return nil }
            return (.month, .month(month, year: year))
        }
        guard words.count == 1 else { return nil }
        if let year = self.year(words[0]) { return (.year, .month(1, year: year)) }
        let parts = words[0].split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.count == 4, parts[1].utf8.count == 2,
            let first = GivenTime("\(words[0])-01")
        else { return nil }
        return (.month, .day(TypedTime(first)))
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
