/// Bounds of all values that are kept, wherever they come from. Within them no calculation overflows 64
/// bits.
package enum Bounds {
    /// Non-negative whole numbers that a `Double` represents exactly: 0 to 2^53.
    package static let whole: ClosedRange<Int64> = 0...9_007_199_254_740_992
    /// Times from 1970 to 9999, UTC milliseconds.
    package static let times: ClosedRange<Int64> = 0...253_402_300_799_999
    /// Spans of up to 50 years, in milliseconds.
    package static let spans: ClosedRange<Int64> = 0...1_577_880_000_000
    /// Local days of these times in any zone, as numbers of days from 1970-01-01.
    package static let days: ClosedRange<Int64> = -2...2_932_898
    /// Counts of repeated actions on one thing, such as snoozes.
    package static let counters: ClosedRange<Int64> = 0...1_000_000
    /// Clock readings of up to 50 years before or after 0, in nanoseconds.
    static let clocks: ClosedRange<Int64> =
        -1_577_880_000_000_000_000...1_577_880_000_000_000_000

    /// Numbers that are each one more than the largest before: order numbers, positions and blocks.
    ///
    /// The bound grows by a thousand per millisecond since 1970, faster than numbers could be used up. So the
    /// number after an imported one is within the bounds, too, wherever it is imported next.
    static func orders(at now: Moment) -> ClosedRange<Int64> {
        let thousands = min(max(now.wallMs, 0), whole.upperBound / 1000)
        return 0...thousands * 1000
    }

    /// A sum of spans, limited to the bounds of a span.
    static func span(_ sum: Int64) -> Int64 { min(max(sum, 0), spans.upperBound) }

    static func check(
        _ value: Int64?, in range: ClosedRange<Int64>, _ field: String
    ) throws(Rejection) {
        guard let value, !range.contains(value) else { return }
        throw .invalid(field, "\(field: field) is out of range")
    }

    /// Checks that a reference to another entity is an id; `nil` passes.
    static func check(id: String?, _ field: String) throws(Rejection) {
        guard let id, !Identifier.isWhole(id) else { return }
        throw .invalid(field, "\(field: field) isn't an id")
    }

    /// Throws a rejection of `field` unless the condition `fits` holds.
    static func require(_ fits: Bool, _ field: String) throws(Rejection) {
        guard !fits else { return }
        throw .invalid(field, "\(field: field) doesn't fit the rest")
    }
}

extension Moment {
    func check(_ field: String) throws(Rejection) {
        try Bounds.check(wallMs, in: Bounds.times, field)
        try Bounds.check(bootNs, in: Bounds.clocks, field)
        try Bounds.check(awakeNs, in: Bounds.clocks, field)
        let isPlain = bootID.utf8.count <= 64 && bootID.utf8.allSatisfy { (0x21...0x7e) ~= $0 }
        try Bounds.require(isPlain, field)
    }
}

extension ElapsedTime {
    /// Checks the parts of an elapsed time.
    ///
    /// - Parameter isCounting: whether it must be counting; otherwise it must stand still.
    func check(_ field: String, isCounting: Bool) throws(Rejection) {
        try Bounds.check(countedMs, in: Bounds.spans, field)
        try Bounds.require(self.isCounting == isCounting, field)
        try since?.check(field)
    }
}
