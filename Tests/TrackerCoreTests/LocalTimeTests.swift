import TestSupport
import Testing
import TrackerCore

struct LocalTimeTests {
    @Test(arguments: [
        // In the gap, at its edges and beside it.
        ("Europe/Berlin", [2026, 3, 29, 2, 30], "2026-03-29T03:30:00.000+02:00"),
        ("Europe/Berlin", [2026, 3, 29, 2, 0], "2026-03-29T03:00:00.000+02:00"),
        ("Europe/Berlin", [2026, 3, 29, 2, 59], "2026-03-29T03:59:00.000+02:00"),
        ("Europe/Berlin", [2026, 3, 29, 1, 59], "2026-03-29T01:59:00.000+01:00"),
        ("Europe/Berlin", [2026, 3, 29, 3, 0], "2026-03-29T03:00:00.000+02:00"),
        // In the overlap the first instant, and only there.
        ("Europe/Berlin", [2026, 10, 25, 2, 30], "2026-10-25T02:30:00.000+02:00"),
        ("Europe/Berlin", [2026, 10, 25, 2, 0], "2026-10-25T02:00:00.000+02:00"),
        ("Europe/Berlin", [2026, 10, 25, 3, 0], "2026-10-25T03:00:00.000+01:00"),
        ("America/Santiago", [2026, 9, 6, 0, 0], "2026-09-06T01:00:00.000-03:00"),
        ("Australia/Lord_Howe", [2026, 10, 4, 2, 15], "2026-10-04T02:45:00.000+11:00"),
        ("Australia/Lord_Howe", [2026, 4, 5, 1, 45], "2026-04-05T01:45:00.000+11:00"),
        // A whole day was left out.
        ("Pacific/Apia", [2011, 12, 30, 8, 0], "2011-12-31T08:00:00.000+14:00"),
        ("Pacific/Apia", [2011, 12, 29, 23, 59], "2011-12-29T23:59:00.000-10:00"),
        ("Pacific/Apia", [2011, 12, 31, 0, 0], "2011-12-31T00:00:00.000+14:00"),
        ("Pacific/Kwajalein", [1993, 8, 21, 12, 0], "1993-08-22T12:00:00.000+12:00"),
        // A whole day came twice.
        ("America/Juneau", [1867, 10, 18, 12, 0], "1867-10-18T11:59:41.000+15:02"),
        // Offsets with seconds.
        ("Europe/Berlin", [1880, 7, 1, 12, 0], "1880-07-01T11:59:32.000+00:53"),
        ("UTC", [1, 1, 1, 0, 0], "0001-01-01T00:00:00.000+00:00"),
        ("UTC", [9999, 12, 31, 23, 59], "9999-12-31T23:59:00.000+00:00"),
    ])
    func localTimes(_ name: String, _ parts: [Int], _ text: String) throws {
        let zone = try SystemZone.named(name).zone
        let time = CivilTime(
            year: parts[0], month: parts[1], day: parts[2], hour: parts[3], minute: parts[4])
        #expect(zone.text(ofMs: zone.wallMs(of: time)) == text)
    }

    @Test(arguments: [
        ("Europe/Berlin", 1_774_700_000, "2026-03-29T00:00:00.000+01:00"),
        ("Europe/Berlin", 1_774_746_000, "2026-03-30T00:00:00.000+02:00"),
        // Midnight itself is the beginning of its day.
        ("UTC", 1_767_225_600, "2026-01-02T00:00:00.000+00:00"),
        ("UTC", 1_767_225_599, "2026-01-01T00:00:00.000+00:00"),
        // Midnight is leapt over.
        ("America/Santiago", 1_788_660_000, "2026-09-06T01:00:00.000-03:00"),
        // 23:30 comes twice; either belongs to the day that ends after the second.
        ("America/Santiago", 1_775_356_200, "2026-04-05T00:00:00.000-04:00"),
        ("America/Santiago", 1_775_359_800, "2026-04-05T00:00:00.000-04:00"),
        // Midnight comes twice: the day begins with the first.
        ("America/Havana", 1_793_503_800, "2026-11-01T00:00:00.000-04:00"),
        ("America/Havana", 1_793_510_200, "2026-11-02T00:00:00.000-05:00"),
        ("Pacific/Apia", 1_325_200_000, "2011-12-31T00:00:00.000+14:00"),
    ])
    func endsOfDays(_ name: String, _ instant: Int64, _ text: String) throws {
        let zone = try SystemZone.named(name).zone
        #expect(zone.text(ofMs: zone.endOfDay(containing: instant * 1000)) == text)
        #expect(zone.text(ofMs: zone.endOfDay(containing: instant * 1000 + 999)) == text)
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func civilTimesAreReadAsTheyAreWritten(seed: UInt64) {
        var random = SplitMix(seed: seed)
        for _ in 0..<500 {
            let seconds = Int64.random(in: -62_135_596_800...253_402_300_799, using: &random)
            #expect(CivilTime(unixSeconds: seconds).unixSeconds == seconds)
        }
    }

    /// Zones that leap at random: by up to a day, by odd seconds, and more often than any real zone.
    @Test(arguments: 0..<40 as Range<UInt64>)
    func localTimesAgreeWithAWalkThroughTheDays(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        // Every second for some seeds, every minute for most.
        let step: Int64 = seed % 20 == 0 ? 1 : 60
        func span(_ range: ClosedRange<Int64>) -> Int64 {
            Int64.random(in: range, using: &random) / step * step
        }
        var at: Int64 = 1_000_000_020
        var offset = span(-50_000...50_000)
        let first = offset
        var transitions: [(at: Int64, offset: Int)] = []
        for _ in 0..<6 {
            at += span(200_000...500_000)
            let leap: Int64 = [1800, 3600, 7200, 86_400, 3661].randomElement(using: &random) ?? 0
            // No zone is more than a day ahead or behind.
            let isFree = leap < 86_400 && abs(offset) < 40_000
            let isAhead = isFree ? Bool.random(using: &random) : offset < 0
            offset += (isAhead ? leap : -leap) / step * step
            transitions.append((at, Int(offset)))
        }
        let zone = SystemZone(firstOffset: Int(first), transitions: transitions).zone
        for _ in 0..<(step == 1 ? 2 : 12) {
            // Times near a leap: in its gap, its overlap, or beside them.
            let near = try #require(transitions.randomElement(using: &random))
            let local = near.at + Int64(near.offset) + span(-9000...9000)
            let expected = walk(to: local, zone, around: near.at, step: step)
            #expect(
                zone.wallMs(of: CivilTime(unixSeconds: local)) == expected.map { $0 * 1000 },
                "\(local) near \(near)")
        }
    }

    /// Looks at a clock step by step until it shows `local`, or has leapt over that.
    private func walk(to local: Int64, _ zone: Zone, around instant: Int64, step: Int64) -> Int64? {
        var leapt: Int64?
        let from = (instant - 110_000) / step * step
        var shown = from - step + Int64(zone.offsetSeconds(from - step))
        for now in stride(from: from, through: instant + 110_000, by: Int(step)) {
            let before = shown
            shown = now + Int64(zone.offsetSeconds(now))
            if shown == local { return now }
            if leapt == nil, before < local, shown > local { leapt = now - step + local - before }
        }
        return leapt
    }
}
