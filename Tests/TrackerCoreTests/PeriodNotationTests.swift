import Testing

@testable import TrackerCore

/// Periods in everyday words.
@Suite struct PeriodNotationTests {
    /// A Sunday.
    private let now: LocalNow

    init() throws { now = try LocalNow("2026-03-01T14:05") }

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
            ("month 2025-12", "month", "2025-12-01"), ("month last week", "month", "2026-02-22"),
            ("year 2024", "year", "2024-01-01"), ("month week yesterday", "month", "2026-02-28"),
        ] as [(String, String, String?)])
    func aPeriod(_ line: String, _ length: String, _ day: String?) throws {
        let period = try #require(PeriodNotation(line))
        #expect(period.length.rawValue == length && period.day(by: now)?.text == day)
        #expect(period.hasDay == (day != nil) && period.text == line)
    }

    @Test(arguments: [
        "", "last", "this", "last fortnight", "next week", "week week", "2026-13", "26-02", "10:15",
        "soon", "ma", "march soon", "week last", "last week last",
    ])
    func noPeriod(_ line: String) { #expect(PeriodNotation(line) == nil) }

    /// Each word more would cost the daemon's stack.
    @Test func itIsShort() {
        #expect(PeriodNotation(String(repeating: "day ", count: 14) + "today") != nil)
        #expect(PeriodNotation(String(repeating: "day ", count: 15) + "today") == nil)
        #expect(PeriodNotation(String(repeating: "day ", count: 260_000) + "today") == nil)
    }

    /// In January, the month before is last year's.
    @Test func theTurnOfTheYear() throws {
        let now = try LocalNow("2026-01-15T09:00")
        #expect(PeriodNotation("last month")?.day(by: now)?.text == "2025-12-31")
        #expect(PeriodNotation("december")?.day(by: now)?.text == "2025-12-01")
    }
}
