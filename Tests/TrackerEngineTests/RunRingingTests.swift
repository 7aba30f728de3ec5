import Testing
import TrackerAPI
import TrackerCore
import TrackerStore

@testable import TrackerEngine

/// Alerts of a run that waits, repeated until somebody answers.
@Suite struct RunRingingTests {
    let bench: Bench

    /// A program of two intervals of 10 s, the first of which waits.
    init() throws {
        bench = try Bench()
        try bench.call(
            "program.create",
            """
            {"name":"Rice","intervals":[{"label":"Boil","duration":"10s","cues":[],\
            "confirmation":"manual"},{"label":"Soak","duration":"10s","cues":[]}]}
            """)
        bench.forget()
    }

    private func alerts() -> [String] { bench.alerts.map { $0.body } }

    /// The alert is repeated as often as the configuration says, each time as an alert of its own, and a restart
    /// changes nothing.
    @Test func aRunThatWaitsRingsAgain() throws {
        bench.dependencies.configuration.timers.ringAtMost = 3
        try bench.call("run.start", #"{"program":"rice","ring_again":"1m"}"#)
        bench.advance(ms: 10_000)
        #expect(alerts() == ["Confirm to continue: Soak"])
        bench.advance(ms: 60_000)
        #expect(bench.types.last == "run.followed_up")
        #expect(try bench.call("run.get")["rings"] == .integer(1))
        bench.stop()
        try bench.start()
        bench.advance(ms: 59_999)
        #expect(bench.types.count { $0 == "run.followed_up" } == 1)
        bench.advance(ms: 1)
        bench.advance(ms: 600_000)
        #expect(bench.types.count { $0 == "run.followed_up" } == 3)
        #expect(Set(bench.alerts.map(\.moment)).count == 4)
        #expect(bench.alerts.allSatisfy { $0.isQuestion })
        #expect(try bench.call("run.get")["state"] == .string("waiting_for_confirmation"))
        try bench.verify()
    }

    /// What was missed, as by sleep, is told once.
    @Test func missedAlertsAreGivenOnce() throws {
        try bench.call("run.start", #"{"program":"rice","ring_again":"1m"}"#)
        bench.advance(ms: 10_000)
        bench.suspend(ms: 150_000)
        bench.wake()
        #expect(bench.types.count { $0 == "run.followed_up" } == 1)
        bench.advance(ms: 59_999)
        #expect(bench.types.count { $0 == "run.followed_up" } == 1)
        bench.advance(ms: 1)
        #expect(bench.types.count { $0 == "run.followed_up" } == 2)
    }

    @Test func anAnswerEndsTheRinging() throws {
        try bench.call("run.start", #"{"program":"rice","ring_again":"1m"}"#)
        bench.advance(ms: 70_000)
        let run = try bench.call("run.confirm")
        #expect(run["rings"] == nil)
        bench.advance(ms: 9000)
        #expect(bench.types.count { $0 == "run.followed_up" } == 1)
        // The end waits as well, and counts its alerts from the first.
        bench.advance(ms: 1000)
        #expect(bench.types.last == "run.confirmation_needed")
        #expect(alerts().last == "Confirm to finish Rice")
        bench.advance(ms: 60_000)
        #expect(try bench.call("run.get")["rings"] == .integer(1))
        try bench.call("live.next")
        #expect(try bench.call("run.get")["state"] == .string("completed"))
        bench.advance(ms: 600_000)
        #expect(bench.types.count { $0 == "run.followed_up" } == 2)
        try bench.verify()
    }

    /// Without a span, the person is asked once more after five minutes, whatever timers do.
    @Test func withoutASpanThereIsOneReminder() throws {
        bench.dependencies.configuration.timers.ringAgainMs = 60_000
        try bench.call("run.start", #"{"program":"rice"}"#)
        bench.advance(ms: 10_000 + 299_999)
        #expect(bench.types.last == "run.confirmation_needed")
        bench.advance(ms: 1)
        #expect(bench.types.last == "run.followed_up")
        bench.advance(ms: 3_600_000)
        #expect(bench.types.count { $0 == "run.followed_up" } == 1)
    }

    @Test func aProgramKeepsItsSpan() throws {
        try bench.call("program.update", #"{"program":"rice","ring_again":"2m"}"#)
        #expect(
            try bench.call("program.get", #"{"program":"rice"}"#)["ring_again_ms"]
                == .integer(120_000))
        let copy = try bench.call("program.duplicate", #"{"program":"rice"}"#)
        #expect(copy["ring_again_ms"] == .integer(120_000))
        let run = try bench.call("run.start", #"{"program":"rice"}"#)
        #expect(run["interval"]?["ring_again_ms"] == .integer(120_000))
        try bench.call("run.stop")
        // For one run, another span or none.
        let other = try bench.call("run.start", #"{"program":"rice","ring_again":"30s"}"#)
        #expect(other["interval"]?["ring_again_ms"] == .integer(30_000))
        try bench.call("run.stop")
        let none = try bench.call("run.start", #"{"program":"rice","ring_again":false}"#)
        #expect(none["interval"]?["ring_again_ms"] == nil)
        #expect(none["next"]?["confirmation"] == .string("automatic"))
        try bench.call("run.stop")
        try bench.call("program.update", #"{"program":"rice","ring_again":false}"#)
        #expect(
            try bench.call("program.get", #"{"program":"rice"}"#)["ring_again_ms"] == nil)
    }

    @Test(
        arguments: [
            ("run.start", #""program":"rice","ring_again":"9s""#, "ring_again", "10 s to 12 h"),
            ("run.start", #""program":"rice","ring_again":"13h""#, "ring_again", "10 s to 12 h"),
            ("run.start", #""program":"rice","ring_again":"often""#, "ring_again", "false"),
            (
                "program.update", #""program":"rice","ring_again":"9s""#, "ring_again",
                "10 s to 12 h"
            ),
            (
                "program.update",
                #""program":"rice","intervals":[{"label":"a","duration":"5s","ring_again":"1m"}]"#,
                "intervals[0].ring_again", "waits for you"
            ),
            (
                "program.update",
                """
                "program":"rice","intervals":[{"label":"a","duration":"5s",\
                "confirmation":"manual","ring_again":"1s"}]
                """, "intervals[0].ring_again", "10 s to 12 h"
            ),
            (
                "program.update",
                #""program":"rice","intervals":[{"repeat":2,"ring_again":"1m","intervals":[]}]"#,
                "intervals[0].ring_again", "group"
            ),
        ])
    func spansThatAreRefused(
        _ method: String, _ members: String, _ field: String, _ word: String
    ) throws {
        let refusal = try bench.refusal(method, "{\(members)}")
        #expect(refusal.field == field && refusal.message.contains(word), "\(refusal.message)")
        #expect(bench.types.isEmpty)
    }
}
