import TestSupport
import Testing
import TrackerCore

struct StampTests {
    private static let writer = "0123456789ab"
    /// Latest time to which other machines' stamps can set a clock, UTC milliseconds.
    private static let furthestMs: Int64 = 126_000_000_000_000

    // MARK: Text

    @Test func theTextHasAFixedWidth() {
        let stamp = Stamp(ms: 1_772_353_800_000, count: 7, writer: Self.writer)
        #expect(stamp.text == "001772353800000.00007.0123456789ab")
        #expect(stamp.ms == 1_772_353_800_000)
        #expect(stamp.writer == Self.writer)
        #expect(Stamp(stamp.text) == stamp)
        let first = Stamp(ms: 0, count: 0, writer: Self.writer)
        let last = Stamp(ms: 126_999_999_999_999, count: 65_535, writer: Self.writer)
        #expect(first.text == "000000000000000.00000.0123456789ab")
        #expect(last.text == "126999999999999.65535.0123456789ab")
        #expect(Set([stamp, first, last].map(\.text.utf8.count)) == [34])
    }

    @Test(
        arguments: [
            "", " ", "00", "1", "0 ", " 0", "-", ".", "..",
            // Widths.
            "1772353800000.00007.0123456789ab", "0001772353800000.00007.0123456789ab",
            "001772353800000.0007.0123456789ab", "001772353800000.000007.0123456789ab",
            "001772353800000.00007.0123456789a", "001772353800000.00007.0123456789abc",
            "001772353800000.00007.", "001772353800000.00007", "001772353800000",
            "001772353800000.00007.0123456789ab.", ".001772353800000.00007.0123456789ab",
            "001772353800000..0123456789ab", "001772353800000.00007.0123456789ab.0",
            // Letters that ids don't have.
            "001772353800000.00007.0123456789ai", "001772353800000.00007.0123456789al",
            "001772353800000.00007.0123456789ao", "001772353800000.00007.0123456789au",
            "001772353800000.00007.0123456789AB", "001772353800000.00007.0123456789-b",
            // Numbers.
            "001772353800000.65536.0123456789ab", "001772353800000.99999.0123456789ab",
            "127000000000000.00000.0123456789ab", "999999999999999.00000.0123456789ab",
            "-01772353800000.00007.0123456789ab", "+01772353800000.00007.0123456789ab",
            "001772353800000.-0007.0123456789ab", "001772353800000.+0007.0123456789ab",
            "00177235380000x.00007.0123456789ab", "001772353800000.0x007.0123456789ab",
            // Spaces, line ends, and other characters.
            " 001772353800000.00007.0123456789ab", "001772353800000.00007.0123456789ab ",
            "001772353800000.00007.0123456789ab\n", "001772353800000 00007 0123456789ab",
            "001772353800000,00007,0123456789ab", "00177235380000\u{0}.00007.0123456789ab",
            "٠٠١٧٧٢٣٥٣٨٠٠٠٠٠.00007.0123456789ab", "001772353800000.٠٠٠٠٧.0123456789ab",
            "001772353800000.0000７.0123456789ab", "001772353800000.00007\u{301}.0123456789ab",
            "001772353800000.00007.\u{301}0123456789ab",
        ]) func anyOtherTextIsRefused(text: String)
    {
        #expect(Stamp(text) == nil)
    }

    @Test func zeroIsBeforeAllOthers() {
        #expect(Stamp.zero.text == "0")
        #expect(Stamp("0") == Stamp.zero)
        #expect(Stamp.zero.writer == nil)
        #expect(Stamp.zero.ms == 0)
        let first = Stamp(ms: 0, count: 0, writer: "000000000000")
        #expect(Stamp.zero < first)
        #expect(!(first < Stamp.zero))
        #expect(!(Stamp.zero < Stamp.zero))
        #expect(first.writer == "000000000000")
    }

    @Test func theOrderOfTheBytesIsThatOfTimeCountAndWriter() {
        var random = SplitMix(seed: 1)
        let times: [Int64] = [0, 9, 10, 999, 1_772_353_800_000, 126_999_999_999_999]
        let counts = [0, 9, 10, 9999, 65_535]
        let writers = ["000000000000", "0123456789ab", "zzzzzzzzzzzz"]
        for _ in 0..<500 {
            let (left, right) = (
                (
                    times.randomElement(using: &random) ?? 0,
                    counts.randomElement(using: &random) ?? 0,
                    writers.randomElement(using: &random) ?? ""
                ),
                (
                    times.randomElement(using: &random) ?? 0,
                    counts.randomElement(using: &random) ?? 0,
                    writers.randomElement(using: &random) ?? ""
                )
            )
            let first = Stamp(ms: left.0, count: left.1, writer: left.2)
            let second = Stamp(ms: right.0, count: right.1, writer: right.2)
            #expect((first < second) == (left < right), "\(first.text) \(second.text)")
            #expect((first == second) == (left == right))
        }
    }

    // MARK: Clock

    private func stamp(_ ms: Int64, _ count: Int = 0, by writer: String = StampTests.writer)
        -> Stamp
    {
        Stamp(ms: ms, count: count, writer: writer)
    }

    /// The clock's next stamp, in a form that `#expect` takes.
    private func following(_ clock: inout StampClock, _ wallMs: Int64) -> Stamp {
        clock.next(atMs: wallMs)
    }

