/// Bounds of all values that are kept, wherever they come from. Within them no calculation overflows 64
/// bits.
package enum Bounds {
    /// Non-negative whole numbers that a `Double` represents exactly: 0 to 2^53.
    package static let whole: ClosedRange<Int64> = 0...9_007_199_254_740_992
    /// Times from 1970 to 9999, UTC milliseconds.
    package static let times: ClosedRange<Int64> = 0...253_402_300_799_999
    /// Spans of up to 50 years, in milliseconds.
    package static let spans: ClosedRange<Int64> = 0...1_577_880_000_000
    /// Clock readings of up to 50 years before or after 0, in nanoseconds.
    static let clocks: ClosedRange<Int64> =
        -1_577_880_000_000_000_000...1_577_880_000_000_000_000

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
