import TestSupport
import Testing
import TrackerCore

struct DurationTextTests {
    @Test(
        arguments: [
            // Every form of the protocol.
            ("90s", 90_000), ("25m", 1_500_000), ("1h30m", 5_400_000), ("1h 30m", 5_400_000),
            ("1:30", 90_000), ("1:30:00", 5_400_000), ("2d", 172_800_000), ("-90s", -90_000),
            ("-10m", -600_000), ("-1:30", -90_000), ("-1:30:00", -5_400_000),
            ("-1h 30m", -5_400_000),
            // Units, the larger first, as many as there are.
            ("1d2h3m4s5ms", 93_784_005), ("1d 2h 3m 4s 5ms", 93_784_005), ("1d5ms", 86_400_005),
            ("500ms", 500), ("0s", 0), ("-0s", 0), ("0d0h", 0), ("90m", 5_400_000), ("007s", 7000),
            ("366d", 31_622_400_000),
            // The words for units, in any case, with or without a blank.
            ("1M", 60_000), ("1H", 3_600_000), ("1 h", 3_600_000), ("5 m", 300_000),
            ("90 sec", 90_000), ("90secs", 90_000), ("1 second", 1000), ("2 Seconds", 2000),
            ("25 min", 1_500_000), ("25 mins", 1_500_000), ("1minute", 60_000),
            ("3 MINUTES", 180_000), ("1 hr", 3_600_000), ("2hrs", 7_200_000),
            ("1 hour 30 minutes", 5_400_000), ("1.5 hours", 5_400_000), ("1 day", 86_400_000),
            ("2 days 1h", 176_400_000),
            // A last number right behind hours is minutes, behind minutes seconds.
            ("1h30", 5_400_000), ("1H05", 3_900_000), ("1d2h30", 95_400_000), ("1m30", 90_000),
            ("1hour30", 5_400_000), ("-1h30", -5_400_000), ("2h00", 7_200_000), ("1 ms", 1),
            ("-10 min", -600_000),
            // The first part of a clock form is free, the others are two digits below 60.
            ("0:00", 0), ("0:01", 1000), ("90:00", 5_400_000), ("100:59:59", 363_599_000),
            ("00:00:01", 1000),
            // Decimals, cut to whole milliseconds.
            ("1.5h", 5_400_000), ("0.5m", 30_000), ("1.5s", 1500), ("0.001s", 1), ("0.0019s", 1),
            ("0.9ms", 0), ("1.9ms", 1), ("1.000000001d", 86_400_000), ("0.999999999d", 86_399_999),
            ("1h0.5m", 3_630_000), ("1.25h 0.5s", 4_500_500), ("-1.5s", -1500),
            // The edge of 64 bits.
            ("9223372036854775807ms", .max), ("-9223372036854775807ms", -.max),
            ("9223372036854775.807s", .max), ("106751991167d7h12m55.807s", .max),
        ] as [(String, Int64)])
    func read(_ text: String, _ ms: Int64) {
        #expect(DurationText.milliseconds(text) == ms)
        // The meaning of a bare number doesn't matter for texts with units.
        #expect(DurationText.milliseconds(text, bareUnitMs: 60_000) == ms)
    }

    @Test(arguments: [
        "", " ", "-", "s", "ms", "abc", "tea", "1w", "1y", "5x", "1  h", "1h  30m", " 1h", "1h ",
        "1h 30", "1 hour 30", "5 ", "5 -", "1h5", "1h60", "1h300", "1h30 ", "1h1.5", "1d12", "1s30",
        "1ms30", "1h30m30x", "1h30s30",
        "30m1h", "1m1m", "1s1m", "1ms1s", "1h,30m", "1h+30m", "1h-30m", "--5m",
        "- 5m", "+5m", "5m-", "1.s", ".5s", "1..5s", "1.5.5s", "1,5s", "1.0000000001s", "1e3s",
        "0x10s", "١s", "½h", "1m s", "1 mon", "1hourly", "1minu", "inf",
        "nan", "1:2", "1:60", "1:99", "1:000", "1:-1", ":30", "1:", "1::30", "1:30:", "1:30:60",
        "1:5:00", "1:30:00:00", "1.5:30", "1:30s", "1:30 ", "a:30", "1h:30", "1:3o", "\n", "5m\n",
        "5m\u{0}", "5\u{301}m", "５m",
        // Beyond 64 bits.
        "9223372036854775808ms", "-9223372036854775809ms", "9223372036854776s",
        "106751991168d", "99999999999999999999s", "9223372036854775.808s",
        "106751991167d7h12m55.808s", "153722867280912931:00", "2562047788015216:00:00",
        "9223372036854775807:00", "153722867280912930:08",
        "153722867280912930:59", "2562047788015215:30:08", "-153722867280912930:59",
        "9223372036854775807:59:59",
    ])
    func refused(_ text: String) {
        #expect(DurationText.milliseconds(text) == nil)
        #expect(DurationText.milliseconds(text, bareUnitMs: 1000) == nil)
    }

    @Test(
        arguments: [("25", 25), ("0", 0), ("1.5", 1), ("-3", -3), ("007", 7)] as [(String, Int64)])
    func bareNumbersCountWhatTheReaderSays(_ text: String, _ count: Int64) {
        #expect(DurationText.milliseconds(text) == nil)
        let minutes = DurationText.milliseconds(text, bareUnitMs: 60_000)
        #expect(minutes == count * 60_000 + (text == "1.5" ? 30_000 : 0))
        #expect(DurationText.milliseconds(text, bareUnitMs: 1) == count)
    }

    @Test func bareNumbersMayOverflowToo() {
        #expect(DurationText.milliseconds("9223372036854775807", bareUnitMs: 1000) == nil)
        #expect(DurationText.milliseconds("99999999999999999999", bareUnitMs: 1) == nil)
        #expect(DurationText.milliseconds("9223372036854775807", bareUnitMs: 1) == .max)
    }

    @Test(
        arguments: [
            (0, "0s"), (1, "0.001s"), (10, "0.01s"), (100, "0.1s"), (999, "0.999s"), (1000, "1s"),
            (1500, "1.5s"), (59_999, "59.999s"), (60_000, "1m"), (61_000, "1m1s"),
            (90_000, "1m30s"),
            (1_500_000, "25m"), (3_600_000, "1h"), (5_400_000, "1h30m"), (3_601_000, "1h1s"),
            (86_400_000, "1d"), (90_061_001, "1d1h1m1.001s"), (86_400_500, "1d0.5s"),
            (-300_000, "-5m"), (-1, "-0.001s"), (31_622_400_000, "366d"),
            (.max, "106751991167d7h12m55.807s"), (.min, "-106751991167d7h12m55.808s"),
        ] as [(Int64, String)])
    func written(_ ms: Int64, _ text: String) {
        #expect(DurationText.text(ms: ms) == text)
    }

    @Test(arguments: 0..<50 as Range<UInt64>) func whatIsWrittenCanBeRead(seed: UInt64) {
        var random = SplitMix(seed: seed)
        for _ in 0..<100 {
            // Spans of every magnitude.
            let bits = Int64.random(in: 0...62, using: &random)
            let ms = Int64.random(in: -.max ... .max, using: &random) >> bits
            #expect(DurationText.milliseconds(DurationText.text(ms: ms)) == ms)
        }
    }
}
