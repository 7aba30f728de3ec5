/// The local day that something belongs to, fixed when that is written: neither a journey nor another
/// `day_starts_at` moves it later.
package struct LocalDay: Sendable, Hashable {
    /// In days from 1970-01-01.
    package let number: Int
    /// The offset from UTC that the local clock had, in seconds east.
    package let offsetS: Int

    package init(number: Int, offsetS: Int) {
        self.number = number
        self.offsetS = offsetS
    }

    /// `2026-03-01`.
    package var text: String { Days.text(of: number) }

    /// Refuses what isn't the day of an instant, wherever it begins.
    ///
    /// - Parameter instant: UTC milliseconds.
    func check(of instant: Int64) throws(Rejection) {
        try Bounds.check(Int64(offsetS), in: -86_399...86_399, "offset_s")
        let shown = instant.floorDivided(by: 1000).quotient + Int64(offsetS)
        let date = Int(shown.floorDivided(by: secondsPerDay).quotient)
        // Where the clock leaps near the turn of the day, it is one more.
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
    /// The instant that its day is told by, UTC milliseconds.
    var datedMs: Int64 { get }
}
