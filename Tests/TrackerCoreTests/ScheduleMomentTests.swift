import TestSupport
import Testing
import TrackerCore

/// Schedules without leaps of the clock. 2026-03-02 is a Monday.
struct ScheduleMomentTests {
    private func moments(
        _ text: String, from: String, _ count: Int, base: String? = nil
    ) throws -> [String] {
        let zone = try berlin()
        let moments = try schedule(text).moments(
            after: localInstant(from, zone), base: base.map { try localInstant($0, zone) }, in: zone
        )
        return localTexts(moments.prefix(count), zone).map { String($0.dropLast(6).dropFirst(8)) }
    }

    @Test(arguments: [
        // The grid begins one interval after the opening; its last moment may be the closing itself.
        (
            #"{"every":"2h","between":"09:00-13:00"}"#, "2026-03-02T00:00",
            ["02T11:00", "02T13:00", "03T11:00"]
        ),
        (#"{"every":"3h","between":"09:00-13:00"}"#, "2026-03-02T00:00", ["02T12:00", "03T12:00"]),
        // Moments lie after the given instant, not at it.
        (#"{"every":"2h","between":"09:00-13:00"}"#, "2026-03-02T11:00", ["02T13:00", "03T11:00"]),
        (#"{"every":"2h","between":"09:00-13:00"}"#, "2026-03-02T12:59", ["02T13:00", "03T11:00"]),
        // Monday to Friday is the default.
        (#"{"every":"2h","between":"09:00-11:00"}"#, "2026-03-06T00:00", ["06T11:00", "09T11:00"]),
        (#"{"at":["20:00","08:00"]}"#, "2026-03-06T08:00", ["06T20:00", "09T08:00", "09T20:00"]),
        (
            #"{"at":["08:00"],"days":"sat-sun"}"#, "2026-03-02T00:00",
            ["07T08:00", "08T08:00", "14T08:00"]
        ),
        (#"{"at":["00:00"],"days":"daily"}"#, "2026-03-02T00:00", ["03T00:00", "04T00:00"]),
        // The window is the whole day, up to its end.
        (
            #"{"every":"8h"}"#, "2026-03-05T15:00",
            ["05T16:00", "06T00:00", "06T08:00", "06T16:00", "07T00:00", "09T08:00"]
        ),
        (#"{"every":"24h","days":"daily"}"#, "2026-03-02T00:00", ["03T00:00", "04T00:00"]),
        (
            #"{"every":"7h","days":"daily"}"#, "2026-03-02T00:00",
            ["02T07:00", "02T14:00", "02T21:00", "03T07:00"]
        ),
        // A window over midnight belongs to the day on which it starts: Friday's reaches into Saturday.
        (
            #"{"every":"90m","between":"22:00-02:00"}"#, "2026-03-06T12:00",
            ["06T23:30", "07T01:00", "09T23:30"]
        ),
        (
            #"{"every":"90m","between":"22:00-02:00"}"#, "2026-03-07T00:30",
            ["07T01:00", "09T23:30"]
        ),
        (
            #"{"every":"2h","between":"22:00-02:00","days":"sun"}"#, "2026-03-02T00:00",
            ["02T02:00", "09T00:00", "09T02:00"]
        ),
        (
            #"{"every":"12h","between":"10:00-09:59","days":"daily"}"#, "2026-03-02T00:00",
            ["02T22:00", "03T22:00"]
        ),
        (
            #"{"every":"6h","between":"22:00-20:00","days":"mon"}"#, "2026-03-01T00:00",
            ["03T04:00", "03T10:00", "03T16:00", "10T04:00"]
        ),
        // Several windows, each with its own grid; a window shorter than the interval has no moment.
        (
            #"{"every":"1h","between":"14:15-16:00,09:00-11:00,12:00-12:59"}"#, "2026-03-02T00:00",
            ["02T10:00", "02T11:00", "02T15:15", "03T10:00"]
        ),
        // Windows that touch have no double moment there.
        (
            #"{"every":"1h","between":"09:00-11:00,11:00-12:30"}"#, "2026-03-02T09:30",
            ["02T10:00", "02T11:00", "02T12:00", "03T10:00"]
        ),
        (
            #"{"every":"1h","between":{"wed":"20:00-22:00","mon":"09:00-10:00,11:30-12:30"}}"#,
            "2026-03-02T00:00", ["02T10:00", "02T12:30", "04T21:00", "04T22:00", "09T10:00"]
        ),
    ])
    func clock(_ text: String, _ from: String, _ expected: [String]) throws {
        let text = text.contains("every") ? #"\#(text.dropLast()),"anchor":"clock"}"# : text
        #expect(try moments(text, from: from, expected.count) == expected)
        // A base has no effect on fixed times.
        #expect(
            try moments(text, from: from, expected.count, base: "2026-03-02T09:05") == expected)
    }

    @Test(arguments: [
        // Moments count from the base, up to the closing itself.
        (
            #"{"every":"30m","between":"09:00-11:00"}"#, "2026-03-02T09:40",
            ["02T10:10", "02T10:40", "03T09:30"]
        ),
        (
            #"{"every":"30m","between":"09:00-11:00"}"#, "2026-03-02T10:00",
            ["02T10:30", "02T11:00", "03T09:30"]
        ),
        (
            #"{"every":"30m","between":"09:00-11:00"}"#, "2026-03-02T10:30",
            ["02T11:00", "03T09:30"]
        ),
        // Past the closing, the next moment is one interval after the next opening.
        (
            #"{"every":"30m","between":"09:00-11:00"}"#, "2026-03-02T10:31",
            ["03T09:30", "03T10:00"]
        ),
        (
            #"{"every":"30m","between":"09:00-11:00"}"#, "2026-03-02T11:00",
            ["03T09:30", "03T10:00"]
        ),
        // Bases outside of windows, and at an opening.
        (
            #"{"every":"30m","between":"09:00-11:00"}"#, "2026-03-02T08:59",
            ["02T09:30", "02T10:00"]
        ),
        (
            #"{"every":"30m","between":"09:00-11:00"}"#, "2026-03-02T09:00",
            ["02T09:30", "02T10:00"]
        ),
        (
            #"{"every":"30m","between":"09:00-11:00"}"#, "2026-03-06T18:00",
            ["09T09:30", "09T10:00"]
        ),
        // A window that is too short is skipped.
        (
            #"{"every":"1h","between":"09:00-11:00,12:00-12:30,14:00-15:00"}"#, "2026-03-02T10:30",
            ["02T15:00", "03T10:00"]
        ),
        // An answer in a later window counts from itself.
        (
            #"{"every":"1h","between":"09:00-11:00,13:00-16:00"}"#, "2026-03-02T13:20",
            ["02T14:20", "02T15:20", "03T10:00"]
        ),
        (
            #"{"every":"45m","between":"22:00-02:00"}"#, "2026-03-07T00:20",
            ["07T01:05", "07T01:50", "09T22:45"]
        ),
        // Windows that touch are two.
        (
            #"{"every":"1h","between":"09:00-11:00,11:00-13:00"}"#, "2026-03-02T10:20",
            ["02T12:00", "02T13:00", "03T10:00"]
        ),
        (
            #"{"every":"1h","between":"09:00-11:00,11:00-13:00"}"#, "2026-03-02T11:00",
            ["02T12:00", "02T13:00", "03T10:00"]
        ),
    ])
    func response(_ text: String, _ base: String, _ expected: [String]) throws {
        #expect(try moments(text, from: base, expected.count, base: base) == expected)
        let zone = try berlin()
        let (schedule, base) = (try schedule(text), try localInstant(base, zone))
        let next = try #require(schedule.nextResponse(afterBase: base, in: zone))
        #expect(localTexts([next], zone) == ["2026-03-\(expected[0])+01:00"])
        // Each unanswered firing is the base of the next.
        var firing = base
        for moment in schedule.moments(after: base, base: base, in: zone).prefix(40) {
            let following = schedule.nextResponse(afterBase: firing, in: zone)
            #expect(following == moment)
            firing = moment
        }
    }

    @Test func intervalsCountFromTheirMillisecond() throws {
        let schedule = try schedule(#"{"every":90001,"between":"09:00-17:00"}"#)
        let base = try localInstant("2026-03-02T10:00", .utc) + 123
        #expect(schedule.nextResponse(afterBase: base, in: .utc) == base + 90_001)
        let opening = try localInstant("2026-03-02T09:00", .utc)
        #expect(schedule.next(after: opening, in: .utc) == opening + 90_001)
        // The last moment that fits is before the closing.
        let closing = try localInstant("2026-03-02T17:00", .utc)
        let last = schedule.latest(after: 0, through: closing, in: .utc)
        #expect(last == opening + (closing - opening) / 90_001 * 90_001)
        #expect(last != closing)
    }

    /// Moments from any instant: before the base the grid of the openings, after it the base's own.
    @Test func theBaseMattersInItsWindowOnly() throws {
        let text = #"{"every":"1h","between":"09:00-12:00","days":"daily"}"#
        #expect(
            try moments(text, from: "2026-03-01T11:00", 8, base: "2026-03-02T10:20")
                == [
                    "01T12:00", "02T10:00", "02T11:20", "03T10:00", "03T11:00", "03T12:00",
                    "04T10:00", "04T11:00",
                ])
        #expect(
            try moments(text, from: "2036-03-01T11:00", 2, base: "2026-03-02T10:20")
                == ["01T12:00", "02T10:00"])
    }

    @Test func anyDateWillDo() throws {
        let schedule = try schedule(#"{"at":["12:00"],"days":"daily"}"#)
        #expect(
            localTexts(schedule.moments(after: .min, in: .utc).prefix(1), .utc)
                == ["0001-01-01T12:00+00:00"])
        let last = try localInstant("9999-12-31T11:00", .utc)
        #expect(
            localTexts(schedule.moments(after: last, in: .utc), .utc) == ["9999-12-31T12:00+00:00"])
        #expect(schedule.next(after: .max, in: .utc) == nil)
        #expect(schedule.next(after: last + 3_600_000, in: .utc) == nil)
        #expect(schedule.latest(after: .min, through: .max, in: .utc) == last + 3_600_000)
        #expect(schedule.latest(after: .min, through: .min, in: .utc) == nil)
        let interval = try TrackerCoreTests.schedule(#"{"every":"24h"}"#)
        #expect(interval.next(after: .max, base: .max, in: .utc) == nil)
        #expect(interval.next(after: .min, base: .min, in: .utc) != nil)
        #expect(interval.window(from: .max, in: .utc) == nil)
    }

    // MARK: Moments that fell due meanwhile

    @Test func whatFellDue() throws {
        let schedule = try schedule(#"{"at":["08:00","20:00"],"days":"daily"}"#)
        let (from, to) = (
            try localInstant("2026-03-02T08:00", .utc), try localInstant("2026-03-04T08:00", .utc)
        )
        let due = schedule.due(after: from, through: to, limit: 10, in: .utc)
        #expect(
            localTexts(due, .utc).map { $0.dropFirst(8).prefix(8) }
                == ["02T20:00", "03T08:00", "03T20:00", "04T08:00"])
        #expect(schedule.due(after: from, through: to, limit: 2, in: .utc) == Array(due.prefix(2)))
        #expect(schedule.due(after: from, through: to - 1, limit: 10, in: .utc).count == 3)
        #expect(schedule.due(after: to, through: from, limit: 10, in: .utc).isEmpty)
        #expect(schedule.latest(after: from, through: to, in: .utc) == to)
        #expect(schedule.latest(after: from, through: to - 1, in: .utc) == due[2])
        #expect(schedule.latest(after: due[2], through: to - 1, in: .utc) == nil)
        #expect(schedule.latest(after: due[2] - 1, through: to - 1, in: .utc) == due[2])
    }

    @Test func windowsOfMoments() throws {
        let schedule = try schedule(#"{"every":"1h","between":"09:00-11:00,11:00-12:30"}"#)
        func at(_ time: String) throws -> Int64 { try localInstant("2026-03-0\(time)", .utc) }
        func window(_ from: String) throws -> [String] {
            let window = try #require(try schedule.window(from: at(from), in: .utc))
            return localTexts([window.opensMs, window.closesMs], .utc).map {
                String($0.dropFirst(9).prefix(7))
            }
        }
        #expect(try window("2T08:00") == ["2T09:00", "2T11:00"])
        #expect(try window("2T11:00") == ["2T09:00", "2T11:00"])
        #expect(try window("2T11:01") == ["2T11:00", "2T12:30"])
        #expect(try window("6T12:31") == ["9T09:00", "9T11:00"])
        func hasClosed(_ due: String, by now: String) throws -> Bool {
            try schedule.hasClosed(windowOf: at(due), by: at(now), in: .utc)
        }
        #expect(try !hasClosed("2T10:00", by: "2T11:00"))
        #expect(try hasClosed("2T10:00", by: "2T11:01"))
        // Due as its window closed and the next one opened.
        #expect(try hasClosed("2T11:00", by: "2T11:01"))
        #expect(try !hasClosed("2T12:00", by: "2T12:30"))
        // The schedule was changed meanwhile, so the moment has no window any more.
        #expect(try hasClosed("2T08:00", by: "2T10:00"))
        let fixed = try TrackerCoreTests.schedule(#"{"at":["08:00"]}"#)
        #expect(try fixed.window(from: at("2T08:00"), in: .utc) == nil)
        #expect(try !fixed.hasClosed(windowOf: at("2T08:00"), by: at("6T08:00"), in: .utc))
    }
}
