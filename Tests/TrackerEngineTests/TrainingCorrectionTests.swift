import Testing
import TrackerAPI
import TrackerCore
import TrackerEngine

/// Corrections of a session.
@Suite struct TrainingCorrectionTests {
    let bench: Bench

    init() throws { bench = try Bench.withExercises() }

    // MARK: Corrections

    @Test func anAttemptIsCorrected() throws {
        try bench.completeHolds()
        bench.forget()
        let corrected = try bench.correct(1, #""value":15.5"#)
        #expect(bench.types == ["training.updated"])
        let first = try #require(corrected["attempts"]?.list.first)
        #expect(first["value"] == .number(15.5) && first["counted"] == .number(10.5))
        #expect(first["adjustment"] == .integer(5) && first["rest_taken_ms"] == .integer(10_000))
        #expect(corrected["accumulated"] == .number(30.5))
        #expect(corrected["summary"]?["total"] == .number(30.5))
        #expect(corrected["summary"]?["effort_ms"] == .integer(35_500))
        #expect(corrected["summary"]?["duration_ms"] == .integer(42_000))
        #expect(try bench.logLines() == ["35 Plank"])
        // The hold that ended the session keeps its adjustment of 0.
        #expect(try bench.correct(2, #""value":3"#)["accumulated"] == .number(13.5))
        #expect(try bench.logLines() == ["18 Plank"])
        try bench.verify()
    }

    @Test func anAttemptIsRemoved() throws {
        try bench.startReps()
        try bench.reps(7)
        bench.advance(ms: 15_000)
        try bench.reps(9)
        let effort = try #require(try bench.training()["summary"]?["effort_ms"]?.integer)
        let less = try bench.correct(1, #""remove":true"#)
        #expect(less["attempts"]?.list.count == 1 && less["accumulated"] == .integer(11))
        #expect(less["summary"]?["attempts"] == .integer(1))
        #expect(less["summary"]?["effort_ms"] == .integer(effort - 5000))
        #expect(less["summary"]?["rest_ms"] == .integer(0))
        #expect(try bench.logLines() == ["9 Push-ups"])
        // With nothing left to log the entry goes, too.
        #expect(try bench.correct(1, #""remove":true"#)["attempts"]?.list == [])
        #expect(try bench.logLines() == [])
        try bench.call("journal.undo")
        #expect(try bench.logLines() == ["9 Push-ups"])
        try bench.verify()
    }

    @Test func theExerciseIsCorrected() throws {
        try bench.completeHolds()
        let id = try bench.training().id()
        try bench.call("training.update", "{\"training\":\"\(id)\",\"exercise\":\"hang\"}")
        #expect(try bench.logLines() == ["32 Hang"])
        #expect(try bench.training()["exercise_name"] == .string("Hang"))
        try bench.call("training.update", "{\"training\":\"\(id)\",\"exercise\":\"\"}")
        #expect(try bench.logLines() == [] && bench.training()["exercise"] == nil)
        bench.forget()
        try bench.call("training.update", "{\"training\":\"\(id)\",\"exercise\":\"plank\"}")
        #expect(bench.types == ["training.updated"])
        #expect(try bench.logLines() == ["32 Plank"])
        let entry = try #require(try bench.call("log.list")["entries"]?.list.first)
        #expect(entry["source"] == .string("training"))
        #expect(try entry["at"] == bench.training()["ended_at"])
        try bench.verify()
    }

    @Test func aNewEntryAnswersReminders() throws {
        try bench.completeHolds(exercise: "")
        try bench.call(
            "reminder.create", #"{"name":"move","every":"30m","days":"daily","exercise":"plank"}"#)
        try bench.call("reminder.fire", #"{"reminder":"move"}"#)
        bench.forget()
        // The session ended within the minute in which the reminder fired.
        try bench.call("training.update", #"{"training":"last","exercise":"plank"}"#)
        #expect(bench.types == ["training.updated", "reminder.answered"])
    }

    @Test func anEntryThatWasDeletedStaysAway() throws {
        try bench.completeHolds()
        try bench.call("log.delete", #"{"entry":"last"}"#)
        _ = try bench.correct(1, #""value":20"#)
        try bench.call("training.update", #"{"training":"last","exercise":"hang"}"#)
        #expect(try bench.logLines() == [])
    }

    @Test func anEntryIsFoundAgain() throws {
        try bench.completeHolds()
        try bench.call("log.update", #"{"entry":"last","at":"-5m","count":30,"note":"hard"}"#)
        // A count that was noted by hand stays until the session's own count is another one.
        try bench.call("training.update", #"{"training":"last","exercise":"hang"}"#)
        #expect(try bench.logLines() == ["30 Hang"])
        _ = try bench.correct(1, #""value":20"#)
        #expect(try bench.logLines() == ["40 Hang"])
        try bench.call("training.delete", #"{"training":"last"}"#)
        #expect(try bench.logLines() == [])
        try bench.call("journal.undo")
        #expect(try bench.logLines() == ["40 Hang"])
        #expect(try bench.call("log.list")["entries"]?.list.first?["note"] == .string("hard"))
        try bench.verify()
    }

    @Test func aSessionThatIsOnIsCorrected() throws {
        try bench.startReps()
        try bench.reps(7)
        bench.advance(ms: 15_000)
        try bench.reps(3)
        let corrected = try bench.correct(1, #""value":5"#)
        #expect(
            corrected["state"] == .string("resting") && corrected["accumulated"] == .integer(12))
        let far = try bench.refusal("training.update", bench.correction(1, #""value":13"#))
        #expect(far.kind == .conflict && far.state == "resting")
        #expect(far.message.contains("reach the target"))
        let rested = try bench.refusal("training.update", bench.correction(2, #""remove":true"#))
        #expect(rested.kind == .conflict && rested.message.contains("undo, which removes both"))
        #expect(try bench.correct(1, #""remove":true"#)["accumulated"] == .integer(5))
        #expect(try bench.training()["attempts"]?.list.count == 1)
        bench.advance(ms: 10_000)
        #expect(try bench.training()["attempts"]?.list.first?["rest_taken_ms"] == .integer(10_000))
        let on = try bench.refusal("training.delete", #"{"training":"last"}"#)
        #expect(on.kind == .conflict && on.state == "training")
        #expect(on.message.contains("reset it instead"))
        try bench.verify()
    }

    @Test func aHoldThatIsOnHasTheNewTarget() throws {
        try bench.call("training.start", #"{"mode":"time","target":20,"rest":0}"#)
        bench.advance(ms: 12_000)
        try bench.call("training.bail")
        bench.advance(ms: 5000)
        _ = try bench.correct(1, #""value":8"#)
        bench.forget()
        // Of 20 s, 3 are counted: the hold reaches the target after 22 s.
        bench.advance(ms: 16_999)
        #expect(bench.types == [])
        bench.advance(ms: 1)
        #expect(bench.types == ["training.target_reached"])
    }

    @Test func whatCantBeCorrected() throws {
        try bench.completeHolds()
        let before = try bench.training()
        let id = try before.id()
        let attempt = try #require(before["attempts"]?.list.first?["id"]?.string)
        func refused(_ attempts: String) throws -> Rejection {
            try bench.refusal(
                "training.update", "{\"training\":\"\(id)\",\"attempts\":[\(attempts)]}")
        }
        let first = "\"id\":\"\(attempt)\""
        for value in ["0", "-1", "86400.5", "0.0001", "1e300"] {
            let refusal = try refused("{\(first),\"value\":\(value)}")
            #expect(refusal.kind == .invalidParams && refusal.field == "attempts[0].value")
        }
        #expect(try refused("{\(first)}").field == "attempts[0].value")
        #expect(try refused("{\(first),\"value\":3,\"remove\":true}").field == "attempts[0].value")
        #expect(try refused("{\"value\":3}").field == "attempts[0].id")
        #expect(try refused("{\(first),\"value\":\"3\"}").field == "attempts[0].value")
        #expect(try refused("{\(first),\"remove\":1}").field == "attempts[0].remove")
        #expect(try refused("5").field == "attempts[0]")
        let unknown = try refused("{\(first),\"value\":9},{\"id\":\"nothing\",\"value\":3}")
        #expect(unknown.kind == .notFound && unknown.field == "attempts[1].id")
        let many = Array(repeating: "{\(first),\"value\":3}", count: 502).joined(separator: ",")
        #expect(try refused(many).kind == .tooLarge)
        #expect(try refused("").field == "training")
        #expect(try bench.refusal("training.update", #"{"training":"last"}"#).field == "training")
        #expect(try bench.refusal("training.update", #"{"exercise":"plank"}"#).field == "training")
        let other = try bench.refusal(
            "training.update", #"{"training":"last","exercise":"push-ups"}"#)
        #expect(other.kind == .invalidParams && other.field == "exercise")
        for method in ["training.update", "training.delete", "training.get"] {
            let exercise = method == "training.update" ? #","exercise":"""# : ""
            let gone = try bench.refusal(method, "{\"training\":\"nothing\"\(exercise)}")
            #expect(gone.kind == .notFound && gone.field == "training")
        }
        #expect(try bench.training() == before && bench.logLines() == ["32 Plank"])
        try bench.verify()
    }

    // MARK: Deletion and undoing

    @Test func aSessionIsDeletedWithItsEntry() throws {
        try bench.completeHolds()
        try bench.completeHolds(exercise: "hang")
        let all = try #require(try bench.call("training.list")["trainings"]?.list)
        let first = try all[1].id()
        bench.forget()
        let gone = try bench.call("training.delete", "{\"training\":\"\(first.prefix(5))\"}")
        #expect(gone == all[1] && bench.types == ["training.deleted"])
        #expect(try bench.logLines() == ["32 Hang"])
        #expect(try bench.call("training.list")["trainings"]?.list == [all[0]])
        try bench.call("journal.undo")
        #expect(try bench.call("training.list")["trainings"]?.list == all)
        #expect(try bench.logLines() == ["32 Hang", "32 Plank"])
        try bench.verify()
    }

    @Test func correctionsAreUndone() throws {
        try bench.completeHolds()
        let complete = try bench.training()
        _ = try bench.correct(1, #""value":30"#)
        try bench.call("training.undo")
        #expect(try bench.training()["state"] == .string("paused"))
        try bench.call("journal.undo")
        #expect(
            try bench.training()["state"] == .string("complete") && bench.logLines() == ["50 Plank"]
        )
        try bench.call("journal.undo")
        #expect(try bench.training() == complete && bench.logLines() == ["32 Plank"])
        // What the course of time has done is no correction.
        let refusal = try bench.refusal("journal.undo", #"{"types":["training.*"]}"#)
        #expect(refusal.kind == .conflict)
        let seq = try #require(bench.published.last { $0.event.type == "training.completed" })
        let time = try bench.refusal("journal.undo", "{\"seq\":\(seq.event.seq)}")
        #expect(time.state == "irreversible")
        try bench.verify()
    }

    @Test func anAttemptThatWasTakenBackIsPutBack() throws {
        try bench.startReps()
        try bench.reps(7)
        bench.advance(ms: 4000)
        try bench.call("training.undo")
        bench.advance(ms: 2000)
        try bench.call("journal.undo")
        let session = try bench.training()
        // Its rest stays over; the effort goes on.
        #expect(session["state"] == .string("training") && session["rest"] == nil)
        #expect(session["accumulated"] == .integer(9))
        try bench.reps(9)
        #expect(try bench.training()["state"] == .string("complete"))
        #expect(try bench.training()["summary"]?["effort_ms"] == .integer(7000))
        try bench.verify()
    }

    @Test func whatHasGoneOnSinceIsntUndone() throws {
        try bench.completeHolds()
        try bench.call("training.undo")
        try bench.call("training.resume")
        let refusal = try bench.refusal("journal.undo", #"{"types":["training.*"]}"#)
        #expect(refusal.kind == .conflict)
        try bench.call("training.stop")
        // A deleted exercise keeps its session from coming back.
        try bench.call("training.delete", #"{"training":"last"}"#)
        let seq = try #require(bench.published.last?.event.seq)
        try bench.call("exercise.delete", #"{"exercise":"plank"}"#)
        let gone = try bench.refusal("journal.undo", "{\"seq\":\(seq)}")
        #expect(gone.kind == .conflict && gone.message.contains("its exercise is gone"))
        try bench.verify()
    }

    // MARK: Reading

    @Test func sessionsAreFoundByTheirIds() throws {
        try bench.completeHolds()
        let first = try bench.training()
        try bench.startReps()
        let id = try first.id()
        for text in [id, String(id.prefix(4))] {
            #expect(try bench.call("training.get", "{\"training\":\"\(text)\"}") == first)
        }
        #expect(try bench.call("training.get", #"{"training":"last"}"#) == bench.training())
        #expect(try bench.training()["mode"] == .string("reps"))
        #expect(try bench.refusal("training.get", #"{"training":""}"#).kind == .invalidParams)
    }

    @Test func historyOfAnExercise() throws {
        for _ in 0..<10 { try bench.completeHolds() }
        try bench.completeHolds(exercise: "hang")
        let planks = try bench.call("training.list", #"{"exercise":"plank"}"#)
        #expect(planks["trainings"]?.list.count == 10)
        #expect(planks["trend"]?["time"]?["last"] == .integer(27))
        let hangs = try bench.call("training.list", #"{"exercise":"hang","mode":"time"}"#)
        #expect(hangs["trainings"]?.list.count == 1 && hangs["trend"] == nil)
        #expect(
            try bench.call("training.list", #"{"exercise":"push-ups"}"#)["trainings"]?.list == [])
        #expect(try bench.refusal("training.list", #"{"exercise":"rows"}"#).field == "exercise")
    }

    @Test func theLastSessionStandsBesideTheOneThatIsOn() throws {
        let first = try bench.completeHolds()
        #expect(first["last"] == nil)
        try bench.completeHolds(exercise: "hang")
        let second = try bench.call("training.start", #"{"mode":"time","exercise":"plank"}"#)
        #expect(
            try second["last"]
                == .object([
                    "id": .string(first.id()), "total": .integer(27), "attempts": .integer(2),
                    "started_at": #require(first["started_at"]),
                    "started_at_ms": #require(first["started_at_ms"]),
                ]))
        #expect(try bench.call("status")["training"]?["last"] == second["last"])
        bench.advance(ms: 5000)
        #expect(try bench.call("training.stop")["last"] == nil)
        // Neither of another exercise nor of none.
        #expect(
            try bench.call("training.start", #"{"mode":"reps","exercise":"push-ups"}"#)["last"]
                == nil)
        try bench.call("training.reset", #"{"confirm":true}"#)
        #expect(try bench.call("training.start", #"{"mode":"time"}"#)["last"] == nil)
    }
}
