import TestSupport
import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// Imports of FitNotes' body tracker.
@Suite struct MeasurementImportTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    private static let head = "Date,Time,Measurement,Value,Unit,Comment\n"
    private static let file =
        head + """
            2024-01-10,07:00:00,Bodyweight,82.0,kgs,
            2024-01-11,07:05:00,Bodyweight,81.5,kgs,
            2024-01-11,07:10:00,Body Fat,18.5,%,
            2024-02-01,07:00:00,Waist,84.5,cm,
            2024-02-01,07:00:00,Waist,84,cm,

            """

    private func entries(_ what: String? = nil) throws -> [JSONValue] {
        let params = what.map { "{\"what\":\"\($0)\"}" } ?? "{}"
        return try bench.call("measurement.list", params)["entries"]?.list ?? []
    }

    private func values(_ what: String? = nil) throws -> [Double] {
        try entries(what).map { entry in
            switch entry["value"] {
            case .number(let value): value
            case .integer(let value): Double(value)
            default: .nan
            }
        }
    }

    @Test func comesOnceAndGoes() throws {
        let before = try bench.tables()
        let id = try bench.open(Self.file)
        let preview = try bench.preview(id)
        #expect(preview["format"] == .string("fitnotes"))
        #expect(preview["others"] == .integer(5) && preview["workouts"] == .integer(0))
        #expect(preview["first_at"]?.string?.hasPrefix("2024-01-10T07:00") == true)
        #expect(try bench.commit(id)["others"] == .integer(5))
        try bench.verify()
        #expect(try values("weight") == [81.5, 82])
        #expect(try entries("body fat").first?["unit"] == .string("%"))
        // The sum of all, as it is in the file.
        #expect(try values().reduce(0, +) == 350.5)
        let tables = try bench.tables()

        let again = try bench.open(Self.file)
        #expect(try bench.preview(again)["others"] == .integer(0))
        let refusal = try #require(throws: Rejection.self) { try bench.commit(again) }
        #expect(refusal.state == "empty")
        #expect(try bench.tables() == tables)

        try bench.call("import.undo")
        #expect(try bench.tables() == before)
        try bench.verify()
        #expect(try bench.commit(bench.open(Self.file))["others"] == .integer(5))
    }

    @Test func whatWasNotedHereIsntAddedTwice() throws {
        try bench.call(
            "weight.log", #"{"weight":82,"unit":"kg","at":"2024-01-10T07:00:00+01:00"}"#)
        #expect(try bench.preview(bench.open(Self.file))["others"] == .integer(4))
    }

    /// Two equal rows of one time are two measurements, and stay so.
    @Test func equalRows() throws {
        let row = "2024-01-10,07:00:00,Bodyweight,82.0,kgs,\n"
        let file = Self.head + row + row
        #expect(try bench.commit(bench.open(file))["others"] == .integer(2))
        #expect(try bench.preview(bench.open(file))["others"] == .integer(0))
    }

    @Test func whatWasDeletedHereStaysSo() throws {
        try bench.commit(bench.open(Self.file))
        let fat = try #require(entries("body fat").first?["id"]?.string)
        try bench.call("measurement.delete", "{\"entry\":\"\(fat)\"}")
        let view = try bench.preview(bench.open(Self.file))
        #expect(view["others"] == .integer(0))
        #expect(
            view["skipped"]?.list.map { $0["reason"]?.string } == [
                "this measurement was deleted here"
            ])
    }

    @Test(arguments: [
        ("2024-01-10,07:00:00,Waist,84,%,", "is measured in cm or in"),
        ("2024-01-10,07:00:00,Bodyweight,82,cm,", "weight is measured in kg or lb"),
        ("2024-01-10,07:00:00,Bodyweight,0.5,kg,", "1 to 1000 kg"),
        ("2030-01-10,07:00:00,Bodyweight,82,kg,", "the measurement is in the future"),
    ])
    func leavesOut(_ row: String, _ why: String) throws {
        try bench.call("measurement.log", #"{"what":"waist","value":85,"unit":"cm"}"#)
        let view = try bench.preview(bench.open(Self.head + row + "\n"))
        #expect(view["others"] == .integer(0))
        let reason = view["skipped"]?.list.first?["reason"]?.string ?? ""
        #expect(reason.contains(why), "\(reason)")
    }

    @Test func hasNoExercises() throws {
        let id = try bench.open(Self.file)
        let refusal = try #require(throws: Rejection.self) {
            try bench.preview(id, #","map":{"Waist":"bench"}"#)
        }
        #expect(refusal.message == "map is for files of exercises: leave it out")
    }
}
