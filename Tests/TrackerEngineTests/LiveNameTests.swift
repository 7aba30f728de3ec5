import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// Words that name what is live, what is extended, and counts for the single key.
@Suite struct LiveNameTests {
    let bench: Bench

    init() throws {
        bench = try Bench.gym()
        bench.forget()
    }

    @discardableResult
    private func timer(_ name: String, _ duration: String = "5m") throws -> String {
        try bench.call("timer.start", "{\"duration\":\"\(duration)\",\"name\":\"\(name)\"}").id()
    }

    private func names(_ words: [String]) -> String {
        "{\"names\":[\(words.map { "\"\($0)\"" }.joined(separator: ","))]}"
    }

    @Test func allThings() throws {
        #expect(try bench.refusal("live.stop", #"{"all":true}"#).state == "none")
        let over = try timer("over", "1m")
        bench.advance(ms: 60_000)
        let tea = try timer("tea")
        try timer("eggs")
        try bench.call("timer.pause", #"{"timer":"eggs"}"#)
        try bench.call("stopwatch.start", #"{"name":"race"}"#)
        try bench.call("rest.start", #"{"duration":"90s"}"#)
        for params in [#"{"all":true,"names":["tea"]}"#, "{\"all\":true,\"id\":\"\(tea)\"}"] {
            let refusal = try bench.refusal("live.stop", params)
            #expect(refusal.kind == .invalidParams && refusal.field == "all", "\(params)")
        }
        bench.forget()
        // What is paused already is left alone.
        let paused = try bench.call("live.pause", #"{"all":true}"#)
        #expect(bench.types == ["timer.paused", "timer.paused", "rest.paused"])
        #expect(paused["view"]?["id"]?.string == tea && paused["others"]?.list.count == 2)
        #expect(try bench.refusal("live.stop", #"{"all":false}"#).kind == .ambiguous)
        bench.forget()
        try bench.call("live.stop", #"{"all":true}"#)
        #expect(
            bench.types == ["timer.cancelled", "timer.cancelled", "timer.finished", "rest.skipped"])
        // One that is over still waits for its answer.
        let waiting = try bench.call("timer.get", "{\"timer\":\"\(over)\"}")
        #expect(waiting["waiting_ms"] != nil)
        try bench.verify()
    }

    /// One request dismisses a reminder, or answers a timer.
    @Test func dismissMeansAReminderOrATimer() throws {
        func dismissed(_ name: String) throws -> String? {
            try bench.call("live.dismiss", "{\"named\":\"\(name)\"}")["did"]?.string
        }
        let tea = try timer("tea")
        let running = try bench.refusal("live.dismiss", #"{"named":"Tea"}"#)
        #expect(running.kind == .conflict && running.state == "running")
        for (name, kind) in [("nobody", Rejection.Kind.notFound), (" ", .invalidParams)] {
            let refusal = try bench.refusal("live.dismiss", "{\"named\":\"\(name)\"}")
            #expect(refusal.kind == kind && refusal.field == "named", "\(name)")
        }
        try bench.call("reminder.create", #"{"name":"tea","every":"2h","days":"daily"}"#)
        bench.advance(ms: 300_000)
        // Its reminder isn't pending yet.
        #expect(try dismissed("tea") == "timer.answered")
        try bench.call("timer.restart", "{\"timer\":\"\(tea)\"}")
        bench.advance(ms: 300_000)
        try bench.call("reminder.fire", #"{"reminder":"tea"}"#)
        #expect(try dismissed("tea") == "reminder.dismissed")
        #expect(try dismissed("tea") == "timer.answered")
        try bench.verify()
    }

    @Test func whereOneIsRefusedNoneIsDone() throws {
        try timer("eggs")
        try timer("tea")
        try bench.call("timer.pause", #"{"timer":"tea"}"#)
        bench.forget()
        let refused: [([String], Rejection.Kind)] = [
            (["eggs", "tea"], .conflict), (["eggs", "toast"], .notFound), ([], .invalidParams),
            (Array(repeating: "eggs", count: 21), .tooLarge),
        ]
        for (words, kind) in refused {
            #expect(try bench.refusal("live.pause", names(words)).kind == kind, "\(words)")
        }
        let mistyped = try bench.refusal("live.stop", names(["egs"]))
        #expect(mistyped.message == "nothing called 'egs' is running; did you mean eggs?")
        #expect(
            try bench.refusal("live.stop", #"{"id":"x","names":["eggs"]}"#).field == "names")
        #expect(bench.published.isEmpty)
    }
}
