import TestSupport
import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// Imports of files of no known program, whose columns are told or recognized.
@Suite struct ImportColumnTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    private static let file = """
        Wann;Was;Wie oft;kg;Art
        2024-04-01;Bench Press;5;82,5;
        2024-04-01;Bench Press;8;60;drop
        2024-04-01;Dips;12;;

        """
    private static let columns =
        #"{"date":"Wann","exercise":"Was","reps":"Wie oft","load":"kg","type":"Art"}"#
    private static let told = "{\"columns\":\(columns)}"

    /// Members of the import's rows, without their times.
    private func rows(_ view: JSONValue) -> [String] {
        (view["rows"]?.list ?? []).map { row in
            let load: String
            switch row["load"] {
            case .number(let value): load = "\(value)"
            case .integer(let value): load = "\(value).0"
            default: load = "-"
            }
            return "\(row["line"]?.integer ?? 0) \(row["exercise"]?.string ?? "") "
                + "\(row["type"]?.string ?? "") \(row["reps"]?.integer ?? 0) \(load)"
        }
    }

    @Test func columnsAreToldOnce() throws {
        let refusal = try #require(throws: Rejection.self) { try bench.open(Self.file) }
        #expect(refusal.field == "columns" && refusal.line == 1)
        let id = try bench.open(Self.file, Self.told)
        let preview = try bench.preview(id)
        #expect(preview["format"] == .string("csv"))
        #expect(preview["columns"]?["date"] == .string("Wann"))
        #expect(preview["columns"]?["load"] == .string("kg"))
        #expect(
            rows(preview) == [
                "2 Bench Press working 5 82.5", "3 Bench Press drop 8 60.0", "4 Dips working 12 -",
            ])
        #expect(preview["rows"]?.list.first?["load_unit"] == .string("kg"))
        #expect(preview["rows"]?.list.first?["at"]?.string?.hasPrefix("2024-04-01T12:00") == true)
        #expect(try bench.commit(id)["sets"] == .integer(3))
        try bench.verify()

        let next = try bench.preview(bench.open(Self.file + "2024-04-03;Dips;13;;\n"))
        #expect(next["columns"] == preview["columns"])
        #expect(next["workouts"] == .integer(1) && next["duplicates"]?.list.count == 1)

        // What is undone was perhaps told wrongly.
        try bench.call("import.undo")
        #expect(throws: Rejection.self) { try bench.open(Self.file) }
        try bench.verify()
    }

    /// Nothing is remembered of a file that wasn't imported.
    @Test func aPreviewAloneIsForgotten() throws {
        _ = try bench.preview(bench.open(Self.file, Self.told))
        #expect(throws: Rejection.self) { try bench.open(Self.file) }
    }

    @Test func tenRowsAreShown() throws {
        let rows = (1...12).map { "2024-04-\(9 + $0),Lift \($0),5,60\n" }.joined()
        let preview = try bench.preview(bench.open("Date,Exercise,Reps,Weight (kg)\n" + rows))
        #expect(preview["sets"] == .integer(12) && preview["rows"]?.list.count == 10)
        #expect(self.rows(preview).last == "11 Lift 10 working 5 60.0")
        // Other files need no such look.
        let strong = "Date,Workout Name,Exercise Name,Set Order,kg,Reps\n2024-01-01,A,B,1,80,5\n"
        let known = try bench.preview(bench.open(strong))
        #expect(known["rows"] == nil && known["columns"] == nil)
    }

    /// Without times of day, all workouts come up at the end of the file, in portions.
    @Test func manyDays() throws {
        let rows = (0..<450).map { index in
            "20\(10 + index / 90)-0\(1 + index % 9)-1\(index / 9 % 10),Lift,5,60\n"
        }
        let id = try bench.open("Date,Exercise,Reps,Weight (kg)\n" + rows.joined())
        #expect(try bench.preview(id)["workouts"] == .integer(450))
        #expect(try bench.commit(id)["workouts"] == .integer(450))
        try bench.verify()
    }

    @Test(arguments: [
        (#"{"columns":{"day":"a"}}"#, "columns: 'day' isn't a meaning of a column: use date, dmy"),
        (#"{"columns":{"date":"a","reps":"b"}}"#, "columns: no column has the exercise"),
        (
            #"{"format":"strong","columns":{"date":"a","exercise":"b","reps":"c"}}"#,
            "columns is for files of no known program: leave format out"
        ),
    ])
    func toldWrongly(_ params: String, _ message: String) throws {
        let refusal = try bench.refusal("import.open", params)
        #expect(refusal.field == "columns" && refusal.message.hasPrefix(message))
    }

    // MARK: Units

    private static let withoutUnits = """
        Date,Workout Name,Exercise Name,Set Order,Weight,Reps,Distance
        2024-01-02 10:00:00,A,Bench,1,80,5,
        2024-01-02 10:00:00,A,Run,1,,,5

        """

    @Test func bothUnitsAreAskedForAtOnce() throws {
        let id = try bench.open(Self.withoutUnits)
        let refusal = try #require(throws: Rejection.self) { try bench.preview(id) }
        #expect(refusal.field == "unit")
        #expect(refusal.text.pieces.contains(.field("distance_unit")))
        #expect(
            refusal.message
                == "unit and distance_unit are needed: the file doesn't say whether its loads are kg "
                + "or lb, and whether its distances are m, km or mi")
        let half = try #require(throws: Rejection.self) { try bench.preview(id, #","unit":"lb""#) }
        #expect(half.field == "distance_unit")
        let other = try #require(throws: Rejection.self) {
            try bench.preview(id, #","distance_unit":"mi""#)
        }
        #expect(other.field == "unit" && !other.text.pieces.contains(.field("distance_unit")))
        let done = try bench.commit(id, #","unit":"lb","distance_unit":"mi""#)
        #expect(done["sets"] == .integer(2))
    }
}
