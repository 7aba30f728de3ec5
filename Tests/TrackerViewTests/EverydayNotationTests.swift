import Testing
import TrackerCore

@testable import TrackerView

/// Ends and periods in everyday words. The clock shows 14:05 on Sunday, 2026-03-01.
@Suite struct EverydayNotationTests {
    private let now = ClockNotation.Now(date: "2026-03-01", time: "14:05")

    private func words(_ text: String) -> [String] {
        text.split(separator: " ").map(String.init)
    }

    // MARK: Timers

    @Test(
        arguments: [
            ("until 18:30 dinner", "18:30", "dinner"), ("dinner until 18:30", "18:30", "dinner"),
            ("until 6:30 pm green tea", "18:30", "green tea"), ("until noon", "12:00", nil),
            ("roast until tomorrow 9am beef", "2026-03-02T09:00", "roast beef"),
            ("TILL 18:30", "18:30", nil), ("until 18:30 until later", "18:30", "until later"),
            ("until 9pm tomorrow x1", "2026-03-02T21:00", "x1"),
            ("until 6:30 pm monday x1", "2026-03-02T18:30", "x1"),
            ("until 6 tomorrow", "2026-03-02T06:00", nil), ("at 18:30", "18:30", nil),
            ("at 18:30 dinner", "18:30", "dinner"), ("dinner at 6 pm", "18:00", "dinner"),
            ("look at until 18:30", "18:30", "look at"), ("7up at 18:30", "18:30", "7up"),
            ("until monday 9:00 x", "2026-03-02T09:00", "x"),
            ("until monday 9 x", "2026-03-02T09:00", "x"),
            ("until monday x", "2026-03-02T00:00", "x"), ("x till Mon", "2026-03-02T00:00", "x"),
            ("until tomorrow", "2026-03-02T00:00", nil),
            ("until tomorrow green tea", "2026-03-02T00:00", "green tea"),
            ("until sunday x", "2026-03-08T00:00", "x"),
            ("until friday noon x", "2026-03-06T12:00", "x"),
            ("until 2026-03-05 8am x", "2026-03-05T08:00", "x"),
        ] as [(String, String, String?)])
    func anEnd(_ line: String, _ time: String, _ name: String?) throws {
        let timer = try TimerNotation(words(line), now: now)
        #expect(timer.end == GivenTime(time).map(TimerNotation.End.at))
        #expect(timer.name == name)
    }

    @Test(
        arguments: [
            ("25m tea", 1_500_000, "tea"), ("1h30 bread", 5_400_000, "bread"),
            ("wait until ready 5m", 300_000, "wait until ready"), ("5m until", 300_000, "until"),
            ("5m meet at 3pm", 300_000, "meet at 3pm"), ("look at 5m", 300_000, "look at"),
            ("5m 8pm show", 300_000, "8pm show"), ("90s 8 pm show", 90_000, "8 pm show"),
            ("meet at monday 5m", 300_000, "meet at monday"),
        ] as [(String, Int64, String)])
    func aDuration(_ line: String, _ ms: Int64, _ name: String) throws {
        let timer = try TimerNotation(words(line), now: now)
        #expect(timer.end == .after(ms: ms) && timer.name == name)
    }

