import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerView
@testable import trackerctl

@Suite struct CalendarTextTests {
    private func days(_ month: String) throws -> [CalendarMonth.Day] {
        try #require(Month(month)).days.map { number in
            let date = Days.text(of: number)
            let day = Int(date.suffix(2)) ?? 0
            return CalendarMonth.Day(
                date: date, workouts: day == 3 ? 2 : day == 1 ? 1 : 0, trainings: day == 3 ? 1 : 0,
                logs: day % 10 == 0 ? 4 : 0)
        }
    }

    @Test func aMonthFromSunday() throws {
        let text = CalendarText(days: try days("2026-02"), firstWeekday: 6).text(in: .plain)
        #expect(
            text.contains("\n Su     Mo     Tu     We     Th     Fr     Sa\n  1 W    2      3 WT"))
    }

    @Test func colours() throws {
        let style = Sample.colored
        let text = CalendarText(days: try days("2026-03"), firstWeekday: 0).text(in: style)
        #expect(text.contains("\u{1b}[32mW\u{1b}[0m\u{1b}[34mT\u{1b}[0m"))
        #expect(text.contains("\u{1b}[2m  2\u{1b}[0m"))
    }
}
