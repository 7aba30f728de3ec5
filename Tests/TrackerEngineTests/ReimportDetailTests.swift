import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// Files of other programs in which something beside the figures of the sets was changed.
@Suite struct ReimportDetailTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    private static let hevy = """
        title,start_time,end_time,description,exercise_title,superset_id,exercise_notes,set_index,\
        set_type,weight_kg,reps,distance_km,duration_seconds,rpe
        Push,"15 Sep 2025, 07:48","15 Sep 2025, 08:52",Good,Bench Press,0,slow,0,normal,40,10,,,8
        Push,"15 Sep 2025, 07:48","15 Sep 2025, 08:52",Good,Dips,0,,0,normal,20,12,,,

        """
    private static let strong = """
        Date,Workout Name,Duration,Exercise Name,Set Order,kg,Reps,Seconds,Notes,Workout Notes,RPE
        2024-05-01 17:31:05,Day A,1h 5m,Squat,1,100,5,0,deep,,
        2024-05-01 17:31:05,Day A,1h 5m,Squat,Rest Timer,,,90,,,
        2024-05-01 17:31:05,Day A,1h 5m,Squat,2,105,3,0,,,

        """

    private func what(_ view: JSONValue) -> [String] {
        (view["changed"]?.list ?? []).map { $0["what"]?.string ?? "" }
    }

    private func ended() throws -> String? {
        try bench.call("workout.list")["workouts"]?.list.first?["ended_at"]?.string
    }

    /// Each is taken over, once, and can be taken back.
    @Test(arguments: [
        (hevy, "08:52", "09:10", "updated: a different end"),
        (hevy, "08:52", "07:58", "updated: a different end"),
        (hevy, "08:52", "07:49", "updated: a different end"),
        (hevy, "\"15 Sep 2025, 08:52\"", "\"16 Sep 2025, 00:10\"", "updated: a different end"),
        (hevy, "Good", "Better", "updated: different notes"),
        (hevy, ",slow", ",quick", "updated: different notes"),
        (hevy, "Dips,0,,", "Dips,0,steady,", "updated: different notes"),
        (hevy, "Dips,0", "Dips,1", "updated: different supersets"),
        (hevy, ",,,8\n", ",,,8.5\n", "updated: a different RPE"),
        (hevy, "Push", "Pull", "updated: called 'Pull'"),
        (strong, "1h 5m", "55m", "updated: a different end"),
        (strong, "1h 5m", "2h", "updated: a different end"),
        (strong, ",,90,", ",,120,", "updated: different rests"),
        (strong, "deep", "slow", "updated: different notes"),
    ])
    func itIsAnUpdate(_ file: String, _ old: String, _ new: String, _ expected: String) throws {
        try bench.commit(bench.open(file))
        let before = try bench.tables()
        let changed = file.replacing(old, with: new)
        #expect(changed != file)
        #expect(what(try bench.preview(bench.open(changed))) == [expected])
        let done = try bench.commit(bench.open(changed))
        #expect(what(done) == [expected] && done["workouts"] == .integer(0))
        #expect(try bench.tables() != before)
        try bench.verify()
        // It is as if the file had been imported so at first.
        let other = try Bench()
        try other.commit(other.open(changed))
        let (mine, theirs) = try (list(bench), list(other))
        #expect(mine == theirs)
        let again = try bench.preview(bench.open(changed))
        #expect(again["duplicates"]?.list.count == 1 && what(again) == [])
        try bench.call("import.undo")
        #expect(try bench.tables() == before)
        try bench.verify()
    }

    /// The workouts without what tells two benches apart.
    private func list(_ bench: Bench) throws -> String {
        let all = try bench.call("workout.list")
        var text = try JSONText.of(all["workouts"] ?? .null)
        for workout in all["workouts"]?.list ?? [] {
            let exercises = workout["exercises"]?.list ?? []
            let ids = try [workout.id(), workout["import"]?.string ?? "-"]
            let parts = exercises.flatMap {
                [$0["exercise"]?.string] + ($0["sets"]?.list ?? []).map { $0["id"]?.string }
            }
            for id in ids + parts.compactMap({ $0 }) { text = text.replacing(id, with: "id") }
        }
        return text
    }

    /// What a file doesn't have, it doesn't deny.
    @Test(arguments: [
        (hevy, "\"15 Sep 2025, 08:52\"", ""), (hevy, "Good", ""), (hevy, "slow", ""),
        (hevy, ",,,8\n", ",,,\n"), (strong, "1h 5m", ""), (strong, "1h 5m", "0s"),
        (strong, "2024-05-01 17:31:05,Day A,1h 5m,Squat,Rest Timer,,,90,,,\n", ""),
        (strong, "deep", ""),
    ])
    func nothingIsDenied(_ file: String, _ old: String, _ new: String) throws {
        try bench.commit(bench.open(file))
        let former = try ended()
        let poor = file.replacing(old, with: new)
        let view = try bench.preview(bench.open(poor))
        #expect(view["duplicates"]?.list.count == 1 && what(view) == [])
        // It stays beside a change, too.
        let lighter = poor.replacing(",40,10", with: ",41,10").replacing(",105,3", with: ",106,3")
        let rich = file.replacing(",40,10", with: ",41,10").replacing(",105,3", with: ",106,3")
        #expect(what(try bench.commit(bench.open(lighter))) == ["updated: 1 other set"])
        #expect(try ended() == former)
        guard !old.contains("8\n") else { return }
        #expect(try bench.preview(bench.open(rich))["duplicates"]?.list.count == 1)
    }

    @Test func anEndThatWasSetHereStays() throws {
        try bench.commit(bench.open(Self.hevy))
        try bench.call("workout.update", #"{"workout":"last","ended_at":"2025-09-15T09:30"}"#)
        let former = try ended()
        let view = try bench.preview(bench.open(Self.hevy))
        #expect(what(view) == ["left: changed here; the file has a different end"])
        #expect(throws: Rejection.self) { try bench.commit(bench.open(Self.hevy)) }
        #expect(try ended() == former)
    }

    // MARK: The same start

    /// Sets of one exercise with these loads.
    private static func workout(_ name: String, _ exercise: String, _ loads: [Int]) -> String {
        loads.map { "2024-05-01 17:31:05,\(name),\(exercise),1,\($0),5\n" }.joined()
    }

    private static let header = "Date,Workout Name,Exercise Name,Set Order,kg,Reps\n"

    /// With another name and so many of the sets new it is still the same.
    @Test(arguments: [
        [100, 110, 120, 130], [100, 110, 120, 131], [100, 110, 121, 131], [100, 111, 121, 131],
        [101, 111, 121, 131], [101], [100, 110], [100, 110, 120, 130, 1, 2, 3, 4],
        [100, 110, 1, 2, 3, 4, 5, 6],
    ])
    func ofOneStartItIsTheSame(_ loads: [Int]) throws {
        try bench.commit(
            bench.open(Self.header + Self.workout("Day A", "Squat", [100, 110, 120, 130])))
        let id = try bench.call("workout.list")["workouts"]?.list.first?.id()
        let done = try bench.commit(
            bench.open(Self.header + Self.workout("Legs", "Squat", loads)))
        #expect(done["workouts"] == .integer(0) && what(done).count == 1)
        let all = try bench.call("workout.list")["workouts"]?.list ?? []
        #expect(try all.map { try $0.id() } == [id] && all.first?["name"] == .string("Legs"))
        #expect(all.first?["exercises"]?.list.first?["sets"]?.list.count == loads.count)
        try bench.verify()
    }

    /// One of other exercises is another one, and so is one whose partner stands in the file beside it.
    @Test func othersOfOneStartAreNew() throws {
        let squats = Self.workout("Day A", "Squat", [100, 110])
        try bench.commit(bench.open(Self.header + squats))
        for file in [
            Self.workout("Evening", "Row", [50]), squats + Self.workout("Evening", "Squat", [60]),
            Self.workout("Evening", "Squat", [60]) + squats,
        ] {
            let view = try bench.preview(bench.open(Self.header + file))
            #expect(view["workouts"] == .integer(1) && what(view) == [], "\(file)")
        }
    }

    // MARK: Values that no set has

    private func distances(_ rows: [String], unit: String) throws -> JSONValue {
        let header = "Date,Workout Name,Exercise Name,Set Order,kg,Reps,Distance,Seconds\n"
        let file = rows.map { "2024-05-01 17:31:05,Run,Running,1,\($0)\n" }.joined()
        let id = try bench.open(header + file)
        return try bench.commit(id, ",\"distance_unit\":\"\(unit)\"")
    }

    /// A distance is out of range only once its unit is known: it is dropped, and its time stays.
    @Test(arguments: [
        ("km", "1001", "1001 km"), ("km", "999999", "999999 km"), ("mi", "621.4", "621.4 mi"),
        ("m", "0.0001", "0.0001 m"),
    ])
    func anImpossibleDistanceTakesNothingWithIt(
        _ unit: String, _ value: String, _ text: String
    ) throws {
        let done = try distances([",,\(value),1800", ",,\(value),", ",5,\(value),"], unit: unit)
        #expect(done["workouts"] == .integer(1) && done["sets"] == .integer(2))
        let fault = "column Distance: \(text) is out of range, at most 1000 km"
        func findings(_ list: String) -> [String] {
            (done[list]?.list ?? []).map {
                "\($0["line"]?.integer ?? 0) \($0["reason"]?.string ?? "")"
            }
        }
        #expect(findings("skipped") == ["3 \(fault)"])
        let kept = "\(fault); the set was imported without it"
        #expect(findings("warnings") == ["2 \(kept)", "4 \(kept)"])
        let sets =
            try bench.call("workout.list")["workouts"]?.list.first?["exercises"]?.list.first?[
                "sets"]
        #expect(sets?.list.map { $0["seconds"] } == [.integer(1800), nil])
        #expect(sets?.list.map { $0["distance_m"] } == [nil, nil])
    }
}
