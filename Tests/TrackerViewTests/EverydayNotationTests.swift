import Testing
import TrackerCore

@testable import TrackerView

/// Ends in everyday words.
@Suite struct EverydayNotationTests {
    private func words(_ text: String) -> [String] {
        text.split(separator: " ").map(String.init)
    }

    @Test(
        arguments: [
            ("until 18:30 dinner", "18:30", "dinner"), ("dinner until 18:30", "18:30", "dinner"),
            ("until 6:30 pm green tea", "6:30 pm", "green tea"), ("until noon", "noon", nil),
            ("roast until tomorrow 9am beef", "tomorrow 9am", "roast beef"),
            ("TILL 18:30", "18:30", nil), ("until 18:30 until later", "18:30", "until later"),
            ("until 9pm tomorrow x1", "9pm tomorrow", "x1"),
            ("until 6:30 pm monday x1", "6:30 pm monday", "x1"),
            ("until 6 tomorrow", "6 tomorrow", nil), ("at 18:30", "18:30", nil),
            ("at 18:30 dinner", "18:30", "dinner"), ("dinner at 6 pm", "6 pm", "dinner"),
            ("look at until 18:30", "18:30", "look at"), ("7up at 18:30", "18:30", "7up"),
            ("until monday 9:00 x", "monday 9:00", "x"),
            ("until monday 9 x", "monday 9", "x"),
            ("until monday x", "monday", "x"), ("x till Mon", "Mon", "x"),
            ("until tomorrow", "tomorrow", nil),
            ("until tomorrow green tea", "tomorrow", "green tea"),
            ("until sunday x", "sunday", "x"),
            ("until friday noon x", "friday noon", "x"),
            ("until 2026-03-05 8am x", "2026-03-05 8am", "x"),
        ] as [(String, String, String?)])
    func anEnd(_ line: String, _ time: String, _ name: String?) throws {
        let timer = try TimerNotation(words(line))
        #expect(timer.end == TypedTime(time).map(TimerNotation.End.at))
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
        let timer = try TimerNotation(words(line))
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
            try TimerNotation(words(line))
        }
        #expect(refusal?.field == field)
    }

    @Test(arguments: [
        ("6 pm dinner", "'6 pm' is a time of day: trackerctl timer until 6 pm dinner"),
        ("green tea 6:30am", "'6:30am' is a time of day: trackerctl timer until 6:30am green tea"),
    ])
    func anHourIsNoDuration(_ line: String, _ message: String) {
        let refusal = #expect(throws: Rejection.self) {
            try TimerNotation(words(line))
        }
        #expect(refusal?.message == message)
    }

    @Test func anEndBesideTheWords() throws {
        let time = TypedTime("18:30")
        let timer = try TimerNotation(["green", "tea"], until: time)
        #expect(timer.end == time.map(TimerNotation.End.at) && timer.name == "green tea")
        #expect(try TimerNotation([], until: time).name == nil)
        for line in ["5m tea", "until 19:00"] {
            #expect(throws: Rejection.self) {
                try TimerNotation(words(line), until: time)
            }
        }
    }

    /// A day alone is an end, too.
    @Test(
        arguments: [
            ("until tomorrow", "tomorrow", nil), ("till monday", "monday", nil),
            ("move until tomorrow", "tomorrow", "move"),
            ("until tomorrow drink water", "tomorrow", "drink water"),
            ("until tuesday", "tuesday", nil), ("until sunday", "sunday", nil),
            ("until 3pm", "3pm", nil), ("until tomorrow 9am", "tomorrow 9am", nil),
            ("move until mon 8", "mon 8", "move"),
            ("until noon move", "noon", "move"), ("at 18:30", "18:30", nil),
            ("until 8 tomorrow", "8 tomorrow", nil),
        ] as [(String, String, String?)])
    func aSnooze(_ line: String, _ time: String, _ name: String?) throws {
        let until = try #require(try UntilNotation(words(line)))
        #expect(until.time.text == time)
        #expect(until.rest.joined(separator: " ") == name ?? "")
    }

    @Test(arguments: ["until", "tomorrow", "monday", "at tomorrow", "until dinner", "move"])
    func noEnd(_ line: String) throws {
        let until = try UntilNotation(words(line))
        #expect(until?.time == nil)
    }
}
