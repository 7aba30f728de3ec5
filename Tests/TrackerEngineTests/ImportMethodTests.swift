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

    @Test func rowsThatAreTheSameAllComeIn() throws {
        let row = "2024-05-01 17:31:05,Day A,Squat,1,100,5\n"
        let header = "Date,Workout Name,Exercise Name,Set Order,kg,Reps\n"
        let id = try bench.open(header + String(repeating: row, count: 33))
        #expect(try bench.commit(id)["sets"] == .integer(33))
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
}
