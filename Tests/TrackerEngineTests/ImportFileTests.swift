import FoundationEssentials
import TestSupport
import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// A file of each dialect, through the methods: its rows come in once, and an undo leaves no trace.
@Suite struct ImportFileTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    private static let folder = Checkout.path("Tests/TrainingLogsTests/Files")

    static let files = File.names(in: folder)
    static let logs = files.filter { $0.hasSuffix(".csv") }

    private static func text(_ name: String) throws -> String {
        String(decoding: try #require(File.bytes("\(folder)/\(name)")), as: UTF8.self)
    }

    /// Previews a file and gives the answers that the preview asks for.
    ///
    /// - Returns: the preview, and the answers as members of a request.
    private func preview(
        _ id: String, on bench: Bench
    ) throws -> (view: JSONValue, answers: String) {
        let known = ["unit": "kg", "distance_unit": "km"]
        var answers = ""
        while true {
            do {
                return (try bench.preview(id, answers), answers)
            } catch let refusal as Rejection {
                guard let field = refusal.field, let answer = known[field],
                    !answers.contains("\"\(field)\"")
                else { throw refusal }
                answers += ",\"\(field)\":\"\(answer)\""
            }
        }
    }

    @Test func thereAreFilesOfEachProgram() {
        for name in [
            "strong", "hevy", "fitnotes", "fitbod", "liftosaur", "jefit", "gymbook", "csv",
        ] {
            #expect(Self.logs.contains { $0.hasPrefix(name) }, "\(name)")
        }
    }

    @Test(arguments: logs) func comesOnceAndGoes(_ name: String) throws {
        let before = try bench.tables()
        let text = try Self.text(name)
        let id = try bench.open(text, piece: 7)
        let (preview, more) = try preview(id, on: bench)
        let format = try #require(name.split(whereSeparator: { "-.".contains($0) }).first)
        #expect(preview["format"] == .string(String(format)))
        #expect(preview["duplicates"]?.list == [])
        let done = try bench.commit(id, more)
        #expect(done["workouts"] == preview["workouts"] && done["sets"] == preview["sets"])
        let tables = try bench.tables()
        #expect(tables["workout_set"]?.isEmpty == false)
        #expect(try bench.rows(of: "workout_set") == done["sets"])
        #expect(try bench.rows(of: "workout") == done["workouts"])
        try bench.verify()

        // The second time, everything is already there.
        let again = try bench.open(text)
        let second = try bench.preview(again, more)
        #expect(second["workouts"] == .integer(0) && second["sets"] == .integer(0))
        let duplicates = Int64(second["duplicates"]?.list.count ?? 0)
        #expect(.integer(duplicates) == done["workouts"])
        #expect(second["exercises"]?.list.allSatisfy { $0["exercise"] != nil } == true)
        let refusal = try #require(throws: Rejection.self) { try bench.commit(again, more) }
        #expect(refusal.state == "empty")
        #expect(try bench.tables() == tables)

        try bench.call("import.undo")
        #expect(try bench.tables() == before)
        try bench.verify()
    }

    /// Our own export of each imported file brings the same to another daemon.
    @Test(arguments: logs) func goesOnToAnotherDaemon(_ name: String) throws {
        let id = try bench.open(try Self.text(name))
        try bench.commit(id, preview(id, on: bench).answers)
        let other = try Bench(seed: 9)
        other.clock = bench.clock
        try other.commit(other.open(bench.export(#""what":"all","format":"json""#)))
        #expect(try other.tables() == bench.tables())
        // The file itself is recognised there, too.
        let again = try other.open(try Self.text(name))
        #expect(try preview(again, on: other).view["workouts"] == .integer(0))
        try other.verify()
    }

    // MARK: Files that are none

    @Test(arguments: [
        ("", "the file is empty"), ("\u{feff}", "the file is empty"),
        ("a,b\n1,2\n", "isn't that of a known program"),
        ("Date|Exercise|Category|Weight (kg)|Reps\n", "separated by bars"),
        ("D\u{0}a\u{0}t\u{0}e\u{0}", "UTF-16"), ("PK\u{3}\u{4}\u{0}\u{0}", "this isn't text"),
        ("%PDF-1.7\n%\u{fffd}\u{fffd}\n1 0 obj\n", "isn't that of a known program"),
        (#"{"trackerd":{"format":1}"#, "it was cut off"),
        (#"{"trackerd":{"format":2}}"#, "a newer trackerd"),
        ("{}", "this isn't JSON as trackerd exports"),
        ("Date,Exercise,Category,Weight (kg),Reps\n2024-01-01,\"Row", "the file was cut off"),
        (
            "title,start_time,exercise_title,set_type,reps\nA,\"15 maj 2025, 07:48\",B,normal,5\n",
            "isn't known"
        ),
    ])
    func isRefused(_ text: String, _ why: String) throws {
        let refusal = try #require(throws: Rejection.self) {
            try bench.commit(bench.open(text, #"{"unit":"kg"}"#))
        }
        #expect(refusal.message.contains(why), "\(refusal.message)")
        let field = why == "isn't that of a known program" ? "columns" : "text"
        #expect(refusal.kind == .invalidParams && refusal.field == field)
        #expect(bench.types.isEmpty)
    }

    @Test func aTimeThatTheClockLeaptOver() throws {
        // 02:00 UTC on 2024-03-31.
        bench.place.become { $0 >= 1_711_850_400 ? 3600 : 0 }
        let file = """
            Date,Workout Name,Exercise Name,Set Order,kg,Reps
            2024-03-31 02:30:00,Night,Bench,1,80,5

            """
        let id = try bench.open(file)
        let preview = try bench.preview(id)
        #expect(preview["warnings"]?.list.first?["line"] == .integer(2))
        try bench.commit(id)
        let workout = try bench.call("workout.list")["workouts"]?.list.first
        #expect(workout?["started_at"] == .string("2024-03-31T03:30:00.000+01:00"))
        // The file is recognised nevertheless.
        #expect(try bench.preview(bench.open(file))["duplicates"]?.list.count == 1)
    }

    // MARK: Several, and in between

    @Test func twoAtOnce() throws {
        let hevy = try Self.text("hevy.csv")
        let fitnotes = try Self.text("fitnotes.csv")
        let ids = try (0..<2).map { _ in try bench.open("") }
        for (id, text) in zip(ids, [hevy, fitnotes]) {
            try bench.append(id, String(text.prefix(50)))
        }
        for (id, text) in zip(ids, [hevy, fitnotes]) {
            try bench.append(id, String(text.dropFirst(50)))
        }
        let same = try bench.open(hevy)
        #expect(try bench.preview(same)["duplicates"]?.list == [])
        try bench.commit(ids[0])
        // By now the workout is there.
        let refusal = try #require(throws: Rejection.self) { try bench.commit(same) }
        #expect(refusal.state == "empty")
        try bench.commit(ids[1])
        #expect(bench.types.filter { $0 == "import.committed" }.count == 2)
        // The first import can be undone without the second.
        try bench.call("import.undo", "{\"import\":\"\(ids[0])\"}")
        let alone = try Bench()
        #expect(try alone.commit(alone.open(fitnotes))["sets"] == bench.rows(of: "workout_set"))
        try bench.verify()
    }

    @Test func aRestartForgetsWhatWasNotCommitted() throws {
        let before = try bench.tables()
        let id = try bench.open(try Self.text("hevy.csv"))
        _ = try bench.preview(id)
        try bench.restart()
        let refusal = try #require(throws: Rejection.self) { try bench.commit(id) }
        #expect(refusal.kind == .notFound && refusal.field == "import")
        #expect(try bench.tables() == before)
        #expect(!bench.stateFiles.contains { $0.hasPrefix("spool") })
    }

    // MARK: Undone only where nobody has been at it

    private func imported() throws -> (id: String, workout: JSONValue) {
        let id = try bench.open(try Self.text("hevy-pounds.csv"))
        try bench.commit(id)
        let workouts = try bench.call("workout.list", #"{"exercise":"Squat (Barbell)"}"#)
        return (id, try #require(workouts["workouts"]?.list.first))
    }

    @Test func manyEditsAreCounted() throws {
        let (_, workout) = try imported()
        for set in workout.sets() {
            try bench.call("set.update", "{\"set\":\"\(try set.id())\",\"reps\":1}")
        }
        let refusal = try bench.refusal("import.undo")
        #expect(
            refusal.message.hasPrefix(
                "2 sets have been edited since: Squat (Barbell) on 2025-09-15"))
        #expect(Set(refusal.matches ?? []) == Set(try workout.sets().map { try $0.id() }))
    }
}
