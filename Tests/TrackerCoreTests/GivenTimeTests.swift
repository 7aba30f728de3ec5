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
