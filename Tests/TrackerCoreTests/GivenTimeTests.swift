import TestSupport
import Testing
import TrackerCore

struct GivenTimeTests {
    /// 2026-03-01T08:30:00Z; an hour later by the local clock.
    private let now = Machine().now
    private let east = Zone { _ in 3600 }

    private func text(_ given: String, zone: Zone? = nil) throws -> String {
        let zone = zone ?? east
        return zone.text(ofMs: try #require(GivenTime(given)).ms(at: now, zone: zone))
    }

    @Test(arguments: [
        ("10:15", "2026-03-01T10:15:00.000+01:00"),
        ("00:00", "2026-03-01T00:00:00.000+01:00"),
        ("23:59:59", "2026-03-01T23:59:59.000+01:00"),
        ("-10m", "2026-03-01T09:20:00.000+01:00"),
        ("-1h30m", "2026-03-01T08:00:00.000+01:00"),
        ("-1:30", "2026-03-01T09:28:30.000+01:00"),
        ("2026-02-28", "2026-02-28T00:00:00.000+01:00"),
        ("2026-02-28T10:15", "2026-02-28T10:15:00.000+01:00"),
        ("2026-02-28 10:15:20", "2026-02-28T10:15:20.000+01:00"),
        ("2026-02-28T10:15:20.5", "2026-02-28T10:15:20.500+01:00"),
        ("2026-02-28T10:15:20.123456Z", "2026-02-28T11:15:20.123+01:00"),
        ("2026-02-28t10:15:20z", "2026-02-28T11:15:20.000+01:00"),
        ("2026-02-28T10:15:20+05:30", "2026-02-28T05:45:20.000+01:00"),
        ("2026-02-28T10:15-08:00", "2026-02-28T19:15:00.000+01:00"),
        ("2024-02-29T00:00:00Z", "2024-02-29T01:00:00.000+01:00"),
        ("2016-12-31T23:59:60Z", "2017-01-01T01:00:00.000+01:00"),
        ("0001-01-01T00:00:00Z", "0001-01-01T01:00:00.000+01:00"),
        ("9999-12-31T22:59:59Z", "9999-12-31T23:59:59.000+01:00"),
    ]) func moments(_ given: String, _ expected: String) throws {
        #expect(try text(given) == expected)
        #expect(GivenTime(given)?.text == given)
    }

    @Test(arguments: [
        "", " ", "now", "10", "1:15", "10:5", "25:00", "24:00", "10:60", "10:15:60", "10:15:99",
        "10:15:20.5", "10m", "+10m", "-10", "-", "-0s", "--10m", "-10m ", "2026-02-29",
        "2026-13-01", "2026-00-10", "2026-04-31", "2026-2-3", "26-02-28", "2026-02-28T",
        "2026-02-28T10", "2026-02-28T24:00", "2026-02-28T10:15+1:00", "2026-02-28T10:15+24:00",
        "2026-02-28T10:15+01:60", "2026-02-28T10:15+0100", "2026-02-28T10:15:20.Z",
        "2026-02-28T10:15 Z", "2026-02-28_10:15", "1०:15", "10:15\n", "2026-02-29T10:15Z",
        "-99999999999999999999d",
    ]) func others(_ given: String) { #expect(GivenTime(given) == nil) }

    @Test func onlyDaysAreDays() throws {
        let day = try #require(GivenTime("2026-02-28"))
        #expect(day.isDay)
        let days = Days(zone: east, startMinute: 0)
        #expect(days.endMs(of: day, at: now) - day.ms(at: now, zone: east) == 86_400_000)
        let moment = try #require(GivenTime("2026-02-28T00:00"))
        #expect(!moment.isDay)
        #expect(days.endMs(of: moment, at: now) == moment.ms(at: now, zone: east))
        #expect(try #require(GivenTime("10:15")).isDay == false)
        let timesOfDay = ["10:15", "10:15:20", "-10m", "2026-02-28", "2026-02-28T10:15"]
        #expect(
            timesOfDay.map { GivenTime($0)?.isTimeOfDay } == [true, true, false, false, false])
    }

    @Test func longAgoDoesNotOverflow() throws {
        let long = try #require(GivenTime("-106751991167d"))
        #expect(long.ms(at: now, zone: east) < 0)
    }
}

/// A zone whose clock changes at an instant, from one offset to another, in seconds.
private func zone(at instant: Int64, from before: Int, to after: Int) -> Zone {
    Zone { $0 < instant ? before : after }
}

struct LocalDayTests {
    /// 2026-03-29T01:00:00Z: Berlin goes from 02:00 to 03:00.
    private let spring = zone(at: 1_774_746_000, from: 3600, to: 7200)
    /// 2026-10-25T01:00:00Z: from 03:00 back to 02:00.
    private let autumn = zone(at: 1_792_890_000, from: 7200, to: 3600)
    /// 2011-12-30T10:00:00Z: Apia goes over the date line, and has no 30th.
    private let apia = zone(at: 1_325_239_200, from: -36_000, to: 50_400)

