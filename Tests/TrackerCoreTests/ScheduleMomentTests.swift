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
