import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine

@Suite struct RestMethodTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    @Test func marksAreTheConfigurationsByDefault() throws {
        let rest = try bench.call("rest.start", #"{"duration":"1m"}"#)
        #expect(rest["warn_at_ms"] == .array([.integer(3000)]))
        bench.dependencies.configuration.rest.warnAtMs = [5000, 15_000]
        let next = try bench.call("rest.start", #"{"duration":"1m","replace":true}"#)
        #expect(next["warn_at_ms"] == .array([.integer(15_000), .integer(5000)]))
        let none = try bench.call("rest.start", #"{"duration":"1m","warn_at":[],"replace":true}"#)
        #expect(none["warn_at_ms"] == .array([]))
        bench.forget()
        bench.advance(ms: 60_000)
        #expect(bench.types == ["rest.finished"])
    }
}