    @Test func theCounterRunsWhereTheWallClockIsBehind() {
        var clock = StampClock(writer: Self.writer)
        #expect(following(&clock, 5000) == stamp(5000))
        #expect(following(&clock, 5000) == stamp(5000, 1))
        #expect(following(&clock, 4000) == stamp(5000, 2))
        #expect(following(&clock, 0) == stamp(5000, 3))
        #expect(following(&clock, 5001) == stamp(5001))
    }

    @Test func aFullCounterIsCarriedIntoTheMilliseconds() {
        var clock = StampClock(writer: Self.writer, last: stamp(5000, 65_534))
        #expect(following(&clock, 5000) == stamp(5000, 65_535))
        #expect(following(&clock, 5000) == stamp(5001))
        #expect(following(&clock, 5000) == stamp(5001, 1))
        #expect(following(&clock, 5001) == stamp(5001, 2))
        #expect(following(&clock, 5002) == stamp(5002))
    }

    @Test(arguments: [-1, -1_000_000, .min] as [Int64])
    func aWallClockBefore1970CountsAs1970(wallMs: Int64) {
        var clock = StampClock(writer: Self.writer)
        #expect(following(&clock, wallMs) == stamp(0))
        #expect(following(&clock, wallMs) == stamp(0, 1))
        #expect(following(&clock, 3) == stamp(3))
    }

    @Test func aWallClockFarAheadIsBounded() {
        var clock = StampClock(writer: Self.writer)
        #expect(following(&clock, .max) == stamp(Self.furthestMs))
        let next = clock.next(atMs: .max)
        #expect(next == stamp(Self.furthestMs, 1))
        #expect(Stamp(next.text) == next)
    }

    @Test func aLaterStampThatIsMetSetsTheClock() {
        let (early, late) = ("000000000000", "zzzzzzzzzzzz")
        var clock = StampClock(writer: Self.writer)
        clock.observe(stamp(7000, 3, by: late))
        #expect(clock.last == stamp(7000, 3, by: late))
        #expect(following(&clock, 6000) == stamp(7000, 4))
        clock.observe(stamp(7000, 4, by: late))
        #expect(following(&clock, 7000) == stamp(7000, 5))
        clock.observe(stamp(6999, 65_535, by: late))
        clock.observe(stamp(7000, 5, by: early))
        clock.observe(Stamp.zero)
        #expect(clock.last == stamp(7000, 5))
        clock.observe(stamp(7000, 65_535, by: early))
        #expect(following(&clock, 7000) == stamp(7001))
        #expect(following(&clock, 8000) == stamp(8000))
    }

    @Test(arguments: [126_000_000_000_000, 126_000_000_000_001, 126_999_999_999_999] as [Int64])
    func aStampFarAheadSetsTheClockToItsBoundAlone(ms: Int64) {
        var clock = StampClock(writer: Self.writer)
        var latest = clock.next(atMs: 1_772_353_800_000)
        for _ in 0..<5 {
            clock.observe(stamp(ms, 65_535, by: "zzzzzzzzzzzz"))
            #expect(clock.last.ms == Self.furthestMs)
            let next = clock.next(atMs: 1_772_353_800_000)
            #expect(next > latest)
            #expect(next.ms == Self.furthestMs)
            #expect(next.writer == Self.writer)
            #expect(Stamp(next.text) == next)
            latest = next
        }
        // The clock continues from there, even with a full counter.
        var full = StampClock(writer: Self.writer, last: stamp(Self.furthestMs, 65_535))
        full.observe(stamp(ms, 65_535, by: "zzzzzzzzzzzz"))
        #expect(following(&full, .max) == stamp(Self.furthestMs + 1))
        full.observe(stamp(ms, 65_535, by: "zzzzzzzzzzzz"))
        #expect(following(&full, 0) == stamp(Self.furthestMs + 1, 1))
    }

    @Test(arguments: 0..<60 as Range<UInt64>)
    func eachStampIsLaterThanAllGivenAndMetBefore(seed: UInt64) {
        var random = SplitMix(seed: seed)
        var clock = StampClock(writer: Self.writer)
        var (given, met) = (Stamp.zero, Stamp.zero)
        var wallMs: Int64 = 1_772_353_800_000
        for _ in 0..<120 {
            switch Int.random(in: 0..<8, using: &random) {
            case 0: wallMs += Int64.random(in: -100_000...100_000, using: &random)
            case 1, 2:
                let other = stamp(
                    wallMs + Int64.random(in: -50...50, using: &random),
                    [0, 1, 65_534, 65_535].randomElement(using: &random) ?? 0,
                    by: ["000000000000", "zzzzzzzzzzzz"].randomElement(using: &random) ?? "")
                clock.observe(other)
                met = max(met, other)
            case 3 where seed % 4 == 0:
                clock.observe(
                    stamp(
                        Int64.random(in: 125_999_999_999_990...126_999_999_999_999, using: &random),
                        65_535, by: "zzzzzzzzzzzz"))
            default:
                let next = clock.next(atMs: wallMs)
                #expect(next > given && next > met)
                #expect(next.writer == Self.writer)
                #expect(Stamp(next.text) == next)
                #expect(clock.last == next)
                given = next
            }
        }
    }
}
