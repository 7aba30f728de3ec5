/// The days of the week on which an effort is expected, and how they changed over time.
package struct ActiveDays: Sendable, Hashable {
    /// A choice of weekdays, and the number of the first day on which it holds.
    package struct Choice: Sendable, Hashable, Codable {
        package let from: Int
        /// Names of the days, such as `mon`.
        package let days: [String]
    }

    /// Choices in the order of their first days. Before the first choice, Monday to Friday are active.
    package private(set) var choices: [Choice]

    package init(_ choices: [Choice] = []) { self.choices = choices }

    /// Maximum number of choices that are kept; older ones are dropped.
    private static let maximumChoices = 1000

    /// Chooses weekdays from a day on, in place of all choices for that day and later.
    package mutating func choose(_ days: Weekdays, from day: Int) {
        choices.removeAll { $0.from >= day }
        let names = days.map { Weekdays.names[Int($0)] }
        if names != self.names(on: day) { choices.append(Choice(from: day, days: names)) }
        choices = Array(choices.suffix(Self.maximumChoices))
    }

    /// Names of the weekdays that are active by the choice that holds on a day.
    package func names(on day: Int) -> [String] {
        choices.last { $0.from <= day }?.days
            ?? Weekdays.workdays.map { Weekdays.names[Int($0)] }
    }

    package func isActive(_ day: Int) -> Bool {
        // 1970-01-01 was a Thursday.
        let weekday = Int(Int64(day + 3).floorDivided(by: 7).remainder)
        return names(on: day).contains(Weekdays.names[weekday])
    }

    /// The first day on which two histories differ; `nil` where they are the same.
    package func firstDifference(from other: ActiveDays) -> Int? {
        let both = Set(choices).symmetricDifference(other.choices)
        return both.map(\.from).min()
    }

    func check() throws(Rejection) {
        for choice in choices {
            let isKnown = choice.days.allSatisfy(Weekdays.names.contains)
            try Bounds.require(isKnown && !choice.days.isEmpty, "active_days")
        }
        let days = choices.map(\.from)
        try Bounds.require(days == Set(days).sorted(), "active_days")
        try Bounds.require(choices.count <= Self.maximumChoices, "active_days")
    }
}
