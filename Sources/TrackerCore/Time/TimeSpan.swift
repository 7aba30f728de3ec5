/// A span of time as a person gives it: its ends are instants or local days.
package struct TimeSpan: Sendable, Hashable {
    /// Start, UTC milliseconds.
    package private(set) var fromMs = Int64.min
    /// End, UTC milliseconds, exclusive.
    package private(set) var toMs = Int64.max
    /// Number of the first day.
    package private(set) var fromDay = Int.min
    /// Number of the last day, inclusive.
    package private(set) var toDay = Int.max

    /// A span without bounds.
    package init() {}

    /// - Parameters:
    ///   - fromMs: start, UTC milliseconds.
    ///   - toMs: end, UTC milliseconds, exclusive.
    package init(fromMs: Int64 = .min, toMs: Int64 = .max) {
        self.fromMs = fromMs
        self.toMs = toMs
    }

    /// - Parameter days: the numbers of the first and the last day.
    package init(days: ClosedRange<Int>) {
        begin(onDay: days.lowerBound)
        end(onDay: days.upperBound)
    }

    package mutating func begin(atMs instant: Int64) { fromMs = instant }

    package mutating func end(atMs instant: Int64) { toMs = instant }

    /// Begins the span with a whole day. The instants of a local day lie within two days of its date in
    /// UTC, whatever the offset and the start of the day, so rows can be searched by instants, too.
    package mutating func begin(onDay number: Int) {
        fromDay = number
        fromMs = Self.ms(ofDay: number) - 2 * secondsPerDay * 1000
    }

    /// Ends the span with a whole day.
    package mutating func end(onDay number: Int) {
        toDay = number
        toMs = Self.ms(ofDay: number) + 3 * secondsPerDay * 1000
    }

    /// The start of a day in UTC, in milliseconds, limited to `Bounds.days`: older databases may have days
    /// beyond.
    private static func ms(ofDay number: Int) -> Int64 {
        let day = min(max(Int64(number), Bounds.days.lowerBound), Bounds.days.upperBound)
        return day * secondsPerDay * 1000
    }

    /// Whether an instant and its local day lie within the span.
    package func contains(ms instant: Int64, day: LocalDay) -> Bool {
        fromMs <= instant && instant < toMs && fromDay <= day.number && day.number <= toDay
    }
}
