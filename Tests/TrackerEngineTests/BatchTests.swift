import TestSupport
import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine

/// Batches of several calls: in order, each call for itself or all of them atomically.
@Suite struct BatchTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    @Test func whatReachesBeyondTheStateIsRefusedInside() throws {
        for method in ["events.subscribe", "backup.create", "config.reload", "atomic"] {
            let refusal = try bench.refusal(
                "atomic",
                "{\"calls\":[{\"method\":\"stopwatch.start\"},{\"method\":\"\(method)\",\"params\":{\"calls\":[]}}]}"
            )
            #expect(refusal.kind == .invalidParams)
            #expect(refusal.index == 1)
            #expect(bench.published.isEmpty)
        }
    }

    @Test func eventsNameTheirMethodInsideOfAnAtomic() throws {
        try bench.call("atomic", #"{"calls":[{"method":"stopwatch.start"}]}"#)
        #expect(bench.published.map(\.event.cause) == [.request("stopwatch.start")])
    }
}
