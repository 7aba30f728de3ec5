import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// Countdowns that are over and wait for an answer: how they are shown, answered and asked about again.
@Suite struct TimerAnswerTests {
    let bench: Bench

    init() throws {
        bench = try Bench()
        try bench.call("timer.start", #"{"duration":"25m","name":"tea"}"#)
    }

    private func start(_ name: String, _ duration: String) throws {
        try bench.call("timer.start", "{\"duration\":\"\(duration)\",\"name\":\"\(name)\"}")
    }

    private func ring(everyMs: Int64 = 60_000, atMost: Int = 5) {
        bench.dependencies.configuration.timers.ringAgainMs = everyMs
        bench.dependencies.configuration.timers.ringAtMost = atMost
    }

    /// Names and waits of the timers in the status.
    private var shown: [String] {
        get throws {
            try bench.call("status")["timers"]?.list.map { timer in
                let wait = timer["waiting_ms"]?.integer.map { " \($0)" } ?? ""
                return "\(timer["name"]?.string ?? "?")\(wait)"
            } ?? []
        }
    }

    private func did(_ method: String, _ params: String = "{}") throws -> String? {
        try bench.call(method, params)["did"]?.string
    }

    // MARK: Repeated alerts

    /// The line that the service manager shows.
    @Test func theSummaryHasThemFirst() throws {
        var summary: String { bench.engine.summary(at: bench.clock) }
        try start("eggs", "25m")
        try start("roast", "2h")
        bench.advance(ms: 25 * 60_000)
        #expect(summary == "2 timers over, 1 timer running; next at 11:00:00")
        try bench.call("timer.cancel", #"{"timer":"roast"}"#)
        try bench.call("timer.answer", #"{"timer":"tea"}"#)
        #expect(summary == "1 timer over; next at 21:25:00")
        try bench.call("timer.answer", #"{"timer":"eggs"}"#)
        #expect(summary == "Nothing is running")
    }

    /// A timer's own setting, whatever the configuration says; `ring_at_most` holds for it, too.
    @Test(
        arguments: [
            (own: "\"2m\"", configured: nil, rings: 2, everyMs: 120_000),
            (own: "\"2m\"", configured: 60_000, rings: 2, everyMs: 120_000),
            (own: "false", configured: 60_000, rings: 0, everyMs: 0),
            (own: "0", configured: 60_000, rings: 0, everyMs: 0),
            (own: "false", configured: nil, rings: 0, everyMs: 0),
        ] as [(own: String, configured: Int64?, rings: Int, everyMs: Int64)])
    func aTimerHasARepetitionOfItsOwn(
        _ row: (own: String, configured: Int64?, rings: Int, everyMs: Int64)
    ) throws {
        bench.dependencies.configuration.timers.ringAgainMs = row.configured
        bench.dependencies.configuration.timers.ringAtMost = 2
        let started = try bench.call(
            "timer.start", "{\"duration\":\"10m\",\"name\":\"rice\",\"ring_again\":\(row.own)}")
        #expect(started["ring_again_ms"] == .integer(row.everyMs))
        bench.advance(ms: 10 * 60_000)
        bench.forget()
        bench.advance(ms: 10 * 60_000)
        #expect(bench.types == Array(repeating: "timer.rang_again", count: row.rings))
        // It holds after a restart of the timer and of the daemon.
        try bench.restart()
        let again = try bench.call("timer.restart", #"{"timer":"rice"}"#)
        #expect(again["ring_again_ms"] == .integer(row.everyMs))
        bench.forget()
        bench.advance(ms: 20 * 60_000)
        let own = bench.published.filter {
            $0.event.type == "timer.rang_again" && $0.event.data.contains("\"rice\"")
        }
        #expect(own.count == row.rings)
        try bench.verify()
    }

    // MARK: Buttons

    @Test(arguments: ["done", "again", "extend"]) func buttons(_ key: String) throws {
        bench.advance(ms: 25 * 60_000)
        bench.advance(ms: 3 * 60_000)
        let alert = try #require(bench.alerts.last)
        let action = try #require(alert.actions.first { $0.key == key })
        let pressed = bench.engine.pressed(action.purpose, at: bench.clock)
        #expect(pressed.refusal == nil)
        #expect(pressed.outcome.published.first?.endsThread == alert.thread)
        let timer = try bench.call("timer.get", #"{"timer":"tea"}"#)
        #expect(timer["waiting_ms"] == nil)
        let left = ["again": 25 * 60_000, "extend": 5 * 60_000][key] ?? 0
        #expect(timer["remaining_ms"] == .integer(Int64(left)))
        #expect(timer["state"] == .string(key == "done" ? "finished" : "running"))
        // A second press does nothing.
        bench.advance(ms: 1000)
        let again = bench.engine.pressed(action.purpose, at: bench.clock)
        #expect(again.refusal == nil && again.outcome.published.isEmpty)
    }

    @Test func anotherNameIsShownAtOnce() throws {
        bench.advance(ms: 25 * 60_000)
        bench.forget()
        try bench.call("timer.rename", #"{"timer":"tea","name":"green tea"}"#)
        #expect(bench.published.map(\.event.type) == ["timer.renamed", "timer.finished"])
        #expect(bench.published.last?.audience == .shown)
        #expect(bench.alerts.map(\.title) == ["green tea"])
        #expect(bench.alerts.last?.actions.first?.command == "trackerctl done 'green tea'")
        bench.forget()
        try bench.call("timer.answer", #"{"timer":"green tea"}"#)
        try bench.call("timer.rename", #"{"timer":"green tea","name":"tea"}"#)
        #expect(bench.alerts.isEmpty)
    }
}
