/// A span of time as a person gives it: by instants, by local days, or by one of each.
package struct TimeSpan: Sendable, Hashable {
    /// UTC milliseconds.
    package private(set) var fromMs = Int64.min
    /// UTC milliseconds, exclusive.
    package private(set) var toMs = Int64.max
    /// The number of the first day.
    package private(set) var fromDay = Int.min
    /// The number of the last day.
    package private(set) var toDay = Int.max

    /// All of time.
    package init() {}

    /// - Parameters:
    ///   - fromMs: UTC milliseconds.
    ///   - toMs: UTC milliseconds, exclusive.
    package init(fromMs: Int64 = .min, toMs: Int64 = .max) {
        self.fromMs = fromMs
        self.toMs = toMs
    }

    /// - Parameter days: by their numbers.
    package init(days: ClosedRange<Int>) {
        begin(onDay: days.lowerBound)
        end(onDay: days.upperBound)
    }

    package mutating func begin(atMs instant: Int64) { fromMs = instant }

    package mutating func end(atMs instant: Int64) { toMs = instant }

    /// The span then has the whole day. The instants of a local day lie within two days of its date in UTC,
    /// whatever the offset and wherever the day begins, so that rows can be looked up by instants, too.
    package mutating func begin(onDay number: Int) {
        fromDay = number
        fromMs = Int64(number - 2) * secondsPerDay * 1000
    }

    /// The span then has the whole day.
    package mutating func end(onDay number: Int) {
        toDay = number
        toMs = Int64(number + 3) * secondsPerDay * 1000
    }

    /// Whether something belongs to it.
    package func contains(ms instant: Int64, day: LocalDay) -> Bool {
        fromMs <= instant && instant < toMs && fromDay <= day.number && day.number <= toDay
    }
}
