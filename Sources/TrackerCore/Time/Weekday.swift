/// Days of the week, with Monday as 0.
package enum Weekday {
    private static let names = [
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]

    /// The short name of a date's weekday, such as `Mon`; `nil` for any other text.
    package static func shortName(of date: String) -> String? {
        name(of: date).map { String($0.prefix(3)) }
    }

    /// The name of a date's weekday, such as `Monday`; `nil` for any other text.
    package static func name(of date: String) -> String? {
        of(date).map { names[$0].prefix(1).uppercased() + names[$0].dropFirst() }
    }

    /// Weekday with a name such as `monday` or `mon`; `nil` for any other text.
    package static func named(_ name: String) -> Int? {
        names.firstIndex { $0 == name || $0.prefix(3) == name }
    }

    /// Weekday of a date such as `2026-03-01`; `nil` for any other text.
    package static func of(_ date: String) -> Int? { Days.number(ofDate: date).map { of($0) } }

    /// Weekday of the day with a number: 1970-01-01 was a Thursday.
    package static func of(_ number: Int) -> Int {
        Int(Int64(number + 3).floorDivided(by: 7).remainder)
    }
}
