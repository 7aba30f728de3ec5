import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// The blocks of exercises that come more than once in an imported workout.
@Suite struct ImportBlockTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    /// A Hevy file with a set for each `Exercise/superset/type/note`.
    private static func file(_ sets: [String]) -> String {
        "title,start_time,exercise_title,superset_id,exercise_notes,set_index,set_type,reps\n"
            + sets.enumerated().map { index, text in
                let parts =
                    text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
                    + ["", "", ""]
                return "A,\"15 Sep 2025, 07:48\",\(parts[0]),\(parts[1]),\(parts[3]),\(index + 1),"
                    + "\(parts[2].isEmpty ? "normal" : parts[2]),5\n"
            }.joined()
    }

    /// The blocks, such as `Row (2) in 0: working, drop`.
    private func blocks(_ sets: [String]) throws -> [String] {
        try bench.commit(bench.open(Self.file(sets)))
        try bench.verify()
        let workout = try #require(bench.call("workout.list")["workouts"]?.list.first)
        return (workout["exercises"]?.list ?? []).map { block in
            let number = block["block"]?.integer.map { " (\($0))" } ?? ""
            let superset = block["superset"]?.string.map { " in \($0)" } ?? ""
            let sets = (block["sets"]?.list ?? []).map {
                ($0["type"]?.string ?? "") + ($0["drop_of"] == nil ? "" : " of it")
            }
            return "\(block["name"]?.string ?? "")\(number)\(superset): "
                + sets.joined(separator: ", ")
        }
    }

    @Test func anExerciseThatComesAgain() throws {
        #expect(
            try blocks(["Row/0", "Row/0/dropset", "Curl/0", "Row", "Row//dropset", "Curl"]) == [
                "Row in 0: working, drop of it", "Curl in 0: working",
                "Row (2): working, drop of it", "Curl (2): working",
            ])
        // Each of them is one when the file comes again.
        let again = try bench.preview(
            bench.open(
                Self.file(["Row/0", "Row/0/dropset", "Curl/0", "Row", "Row//dropset", "Curl"])))
        #expect(again["duplicates"]?.list.count == 1)
    }

    @Test func rowsThatFollowOneAnother() throws {
        #expect(
            try blocks(["Row", "Row", "Curl", "Row/1"]) == [
                "Row: working, working", "Curl: working", "Row (2) in 1: working",
            ])
    }

    /// Those of a superset are done in turn, and its drop sets stay in it.
    @Test func inTurnWithinASuperset() throws {
        #expect(
            try blocks(["Row/0", "Curl/0", "Row/0/dropset", "Curl/0", "Row/1"]) == [
                "Row in 0: working, drop of it", "Curl in 0: working, working",
                "Row (2) in 1: working",
            ])
    }

    /// The first set of a block has none of its block before it.
    @Test func aDropSetThatBeginsABlock() throws {
        #expect(
            try blocks(["Row", "Curl", "Row//dropset"]) == [
                "Row: working", "Curl: working", "Row (2): drop",
            ])
    }

    @Test func notesOfEachBlock() throws {
        let sets = ["Row///slow", "Curl///strict", "Row///fast"]
        _ = try blocks(sets)
        let workout = try bench.call("workout.list")["workouts"]?.list.first
        #expect(
            workout?["exercises"]?.list.map { $0["note"]?.string } == ["slow", "strict", "fast"])
    }

    @Test func toAndFroTooOften() throws {
        let sets = (0..<60).map { $0 % 2 == 0 ? "Row" : "Curl" }
        let view = try bench.preview(bench.open(Self.file(sets)))
        #expect(
            view["warnings"]?.list.map { $0["reason"]?.string } == [
                "the workout switches between its exercises more than 50 times: each "
                    + "exercise gets one block"
            ])
        #expect(try blocks(sets).map { $0.prefix(4) } == ["Row:", "Curl"])
    }

    /// An export has the blocks, and brings them elsewhere.
    @Test func throughAnExport() throws {
        _ = try blocks(["Row/0", "Curl/0", "Row"])
        let table = try bench.export(#""what":"sets","format":"csv""#)
        #expect(table.split(separator: "\r\n").first?.contains("block") == true)
        let own = try bench.export(#""what":"all","format":"json""#)
        let other = try Bench()
        try other.commit(other.open(own))
        #expect(try other.tables()["workout"] == bench.tables()["workout"])
        #expect(try other.tables()["workout_set"] == bench.tables()["workout_set"])
    }
}
