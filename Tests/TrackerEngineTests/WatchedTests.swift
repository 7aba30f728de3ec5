import TestSupport
import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// The time for which somebody follows on the screen what runs.
@Suite struct WatchedTests {
    private func watched(_ bench: Bench) -> Int64? { bench.engine.watchedMs(at: bench.clock) }

    @Test func holdsAndTheirRestsAreFollowed() throws {
        let bench = try Bench.withExercises()
        #expect(watched(bench) == nil)
        try bench.call("training.start", #"{"mode":"time","target":60,"rest":"30s"}"#)
        #expect(watched(bench) == 600_000)
        bench.advance(ms: 10_000)
        #expect(watched(bench) == 590_000)
        try bench.call("training.pause")
        #expect(watched(bench) == nil)
        try bench.call("training.resume")
        #expect(watched(bench) == 590_000)
        try bench.call("training.bail")
        #expect(watched(bench) == 30_000)
        bench.advance(ms: 10_000)
        #expect(watched(bench) == 20_000)
        try bench.call("training.pause")
        #expect(watched(bench) == nil)
        try bench.call("training.resume")
        bench.advance(ms: 20_000)
        #expect(watched(bench) == 600_000)
        // A hold that somebody has forgotten.
        bench.advance(ms: 600_000)
        #expect(watched(bench) == nil)
        try bench.call("training.stop")
        #expect(watched(bench) == nil)
    }

    @Test func effortsOfRepsAreNot() throws {
        let bench = try Bench.withExercises()
        try bench.startReps(rest: "20s")
        #expect(watched(bench) == nil)
        try bench.reps(5)
        #expect(watched(bench) == 20_000)
    }

    /// A rest by itself is something else to do than to look at the screen.
    @Test func aRestByItselfIsNot() throws {
        let bench = try Bench()
        try bench.call("rest.start", #"{"duration":"90s"}"#)
        #expect(watched(bench) == nil)
    }

    @Test func intervalsAreFollowedUpToTenMinutes() throws {
        let bench = try Bench()
        try bench.call(
            "program.create",
            """
            {"name":"p","intervals":[{"label":"a","duration":"10m"},{"label":"b",\
            "duration":"601s"},{"label":"c","duration":"5s","confirmation":"manual"},\
            {"label":"d","duration":"5s"}]}
            """)
        try bench.call("run.start", #"{"program":"p"}"#)
        #expect(watched(bench) == 600_000)
        try bench.call("run.pause")
        #expect(watched(bench) == nil)
        try bench.call("run.resume")
        bench.advance(ms: 600_000)
        #expect(watched(bench) == nil)
        bench.advance(ms: 601_000)
        #expect(watched(bench) == 5000)
        // Waiting for a confirmation may take any time.
        bench.advance(ms: 5000)
        #expect(watched(bench) == nil)
        try bench.call("run.confirm")
        #expect(watched(bench) == 5000)
        bench.advance(ms: 5000)
        #expect(watched(bench) == nil)
    }

    @Test func theConfigurationDecides() throws {
        let bench = try Bench.withExercises()
        try bench.call("training.start", #"{"mode":"time","target":60}"#)
        bench.engine.dependencies.configuration.desktop.keepAwake = [.run]
        #expect(watched(bench) == nil)
        bench.engine.dependencies.configuration.desktop.keepAwake = [.training]
        #expect(watched(bench) == 600_000)
        bench.engine.dependencies.configuration.desktop.keepAwake = []
        #expect(watched(bench) == nil)
    }
}