    @Test(arguments: [
        ("until 25:00 dinner", "until"), ("until 18:30 5m", "until"), ("5m until 18:30", "until"),
        ("until dinner", "duration"), ("dinner", "duration"), ("tea until 5", "until"),
        ("at 25:00 tea", "until"), ("at 6", "until"), ("tea at 5", "until"),
        ("6 pm dinner", "duration"), ("dinner 6 pm", "duration"), ("6PM", "duration"),
        ("until monday 25:00 tea", "until"), ("until tomorrow 30", "until"),
        ("until monday 5m", "until"), ("5m until tomorrow", "until"), ("at monday", "duration"),
        ("until 2026-03-05 tea", "until"), ("until monday at 9am tea", "until"),
        ("until Tomorrow Evening", "until"), ("until monday 13pm tea", "until"),
    ])
    func neitherOrBoth(_ line: String, _ field: String) {
        let refusal = #expect(throws: Rejection.self) {
            try TimerNotation(words(line), now: now)
        }
        #expect(refusal?.field == field)
    }

    @Test(arguments: [
        ("6 pm dinner", "'6 pm' is a time of day: trackerctl timer until 6 pm dinner"),
        ("green tea 6:30am", "'6:30am' is a time of day: trackerctl timer until 6:30am green tea"),
    ])
    func anHourIsNoDuration(_ line: String, _ message: String) {
        let refusal = #expect(throws: Rejection.self) {
            try TimerNotation(words(line), now: now)
        }
        #expect(refusal?.message == message)
    }

    @Test func anEndBesideTheWords() throws {
        let time = GivenTime("18:30")
        let timer = try TimerNotation(["green", "tea"], until: time, now: now)
        #expect(timer.end == time.map(TimerNotation.End.at) && timer.name == "green tea")
        #expect(try TimerNotation([], until: time, now: now).name == nil)
        for line in ["5m tea", "until 19:00"] {
            #expect(throws: Rejection.self) {
                try TimerNotation(words(line), until: time, now: now)
            }
        }
    }

    /// A day alone ends when the person's next one begins.
    @Test(
        arguments: [
            ("until tomorrow", "2026-03-02T04:00", nil), ("till monday", "2026-03-02T04:00", nil),
            ("move until tomorrow", "2026-03-02T04:00", "move"),
            ("until tomorrow drink water", "2026-03-02T04:00", "drink water"),
            ("until tuesday", "2026-03-03T04:00", nil), ("until sunday", "2026-03-08T04:00", nil),
            ("until 3pm", "15:00", nil), ("until tomorrow 9am", "2026-03-02T09:00", nil),
            ("move until mon 8", "2026-03-02T08:00", "move"),
            ("until noon move", "12:00", "move"), ("at 18:30", "18:30", nil),
            ("until 8 tomorrow", "2026-03-02T08:00", nil),
        ] as [(String, String, String?)])
    func aSnooze(_ line: String, _ time: String, _ name: String?) throws {
        let day = ClockNotation.Now(date: "2026-03-01", time: "14:05", dayStart: { 240 })
        let until = try #require(try UntilNotation(words(line), now: day))
        #expect(until.time.text == time)
        #expect(until.rest.joined(separator: " ") == name ?? "")
    }

    @Test(arguments: ["until", "tomorrow", "monday", "at tomorrow", "until dinner", "move"])
    func noEnd(_ line: String) throws {
        let until = try UntilNotation(words(line), now: now)
        #expect(until?.time == nil)
    }

    // MARK: Periods

    @Test(
        arguments: [
            ("week", "week", nil), ("this month", "month", nil),
            ("Last Week", "week", "2026-02-22"),
            ("last month", "month", "2026-02-28"), ("last year", "year", "2025-12-31"),
            ("last day", "day", "2026-02-28"), ("2026-02", "month", "2026-02-01"),
            ("2025", "year", "2025-01-01"), ("march", "month", "2026-03-01"),
            ("april", "month", "2025-04-01"), ("Feb 2024", "month", "2024-02-01"),
            ("sept", "month", "2025-09-01"), ("yesterday", "day", "2026-02-28"),
            ("monday", "day", "2026-02-23"), ("last monday", "day", "2026-02-23"),
            ("Last Sun", "day", "2026-02-22"), ("2026-02-14", "day", "2026-02-14"),
            ("month 2026-02-14", "month", "2026-02-14"), ("week yesterday", "week", "2026-02-28"),
            ("month 2025-12", "month", "2025-12-01"), ("year 2024", "year", "2024-01-01"),
        ] as [(String, String, String?)])
    func aPeriod(_ line: String, _ length: String, _ day: String?) throws {
        let period = try #require(PeriodNotation(words(line), now: now))
        #expect(period.length.rawValue == length && period.day?.text == day)
    }

    @Test(arguments: [
        "", "last", "this", "last fortnight", "next week", "week week", "2026-13", "26-02", "10:15",
        "soon", "ma", "march soon", "week last", "last week last",
    ])
    func noPeriod(_ line: String) { #expect(PeriodNotation(words(line), now: now) == nil) }

    /// In January, the month before is last year's.
    @Test func theTurnOfTheYear() {
        let now = ClockNotation.Now(date: "2026-01-15", time: "09:00")
        #expect(PeriodNotation(["last", "month"], now: now)?.day?.text == "2025-12-31")
        #expect(PeriodNotation(["december"], now: now)?.day?.text == "2025-12-01")
    }
}
