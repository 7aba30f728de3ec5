import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// Files of other programs that are imported again after something was changed, there or here.
@Suite struct ReimportTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    private static let header =
        "Date,Workout Name,Exercise Name,Set Order,kg,Reps,Notes,Workout Notes,RPE\n"
    private static let rows = [
        "2024-05-01 17:31:05,Day A,Squat,1,100,5,,,", "2024-05-01 17:31:05,Day A,Squat,2,105,3,,,",
        "2024-05-01 17:31:05,Day A,Dip,1,20,8,,,", "2024-05-03 17:31:05,Day B,Row,1,60,8,,,",
    ]
    private static let whole = file(rows)

    private static func file(_ rows: [String]) -> String {
        header + rows.map { "\($0)\n" }.joined()
    }

    @discardableResult private func commit(_ rows: [String]) throws -> JSONValue {
        try bench.commit(bench.open(Self.file(rows)))
    }

    private func preview(_ rows: [String]) throws -> JSONValue {
        try bench.preview(bench.open(Self.file(rows)))
    }

    private func workouts() throws -> [JSONValue] {
        try bench.call("workout.list")["workouts"]?.list ?? []
    }

    /// The sets of the older workout, such as `100x5`, in their order.
    private func sets() throws -> [String] {
        try rows().map { row in
            let load = try JSONText.of(row["load"] ?? .null)
            return "\(load)x\(row["reps"]?.integer ?? 0)"
        }
    }

    private func rows() throws -> [JSONValue] {
        let exercises = try workouts().last?["exercises"]?.list ?? []
        return exercises.flatMap { $0["sets"]?.list ?? [] }
    }

    private func changes(_ view: JSONValue) -> [String] {
        (view["changed"]?.list ?? []).map { $0["what"]?.string ?? "" }
    }

    // MARK: Changed there

    @Test(arguments: [
        ("updated: 1 fewer set", [0, 2, 3], ["100x5", "20x8"]),
        ("updated: 1 more set", [0, 1, 1, 2, 3], ["100x5", "105x3", "105x3", "20x8"]),
        ("updated: the same sets in a different order", [1, 0, 2, 3], ["105x3", "100x5", "20x8"]),
    ]) func setsOfTheFile(_ what: String, _ places: [Int], _ expected: [String]) throws {
        try commit(Self.rows)
        let before = try bench.tables()
        let id = try workouts().last?.id()
        let done = try commit(places.map { Self.rows[$0] })
        #expect(changes(done) == [what] && done["workouts"] == .integer(0))
        #expect(done["changed"]?.list.first?["workout"]?.string == id)
        #expect(done["changed"]?.list.first?["updated"] == .bool(true))
        #expect(try workouts().count == 2 && sets() == expected)
        #expect(try workouts().last?.id() == id)
        try bench.verify()
        // Then they are the same, until that is taken back.
        #expect(try preview(places.map { Self.rows[$0] })["duplicates"]?.list.count == 2)
        #expect(try bench.call("import.undo")["restored"] == .integer(1))
        #expect(try bench.tables() == before)
        try bench.verify()
    }

    @Test func anExerciseThatTheFileKnowsByAnotherName() throws {
        try commit(Self.rows)
        let done = try commit([Self.rows[2].replacing("Dip", with: "Row")] + Self.rows)
        #expect(changes(done) == ["updated: 1 more set"])
        let other = Self.rows.map { $0.replacing("Day A,Dip", with: "Day A,Row") }
        #expect(changes(try preview(other)) == ["updated: 1 fewer set"])
    }

    /// A workout that was moved or renamed there, and changed besides, is one that is here.
    @Test(arguments: [
        ("17:35:05", "Day A", "100", "updated: a different start"),
        ("18:01:07", "Day A", "102.5", "updated: 1 other set"),
        ("17:31:05", "Legs", "102.5", "updated: 1 other set"),
        ("09:00:00", "Legs", "100", "updated: a different start"),
    ])
    func movedOrRenamedAndChanged(
        _ time: String, _ name: String, _ load: String, _ what: String
    ) throws {
        try commit(Self.rows)
        let before = try bench.tables()
        let id = try workouts().last?.id()
        let other = Self.rows.map {
            $0.replacing("2024-05-01 17:31:05,Day A", with: "2024-05-01 \(time),\(name)")
                .replacing("100,5", with: "\(load),5")
        }
        let done = try commit(other)
        #expect(changes(done) == [what] && done["workouts"] == .integer(0))
        #expect(try workouts().count == 2 && workouts().last?.id() == id)
        #expect(try workouts().last?["name"]?.string == name)
        #expect(try sets() == ["\(load)x5", "105x3", "20x8"])
        #expect(try workouts().last?["started_at"]?.string?.contains("T\(time)") == true)
        try bench.verify()
        #expect(try preview(other)["duplicates"]?.list.count == 2)
        try bench.call("import.undo")
        #expect(try bench.tables() == before)
    }

    /// Sets have no times of their own there, so they follow the workout that is moved here.
    @Test func aWorkoutIsMovedWithItsSets() throws {
        try commit(Self.rows)
        let id = try #require(try workouts().last?.id())
        try bench.call(
            "workout.update", "{\"workout\":\"\(id)\",\"started_at\":\"2024-05-01T18:00\"}")
        let moved = try #require(try workouts().last)
        #expect(moved["started_at"]?.string?.contains("T18:00:00") == true)
        #expect(try rows().allSatisfy { $0["at"] == moved["started_at"] })
        try bench.verify()
        let again = try preview(Self.rows)
        #expect(again["duplicates"]?.list.count == 2 && changes(again) == [])
        let warnings = try JSONText.of(again["warnings"] ?? .null)
        #expect(warnings.contains("where it was moved to"), "\(warnings)")
        try bench.call("journal.undo")
        #expect(try workouts().last?["started_at"]?.string?.contains("T17:31:05") == true)
    }

    @Test func inAnotherZone() throws {
        try commit(Self.rows)
        bench.place.become { _ in -18_000 }
        let turned = [Self.rows[3]] + Self.rows[...1]
        let view = try preview(turned)
        #expect(view["workouts"] == .integer(0) && changes(view) == ["updated: 1 fewer set"])
        try commit(turned)
        #expect(try workouts().count == 2 && sets() == ["100x5", "105x3"])
        let start = try workouts().last?["started_at"]?.string
        #expect(start == "2024-05-01T11:31:05.000-05:00")
    }

    // MARK: Changed here

    private func expectLeft(
        _ what: String, of rows: [String] = rows, line: Int = #line
    ) throws {
        let before = try bench.tables()
        let view = try preview(rows)
        #expect(changes(view) == [what] && view["workouts"] == .integer(0), "line \(line)")
        #expect(view["changed"]?.list.first?["updated"] == .bool(false))
        let refusal = try #require(throws: Rejection.self) { try commit(rows) }
        #expect(refusal.state == "empty" && refusal.message == "all of it is already here")
        #expect(try bench.tables() == before)
        // Others come in, and leave it alone.
        let next = Self.rows[3].replacing("05-03", with: "05-08")
        #expect(try commit(rows + [next])["workouts"] == .integer(1))
        #expect(try bench.call("import.undo")["workouts"] == .integer(1))
        #expect(try bench.tables() == before)
    }

    /// A set that is gone from the middle leaves a gap; one from the end its event.
    @Test(arguments: 0..<3) func aSetDeletedHere(_ place: Int) throws {
        try commit(Self.rows)
        let set = try rows()[place].id()
        try bench.call("set.delete", "{\"set\":\"\(set)\"}")
        try expectLeft("left: changed here; the file has 1 more set")
        try bench.call("journal.undo", #"{"types":["set.deleted"]}"#)
        #expect(changes(try preview(Array(Self.rows[1...]))) == ["updated: 1 fewer set"])
    }

    @Test func aSetAddedHere() throws {
        try commit(Self.rows)
        let id = try workouts().last?.id() ?? ""
        try bench.call(
            "set.log", "{\"exercise\":\"squat\",\"reps\":2,\"load\":110,\"workout\":\"\(id)\"}")
        try expectLeft("left: changed here; the file has 1 fewer set")
    }

    @Test func aNoteWrittenHere() throws {
        try commit(Self.rows)
        let id = try workouts().last?.id() ?? ""
        try bench.call("workout.note", "{\"note\":\"hot\",\"workout\":\"\(id)\"}")
        #expect(try preview(Self.rows)["duplicates"]?.list.count == 2)
        try expectLeft("left: changed here; the file has 1 fewer set", of: Array(Self.rows[1...]))
    }

    @Test func aWorkoutDeletedHere() throws {
        try commit(Self.rows)
        let id = try workouts().last?.id() ?? ""
        try bench.call("workout.delete", "{\"workout\":\"\(id)\"}")
        let seq = bench.published.last?.event.seq ?? 0
        let what = "left: deleted here; 'trackerctl undo \(seq)' brings it back"
        try expectLeft(what)
        try expectLeft(what, of: Array(Self.rows[1...]))
        #expect(try preview(Self.rows)["changed"]?.list.first?["workout"]?.string == id)
        try bench.call("journal.undo", "{\"seq\":\(seq)}")
        #expect(try preview(Self.rows)["duplicates"]?.list.count == 2)
    }

    @Test func aWorkoutOfOnesOwn() throws {
        try bench.call("exercise.create", #"{"name":"Squat","unit":"reps"}"#)
        try bench.call(
            "workout.start", #"{"name":"Day A","at":"2024-05-01T17:31:05+01:00"}"#)
        try bench.call("set.log", #"{"exercise":"squat","reps":5,"load":99}"#)
        try bench.call("workout.finish")
        let view = try preview(Self.rows)
        #expect(changes(view) == ["left: logged here; the file has 1 other set, 2 more"])
    }

    // MARK: Several

    @Test func equalOnesAreTwo() throws {
        let row = Self.rows[3]
        let between = Self.rows[0]
        let twice = [row, between, row]
        #expect(try commit(twice)["workouts"] == .integer(3))
        let ids = try Set(workouts().map { try $0.id() })
        #expect(ids.count == 3)
        #expect(try preview(twice)["duplicates"]?.list.count == 3)
        let done = try commit([row, between, row.replacing("60,8", with: "60,9")])
        #expect(changes(done) == ["updated: 1 other set"])
        #expect(done["duplicates"]?.list.count == 2 && done["workouts"] == .integer(0))
        #expect(try workouts().count == 3)
    }

    /// The import that was updated can be taken back after the update alone.
    @Test func oneAfterTheOther() throws {
        let before = try bench.tables()
        try commit(Self.rows)
        let first = try bench.call("events.list", #"{"types":["import.committed"],"limit":1}"#)
        let id = first["events"]?.list.first?["subject"]?.string ?? ""
        try commit(Array(Self.rows[1...]))
        let refusal = try bench.refusal("import.undo", "{\"import\":\"\(id)\"}")
        #expect(refusal.state == "edited" && refusal.message.contains("edited since: Squat on"))
        try bench.call("journal.undo")
        try bench.call("import.undo")
        #expect(try bench.tables() == before)
        try bench.verify()
    }

    @Test func anUpdateThatWasChangedStays() throws {
        try commit(Self.rows)
        try commit([Self.rows[0].replacing("100", with: "101")] + Self.rows[1...])
        let set = try rows()[0].id()
        try bench.call("set.update", "{\"set\":\"\(set)\",\"reps\":9}")
        #expect(try bench.refusal("import.undo").matches == [set])
        try expectLeft("left: changed here; the file has 1 other set")
    }
}
