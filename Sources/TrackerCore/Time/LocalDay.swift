/// The local day that an entity belongs to. The day is fixed when the entity is written: neither a journey
/// nor a later change of `day_starts_at` moves it.
package struct LocalDay: Sendable, Hashable {
    /// Days from 1970-01-01.
    package let number: Int
    /// Offset of the local clock, in seconds east of UTC.
    package let offsetS: Int

    package init(number: Int, offsetS: Int) {
        self.number = number
        self.offsetS = offsetS
    }

    /// The date, such as `2026-03-01`.
    package var text: String { Days.text(of: number) }

    /// Throws a rejection of a day that can't be the day of an instant, whatever the start of the day.
    ///
    /// - Parameter instant: UTC milliseconds.
    func check(of instant: Int64) throws(Rejection) {
        try Bounds.check(Int64(offsetS), in: -86_399...86_399, "offset_s")
        let shown = instant.floorDivided(by: 1000).quotient + Int64(offsetS)
        let date = Int(shown.floorDivided(by: secondsPerDay).quotient)
        // Where the clock leaps near the start of the day, the day may be one later.
        try Bounds.require((date - 2...date + 1).contains(number), "day")
    }
}

/// An instant with the local day that it belongs to.
package struct LocalInstant: Sendable, Hashable {
    /// UTC milliseconds.
    package let ms: Int64
    package let day: LocalDay

    package init(ms: Int64, day: LocalDay) {
        self.ms = ms
        self.day = day
    }
}

/// An entity that belongs to a local day.
package protocol Dated: Entity {
    var day: LocalDay { get }
    /// The instant from which the day is found, UTC milliseconds.
    var datedMs: Int64 { get }
}

extension Dated {
    package static func firstDay(affectedFrom former: Self?, to new: Self?) -> Int? {
        [former?.day.number, new?.day.number].compactMap { $0 }.min()
    }
}
