import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// Imports of other programs' files, through the methods.
@Suite struct ImportMethodTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    private static let hevy = """
        title,start_time,end_time,description,exercise_title,superset_id,exercise_notes,set_index,\
        set_type,weight_kg,reps,distance_km,duration_seconds,rpe
        Push,"15 Sep 2025, 07:48","15 Sep 2025, 08:52",Good,Bench Press,0,slow,0,warmup,40,10,,,
        Push,"15 Sep 2025, 07:48","15 Sep 2025, 08:52",Good,Bench Press,0,slow,1,normal,82.5,5,,,8.5
        Push,"15 Sep 2025, 07:48","15 Sep 2025, 08:52",Good,Dips,0,,0,failure,,12,,,
        Push,"15 Sep 2025, 07:48","15 Sep 2025, 08:52",Good,Bench Press,,,0,dropset,60,8,,,
        Run,"3 Sep 2025, 18:00","3 Sep 2025, 18:31",,Running,,,0,normal,,,5.2,1800,
        Run,"3 Sep 2025, 18:00","3 Sep 2025, 18:31",,Running,,,1,normal,,,,,

        """

    private static let strong = """
        Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,\
        Workout Notes,RPE
        2024-05-01 17:31:05,Day A,1h,Squat,1,100,5,0,0,,,
        2024-05-01 17:31:05,Day A,1h,Squat,Rest Timer,,,,90,,,
        2024-05-01 17:31:05,Day A,1h,squat,1,60,5,0,0,,,

        """

    private func workouts() throws -> [JSONValue] {
        try bench.call("workout.list")["workouts"]?.list ?? []
    }

    // MARK: On the way

    @Test func aFileComesInPieces() throws {
        let opened = try bench.call("import.open")
        let id = try #require(opened["import"]?.string)
        let first = try bench.append(id, String(Self.hevy.prefix(300)))
        #expect(first["format"] == .string("hevy") && first["workouts"] == .integer(0))
        let last = try bench.append(id, String(Self.hevy.dropFirst(300)))
        #expect(last["workouts"] == .integer(1) && last["sets"] == .integer(4))
        // Nothing of the file counts yet.
        #expect(try workouts().isEmpty)
        #expect(bench.types.isEmpty)
        let preview = try bench.preview(id)
        #expect(preview["workouts"] == .integer(2) && preview["sets"] == .integer(5))
        #expect(
            preview["skipped"]?.list.map { $0["line"] } == [.integer(7)])
        #expect(
            preview["exercises"]?.list.map { $0["called"]?.string }
                == ["Bench Press", "Dips", "Running"])
        #expect(preview["exercises"]?.list.allSatisfy { $0["exercise"] == nil } == true)
        #expect(bench.types.isEmpty)
        let refusal = try #require(throws: Rejection.self) { try bench.append(id, "more") }
        #expect(refusal.kind == .conflict && refusal.state == "ended")
        #expect(try bench.commit(id)["workouts"] == .integer(2))
    }

    @Test func whatIsWrongIsToldAtOnce() throws {
        let id = try bench.open("")
        let refusal = try #require(throws: Rejection.self) { try bench.append(id, "a,b\n1,2\n") }
        #expect(refusal.kind == .invalidParams && refusal.field == "columns" && refusal.line == 1)
        #expect(refusal.message.hasSuffix("say which column is what with columns"))
        let again = try #require(throws: Rejection.self) { try bench.commit(id) }
        #expect(again == refusal)
        #expect(
            try bench.refusal("import.open", #"{"format":"garmin"}"#).message
                == "format must be one of: strong, hevy, fitnotes, fitbod, liftosaur, jefit, gymbook, csv, "
                + "trackerd")
        #expect(
            try bench.refusal("import.preview", #"{"import":"nothere"}"#).kind == .notFound)
        let empty = try bench.open("")
        #expect(throws: Rejection.self) { try bench.preview(empty) }
    }

    @Test func oneIsForgottenAfterAnHour() throws {
        let id = try bench.open(Self.hevy)
        bench.advance(ms: 3_599_000)
        _ = try bench.preview(id)
        bench.advance(ms: 3_601_000)
        #expect(try bench.refusal("import.preview", "{\"import\":\"\(id)\"}").kind == .notFound)
    }

    @Test func theOneLeftAloneForLongestMakesWay() throws {
        let ids = try (0..<5).map { _ in
            bench.advance(ms: 1000)
            return try bench.open(Self.hevy)
        }
        #expect(throws: Rejection.self) { try bench.preview(ids[0]) }
        for id in ids.dropFirst() { _ = try bench.preview(id) }
    }

    @Test func theLastOneNeedsNoID() throws {
        _ = try bench.open(Self.strong)
        let id = try bench.open(Self.hevy)
        #expect(try bench.preview("last")["import"] == .string(id))
        #expect(try bench.commit("last")["workouts"] == .integer(2))
    }

    @Test func nothingIsLeftOnTheDisk() throws {
        let before = bench.stateFiles
        let id = try bench.open(Self.hevy)
        #expect(bench.stateFiles == before)
        try bench.commit(id)
        #expect(!bench.stateFiles.contains { $0.hasPrefix("spool") })
    }

    // MARK: In the log

    @Test func allOfItIsThere() throws {
        let id = try bench.open(Self.hevy)
        try bench.commit(id)
        let push = try #require(workouts().first)
        #expect(push["name"] == .string("Push") && push["note"] == .string("Good"))
        #expect(push["import"] == .string(id) && push["state"] == .string("finished"))
        #expect(push["started_at"] == .string("2025-09-15T07:48:00.000+01:00"))
        #expect(push["ended_at"] == .string("2025-09-15T08:52:00.000+01:00"))
        let exercises = try #require(push["exercises"]?.list)
        #expect(
            exercises.map { $0["name"]?.string } == ["Bench Press", "Dips", "Bench Press"])
        #expect(exercises.map { $0["block"] } == [nil, nil, .integer(2)])
        #expect(exercises[0]["note"] == .string("slow") && exercises[2]["note"] == nil)
        #expect(exercises.map { $0["superset"]?.string } == ["0", "0", nil])
        let sets = try #require(exercises[0]["sets"]?.list)
        #expect(sets.map { $0["type"]?.string } == ["warmup", "working"])
        let drop = try #require(exercises[2]["sets"]?.list.first)
        #expect(drop["type"] == .string("drop") && drop["drop_of"] == nil)
        #expect(sets[1]["load"] == .number(82.5) && sets[1]["load_unit"] == .string("kg"))
        #expect(sets[1]["rpe"] == .number(8.5) && sets[1]["reps"] == .integer(5))
        let dip = exercises[1]["sets"]?.list.first
        #expect(dip?["load_mode"] == .string("bodyweight") && dip?["load"] == nil)
        let run = try #require(workouts().last?["exercises"]?.list.first?["sets"]?.list.first)
        #expect(run["distance_m"] == .integer(5200) && run["seconds"] == .integer(1800))
        #expect(bench.types.filter { $0 == "import.committed" }.count == 1)
        #expect(
            try bench.call("exercise.get", #"{"exercise":"running"}"#)["unit"]
                == .string("seconds"))
        try bench.verify()
        try bench.restart()
        try bench.verify()
    }

    @Test func unitsAreAskedFor() throws {
        let id = try bench.open(Self.strong)
        let refusal = try #require(throws: Rejection.self) { try bench.preview(id) }
        #expect(refusal.field == "unit" && refusal.kind == .invalidParams)
        #expect(throws: Rejection.self) { try bench.commit(id) }
        try bench.commit(id, #","unit":"lb""#)
        let sets = try #require(workouts().first?["exercises"]?.list.first?["sets"]?.list)
        #expect(sets[0]["load_unit"] == .string("lb") && sets[0]["rest_ms"] == .integer(90_000))
        // A unit given when the import is opened serves as well.
        let other = try bench.open(Self.strong, #"{"unit":"kg"}"#)
        #expect(
            try bench.preview(other)["changed"]?.list.first?["what"]
                == .string("updated: 2 other sets"))
        let far = Self.strong.replacing("100,5,0,0", with: "0,0,5,60").replacing(
            "60,5", with: "0,5")
        let run = try bench.open(far)
        #expect(throws: Rejection.self) { try bench.preview(run) }
        try bench.commit(run, #","distance_unit":"mi""#)
        let distances = try workouts().compactMap {
            $0["exercises"]?.list.first?["sets"]?.list.first?["distance_m"]
        }
        #expect(distances == [.number(8046.72)])
    }

    @Test func anOutOfTheWayWorkoutIsLeftOut() throws {
        let id = try bench.open(
            Self.strong.replacing("2024-05-01", with: "2026-05-01"), #"{"unit":"kg"}"#)
        let preview = try bench.preview(id)
        #expect(preview["workouts"] == .integer(0))
        #expect(
            preview["skipped"]?.list.first?["reason"]
                == .string("column Date: the workout is more than a day ahead"))
        let refusal = try #require(throws: Rejection.self) { try bench.commit(id) }
        #expect(refusal.kind == .conflict && refusal.state == "empty")
    }

    // MARK: Names

    @Test func noTwoNamesBecomeOne() throws {
        let id = try bench.open(Self.strong, #"{"unit":"kg"}"#)
        try bench.commit(id)
        let names = try workouts().first?["exercises"]?.list.compactMap { $0["name"]?.string }
        #expect(names == ["Squat", "squat (2)"])
        // The same file means the same exercises.
        let again = try bench.open(Self.strong, #"{"unit":"kg"}"#)
        let preview = try bench.preview(again)
        #expect(preview["duplicates"]?.list.count == 1 && preview["workouts"] == .integer(0))
    }

    @Test func namesAreOursWhereTheyAreTheSame() throws {
        let squat = try bench.call("exercise.create", #"{"name":"SQUAT","unit":"reps"}"#)
        let back = try bench.call("exercise.create", #"{"name":"Back Squat","unit":"reps"}"#)
        let id = try bench.open(Self.strong, #"{"unit":"kg"}"#)
        let ids = try bench.preview(id)["exercises"]?.list.map { $0["exercise"]?.string }
        #expect(ids == [squat["id"]?.string, nil])
        try bench.commit(id, #","map":{"squat":"back squat"}"#)
        let used = try workouts().first?["exercises"]?.list.map { $0["exercise"] }
        #expect(used == [squat["id"], back["id"]])
    }

    @Test func mapsThatAreNone() throws {
        try bench.call("exercise.create", #"{"name":"Back Squat","unit":"reps"}"#)
        let id = try bench.open(Self.strong, #"{"unit":"kg"}"#)
        for map in [
            #"{"Bench":"back squat"}"#, #"{"Squat":"nothing"}"#,
            #"{"Squat":"back squat","squat":"back squat"}"#,
        ] {
            let refusal = try #require(throws: Rejection.self) {
                try bench.preview(id, ",\"map\":\(map)")
            }
            #expect(refusal.field == "map")
        }
    }

    /// Sets imported into an archived exercise would be where nobody looks for them.
    @Test func anArchivedExerciseIsNoTarget() throws {
        let back = try bench.call(
            "exercise.create", #"{"name":"Back Squat","unit":"reps","equipment":"barbell"}"#)
        try bench.call("exercise.archive", #"{"exercise":"back squat"}"#)
        let id = try bench.open(Self.strong, #"{"unit":"kg"}"#)
        for text in try ["back squat", back.id()] {
            let refusal = try #require(throws: Rejection.self) {
                try bench.commit(id, ",\"map\":{\"Squat\":\"\(text)\"}")
            }
            #expect(refusal.kind == .conflict && refusal.field == "map")
            #expect(refusal.state == "archived" && refusal.message.contains("Back Squat"))
        }
        try bench.call("exercise.update", #"{"exercise":"back squat","archived":false}"#)
        try bench.commit(id, #","map":{"Squat":"back squat"}"#)
        #expect(
            try workouts().first?["exercises"]?.list.first?["exercise"] == back["id"])
    }

    /// The loads in the file decide between the exercises.
    @Test func theLoadsOfTheFileTellWhichOneIsMeant() throws {
        try bench.call("exercise.create", #"{"name":"Front Squat","unit":"reps"}"#)
        let back = try bench.call(
            "exercise.create", #"{"name":"Back Squat","unit":"reps","equipment":"barbell"}"#)
        let id = try bench.open(Self.strong, #"{"unit":"kg"}"#)
        let preview = try bench.preview(id, #","map":{"Squat":"squat"}"#)
        #expect(preview["exercises"]?.list.first?["exercise"] == back["id"])
    }

    // MARK: Again, and back

    @Test func aSecondImportBringsWhatIsNew() throws {
        try bench.commit(bench.open(Self.hevy))
        let more = Self.hevy + #"Push,"1 Oct 2025, 07:00",,,Bench Press,,,0,normal,80,5,,,"#
        let id = try bench.open(more)
        let preview = try bench.preview(id)
        #expect(preview["duplicates"]?.list.map { $0["line"] } == [.integer(2), .integer(6)])
        #expect(preview["workouts"] == .integer(1) && preview["sets"] == .integer(1))
        #expect(preview["first_at"]?.string?.prefix(10) == "2025-10-01")
        #expect(preview["last_at"] == preview["first_at"])
        try bench.commit(id)
        #expect(try workouts().count == 3)
        let none = try bench.open(more)
        #expect(throws: Rejection.self) { try bench.commit(none) }
    }

    @Test func rowsThatAreTheSameAllComeIn() throws {
        let row = "2024-05-01 17:31:05,Day A,Squat,1,100,5\n"
        let header = "Date,Workout Name,Exercise Name,Set Order,kg,Reps\n"
        let id = try bench.open(header + String(repeating: row, count: 33))
        #expect(try bench.commit(id)["sets"] == .integer(33))
    }

    @Test func anImportIsCommittedOnce() throws {
        let id = try bench.open(Self.hevy)
        let params = "{\"import\":\"\(id)\",\"request_id\":\"r1\"}"
        let first = try bench.call("import.commit", params)
        #expect(try bench.call("import.commit", params) == first)
        #expect(throws: Rejection.self) { try bench.commit(id) }
        #expect(try workouts().count == 2)
    }

    @Test func undoneAsAWhole() throws {
        let before = try bench.tables()
        let id = try bench.open(Self.hevy)
        try bench.commit(id)
        let undone = try bench.call("import.undo", "{\"import\":\"\(id)\"}")
        #expect(undone["workouts"] == .integer(2) && undone["sets"] == .integer(5))
        #expect(try bench.tables() == before)
        #expect(bench.types.last == "import.undone")
        try bench.verify()
        #expect(
            try bench.refusal("import.undo", "{\"import\":\"\(id)\"}").state == "undone")
        #expect(try bench.refusal("import.undo").kind == .notFound)
        #expect(throws: Rejection.self) { try bench.call("journal.undo") }
        // The file can be imported again.
        try bench.commit(bench.open(Self.hevy))
        #expect(try workouts().count == 2)
    }

    @Test func theJournalUndoesItAsAWhole() throws {
        let before = try bench.tables()
        try bench.commit(bench.open(Self.hevy))
        let answer = try bench.call("journal.undo")
        #expect(answer["undone"]?["type"] == .string("import.committed"))
        #expect(try bench.tables() == before)
        try bench.verify()
    }

    @Test func anExerciseInUseStays() throws {
        let id = try bench.open(Self.hevy)
        try bench.commit(id)
        try bench.call("log.add", #"{"exercise":"dips","count":5}"#)
        try bench.call("import.undo")
        #expect(try bench.call("exercise.get", #"{"exercise":"dips"}"#)["id"] != nil)
        #expect(try bench.refusal("exercise.get", #"{"exercise":"running"}"#).kind == .notFound)
        try bench.verify()
    }

    @Test func notWhereItsSetsWereEdited() throws {
        let id = try bench.open(Self.hevy)
        try bench.commit(id)
        let sets = try workouts().first?["exercises"]?.list.first?["sets"]?.list ?? []
        let set = try sets[1].id()
        try bench.call("set.update", "{\"set\":\"\(set)\",\"reps\":6}")
        let refusal = try bench.refusal("import.undo", "{\"import\":\"\(id)\"}")
        #expect(refusal.kind == .conflict && refusal.state == "edited")
        #expect(refusal.matches == [set])
        #expect(refusal.message.contains("1 set has been edited since: Bench Press on 2025-09-15"))
        try bench.call("set.delete", "{\"set\":\"\(set)\"}")
        #expect(try bench.call("import.undo")["sets"] == .integer(4))
        #expect(try workouts().isEmpty)
        try bench.verify()
    }
}
