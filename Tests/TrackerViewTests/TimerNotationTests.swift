import Testing
import TrackerCore

@testable import TrackerView

@Suite struct TimerNotationTests {
    @Test(
        arguments: [
            ("25m", 1500, nil), ("25", 1500, nil), ("25m tea", 1500, "tea"),
            ("tea 25m", 1500, "tea"), ("1h 30m", 5400, nil), ("1h 30m 10s roast", 5410, "roast"),
            ("Sunday roast 1h 30m", 5400, "Sunday roast"), ("green tea 4", 240, "green tea"),
            ("1:30 eggs", 90, "eggs"), ("90s 2nd batch", 90, "2nd batch"),
        ] as [(String, Int64, String?)])
    func whatIsMeant(_ line: String, _ seconds: Int64, _ name: String?) throws {
        let notation = try TimerNotation(line.split(separator: " ").map(String.init))
        #expect(notation.durationMs == seconds * 1000 && notation.name == name)
    }

    @Test(arguments: ["5 tea 3m", "5m 3m", "20 4"])
    func twoReadingsAreNeverGuessedBetween(_ line: String) throws {
        let error = #expect(throws: Rejection.self) {
            try TimerNotation(line.split(separator: " ").map(String.init))
        }
        #expect(error?.message.contains("this can mean") == true)
    }

    @Test(arguments: ["tea", "soon tea", "25x", ""])
    func withoutASpanThereIsNone(_ line: String) throws {
        let error = #expect(throws: Rejection.self) {
            try TimerNotation(line.split(separator: " ").map(String.init))
        }
        #expect(error?.field == "duration")
        #expect(error?.message.hasPrefix("no duration given") == true)
    }

    @Test func noSpanIsNegative() throws {
        let error = #expect(throws: Rejection.self) { try TimerNotation(["-5m", "tea"]) }
        #expect(error?.message.hasPrefix("the duration can't be negative") == true)
    }
}
