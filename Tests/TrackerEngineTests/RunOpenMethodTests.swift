import TestSupport
import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// Endless runs, and intervals that wait until they are confirmed and log what they say. The person's clock
/// shows 09:00 on 2026-03-01.
@Suite struct RunOpenMethodTests {
    let bench: Bench

    init() throws {
        bench = try Bench()
        try bench.createExercises(["Push-ups": "reps", "Plank": "seconds"])
    }

    private static let pushUps = """
        {"label":"20 push-ups","confirmation":"manual","exercise":"push-ups","count":20}
        """

    private func create(_ intervals: String) throws -> JSONValue {
        let program = try bench.call(
            "program.create", "{\"name\":\"p\",\"intervals\":[\(intervals)]}")
        bench.forget()
        return program
    }

    @Test func itIsNotExtended() throws {
        _ = try create(Self.pushUps)
        try bench.call("run.start", #"{"program":"p"}"#)
        for call in ["run.extend", "live.extend"] {
            let refusal = try bench.refusal(call, #"{"by":"5m"}"#)
            #expect(refusal.kind == .conflict && refusal.state == "waiting_for_confirmation")
            #expect(refusal.message.hasPrefix("20 push-ups has no duration to extend: "))
        }
        // A timer is then the only thing that counts down.
        let tea = try bench.call("timer.start", #"{"duration":"5m","name":"tea"}"#).id()
        #expect(
            try bench.call("live.extend", #"{"by":"5m"}"#)["view"]?["id"] == .string(tea))
        #expect(
            try bench.refusal("live.extend", #"{"by":"5m","names":["run"]}"#).state
                == "waiting_for_confirmation")
        try bench.verify()
    }
}
