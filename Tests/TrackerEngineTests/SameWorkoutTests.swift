import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// Files of other programs that are imported again, with changes.
@Suite struct SameWorkoutTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    private static let header = "Date,Workout Name,Exercise Name,Set Order,Weight,Reps\n"
    private static let rows = """
        2024-05-01 17:31:05,Day A,Squat,1,100,5
        2024-05-01 17:31:05,Day A,Dip,1,20,8

        """

    private func preview(_ file: String, unit: String = "kg") throws -> JSONValue {
        try bench.preview(bench.open(file, "{\"unit\":\"\(unit)\"}"))
    }

    private func commit(_ file: String, _ more: String = "") throws {
        try bench.commit(bench.open(file, #"{"unit":"kg"}"#), more)
    }

    @Test func underAnotherNameOfItsExercise() throws {
        try commit(Self.header + Self.rows)
        try bench.call("exercise.update", #"{"exercise":"squat","name":"Back Squat"}"#)
        let again = try preview(Self.header + Self.rows)
        #expect(again["duplicates"]?.list.count == 1 && again["workouts"] == .integer(0))
        // No exercise is made for a name without any imported set.
        let more = Self.rows.replacing("05-01", with: "05-08").replacing(
            "2024-05-08 17:31:05,Day A,Squat,1,100,5\n", with: "")
        try commit(Self.header + Self.rows + more)
        let names = try bench.call("exercise.list")["exercises"]?.list.map { $0["name"]?.string }
        #expect(names?.contains("Squat") == false && names?.contains("Back Squat") == true)
    }

    /// A set with assistance was corrected into one with added load.
    @Test func helpIsNoLoad() throws {
        let helped = Self.rows.replacing(",20,8", with: ",-20,8")
        try commit(Self.header + helped)
        #expect(try preview(Self.header + helped)["duplicates"]?.list.count == 1)
        #expect(try preview(Self.header + Self.rows)["changed"]?.list.count == 1)
    }

    @Test func nothingWeighsNothingInAnyUnit() throws {
        let none = Self.rows.replacing(",100,", with: ",0,").replacing(",20,", with: ",0,")
        try bench.commit(bench.open(Self.header + none))
        try bench.call("settings.set", #"{"unit":"lb"}"#)
        #expect(try bench.preview(bench.open(Self.header + none))["workouts"] == .integer(0))
    }

    /// The same sets at another local time aren't the workout that is here, whatever the zone.
    @Test func theSameSetsBeforeThoseThatAreHere() throws {
        try commit(Self.header + Self.rows)
        let sooner = Self.rows.replacing("17:31", with: "07:01")
        let file = Self.header + sooner + Self.rows
        #expect(try preview(file)["workouts"] == .integer(1))
        let new = sooner.replacing("05-01", with: "05-08")
        let id = try bench.open(file + new, #"{"unit":"kg"}"#)
        let done = try bench.commit(id)
        #expect(done["workouts"] == .integer(2) && done["sets"] == .integer(4))
        #expect(done["duplicates"]?.list.map { $0["line"] } == [.integer(4)])
        #expect(done["warnings"]?.list == [])
        let starts = try bench.call("workout.list")["workouts"]?.list.compactMap {
            $0["started_at"]?.string?.prefix(16)
        }
        #expect(starts == ["2024-05-08T07:01", "2024-05-01T17:31", "2024-05-01T07:01"])
        // What was taken before that was known is no part of it.
        let added = try bench.call("events.list", #"{"types":["import.added"],"limit":9}"#)
        let ours = added["events"]?.list.filter { $0["subject"]?.string == id }
        #expect(ours?.compactMap { $0["data"]?["sets"] } == [.integer(2), .integer(2)])
    }

    /// The one that is here is another workout of the file.
    @Test func oneOfTheSameStartIsNoNamesakeOfAnother() throws {
        try commit(Self.header + Self.rows)
        let other = "2024-05-01 17:31:05,Day A,Row,1,50,5\n"
        let between = "2024-05-02 17:31:05,Day B,Row,1,50,5\n"
        let namesakes = try preview(Self.header + other)
        #expect(namesakes["changed"]?.list.map { $0["line"] } == [.integer(2)])
        let all = try preview(Self.header + other + between + Self.rows)
        #expect(all["workouts"] == .integer(2) && all["duplicates"]?.list.count == 1)
        #expect(all["changed"]?.list.isEmpty == true)
        #expect(
            all["warnings"]?.list.map { $0["reason"]?.string } == [
                "another workout in the file begins at the same time"
            ])
    }

    @Test func inAnotherZone() throws {
        try commit(Self.header + Self.rows)
        bench.place.become { _ in -18_000 }
        let again = try preview(Self.header + Self.rows)
        #expect(again["duplicates"]?.list.count == 1 && again["workouts"] == .integer(0))
        let warning = again["warnings"]?.list.first
        #expect(warning?["line"] == .integer(2))
        #expect(warning?["reason"]?.string?.contains("imported in another time zone") == true)
    }

    /// What changed in the other program since is told apart by local starts in another zone, too.
    @Test func changedInAnotherZone() throws {
        let second = Self.rows.replacing("17:31", with: "22:31")
        try commit(Self.header + Self.rows + second)
        // The second one's instant of before is the first one's now.
        bench.place.become { _ in -18_000 }
        let file = Self.header + Self.rows.replacing("100,5", with: "105,5") + second
        let again = try preview(file)
        #expect(again["workouts"] == .integer(0))
        #expect(again["duplicates"]?.list.map { $0["line"] } == [.integer(4)])
        #expect(again["changed"]?.list.map { $0["line"] } == [.integer(2)])
        try commit(file)
        #expect(try preview(file)["duplicates"]?.list.count == 2)
    }

    /// Files without times of day, one for each exercise. The same sets may come up in several.
    @Test(arguments: [60, 100]) func aFileForEachExercise(_ load: Int) throws {
        let head = "Date,Exercise,Reps,Load (kg)\n"
        let first = head + "2024-04-03,Bench Press,5,60\n"
        try bench.commit(bench.open(first))
        let second = head + "2024-04-03,Squat,5,\(load)\n"
        let done = try bench.commit(bench.open(second))
        #expect(done["workouts"] == .integer(1) && done["changed"]?.list.isEmpty == true)
        let workouts = try bench.call("workout.list")["workouts"]?.list ?? []
        #expect(workouts.count == 2 && Set(workouts.flatMap(\.exerciseNames)).count == 2)
        // Each is still known by its own exercise.
        let again = try bench.preview(bench.open(second))
        #expect(again["duplicates"]?.list.count == 1 && again["workouts"] == .integer(0))
        let other = try bench.preview(bench.open(first.replacing("5,60", with: "5,65")))
        #expect(other["changed"]?.list.map { $0["updated"] } == [.bool(true)])
        #expect(other["workouts"] == .integer(0))
        try bench.verify()
    }

    // MARK: Rows

    @Test func namesThatDifferInABlank() throws {
        let file = Self.header + Self.rows.replacing("Dip", with: "Squat ")
        let id = try bench.open(file, #"{"unit":"kg"}"#)
        #expect(
            try bench.preview(id)["exercises"]?.list.map { $0["called"]?.string }
                == ["Squat", "Squat (2)"])
        try bench.commit(id)
        // The order of the rows doesn't matter.
        let turned = Self.rows.split(separator: "\n").reversed().joined(separator: "\n")
        let again = try bench.open(
            Self.header + turned.replacing("Dip", with: "Squat ").replacing("05-01", with: "05-08"),
            #"{"unit":"kg"}"#)
        #expect(
            try bench.preview(again)["exercises"]?.list.map { $0["called"]?.string }
                == ["Squat (2)", "Squat"])
    }

    // MARK: Pieces

    @Test func aPieceIsTakenOnce() throws {
        let id = try bench.open("")
        func append(_ text: String, _ offset: Int) throws -> JSONValue {
            try bench.call(
                "import.append",
                "{\"import\":\"\(id)\",\"text\":\(JSONText.quoted(text)),\"offset\":\(offset)}")
        }
        let file = Self.header + Self.rows
        let first = try append(file, 0)
        #expect(first["bytes"] == .integer(Int64(file.utf8.count)))
        #expect(try append(file, 0) == first)
        for offset in [1, -1, file.utf8.count + 1] {
            let refusal = try #require(throws: Rejection.self) { try append(file, offset) }
            #expect(refusal.kind == .conflict && refusal.state == "offset")
        }
        #expect(try bench.preview(id, #","unit":"kg""#)["sets"] == .integer(2))
    }

    @Test func aFileThatIsNoneLeavesNothing() throws {
        let id = try bench.open("Date")
        let pending = try bench.dependencies.imports.pending(id, at: bench.clock)
        #expect(pending.view(isWhole: false).bytes == 4)
        #expect(throws: Rejection.self) { try bench.append(id, ",b\n1,2\n") }
        #expect(pending.view(isWhole: false).bytes == 0)
    }
}