    private func shown(_ zone: Zone, _ text: String) throws -> String {
        let given = try #require(GivenTime(text))
        return zone.text(ofMs: given.ms(at: Machine().now, zone: zone))
    }

    @Test func inAGapTheOffsetBeforeApplies() throws {
        #expect(try shown(spring, "2026-03-29T01:59") == "2026-03-29T01:59:00.000+01:00")
        #expect(try shown(spring, "2026-03-29T02:00") == "2026-03-29T03:00:00.000+02:00")
        #expect(try shown(spring, "2026-03-29T02:30") == "2026-03-29T03:30:00.000+02:00")
        #expect(try shown(spring, "2026-03-29T03:00") == "2026-03-29T03:00:00.000+02:00")
        #expect(try shown(apia, "2011-12-30T12:00") == "2011-12-31T12:00:00.000+14:00")
        #expect(try shown(apia, "2011-12-29T23:59") == "2011-12-29T23:59:00.000-10:00")
        #expect(try shown(apia, "2011-12-31") == "2011-12-31T00:00:00.000+14:00")
    }

    @Test func inAnOverlapTheFirstIsMeant() throws {
        #expect(try shown(autumn, "2026-10-25T02:30") == "2026-10-25T02:30:00.000+02:00")
        #expect(try shown(autumn, "2026-10-25T01:59") == "2026-10-25T01:59:00.000+02:00")
        #expect(try shown(autumn, "2026-10-25T03:00") == "2026-10-25T03:00:00.000+01:00")
    }

    @Test func daysAreAsLongAsTheyAre() throws {
        let hour: Int64 = 3_600_000
        func hours(_ zone: Zone, _ text: String) throws -> Int64 {
            let given = try #require(GivenTime(text))
            let now = Machine().now
            let days = Days(zone: zone, startMinute: 0)
            #expect(days.startMs(of: given, at: now) == given.ms(at: now, zone: zone))
            return (days.endMs(of: given, at: now) - days.startMs(of: given, at: now)) / hour
        }
        #expect(try hours(spring, "2026-03-29") == 23)
        #expect(try hours(spring, "2026-03-30") == 24)
        #expect(try hours(autumn, "2026-10-25") == 25)
        #expect(try hours(apia, "2011-12-29") == 24)
    }

    /// A time that a clock shows is read back as the moment at which it shows it; in the repeated hour, as
    /// the first such moment.
    @Test(arguments: 0..<300 as Range<UInt64>) func thereAndBack(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let instant = Int64.random(in: -2_000_000_000...4_000_000_000, using: &random)
        let before = Int.random(in: -12 * 4...14 * 4, using: &random) * 900
        let after = before + [-7200, -3600, -1800, 1800, 3600, 7200][Int(seed % 6)]
        let zone = zone(at: instant, from: before, to: after)
        for _ in 0..<40 {
            let span = Int64.random(in: -200_000...200_000, using: &random)
            let local = zone.civilTime(atMs: (instant + span) * 1000)
            let read = zone.wallMs(of: local) / 1000
            #expect(zone.civilTime(atMs: read * 1000) == local)
            let isAgain = span >= 0 && span < Int64(before - after)
            #expect(read == instant + span - (isAgain ? Int64(before - after) : 0))
        }
    }

    @Test(arguments: 0..<200 as Range<UInt64>) func theCalendarThereAndBack(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let seconds = Int64.random(in: -62_135_596_800...253_402_300_799, using: &random)
        let time = CivilTime(unixSeconds: seconds)
        #expect(time.unixSeconds == seconds)
        #expect(time.isReal)
        #expect(time.midnight().unixSeconds <= seconds)
        #expect(time.midnight(daysLater: 1).unixSeconds > seconds)
    }
}
