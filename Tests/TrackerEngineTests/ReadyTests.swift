import TestSupport
import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// The time to get ready before a hold.
@Suite struct ReadyTests {
    let bench: Bench

    init() throws {
        bench = try Bench()
        try bench.createExercises(["Plank": "seconds", "Push-ups": "reps"])
        bench.forget()
    }

    private func start(_ more: String = "") throws -> JSONValue {
        try bench.call(
            "training.start", "{\"exercise\":\"plank\",\"target\":60,\"ready\":\"5s\"\(more)}")
    }

    @Test func aHoldBeginsAfterACountdown() throws {
        let training = try start()
        #expect(training["state"] == .string("resting") && training["live"] == nil)
        #expect(training["ready_ms"] == .integer(5000))
        #expect(training["rest"]?["duration_ms"] == .integer(5000))
        #expect(bench.types == ["training.started", "rest.started", "training.resting"])
        bench.forget()
        bench.advance(ms: 5000)
        #expect(
            bench.types == [
                "rest.warning", "rest.warning", "rest.warning", "rest.finished",
                "training.effort_started",
            ])
        #expect(bench.alerts.map(\.title) == ["3", "2", "1", "Go"])
        #expect(
            bench.alerts.map(\.sound) == [
                .runCountdown, .runCountdown, .runCountdown, .trainingEffortStarted,
            ])
        #expect(bench.alerts.map(\.isMomentary) == [true, true, true, false])
        let holding = try bench.call("training.get")
        #expect(holding["state"] == .string("training"))
        #expect(holding["live"]?["elapsed"] == .integer(0))
        try bench.verify()
    }

    @Test func otherMarksStayWarnings() throws {
        bench.dependencies.configuration.rest.warnAtMs = [10_000, 3000]
        _ = try start(#","rest":"20s""#)
        bench.advance(ms: 15_000)
        bench.forget()
        try bench.call("training.bail")
        bench.advance(ms: 20_000)
        #expect(bench.alerts.map(\.title) == ["Rest ends in 10s", "3", "2", "1", "Go"])
    }

    @Test func theConfigurationAPresetAndTheLastSessionSayIt() throws {
        bench.dependencies.configuration.training.readyMs = 3000
        let usual = try bench.call("training.start", #"{"mode":"time"}"#)
        #expect(usual["ready_ms"] == .integer(3000))
        try bench.call("training.stop")
        // Sets of reps have none.
        let reps = try bench.call("training.start", #"{"mode":"reps"}"#)
        #expect(reps["ready_ms"] == nil && reps["state"] == .string("training"))
        try bench.call("training.stop")
        let presets = try bench.call(
            "preset.save", #"{"name":"long","mode":"time","ready":"7s"}"#)
        #expect(presets["presets"]?.list.first?["ready_ms"] == .integer(7000))
        let kept = try bench.call("training.start", #"{"preset":"long"}"#)
        #expect(kept["ready_ms"] == .integer(7000))
        try bench.call("training.stop")
        let none = try bench.call("training.start", #"{"preset":"long","ready":0}"#)
        #expect(none["ready_ms"] == nil && none["state"] == .string("training"))
        try bench.verify()
    }
}
