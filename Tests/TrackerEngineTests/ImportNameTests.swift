import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// The exercises here that those of another program's file are, and what their names tell of loads.
@Suite struct ImportNameTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    private func workouts() throws -> [JSONValue] {
        try bench.call("workout.list")["workouts"]?.list ?? []
    }

    private func exercises(_ preview: JSONValue) -> [String] {
        (preview["exercises"]?.list ?? []).map { exercise in
            let name = exercise["called"]?.string ?? ""
            let isNew = exercise["exercise"] == nil || exercise["sure"] == .bool(false)
            return "\(isNew ? "+" : "")\(name): \(exercise["why"]?.string ?? "")"
        }
    }

    private func ours(_ names: [(name: String, equipment: String)]) throws {
        for (name, equipment) in names {
            try bench.call(
                "exercise.create",
                "{\"name\":\"\(name)\",\"unit\":\"reps\",\"equipment\":\"\(equipment)\"}")
        }
    }

    private static func rows(_ names: [String], load: String = "60") -> String {
        "Date,Workout Name,Exercise Name,Set Order,kg,Reps\n"
            + names.map { "2024-05-01 17:31:05,Day A,\($0),1,\(load),5\n" }.joined()
    }

    /// A word within another one is none: the end of Suppress isn't Press.
    @Test func noWordIsPartOfAnother() throws {
        try ours([("Bench Press", "barbell"), ("Row", "barbell")])
        let id = try bench.open(
            Self.rows(["Bench Suppress (Seated)", "Narrow Grip (Barbell)", "Bench Press (Seated)"]))
        #expect(
            exercises(try bench.preview(id)) == [
                "+Bench Suppress (Seated): new", "+Narrow Grip (Barbell): new",
                "+Bench Press: except for: seated",
            ])
    }

    /// The surer one is taken, and the other is told why it is new.
    @Test func ofTwoTheSurerOneIsTaken() throws {
        try ours([("Bench Press", "barbell")])
        let id = try bench.open(Self.rows(["Bench Press (Barbell)", "Bench Press"]))
        #expect(
            exercises(try bench.preview(id)) == [
                "+Bench Press (Barbell): new: 'Bench Press' in the file is your Bench Press",
                "Bench Press: same name",
            ])
    }

    @Test func whatIsNotSureIsNew() throws {
        try ours([("Ring Rows", "")])
        let file = Self.rows(["Ring Row (Bodyweight)"])
        let id = try bench.open(file)
        let exercise = try bench.preview(id)["exercises"]?.list.first
        #expect(exercise?["called"] == .string("Ring Rows"))
        #expect(exercise?["sure"] == .bool(false) && exercise?["exercise"] != nil)
        try bench.commit(id)
        #expect(try workouts().first?.exerciseNames == ["Ring Row (Bodyweight)"])
        #expect(
            exercises(try bench.preview(bench.open(file)))
                == ["Ring Row (Bodyweight): same name"])
    }

    @Test func whatAPersonSaidIsRemembered() throws {
        try ours([("Ring Rows", ""), ("Bench Press", "barbell")])
        let names = ["Ring Row (Bodyweight)", "Bench Press (Barbell)"]
        let id = try bench.open(Self.rows(names))
        let map = #","map":{"Ring Row (Bodyweight)":"ring rows","Bench Press (Barbell)":""}"#
        let said = exercises(try bench.preview(id, map))
        #expect(
            said == ["Ring Rows: as you said", "+Bench Press (Barbell): new, as you said"])
        try bench.commit(id, map)
        try bench.verify()
        try bench.restart()
        let later = Self.rows(names).replacing("05-01", with: "05-08")
        let again = exercises(try bench.preview(bench.open(later)))
        #expect(
            again == ["Ring Rows: as in your last import", "Bench Press (Barbell): same name"])
        // It is known under another name here, too.
        try bench.call(
            "exercise.update", #"{"exercise":"Bench Press (Barbell)","name":"Flat"}"#)
        #expect(
            exercises(try bench.preview(bench.open(later))).last
                == "Flat: as in your last import")
        // Another word changes it.
        let other = try bench.open(later)
        try bench.commit(other, #","map":{"Ring Row (Bodyweight)":"bench press"}"#)
        let last = Self.rows(names).replacing("05-01", with: "05-15")
        #expect(
            exercises(try bench.preview(bench.open(last))).first
                == "Bench Press: as in your last import")
        try bench.call("import.undo")
        #expect(
            exercises(try bench.preview(bench.open(last))).first
                == "Ring Rows: as in your last import")
        try bench.verify()
    }

    @Test func helpIsHelp() throws {
        try bench.commit(bench.open(Self.rows(["Chest Dip (Assisted)"], load: "40.82")))
        let set = try workouts().first?.sets().first
        #expect(set?["load_mode"] == .string("assisted") && set?["load"] == .number(40.82))
        let kinds = try bench.call("record.list")["records"]?.list.compactMap { $0["kind"] }
        #expect(kinds == [.string("most_reps")])
        let progress = try bench.call(
            "exercise.progress", #"{"exercise":"Chest Dip (Assisted)"}"#)["points"]?.list.first
        #expect(progress?["best_load"] == nil && progress?["best_1rm"] == nil)
        // One that is done here is helped, too.
        try bench.call("workout.start")
        let done = try bench.set("Chest Dip (Assisted)", #""reps":5,"load":30"#)
        #expect(done["set"]?["load_mode"] == .string("assisted"))
    }

    @Test func addedWeightIsAddedToTheBody() throws {
        try bench.commit(bench.open(Self.rows(["Pull Up (Weighted)"], load: "20")))
        #expect(try workouts().first?.sets().first?["load_mode"] == .string("bodyweight"))
    }
}
