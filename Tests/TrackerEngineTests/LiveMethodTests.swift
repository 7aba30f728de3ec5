import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// The short words: they act where only one thing can be meant, and never twice for one press.
@Suite struct LiveMethodTests {
    let bench: Bench

    init() throws {
        bench = try Bench.gym()
        bench.forget()
    }

    private func did(_ word: String) throws -> String? {
        try bench.call("live.\(word)")["did"]?.string
    }

    private func start(_ method: String, _ params: String) throws -> String {
        try #require(try bench.call(method, params)["id"]?.string)
    }

    /// A script that begins something and ends it means both.
    @Test func explicitWordsDoWhatTheySay() throws {
        for (word, did) in [("stop", "rest.skipped"), ("skip", "rest.skipped")] {
            _ = try start("rest.start", #"{"duration":"90s"}"#)
            #expect(try self.did(word) == did)
        }
        _ = try start("timer.start", #"{"duration":"5m"}"#)
        #expect(try did("stop") == "timer.cancelled")
        try bench.call(
            "program.create",
            #"""
            {"name":"two","intervals":[{"label":"a","duration":"20s"},{"label":"b","duration":"20s"}]}
            """#)
        _ = try start("run.start", #"{"program":"two"}"#)
        #expect(try did("skip") == "run.skipped")
        #expect(try did("stop") == "run.stopped")
        try bench.verify()
    }

    // MARK: Done

    @discardableResult
    private func fire() throws -> String {
        try bench.call("reminder.fire", #"{"reminder":"stand"}"#).id()
    }
}
