import TestSupport
import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// Two exercises that become one.
@Suite struct ExerciseMergeTests {
    let bench: Bench

    init() throws {
        bench = try Bench()
        try create("Bench Press", "barbell")
        try create("Flat Bench", "barbell")
    }

    private func create(_ name: String, _ equipment: String = "", unit: String = "reps") throws {
        try bench.call(
            "exercise.create",
            "{\"name\":\"\(name)\",\"unit\":\"\(unit)\",\"equipment\":\"\(equipment)\"}")
    }

    @discardableResult private func merge(
        _ gone: String = "flat bench", into: String = "bench press"
    ) throws -> JSONValue {
        try bench.call("exercise.merge", "{\"exercise\":\"\(gone)\",\"into\":\"\(into)\"}")
    }

    private func refusal(_ gone: String, into: String) throws -> Rejection {
        let before = try bench.tables()
        let refusal = try bench.refusal(
            "exercise.merge", "{\"exercise\":\"\(gone)\",\"into\":\"\(into)\"}")
        #expect(try bench.tables() == before)
        return refusal
    }

    private func id(_ exercise: String) throws -> String {
        try bench.call("exercise.get", "{\"exercise\":\"\(exercise)\"}").id()
    }

    private func log(_ exercise: String, _ load: Int, _ more: String = "") throws -> JSONValue {
        try bench.call(
            "set.log", "{\"exercise\":\"\(exercise)\",\"reps\":5,\"load\":\(load)\(more)}")["set"]
            ?? .null
    }

    // MARK: What moves

