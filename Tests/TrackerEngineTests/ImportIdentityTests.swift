import TestSupport
import Testing
import TrackerAPI
import TrackerCore
import TrackerStore

@testable import TrackerEngine

/// The ids that imports give: the same in each time zone, and those of imports from before that was so are known.
@Suite struct ImportIdentityTests {
    private static let files = [
        """
        Date,Workout Name,Exercise Name,Set Order,kg,Reps
        2024-05-01 17:31:05,Day A,Squat,1,100,5
        2024-05-01 17:31:05,Day A,Dip,1,20,8
        2024-05-03 09:00:00,Day B,Row,1,60,8
        2024-05-04 10:00:00,Day B,Row,1,60,8
        2024-05-03 09:00:00,Day B,Row,1,55,8

        """,
        """
        title,start_time,end_time,exercise_title,set_index,set_type,weight_kg,reps
        Push,"15 Sep 2025, 07:48","15 Sep 2025, 08:52",Bench Press,0,warmup,40,10
        Push,"31 Mar 2024, 02:30","31 Mar 2024, 03:40",Bench Press,0,normal,80,5
        Push,"31 Mar 2024, 03:30","31 Mar 2024, 04:40",Bench Press,0,normal,80,5

        """,
        """
        Date,Exercise,Category,Weight,Weight Unit,Reps,Distance,Distance Unit,Time,Comment
        2021-11-20,Flat Barbell Bench Press,Chest,60.0,kgs,8,,,,
        2021-11-21,Cycling,Cardio,,,,12.0,km,0:31:30,

        """,
    ]

    private static func bench(offset: Int) throws -> Bench {
        let bench = try Bench()
        // Where it isn't in UTC, an hour is left out on 2024-03-31 at 02:00.
        bench.place.become { second in
            offset == 0 || second + Int64(offset) < 1_711_850_400 ? offset : offset + 3600
        }
        return bench
    }

    private static func ids(_ bench: Bench) throws -> [String: Set<String>] {
        var ids: [String: Set<String>] = [:]
        for table in ["workout", "workout_set"] {
            for row in try bench.tables()[table] ?? [] {
                let id = try #require(try JSONText.value(JSONValue.self, from: row)["id"]?.string)
                ids[table, default: []].insert(id)
            }
        }
        return ids
    }

    @Test(arguments: files.indices) func theSameInEachZone(_ index: Int) throws {
        let file = Self.files[index]
        var all: [[String: Set<String>]] = []
        for offset in [0, -36_000, -18_000, 3600, 20_700, 50_400] {
            let bench = try Self.bench(offset: offset)
            let done = try bench.commit(bench.open(file))
            #expect(done["skipped"] == .array([]))
            all.append(try Self.ids(bench))
            #expect(all.last?["workout"]?.count == Int(done["workouts"]?.integer ?? 0))
        }
        #expect(Set(all.map { $0["workout"] ?? [] }).count == 1)
        #expect(Set(all.map { $0["workout_set"] ?? [] }).count == 1)
    }

    /// What was changed there is an update, wherever the file is imported again.
    @Test(arguments: [-36_000, -18_000, 0, 20_700, 82_800])
    func changedInAnotherZone(_ offset: Int) throws {
        let bench = try Bench()
        let file = Self.files[0]
        try bench.commit(bench.open(file))
        let ids = try Self.ids(bench)
        bench.place.become { _ in offset }
        let again = try bench.preview(bench.open(file))
        #expect(again["duplicates"]?.list.count == 4 && again["workouts"] == .integer(0))
        let header = file.split(separator: "\n")[0]
        let alone = "\(header)\n2024-05-01 17:31:05,Day A,Squat,1,105,5\n"
        let done = try bench.commit(bench.open(alone))
        #expect(done["workouts"] == .integer(0))
        #expect(done["changed"]?.list.map { $0["updated"] } == [.bool(true)])
        #expect(try Self.ids(bench)["workout"] == ids["workout"])
        try bench.verify()
    }

    // MARK: Older imports

