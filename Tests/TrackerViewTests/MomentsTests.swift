import Testing
import TrackerCore

@testable import TrackerView

/// Moments in words, by days that begin at 04:00.
@Suite struct MomentsTests {
    /// The style at a moment such as `2026-03-01T09:30:00.000+01:00`, on the person's day.
    private func style(at now: String, on day: String) -> Style {
        Style(
            isColored: false, today: { day }, dayStart: { 240 }, sheet: { nil },
            nowMs: { WireTime.ms(now) ?? 0 })
    }

    @Test(
        arguments: [
            ("2026-03-01T09:30", "09:30", "today 09:30"),
            ("2026-03-01T04:00", "04:00", "today 04:00"),
            ("2026-03-01T23:59", "23:59", "today 23:59"),
            // The day goes on after midnight, until the next one begins.
            ("2026-03-02T00:00", "tonight 00:00", nil), ("2026-03-02T03:59", "tonight 03:59", nil),
            ("2026-03-02T04:00", "tomorrow 04:00", nil),
            ("2026-03-02T23:59", "tomorrow 23:59", nil),
            ("2026-03-03T00:00", "Tue 00:00", nil), ("2026-03-07T23:59", "Sat 23:59", nil),
            ("2026-03-08T00:00", "Sun 2026-03-08 00:00", nil),
            ("2027-01-01T12:00", "Fri 2027-01-01 12:00", nil),
            ("2026-03-01T03:59", "last night 03:59", nil),
            ("2026-03-01T00:00", "last night 00:00", nil),
            ("2026-02-28T23:59", "yesterday 23:59", nil),
            ("2026-02-28T04:00", "yesterday 04:00", nil), ("2026-02-28T03:59", "Sat 03:59", nil),
            ("2026-02-23T09:30", "Mon 09:30", nil), ("2026-02-22T09:30", "2026-02-22 09:30", nil),
            ("2025-12-31T23:00", "2025-12-31 23:00", nil),
        ] as [(String, String, String?)])
    func times(_ moment: String, _ text: String, _ column: String?) {
        let style = style(at: "2026-03-01T09:30:00.000+01:00", on: "2026-03-01")
        #expect(style.time(moment + ":00.000+01:00") == text)
        #expect(style.day(moment + ":00.000+01:00") == column ?? text)
    }

    /// At 01:30 it is still the evening's day.
    @Test(arguments: [
        ("2026-03-01T23:00", "today 23:00"), ("2026-03-02T01:00", "tonight 01:00"),
        ("2026-03-02T09:30", "tomorrow 09:30"), ("2026-02-28T23:00", "yesterday 23:00"),
        ("2026-03-01T01:00", "last night 01:00"),
    ])
    func afterMidnight(_ moment: String, _ text: String) {
        let style = style(at: "2026-03-02T01:30:00.000+01:00", on: "2026-03-01")
        #expect(style.day(moment + ":00.000+01:00") == text)
    }

    /// The morning of somebody whose day begins at 15:00 isn't a night.
    @Test func afternoonsBeginDays() {
        let style = Style(
            isColored: false, today: { "2026-03-01" }, dayStart: { 900 }, sheet: { nil },
            nowMs: { WireTime.ms("2026-03-01T16:00:00.000+01:00") ?? 0 })
        #expect(style.day("2026-03-02T13:00:00.000+01:00") == "today 13:00")
        #expect(style.day("2026-03-02T11:00:00.000+01:00") == "tonight 11:00")
        #expect(style.day("2026-03-01T13:00:00.000+01:00") == "yesterday 13:00")
    }

    @Test func seconds() {
        let style = style(at: "2026-03-01T09:30:00.000+01:00", on: "2026-03-01")
        #expect(style.second("2026-03-01T09:29:58.123+01:00") == "09:29:58")
        #expect(style.second("2026-02-28T09:29:58.123+01:00") == "yesterday 09:29:58")
        #expect(style.clock("2025-02-28T09:29:58.123+01:00") == "09:29")
        #expect(style.time("\u{1b}soon") == "\\u{1b}soon")
    }

    @Test(
        arguments: [
            (-60_000, "now"), (999, "now"), (1000, "in 1 s"), (59_999, "in 59 s"),
            (60_000, "in 1 min (09:31)"), (90_000, "in 2 min (09:31)"),
            (3_599_000, "in 60 min (10:29)"), (3_600_000, "in 1 h (10:30)"),
            (3_900_000, "in 1 h 5 min (10:35)"), (52_200_000, "tonight 00:00"),
            (86_400_000, "tomorrow 09:30"), (216_000_000, "Tue 21:30"),
        ] as [(Int64, String)])
    func comingMoments(_ ms: Int64, _ text: String) throws {
        let now = "2026-03-01T09:30:00.000+01:00"
        let zone = Zone { _ in 3600 }
        let moment = zone.text(ofMs: try #require(WireTime.ms(now)) + ms)
        #expect(style(at: now, on: "2026-03-01").coming(moment) == text)
    }

    /// The clocks went forward at 02:00: 11:30 is two hours away by the clock, and one hour in fact.
    @Test func spansAreTheElapsedTime() {
        let later = Style(
            isColored: false, today: { "2026-03-29" }, sheet: { nil },
            nowMs: { WireTime.ms("2026-03-29T01:30:00.000+01:00") ?? 0 })
        #expect(later.coming("2026-03-29T03:30:00.000+02:00") == "in 1 h (03:30)")
        #expect(later.coming("2026-03-30T01:30:00.000+02:00") == "tomorrow 01:30")
    }

    @Test(arguments: [
        ("2026-03-01", "today"), ("2026-02-28", "yesterday"), ("2026-03-02", "2026-03-02"),
        ("2025-03-01", "2025-03-01"), ("soon", "soon"),
    ])
    func dates(_ date: String, _ text: String) {
        let style = style(at: "2026-03-01T09:30:00.000+01:00", on: "2026-03-01")
        #expect(style.date(date) == text)
    }
}