    @Test func allOfItMoves() throws {
        let (kept, gone) = (try id("bench press"), try id("flat bench"))
        try bench.call("log.add", #"{"exercise":"flat bench","count":12}"#)
        try bench.call(
            "template.create",
            #"{"name":"Push","exercises":[{"exercise":"bench press","sets":1},{"exercise":"#
                + #""flat bench","sets":3}]}"#)
        try bench.call(
            "reminder.create", #"{"name":"press","every":"1h","exercise":"flat bench"}"#)
        try bench.call(
            "preset.save", #"{"name":"hard","mode":"reps","target":50,"exercise":"flat bench"}"#)
        try bench.call("training.start", #"{"preset":"hard"}"#)
        try bench.call("training.reps", #"{"count":12}"#)
        try bench.call("training.stop")
        try bench.call("workout.start")
        _ = try log("flat bench", 60)
        try bench.call("workout.finish")
        let before = try bench.tables()

        let view = try merge()
        #expect(try view.id() == kept && view["name"] == .string("Bench Press"))
        let merged: [String: JSONValue] = [
            "sets": .integer(1), "entries": .integer(2), "sessions": .integer(1),
            "templates": .integer(1), "reminders": .integer(1), "presets": .integer(1),
        ]
        #expect(view["merged"] == .object(merged))
        #expect(view["aliases"]?.strings == ["Flat Bench"])
        #expect(view["last"]?["reps"] == .integer(5) && view["last"]?["load"] == .integer(60))
        #expect(bench.types.last == "exercise.merged")
        // Nothing but the exercise itself names it any more, and its name means the other one.
        let rows = try bench.tables().filter { $0.key != "exercise" }.values.joined()
        #expect(!rows.contains { $0.contains(gone) })
        #expect(try id("flat bench") == kept)
        #expect(
            try bench.call("exercise.get", "{\"exercise\":\"\(gone)\"}")["archived"] == .bool(true))
        try bench.verify()

        try bench.call("journal.undo")
        #expect(try bench.tables() == before)
        try bench.call("journal.redo")
        #expect(try id("flat bench") == kept)
        try bench.verify()
    }

    /// Records and figures follow from the rows.
    @Test func recordsAreOfBoth() throws {
        try bench.call("workout.start")
        _ = try log("bench press", 80)
        _ = try log("flat bench", 100)
        try bench.call("workout.finish")
        try merge()
        let records = try bench.call("record.list", #"{"exercise":"bench press"}"#)["records"]
        let heaviest = records?.list.first { $0["kind"] == .string("heaviest_load") }
        #expect(heaviest?["value"] == .integer(100))
        let points = try bench.call("exercise.progress", #"{"exercise":"bench press"}"#)["points"]
        #expect(points?.list.count == 1 && points?.list[0]["reps"] == .integer(10))
        try bench.call("journal.undo")
        let own = try bench.call("record.list", #"{"exercise":"bench press"}"#)["records"]
        #expect(
            own?.list.first { $0["kind"] == .string("heaviest_load") }?["value"] == .integer(80))
    }

    @Test func blocksAreNumberedAndDropSetsLinked() throws {
        let started = try bench.call("workout.start")
        let top = try log("flat bench", 100)
        let drop = try log("flat bench", 70, ",\"drop_of\":\"\(top.id())\",\"type\":\"drop\"")
        _ = try log("bench press", 80)
        try merge()
        let workout = try bench.call("workout.get", "{\"workout\":\"\(started.id())\"}")
        let exercises = workout["exercises"]?.list ?? []
        #expect(exercises.map { $0["name"]?.string } == ["Bench Press", "Bench Press"])
        #expect(exercises.map { $0["block"] } == [.integer(2), nil])
        let sets = exercises.first?["sets"]?.list ?? []
        #expect(try sets.map { try $0.id() } == [top.id(), drop.id()])
        #expect(try sets.last?["drop_of"]?.string == top.id())
        #expect(sets.map { $0["block"] } == [.integer(2), .integer(2)])
        // The workout goes on.
        try bench.call("workout.finish")
        try bench.verify()
        #expect(try bench.refusal("journal.undo", "{\"seq\":\(mergeSeq())}").kind == .conflict)
        try bench.call("journal.undo")
        try bench.call("journal.undo")
        #expect(try id("flat bench") != id("bench press"))
        try bench.verify()
    }

    private func mergeSeq() -> Int64 {
        bench.published.last { $0.event.type == "exercise.merged" }?.event.seq ?? 0
    }

    // MARK: Files

    /// Both names of the file are the one exercise, in a workout that is the same.
    @Test func filesComeInAgain() throws {
        let rows = ["Bench Press,1,80,5", "Flat Bench,1,90,5", "Flat Bench,2,85,5"]
        func file(_ rows: [String]) -> String {
            "Date,Workout Name,Exercise Name,Set Order,kg,Reps\n"
                + rows.map { "2024-05-01 17:31:05,Day A,\($0)\n" }.joined()
        }
        try bench.commit(bench.open(file(rows)))
        try merge()
        let again = try bench.preview(bench.open(file(rows)))
        #expect(again["duplicates"]?.list.count == 1 && again["workouts"] == .integer(0))
        #expect(
            again["exercises"]?.list.map { $0["called"]?.string } == ["Bench Press", "Bench Press"])
        let done = try bench.commit(bench.open(file(Array(rows[...1]))))
        #expect(done["changed"]?.list.first?["what"] == .string("updated: 1 fewer set"))
        try bench.verify()
        // A map may still say otherwise.
        let mapped = try bench.preview(
            bench.open(file(rows)), #","map":{"Bench Press":"bench press"}"#)
        #expect(mapped["exercises"]?.list.map { $0["sure"] } == [.bool(true), .bool(true)])
    }

    /// Names that were known by their words are remembered, and go with the exercise.
    @Test func filesWhoseNamesAreOthers() throws {
        try create("Squat", "barbell")
        let file =
            "Date,Workout Name,Exercise Name,Set Order,kg,Reps\n"
            + "2024-05-01 17:31:05,Day A,Bench Press (Barbell),1,80,5\n"
            + "2024-05-01 17:31:05,Day A,Squat (Barbell),1,90,5\n"
        let before = try bench.tables()
        try bench.commit(bench.open(file))
        try merge("squat")
        let again = try bench.preview(bench.open(file))
        #expect(again["duplicates"]?.list.count == 1)
        #expect(
            again["exercises"]?.list.map { $0["why"]?.string }
                == ["as in your last import", "as in your last import"])
        try bench.call("journal.undo")
        try bench.call("import.undo")
        #expect(try bench.tables() == before)
    }

    // MARK: Refusals

    @Test func tooManyNames() throws {
        for number in 1...20 {
            try bench.call(
                "exercise.alias", "{\"exercise\":\"bench press\",\"alias\":\"name \(number)\"}")
        }
        let refusal = try refusal("flat bench", into: "bench press")
        #expect(refusal.kind == .tooLarge && refusal.field == "into")
    }
}