    /// A bench whose import is from before ids were the same in each time zone.
    private func older(_ file: String) throws -> Bench {
        let source = try Bench(seed: 2)
        let importID = try source.open(file)
        try source.commit(importID)
        var names: [String: String] = [:]
        var number: [String: Int] = [:]
        let workouts = try source.call("workout.list", #"{"limit":100}"#)["workouts"]?.list ?? []
        for workout in workouts.reversed() {
            let name = try #require(workout["name"]?.string)
            let startMs = try #require(workout["started_at_ms"]?.integer)
            let sets = (workout["exercises"]?.list ?? []).flatMap { $0["sets"]?.list ?? [] }
            number["\(startMs) \(name)", default: 0] += 1
            let id = ImportedWorkout.olderID(
                startedMs: startMs, name: name, number: number["\(startMs) \(name)"] ?? 1)
            names[try workout.id()] = id
            for position in 1...sets.count {
                names[ImportedWorkout.setID(try workout.id(), Int64(position))] =
                    ImportedWorkout.setID(id, Int64(position))
            }
        }
        var tables = try source.tables()
        for (table, rows) in tables {
            tables[table] = rows.map { row in
                names.reduce(row) { $0.replacing("\"\($1.key)\"", with: "\"\($1.value)\"") }
            }
        }
        let bench = try Bench(seed: 3)
        _ = try bench.engine.store.perform(at: bench.clock) { transaction in
            var entities: [any StoredEntity] = []
            for table in ["exercise", "workout", "workout_set"] {
                for row in tables[table] ?? [] {
                    let entity = try transaction.entity(ofTable: table, json: row)
                    entities.append(try #require(entity))
                }
            }
            let cause = Cause.request("import.commit")
            try transaction.append(
                "import.added", subject: importID, cause: cause, data: "{}", entities)
            try transaction.append(
                "import.committed", subject: importID, cause: cause, data: "{}")
        }
        try bench.restart()
        #expect(
            try Self.ids(bench)["workout"]
                == Set(names.values).intersection(
                    try Self.ids(bench)["workout"] ?? []))
        return bench
    }

    private func what(_ view: JSONValue) -> [String] {
        (view["changed"]?.list ?? []).map { $0["what"]?.string ?? "" }
    }

    @Test(arguments: files.indices, [3600, -18_000])
    func theyAreHereAlready(_ index: Int, _ offset: Int) throws {
        let bench = try older(Self.files[index])
        let ids = try Self.ids(bench)
        bench.place.become { _ in offset }
        let again = try bench.preview(bench.open(Self.files[index]))
        #expect(again["workouts"] == .integer(0) && what(again) == [])
        #expect(again["duplicates"]?.list.count == ids["workout"]?.count)
        let refusal = try #require(throws: Rejection.self) {
            try bench.commit(bench.open(Self.files[index]))
        }
        #expect(refusal.state == "empty" && refusal.message == "all of it is already here")
        #expect(try Self.ids(bench) == ids)
    }

    @Test func theyAreUpdated() throws {
        let bench = try older(Self.files[0])
        let ids = try Self.ids(bench)
        let more = Self.files[0].replacing("Squat,1,100,5", with: "Squat,1,102.5,5")
        let done = try bench.commit(
            bench.open(more + "2024-05-08 10:00:00,Day B,Row,1,65,8\n"))
        #expect(done["workouts"] == .integer(1) && what(done) == ["updated: 1 other set"])
        #expect(done["duplicates"]?.list.count == 3)
        #expect(try Self.ids(bench)["workout"]?.isStrictSuperset(of: ids["workout"] ?? []) == true)
        try bench.verify()
        try bench.call("import.undo")
        #expect(try Self.ids(bench) == ids)
    }

    /// What a person has done to them here stays so.
    @Test func theyAreLeftAsAPersonLeftThem() throws {
        let bench = try older(Self.files[0])
        let workouts = try bench.call("workout.list")["workouts"]?.list ?? []
        let dayA = try #require(workouts.last).id()
        let last = try #require(workouts.first).id()
        try bench.call("workout.delete", "{\"workout\":\"\(dayA)\"}")
        try bench.call(
            "workout.update", "{\"workout\":\"\(last)\",\"started_at\":\"2024-05-04T12:34\"}")
        let again = try bench.preview(bench.open(Self.files[0]))
        #expect(again["workouts"] == .integer(0) && again["duplicates"]?.list.count == 3)
        #expect(
            what(again).count == 1 && what(again).first?.hasPrefix("left: deleted here") == true)
        let warnings = try JSONText.of(again["warnings"] ?? .null)
        #expect(warnings.contains("where it was moved to"), "\(warnings)")
    }
}
