import GRDB
import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// Undo where a salvage has left gaps in the journal.
@Suite struct LostEventTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    private static let hevy = """
        title,start_time,end_time,description,exercise_title,superset_id,exercise_notes,set_index,\
        set_type,weight_kg,reps,distance_km,duration_seconds,rpe
        Push,"15 Sep 2025, 07:48","15 Sep 2025, 08:52",Good,Bench Press,0,slow,0,normal,40,10,,,
        Run,"3 Sep 2025, 18:00","3 Sep 2025, 18:31",,Running,,,0,normal,,,5.2,1800,

        """

    /// Takes events out of the journal, as damage does.
    private func lose(_ condition: String) throws {
        bench.stop()
        try DatabaseQueue(path: bench.stateFolder + "/tracker.db").write { db in
            try db.execute(sql: "DELETE FROM journal WHERE \(condition)")
            #expect(db.changesCount == 1)
        }
        try bench.start()
    }

    @Test(arguments: ["journal.undo", "import.undo"])
    func anImportWithoutItsCommit(method: String) throws {
        try bench.call("exercise.create", #"{"name":"Squats","unit":"reps"}"#)
        let before = try bench.tables()
        try bench.commit(bench.open(Self.hevy))
        try lose("event = 'import.committed'")
        #expect(try bench.call("journal.undoable")["undo"]?.list.count == 2)
        let undone = try bench.call(method)
        if method == "journal.undo" {
            #expect(undone["undone"]?["type"] == .string("import.added"))
        } else {
            #expect(undone["workouts"] == .integer(2))
        }
        #expect(try bench.tables() == before)
        // The next one is what was done before.
        let next = try bench.call("journal.undo")
        #expect(next["undone"]?["type"] == .string("exercise.created"))
    }

    @Test func aPartOfSuchAnImportStandsForAllOfIt() throws {
        try bench.commit(bench.open(Self.hevy))
        try lose("event = 'import.committed'")
        let events = try bench.call("events.list", #"{"types":["import.added"]}"#)["events"]
        let seq = try #require(events?.list.first?["seq"]?.integer)
        try bench.call("journal.undo", "{\"seq\":\(seq)}")
        #expect(try bench.call("workout.list")["workouts"]?.list == [])
    }

    /// What a reversal reversed is gone: it is passed over, and an older change is undone or redone.
    @Test func aReversalOfALostEvent() throws {
        try bench.call("timer.start", #"{"duration":"5m"}"#)
        try bench.call("exercise.create", #"{"name":"Squats","unit":"reps"}"#)
        try bench.call("exercise.create", #"{"name":"Plank","unit":"seconds"}"#)
        try bench.call("journal.undo")
        try bench.call("journal.redo")
        try lose("event = 'exercise.created' AND data ->> '$.name' = 'Plank'")
        let undone = try bench.call("journal.undo")
        #expect(undone["undone"]?["data"]?["name"] == .string("Squats"))
        #expect(
            try bench.call("journal.undo")["undone"]?["type"] == .string("timer.started"))
        #expect(try bench.refusal("journal.undo").state == "none")
        try bench.call("journal.redo")
        try bench.call("journal.redo")
        #expect(try bench.refusal("journal.redo").state == "none")
    }
}
