/// One instant, as the three clocks of the machine show it.
///
/// Moments are always passed in, since `Core` reads no clock. Spans between moments are counted on the boot
/// clock, which runs through suspend and ignores steps of the wall clock; only across a reboot, where the
/// boot clock starts again, does the wall clock decide.
package struct Moment: Sendable, Hashable {
    /// Wall-clock time, UTC milliseconds since 1970.
    package var wallMs: Int64
    /// CLOCK_BOOTTIME in nanoseconds.
    package var bootNs: Int64
    /// CLOCK_MONOTONIC in nanoseconds: like the boot clock, but standing still during suspend.
    package var awakeNs: Int64
    /// The kernel's boot id: `bootNs` and `awakeNs` of two moments can be compared only where it is equal.
    package var bootID: String

    package init(wallMs: Int64, bootNs: Int64, awakeNs: Int64, bootID: String) {
        self.wallMs = wallMs
        self.bootNs = bootNs
        self.awakeNs = awakeNs
        self.bootID = bootID
    }

    /// Whole milliseconds of real time since `earlier`, never negative, and 50 years at most.
    package func elapsedMs(since earlier: Moment) -> Int64 {
        let isSameBoot = bootID == earlier.bootID
        let elapsed =
            isSameBoot ? (bootNs - earlier.bootNs) / nanosecondsPerMs : wallMs - earlier.wallMs
        return Bounds.span(elapsed)
    }

    /// Milliseconds that the machine was awake since `earlier`; across a reboot, all elapsed milliseconds.
    package func awakeMs(since earlier: Moment) -> Int64 {
        guard bootID == earlier.bootID else { return elapsedMs(since: earlier) }
        return Bounds.span((awakeNs - earlier.awakeNs) / nanosecondsPerMs)
    }

    /// Whether the machine was suspended at any time since `earlier`, within one boot.
    ///
    /// The two clocks are read one after the other, so a difference of up to a tenth of a second is
    /// ignored; no machine suspends and resumes within that time.
    package func slept(since earlier: Moment) -> Bool {
        guard bootID == earlier.bootID else { return false }
        return (bootNs - awakeNs) - (earlier.bootNs - earlier.awakeNs) > 100 * nanosecondsPerMs
    }

    /// Milliseconds for which the machine has slept since an earlier moment; 0 where a reboot came between.
    package func sleptMs(since earlier: Moment) -> Int64 {
        guard slept(since: earlier) else { return 0 }
        return ((bootNs - awakeNs) - (earlier.bootNs - earlier.awakeNs)) / nanosecondsPerMs
    }

    /// The moment as the database keeps it: `wall/boot/awake/boot id`.
    package var text: String { "\(wallMs)/\(bootNs)/\(awakeNs)/\(bootID)" }

    /// Reads a moment from the form of `text`; `nil` for anything else.
    package init?(text: String) {
        var text = text
        guard let moment = text.withUTF8({ Moment(text: $0[...]) }) else { return nil }
        self = moment
    }

    /// Reads a moment byte by byte, for speed: every row that counts time holds one.
    init?(text: Slice<UnsafeBufferPointer<UInt8>>) {
        var rest = text
        func number() -> Int64? {
            guard let end = rest.firstIndex(of: UInt8(ascii: "/")) else { return nil }
            defer { rest = rest[(end + 1)...] }
            return Int64(decimal: rest[..<end])
        }
        guard let wallMs = number(), let bootNs = number(), let awakeNs = number() else {
            return nil
        }
        self.init(
            wallMs: wallMs, bootNs: bootNs, awakeNs: awakeNs,
            bootID: String(decoding: rest, as: UTF8.self))
    }

    /// The instant moved by a span in milliseconds on all clocks.
    package func advanced(byMs span: Int64) -> Moment {
        Moment(
            wallMs: wallMs + span, bootNs: bootNs + span * nanosecondsPerMs,
            awakeNs: awakeNs + span * nanosecondsPerMs, bootID: bootID)
    }
}

package let nanosecondsPerMs: Int64 = 1_000_000

extension Int64 {
    /// Reads decimal digits with or without a minus; `nil` for anything else and for numbers beyond 64
    /// bits.
    init?(decimal text: Slice<UnsafeBufferPointer<UInt8>>) {
        let isNegative = text.first == UInt8(ascii: "-")
        let digits = isNegative ? text.dropFirst() : text
        guard !digits.isEmpty else { return nil }
        var value: Int64 = 0
        for digit in digits {
            guard (48...57).contains(digit) else { return nil }
            // The number is built downwards, since there is one more number below zero than above.
            let (tens, tooLarge) = value.multipliedReportingOverflow(by: 10)
            let (sum, tooMuch) = tens.subtractingReportingOverflow(Int64(digit - 48))
            guard !tooLarge, !tooMuch else { return nil }
            value = sum
        }
        guard isNegative || value != .min else { return nil }
        self = isNegative ? value : -value
    }
}
