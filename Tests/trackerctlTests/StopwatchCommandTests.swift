import TestSupport
import Testing
import TrackerAPI
import TrackerCore

@testable import trackerctl

@Suite struct StopwatchCommandTests {
    private static func timer(_ id: String, _ kind: String, name: String? = nil) throws -> TimerView
    {
        let name = name.map { "\"name\":\"\($0)\"," } ?? ""
        return try JSONText.value(
            TimerView.self,
            from: """
                {"id":"\(id)","kind":"\(kind)",\(name)"state":"running","elapsed_ms":0,"laps":[],\
                "started_at":"2026-03-01T09:00:00.000+01:00","on_suspend":"continue"}
                """)
    }

    @Test func theOnlyStopwatchIsMeant() throws {
        let timers = [try Self.timer("a", "countdown"), try Self.timer("b", "stopwatch")]
        #expect(try StopwatchArgument.onlyOne(of: timers) == "b")
        let none = #expect(throws: Refusal.self) {
            try StopwatchArgument.onlyOne(of: Array(timers.prefix(1)))
        }
        #expect(none?.message == "no stopwatch is running" && none?.hint?.contains("start") == true)
    }

    @Test func ofSeveralStopwatchesNoneIsGuessed() throws {
        let timers = [
            try Self.timer("a", "stopwatch", name: "run"), try Self.timer("b", "stopwatch"),
        ]
        let refusal = #expect(throws: Refusal.self) { try StopwatchArgument.onlyOne(of: timers) }
        #expect(refusal?.message == "several stopwatches are running: name one of run, b")
    }
}
