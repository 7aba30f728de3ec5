/// A pause of the streak: a missing effort on its days doesn't end the streak.
package struct StreakPausePeriod: Entity {
    package static let table = "streak_pause"
    package static let isUndoable = true
    package static let isTimed = false
    package static let rules = Rules<StreakPausePeriod>(maximum: .init(1000))
    package static let sharing: Sharing<StreakPausePeriod>? = Sharing()

    /// Maximum number of days from today to the end of a pause, and back to its beginning.
    package static let maximumAhead = 90
    package static let maximumBack = 7

    package let id: String
    /// Number of the first day.
    package let from: Int
    /// Number of the last day.
    package private(set) var until: Int

    package init(id: String, from: Int, until: Int, today: Int) throws(Rejection) {
        guard until >= from else {
            throw .invalid("until", "\(field: "until") is before \(field: "from")")
        }
        guard until >= today else {
            throw .invalid("until", "\(field: "until") is in the past: give today or later")
        }
        guard until <= today + Self.maximumAhead else {
            throw .invalid(
                "until", "\(field: "until") is more than \(Self.maximumAhead) days ahead")
        }
        guard from >= today - Self.maximumBack else {
            throw .invalid("from", "\(field: "from") is more than \(Self.maximumBack) days ago")
        }
        self.id = id
        self.from = from
        self.until = until
    }

    package func contains(_ day: Int) -> Bool { from <= day && day <= until }

    /// Ends the pause with the day before `day`.
    ///
    /// - Returns: false where no day of the pause is left.
    package mutating func end(before day: Int) -> Bool {
        until = min(until, day - 1)
        return until >= from
    }

    /// The days of pauses, with pauses joined that overlap or follow one another.
    package static func joined(_ pauses: [StreakPausePeriod]) -> [ClosedRange<Int>] {
        var joined: [ClosedRange<Int>] = []
        for days in pauses.compactMap(\.days).sorted(by: {
            ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound)
        }) {
            if let last = joined.last, days.lowerBound <= last.upperBound + 1 {
                joined[joined.count - 1] =
                    last.lowerBound...max(last.upperBound, days.upperBound)
            } else {
                joined.append(days)
            }
        }
        return joined
    }

    /// Days of the pause within `Bounds.days`; `nil` for none. Older databases may have days beyond.
    private var days: ClosedRange<Int>? {
        let first = max(from, Int(Bounds.days.lowerBound))
        let last = min(until, Int(Bounds.days.upperBound))
        return first <= last ? first...last : nil
    }

    package func check(at now: Moment) throws(Rejection) {
        try Bounds.check(Int64(from), in: Bounds.days, "from_day")
        try Bounds.check(Int64(until), in: Bounds.days, "until_day")
        try Bounds.require(from <= until && until - from <= 1000, "until_day")
    }

    package static func firstDay(
        affectedFrom former: StreakPausePeriod?, to new: StreakPausePeriod?
    ) -> Int? {
        [former?.from, new?.from].compactMap { $0 }.min()
    }
}

extension StreakPausePeriod {
    package init(_ row: inout RowVisitor, writing entity: StreakPausePeriod?) throws {
        id = try row.column("id", entity?.id)
        from = try row.column("from_day", entity?.from)
        until = try row.column("until_day", entity?.until)
    }
}
