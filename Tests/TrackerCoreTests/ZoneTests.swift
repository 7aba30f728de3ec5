import Glibc
import TestSupport
import Testing
import TrackerCore

struct ZoneTests {
    private func zone(_ offset: Int) -> Zone { Zone { _ in offset } }

    @Test(
        arguments: [
            (1_772_353_800_000, 3600, "2026-03-01T09:30:00.000+01:00"),
            (1_772_353_800_123, 0, "2026-03-01T08:30:00.123+00:00"),
            (1_772_353_800_007, 20_700, "2026-03-01T14:15:00.007+05:45"),
            (1_772_353_800_000, -12_600, "2026-03-01T05:00:00.000-03:30"),
            (1_772_353_800_000, 50_400, "2026-03-01T22:30:00.000+14:00"),
            (1_772_353_800_000, -43_200, "2026-02-28T20:30:00.000-12:00"),
            // The turn of a year, either way.
            (1_767_225_599_999, 0, "2025-12-31T23:59:59.999+00:00"),
            (1_767_225_599_999, 3600, "2026-01-01T00:59:59.999+01:00"),
            (1_767_225_600_000, -3600, "2025-12-31T23:00:00.000-01:00"),
            // Leap days, and years that have none.
            (951_782_400_000, 0, "2000-02-29T00:00:00.000+00:00"),
            (1_709_164_800_000, 0, "2024-02-29T00:00:00.000+00:00"),
            (1_709_164_800_000, -1800, "2024-02-28T23:30:00.000-00:30"),
            (4_107_542_400_000, 0, "2100-03-01T00:00:00.000+00:00"),
            (4_107_542_399_999, 0, "2100-02-28T23:59:59.999+00:00"),
            // Before 1970.
            (0, 0, "1970-01-01T00:00:00.000+00:00"), (-1, 0, "1969-12-31T23:59:59.999+00:00"),
            (-1000, 0, "1969-12-31T23:59:59.000+00:00"),
            (-1001, 0, "1969-12-31T23:59:58.999+00:00"),
            (0, -3600, "1969-12-31T23:00:00.000-01:00"),
            (-2_203_891_200_000, 0, "1900-03-01T00:00:00.000+00:00"),
            (-2_203_891_200_001, 0, "1900-02-28T23:59:59.999+00:00"),
            (-11_670_998_400_000, 0, "1600-02-29T00:00:00.000+00:00"),
            (-62_135_596_800_000, 0, "0001-01-01T00:00:00.000+00:00"),
            (253_402_300_799_999, 0, "9999-12-31T23:59:59.999+00:00"),
            (253_402_300_799_999, -3600, "9999-12-31T22:59:59.999-01:00"),
        ] as [(Int64, Int, String)])
    func texts(_ ms: Int64, _ offset: Int, _ text: String) {
        #expect(zone(offset).text(ofMs: ms) == text)
    }

    /// Old local times have seconds in their offset, but RFC 3339 has none, and the text must still mean
    /// the same instant: here 1937-06-30T23:40:28Z in Amsterdam (+00:19:32).
    @Test func anOffsetWithSecondsIsCutToMinutesInBothParts() {
        #expect(zone(1172).text(ofMs: -1_025_741_972_000) == "1937-06-30T23:59:28.000+00:19")
        #expect(zone(-1172).text(ofMs: -1_025_741_972_000) == "1937-06-30T23:21:28.000-00:19")
        // "-00:00" would mean that the offset is unknown.
        #expect(zone(-30).text(ofMs: 0) == "1970-01-01T00:00:00.000+00:00")
    }

    @Test func theOffsetIsAskedForTheInstantItself() {
        let change: Int64 = 1_774_746_000
        let berlin = Zone { $0 < change ? 3600 : 7200 }
        #expect(berlin.text(ofMs: change * 1000 - 1) == "2026-03-29T01:59:59.999+01:00")
        #expect(berlin.text(ofMs: change * 1000) == "2026-03-29T03:00:00.000+02:00")
        #expect(berlin.civilTime(atMs: change * 1000).timeText == "03:00:00")
        // A fraction of a second before 1970 belongs to the second before.
        let asked = Zone { $0 == -1 ? 60 : 0 }
        #expect(asked.text(ofMs: -1) == "1970-01-01T00:00:59.999+00:01")
    }

    /// libc gives the same results, for every year of four digits.
    @Test(arguments: 0..<40 as Range<UInt64>) func civilTimesAgreeWithLibc(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        for _ in 0..<200 {
            var seconds = time_t(
                Int64.random(in: -62_135_596_800...253_402_300_799, using: &random))
            // Often at midnight, where days and years begin.
            if Bool.random(using: &random) { seconds -= seconds % 86_400 }
            var libc = tm()
            gmtime_r(&seconds, &libc)
            let ours = CivilTime(unixSeconds: Int64(seconds))
            #expect(
                [ours.year, ours.month, ours.day, ours.hour, ours.minute, ours.second]
                    == [
                        Int(libc.tm_year) + 1900, Int(libc.tm_mon) + 1, Int(libc.tm_mday),
                        Int(libc.tm_hour), Int(libc.tm_min), Int(libc.tm_sec),
                    ], "\(seconds)")
        }
    }
}
