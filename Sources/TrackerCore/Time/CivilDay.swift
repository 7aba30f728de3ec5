extension CivilTime {
    /// Whether the date exists in the calendar and the time of day is valid.
    package var isReal: Bool {
        (1...12).contains(month) && (0...23).contains(hour) && (0...59).contains(minute)
            && (0...59).contains(second) && day >= 1 && CivilTime(unixSeconds: unixSeconds) == self
    }

    /// Midnight of the day `days` days later.
    package func midnight(daysLater days: Int = 0) -> CivilTime {
        let midnight = CivilTime(year: year, month: month, day: day)
        return CivilTime(unixSeconds: midnight.unixSeconds + Int64(days) * 86_400)
    }
}
