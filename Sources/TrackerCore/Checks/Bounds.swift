/// Bounds of all values that are kept, wherever they come from. Within them no calculation overflows 64
/// bits.
package enum Bounds {
    /// Non-negative whole numbers that a `Double` represents exactly: 0 to 2^53.
    package static let whole: ClosedRange<Int64> = 0...9_007_199_254_740_992
    /// Times from 1970 to 9999, UTC milliseconds.
    package static let times: ClosedRange<Int64> = 0...253_402_300_799_999
    /// Spans of up to 50 years, in milliseconds.
    package static let spans: ClosedRange<Int64> = 0...1_577_880_000_000
    /// Local days of those times, by any clock, as numbers of days from 1970-01-01.
    package static let days: ClosedRange<Int64> = -2...2_932_898
    /// Counts of what a person does again and again with one thing, such as snoozes.
    package static let counters: ClosedRange<Int64> = 0...1_000_000
    /// Clock readings of up to 50 years before or after 0, in nanoseconds.
    static let clocks: ClosedRange<Int64> =
        -1_577_880_000_000_000_000...1_577_880_000_000_000_000

    /// Numbers of which each new one is one more than the largest before: order numbers, positions and blocks.
    ///
    /// The bound grows with time, by more than could be made meanwhile: a thousand in each millisecond since
    /// 1970. So the number after one that came in fits, too, wherever it goes.
    static func orders(at now: Moment) -> ClosedRange<Int64> {
        let thousands = min(max(now.wallMs, 0), whole.upperBound / 1000)
        return 0...thousands * 1000
    }

    /// A sum of spans, as far as it stays within their bounds.
    static func span(_ sum: Int64) -> Int64 { min(max(sum, 0), spans.upperBound) }

    static func check(
        _ value: Int64?, in range: ClosedRange<Int64>, _ field: String
    ) throws(Rejection) {
        guard let value, !range.contains(value) else { return }
        throw .invalid(field, "\(field) is out of range")
    }

    /// Checks that a reference to another entity is an id; `nil` passes.
    static func check(id: String?, _ field: String) throws(Rejection) {
        guard let id, !Identifier.isWhole(id) else { return }
        throw .invalid(field, "\(field) is no id")
    }

    /// Throws a rejection of `field` unless the condition `fits` holds.
    static func require(_ fits: Bool, _ field: String) throws(Rejection) {
        guard !fits else { return }
        throw .invalid(field, "\(field) doesn't fit the rest of it")
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
    /// - Parameter isCounting: whether it has to be counting; otherwise it has to stand still.
    func check(_ field: String, isCounting: Bool) throws(Rejection) {
        try Bounds.check(countedMs, in: Bounds.spans, field)
        try Bounds.require(self.isCounting == isCounting, field)
        try since?.check(field)
    }
}
