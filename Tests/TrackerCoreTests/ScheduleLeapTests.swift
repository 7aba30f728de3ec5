import TestSupport
import Testing
import TrackerCore

/// Schedules where clocks leap, which other programs get wrong.
struct ScheduleLeapTests {
    private static let cases: [(String, String, String, String, [String])] = [
        // Other programs leave these moments out.
        (
            "Europe/Berlin", #"{"at":["02:30"],"days":"daily"}"#, "2026-03-28T00:00",
            "2026-03-31T00:00",
            ["2026-03-28T02:30+01:00", "2026-03-29T03:30+02:00", "2026-03-30T02:30+02:00"]
        ),
        (
            "America/Santiago", #"{"at":["00:00"],"days":"daily"}"#, "2026-09-05T12:00",
            "2026-09-08T00:00",
            ["2026-09-06T01:00-03:00", "2026-09-07T00:00-03:00", "2026-09-08T00:00-03:00"]
        ),
        (
            "Australia/Lord_Howe", #"{"at":["02:15"],"days":"daily"}"#, "2026-10-03T00:00",
            "2026-10-06T00:00",
            ["2026-10-03T02:15+10:30", "2026-10-04T02:45+11:00", "2026-10-05T02:15+11:00"]
        ),
        (
            "Pacific/Apia", #"{"at":["20:00","08:00"],"days":"daily"}"#, "2011-12-29T00:00",
            "2012-01-01T00:00",
            [
                "2011-12-29T08:00-10:00", "2011-12-29T20:00-10:00", "2011-12-31T08:00+14:00",
                "2011-12-31T20:00+14:00",
            ]
        ),
        // The Friday that didn't exist; by the old clock it would have been the Saturday.
        (
            "Pacific/Apia", #"{"at":["08:00"],"days":"fri"}"#, "2011-12-29T00:00",
            "2012-01-07T00:00",
            ["2011-12-31T08:00+14:00", "2012-01-06T08:00+14:00"]
        ),
        (
            "Pacific/Apia",
            #"{"every":"6h","between":"20:00-08:00","anchor":"clock","days":"daily"}"#,
            "2011-12-29T12:00", "2012-01-01T00:00",
            ["2011-12-31T02:00+14:00", "2011-12-31T08:00+14:00"]
        ),
        // The moment that the lost Friday delays to Saturday night comes after Saturday morning.
        (
            "Pacific/Apia",
            #"{"every":"1h","between":{"fri":"20:00-22:00,22:30-23:30","sat":"08:00-10:00"},"anchor":"clock"}"#,
            "2011-12-29T12:00", "2012-01-01T00:00",
            [
                "2011-12-31T09:00+14:00", "2011-12-31T10:00+14:00", "2011-12-31T21:00+14:00",
                "2011-12-31T22:00+14:00", "2011-12-31T23:30+14:00",
            ]
        ),
        // Two moments that a gap puts on one instant are one; a delayed moment may come after later ones.
        (
            "Europe/Berlin", #"{"at":["02:30","03:30","03:15"],"days":"sun"}"#, "2026-03-29T00:00",
            "2026-03-30T00:00", ["2026-03-29T03:15+02:00", "2026-03-29T03:30+02:00"]
        ),
        // The first of the two instants.
        (
            "Europe/Berlin", #"{"at":["02:30"],"days":"daily"}"#, "2026-10-24T12:00",
            "2026-10-26T12:00", ["2026-10-25T02:30+02:00", "2026-10-26T02:30+01:00"]
        ),
        // A gap may invert a window, which is then empty, or move it, or cut it.
        (
            "Europe/Berlin", #"{"every":"15m","between":"02:30-03:00","days":"sat-sun"}"#,
            "2026-03-28T00:00", "2026-03-30T00:00",
            ["2026-03-28T02:45+01:00", "2026-03-28T03:00+01:00"]
        ),
        (
            "Europe/Berlin", #"{"every":"15m","between":"02:10-02:40","days":"sun"}"#,
            "2026-03-28T00:00", "2026-03-30T00:00",
            ["2026-03-29T03:25+02:00", "2026-03-29T03:40+02:00"]
        ),
        (
            "Europe/Berlin", #"{"every":"30m","between":"01:00-03:00","days":"sun"}"#,
            "2026-03-28T00:00", "2026-03-30T00:00",
            ["2026-03-29T01:30+01:00", "2026-03-29T03:00+02:00"]
        ),
        // An overlap lengthens the window.
        (
            "Europe/Berlin", #"{"every":"1h","between":"01:30-03:30","days":"sun"}"#,
            "2026-10-25T00:00", "2026-10-26T00:00",
            ["2026-10-25T02:30+02:00", "2026-10-25T02:30+01:00", "2026-10-25T03:30+01:00"]
        ),
        // Two windows that a gap makes overlap: each has its grid, or they count as one for answers.
        (
            "Europe/Berlin",
            #"{"every":"25m","between":"01:30-02:45,02:50-04:05","anchor":"clock","days":"sun"}"#,
            "2026-03-29T00:00", "2026-03-30T00:00",
            ["2026-03-29T01:55+01:00", "2026-03-29T03:20+02:00", "2026-03-29T03:45+02:00"]
        ),
        (
            "Europe/Berlin",
            #"{"every":"20m","between":"01:40-02:40,03:00-04:00","anchor":"clock","days":"sun"}"#,
            "2026-03-29T00:00", "2026-03-30T00:00",
            [
                "2026-03-29T03:00+02:00", "2026-03-29T03:20+02:00", "2026-03-29T03:40+02:00",
                "2026-03-29T04:00+02:00",
            ]
        ),
        (
            "Europe/Berlin",
            #"{"every":"30m","between":"01:15-02:45,03:00-04:00","anchor":"clock","days":"sun"}"#,
            "2026-03-29T00:00", "2026-03-30T00:00",
            [
                "2026-03-29T01:45+01:00", "2026-03-29T03:15+02:00", "2026-03-29T03:30+02:00",
                "2026-03-29T03:45+02:00", "2026-03-29T04:00+02:00",
            ]
        ),
        (
            "Europe/Berlin", #"{"every":"30m","between":"01:15-02:45,03:00-04:00","days":"sun"}"#,
            "2026-03-29T00:00", "2026-03-30T00:00",
            ["2026-03-29T01:45+01:00", "2026-03-29T03:15+02:00", "2026-03-29T03:45+02:00"]
        ),
    ]

    @Test(arguments: cases.indices)
    func leaps(index: Int) throws {
        let (name, text, from, to, expected) = Self.cases[index]
        let zone = try SystemZone.named(name).zone
        let schedule = try schedule(text)
        let due = schedule.due(
            after: try localInstant(from, zone), through: try localInstant(to, zone), limit: 100,
            in: zone)
        #expect(localTexts(due, zone) == expected)
        // The result is the same from any instant before.
        var last = try localInstant(from, zone)
        for moment in due {
            for instant in [last, (last + moment) / 2, moment - 1] {
                #expect(schedule.next(after: instant, in: zone) == moment)
            }
            last = moment
        }
        let end = try localInstant(to, zone)
        #expect(schedule.next(after: last + 300_000, in: zone).map { $0 > end } == true)
        #expect(
            schedule.latest(after: 0, through: try localInstant(to, zone), in: zone) == due.last)
    }
}
