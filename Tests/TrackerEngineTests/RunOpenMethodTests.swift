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

    @Test func anEndlessRunHasNoTotal() throws {
        let program = try create(
            """
            {"label":"warm","duration":"5s","cues":[]},{"repeat":"endless","intervals":[\
            {"label":"a","duration":"25m"},{"label":"b","duration":"5m","kind":"break"}]}
            """)
        #expect(program["total_ms"] == nil && program["steps"] == nil)
        #expect(program["intervals"]?.list.last?["repeat"] == .string("endless"))
        let run = try bench.call("run.start", #"{"program":"p"}"#)
        #expect(run["steps"] == nil && run["total_remaining_ms"] == nil && run["round"] == nil)
        #expect(run["remaining_ms"] == .integer(5000) && run["next"]?["label"] == .string("a"))
        bench.advance(ms: 5000)
        #expect(bench.alerts.last?.title == "a (1)")
        bench.advance(ms: 30 * 30 * 60_000)
        let later = try bench.call("run.get")
        #expect(later["state"] == .string("running"))
        #expect(later["round"] == .object(["k": .integer(31)]))
        #expect(later["index"] == .integer(61))
        try bench.crash()
        try bench.start()
        #expect(try bench.call("run.get")["index"] == .integer(61))
        #expect(try bench.call("run.stop")["total_remaining_ms"] == .integer(0))
        try bench.verify()
    }

    @Test func roundsEndAnEndlessProgram() throws {
        _ = try create(#"{"repeat":"endless","intervals":[{"label":"a","duration":"10s"}]}"#)
        let run = try bench.call("run.start", #"{"program":"p","rounds":2}"#)
        #expect(run["steps"] == .integer(2))
        bench.advance(ms: 20_000)
        #expect(try bench.call("run.get")["state"] == .string("completed"))
    }

    /// It asks at once, waits without counting, and logs once it is confirmed.
    @Test func anOpenIntervalLogsWhatItSays() throws {
        let program = try create(
            #"\#(Self.pushUps),{"label":"Rest","duration":"30s","kind":"rest"}"#)
        #expect(
            program["intervals"]?.list.first
                == .object([
                    "label": .string("20 push-ups"), "duration_ms": .integer(0),
                    "kind": .string("work"), "confirmation": .string("manual"),
                    "cues": .array(["start", "half", "countdown", "end"].map { .string($0) }),
                    "exercise": .string("push-ups"), "count": .integer(20),
                ]))
        let run = try bench.call("run.start", #"{"program":"p"}"#)
        #expect(run["state"] == .string("waiting_for_confirmation"))
        #expect(
            bench.types == ["run.started", "run.interval_started", "run.confirmation_needed"])
        #expect(bench.alerts.map(\.title) == ["20 push-ups"])
        #expect(bench.alerts.last?.body == "Confirm when done, then Rest")
        #expect(bench.alerts.last?.actions.map(\.label) == ["Done"])
        bench.advance(ms: 60_000)
        bench.forget()
        let resting = try bench.call("run.confirm")
        #expect(resting["elapsed_ms"] == .integer(0) && resting["index"] == .integer(1))
        #expect(bench.types == ["log.added", "run.interval_started"])
        let entry = try bench.data(of: "log.added")
        #expect(entry["count"] == .integer(20) && entry["name"] == .string("Push-ups"))
        #expect(entry["at"] == .string("2026-03-01T09:01:00.000+01:00"))
        // The entry can be undone; the run stays as it is.
        try bench.call("journal.undo")
        #expect(try bench.call("log.list")["total"] == .integer(0))
        #expect(try bench.call("run.get")["index"] == .integer(1))
        try bench.verify()
    }

    /// The single key says how many were done.
    @Test func anotherCountIsLogged() throws {
        _ = try create(
            #"\#(Self.pushUps),{"label":"Rest","duration":"30s","kind":"rest"}"#)
        try bench.call("run.start", #"{"program":"p"}"#)
        bench.advance(ms: 60_000)
        bench.forget()
        #expect(try bench.refusal("live.next", #"{"count":0}"#).field == "count")
        let next = try bench.call("live.next", #"{"count":8}"#)
        #expect(next["did"] == .string("run.interval_started"))
        #expect(next["view"]?["index"] == .integer(1))
        #expect(bench.types == ["log.added", "run.interval_started"])
        #expect(try bench.data(of: "log.added")["count"] == .integer(8))
        // A rest asks for none.
        #expect(try bench.refusal("live.next", #"{"count":8}"#).state == "none")
        try bench.verify()
    }

    @Test func aCountIsConfirmedWhereAnExerciseIsLogged() throws {
        _ = try create(#"\#(Self.pushUps),{"label":"Shoes","confirmation":"manual"}"#)
        try bench.call("run.start", #"{"program":"p"}"#)
        bench.forget()
        #expect(try bench.refusal("run.confirm", #"{"count":0}"#).field == "count")
        #expect(try bench.call("run.confirm", #"{"count":12}"#)["index"] == .integer(1))
        #expect(bench.types == ["log.added", "run.interval_started", "run.confirmation_needed"])
        #expect(try bench.data(of: "log.added")["count"] == .integer(12))
        let refusal = try bench.refusal("run.confirm", #"{"count":12}"#)
        #expect(refusal.kind == .invalidParams && refusal.field == "count")
        #expect(try bench.call("run.confirm")["state"] == .string("completed"))
        // Whatever the interval, a run that doesn't wait says so.
        #expect(try bench.refusal("run.confirm", #"{"count":12}"#).state == "completed")
        try bench.verify()
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

    @Test func aSkippedOneLogsNothing() throws {
        _ = try create("\(Self.pushUps),\(Self.pushUps)")
        try bench.call("run.start", #"{"program":"p"}"#)
        #expect(try bench.call("run.skip")["index"] == .integer(1))
        #expect(try bench.call("run.get")["state"] == .string("waiting_for_confirmation"))
        #expect(try bench.call("run.confirm")["state"] == .string("completed"))
        #expect(try bench.call("log.list")["total"] == .integer(1))
    }

    /// The answer of a reminder that waits for exercise, and what follows.
    @Test func whatIsLoggedAnswersReminders() throws {
        try bench.call(
            "reminder.create",
            #"{"name":"move","every":"30m","days":"daily","exercise":"any"}"#)
        _ = try create(Self.pushUps)
        bench.advance(ms: 31 * 60_000)
        try bench.call("run.start", #"{"program":"p"}"#)
        bench.forget()
        try bench.call("run.confirm")
        #expect(bench.types == ["log.added", "reminder.answered", "run.completed"])
    }

    @Test func withAutomaticConfirmationsItStillWaits() throws {
        _ = try create(
            #"{"label":"a","duration":"5s","confirmation":"manual"},\#(Self.pushUps)"#)
        try bench.call("run.start", #"{"program":"p","auto":true,"work":"10s"}"#)
        bench.advance(ms: 10_000)
        let run = try bench.call("run.get")
        #expect(run["index"] == .integer(1))
        #expect(run["state"] == .string("waiting_for_confirmation"))
    }

    @Test func exercisesThatNobodyKnowsAreRefused() throws {
        let wrong = Self.pushUps.replacing("\"push-ups\"", with: "\"push-upz\"")
        let refusal = try bench.refusal(
            "program.create", "{\"name\":\"p\",\"intervals\":[\(wrong)]}")
        #expect(refusal.kind == .notFound && refusal.field == "exercise")
        _ = try create(Self.pushUps)
        let exercise = try bench.call("exercise.list")["exercises"]?.list.first {
            $0["name"] == .string("Push-ups")
        }
        let id = try #require(exercise).id()
        try bench.call("run.start", #"{"program":"p"}"#)
        try bench.call("exercise.update", #"{"exercise":"\#(id)","name":"Dips"}"#)
        // The run waits rather than losing the entry; the interval can be skipped.
        #expect(try bench.refusal("run.confirm").kind == .notFound)
        try bench.call("run.skip")
        #expect(try bench.refusal("run.start", #"{"program":"p"}"#).kind == .notFound)
        // The program itself may be renamed.
        try bench.call("program.update", #"{"program":"p","name":"q"}"#)
        try bench.verify()
    }

    @Test(arguments: [
        (#"{"label":"a"}"#, "intervals[0].duration"),
        (#"{"label":"a","confirmation":"automatic"}"#, "intervals[0].duration"),
        (#"{"label":"a","duration":0}"#, "intervals[0].duration"),
        (#"{"label":"a","confirmation":"manual","count":5}"#, "intervals[0].count"),
        (
            #"{"label":"a","confirmation":"manual","exercise":"plank"}"#, "intervals[0].exercise"
        ),
        (
            #"{"label":"a","duration":"5s","exercise":"plank","count":5}"#,
            "intervals[0].exercise"
        ),
        (
            #"{"label":"a","confirmation":"manual","exercise":5,"count":5}"#,
            "intervals[0].exercise"
        ),
        (
            #"{"label":"a","confirmation":"manual","exercise":"plank","count":"x"}"#,
            "intervals[0].count"
        ),
        (
            #"{"repeat":"endless","intervals":[{"label":"a","duration":"5s"}]},{"label":"b","duration":"5s"}"#,
            "intervals[0].repeat"
        ),
        (#"{"repeat":"often","intervals":[{"label":"a","duration":"5s"}]}"#, "intervals[0].repeat"),
    ])
    func whatIsRefused(_ intervals: String, _ field: String) throws {
        let refusal = try bench.refusal(
            "program.create", "{\"name\":\"p\",\"intervals\":[\(intervals)]}")
        #expect(refusal.kind == .invalidParams && refusal.field == field, "\(refusal)")
    }
}
