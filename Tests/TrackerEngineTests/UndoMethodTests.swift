import Testing
import TrackerAPI
import TrackerCore
import TrackerStore

@testable import TrackerEngine

/// `journal.undo`, `journal.redo` and `journal.undoable`: what one request did goes together.
@Suite struct UndoMethodTests {
    let bench: Bench

    init() throws {
        bench = try Bench.gym()
        bench.forget()
    }

    private func log(_ count: Int, _ more: String = "") throws {
        try bench.call("log.add", "{\"exercise\":\"squats\",\"count\":\(count)\(more)}")
    }

    private func counts() throws -> [Int64?] {
        let entries = try bench.call("log.list")["entries"]
        guard case .array(let entries)? = entries else { return [] }
        return entries.map { $0["count"]?.integer }
    }

    private func steps(_ list: String, limit: Int = 10) throws -> [[Int64?]] {
        let all = try bench.call("journal.undoable", "{\"limit\":\(limit)}")[list]
        guard case .array(let steps)? = all else { return [] }
        return steps.map { step in
            guard case .array(let events)? = step["events"] else { return [] }
            return events.map { $0["data"]?["count"]?.integer }
        }.filter { $0 != [nil] }
    }

    @Test func theCallsOfAnAtomicAreOneStep() throws {
        try log(1)
        try bench.call(
            "atomic",
            """
            {"calls":[{"method":"log.add","params":{"exercise":"squats","count":2}},
                      {"method":"log.add","params":{"exercise":"squats","count":3}},
                      {"method":"log.update","params":{"entry":"last","count":4}}]}
            """)
        #expect(try steps("undo") == [[4, 3, 2], [1]])
        let result = try bench.call("journal.undo")
        #expect(result["undone"]?["type"]?.string == "log.updated")
        guard case .array(let others)? = result["others"] else { return #expect(Bool(false)) }
        #expect(others.map { $0["type"]?.string } == ["log.added", "log.added"])
        #expect(result["seq"]?.integer == bench.published.last?.event.seq)
        #expect(try counts() == [1])
        #expect(try steps("undo") == [[1]])
        #expect(try steps("redo") == [[4, 3, 2]])
        let redone = try bench.call("journal.redo")
        #expect(redone["redone"]?["type"]?.string == "log.updated")
        #expect(Set(try counts()) == [1, 2, 4])
        #expect(try steps("undo") == [[4, 3, 2], [1]])
        #expect(try steps("redo") == [])
        try bench.verify()
    }

    @Test func requestsOfOneBatchAreStepsOfTheirOwn() throws {
        _ = bench.send(
            """
            [{"id":1,"method":"log.add","params":{"exercise":"squats","count":1}},
             {"id":2,"method":"log.add","params":{"exercise":"squats","count":2}}]
            """.replacing("\n", with: ""))
        #expect(try steps("undo") == [[2], [1]])
        try bench.call("journal.undo")
        #expect(try counts() == [1])
    }

    @Test func aStepIsTakenBackWhollyOrNotAtAll() throws {
        try log(9)
        try bench.call(
            "atomic",
            """
            {"calls":[{"method":"exercise.create","params":{"name":"Hops","unit":"reps"}},
                      {"method":"log.add","params":{"exercise":"squats","count":2}}]}
            """)
        try bench.call("exercise.update", #"{"exercise":"hops","default_count":7}"#)
        let change = try #require(bench.published.last?.event.seq)
        // While Hops stands changed, the step can't be taken back, and nothing older is instead.
        let refusal = try bench.refusal("journal.undo", #"{"types":["log.*"]}"#)
        #expect(refusal.kind == .conflict && refusal.message.contains("changed again since"))
        #expect(Set(try counts()) == [2, 9])
        try bench.call("journal.undo", "{\"seq\":\(change)}")
        try bench.call("journal.undo")
        #expect(try counts() == [9])
        #expect(try bench.refusal("exercise.get", #"{"exercise":"hops"}"#).kind == .notFound)
        try bench.verify()
    }

    /// An attempt after a correction keeps that from being undone, and nothing older goes in its place.
    @Test func aRefusedStepIsNotPassedOver() throws {
        try log(9)
        try bench.call("training.start", #"{"mode":"reps","target":50,"exercise":"squats"}"#)
        bench.advance(ms: 5000)
        try bench.call("training.reps", #"{"count":8}"#)
        bench.advance(ms: 2000)
        try bench.call("training.undo")
        bench.advance(ms: 2000)
        try bench.call("training.reps", #"{"count":12}"#)
        #expect(try bench.refusal("journal.undo").state == "irreversible")
        #expect(try counts() == [9])
        #expect(try bench.refusal("journal.redo").state == "none")
    }

    @Test func aTrainingIsOpenedAgainWithoutTheTimeInBetween() throws {
        try bench.call("training.start", #"{"mode":"reps","target":20,"exercise":"squats"}"#)
        bench.advance(ms: 10_000)
        try bench.call("training.reps", #"{"count":20}"#)
        try bench.call("training.undo")
        bench.advance(ms: 3000)
        try bench.call("journal.undo")
        #expect(try bench.call("training.get")["state"]?.string == "complete")
        bench.advance(ms: 8 * 3_600_000)
        try bench.call("journal.redo")
        bench.advance(ms: 6000)
        try bench.call("training.reps", #"{"count":20}"#)
        let summary = try bench.call("training.get")["summary"]
        #expect(summary?["effort_ms"]?.integer ?? 0 <= 20_000)
        #expect(summary?["duration_ms"]?.integer ?? 0 <= 20_000)
        try bench.verify()
    }

    @Test func aTrainingOfYesterdayIsNotOpenedAgain() throws {
        try bench.call("training.start", #"{"mode":"reps","target":20}"#)
        bench.advance(ms: 10_000)
        try bench.call("training.reps", #"{"count":20}"#)
        try bench.call("training.undo")
        try bench.call("journal.undo")
        bench.advance(ms: 25 * 3_600_000)
        let refusal = try bench.refusal("journal.redo")
        #expect(refusal.kind == .conflict && refusal.message.contains("more than a day ago"))
        #expect(try bench.call("training.get")["state"]?.string == "complete")
    }

    @Test func whatWasUndoneInPartsIsRedoneInParts() throws {
        for count in 1...3 { try log(count) }
        try bench.call("journal.undo")
        try bench.call("journal.undo")
        #expect(try steps("redo") == [[2], [3]])
        #expect(try bench.call("journal.redo")["redone"]?["data"]?["count"]?.integer == 2)
        try log(5)
        // Something new takes nothing from what can be put back.
        #expect(try bench.call("journal.redo")["redone"]?["data"]?["count"]?.integer == 3)
        #expect(Set(try counts()) == [1, 2, 3, 5])
        let refusal = try bench.refusal("journal.redo")
        #expect(refusal.kind == .conflict && refusal.message == "there is nothing to redo")
    }

    @Test func aReminderThatIsPutBackIsDueAgain() throws {
        try bench.call("reminder.create", #"{"name":"stand","every":"30m","days":"daily"}"#)
        func next() throws -> JSONValue? {
            guard case .array(let all)? = try bench.call("reminder.list")["reminders"] else {
                return nil
            }
            return all.first?["next_at"]
        }
        let due = try next()
        try bench.call("journal.undo")
        #expect(try next() == nil)
        try bench.call("journal.redo")
        #expect(try next() == due)
        try bench.verify()
    }

    @Test func aSetThatIsPutBackBeginsNoRest() throws {
        try bench.call("workout.start")
        try bench.call("set.log", #"{"exercise":"squats","reps":5,"load":100}"#)
        try bench.call("journal.undo")
        #expect(try bench.call("rest.get")["state"]?.string == "skipped")
        try bench.call("journal.redo")
        #expect(try bench.call("rest.get")["state"]?.string == "skipped")
        #expect(try bench.call("workout.get").sets().count == 1)
        try bench.verify()
    }

    @Test func limits() throws {
        for limit in ["0", "101"] {
            let refusal = try bench.refusal("journal.undoable", "{\"limit\":\(limit)}")
            #expect(refusal.kind == .invalidParams && refusal.field == "limit")
        }
    }

    @Test func theListEndsAtItsLimit() throws {
        for count in 1...4 { try log(count) }
        #expect(try steps("undo", limit: 2) == [[4], [3]])
    }

    @Test func eventsThatAreNotThereAreNotFound() throws {
        for method in ["journal.undo", "journal.redo"] {
            let refusal = try bench.refusal(method, #"{"seq":4000}"#)
            #expect(refusal.kind == .notFound && refusal.field == "seq")
        }
    }
}
