import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// Own exports: the rows that are imported, and the rows that are left out.
@Suite struct NativeImportTests {
    let bench: Bench

    init() throws { bench = try Bench.gym() }

    private static let all = #""what":"all","format":"json""#

    private func fresh() throws -> Bench {
        let other = try Bench(seed: 9)
        other.clock = bench.clock
        return other
    }

    private func reasons(_ bench: Bench, _ id: String) throws -> [String] {
        try bench.preview(id)["skipped"]?.list.compactMap { $0["reason"]?.string } ?? []
    }

    /// A file with one table.
    private func file(_ table: String, _ rows: String...) -> String {
        "{\"trackerd\":{\"format\":1},\"\(table)\":[\(rows.joined(separator: ","))]}"
    }

    // MARK: Rows changed here

    @Test func anOldExportOverwritesNothing() throws {
        let reminder = try bench.call(
            "reminder.create", #"{"name":"move","every":"30m","days":"mon-sun"}"#)
        bench.advance(ms: 1_800_000)
        try bench.call("do_not_disturb.set", #"{"for":"8h"}"#)
        try bench.call("timer.start", #"{"duration":"5m"}"#)
        try bench.call("workout.start")
        try bench.set("squats")
        bench.advance(ms: 1000)
        let workout = try bench.call("workout.finish").id()
        let before = try bench.tables()
        let old = try bench.export(Self.all)
        try bench.call("reminder.answer", #"{"reminder":"move","action":"dismiss"}"#)
        let id = try reminder.id()
        try bench.call("reminder.disable", "{\"reminder\":\"\(id)\"}")
        try bench.call("reminder.enable", "{\"reminder\":\"\(id)\"}")
        try bench.call("do_not_disturb.set", #"{"off":true}"#)
        bench.advance(ms: 600_000)
        try bench.call("workout.delete", "{\"workout\":\"\(workout)\"}")
        let after = try bench.tables()
        try bench.commit(bench.open(old))
        var expected = after
        for table in ["workout", "workout_set"] { expected[table] = before[table] }
        #expect(try bench.tables() == expected)
        try bench.verify()
    }

    @Test func whatIsOverDoesNotComeOnAgain() throws {
        try bench.call("timer.start", #"{"duration":"5m"}"#)
        try bench.call("rest.start", #"{"duration":"5m"}"#)
        let old = try bench.export(Self.all)
        bench.advance(ms: 2 * 86_400_000)
        #expect(try bench.tables()["timer"] == nil)
        #expect(
            try reasons(bench, bench.open(old)) == [
                "it was running here and has ended", "this rest is already here, and is different",
            ])
    }

    // MARK: Complete imports

    /// The presets are written in parts, and none is counted twice.
    @Test func asManyAsThereMayBe() throws {
        try bench.callEach(
            "preset.save",
            (1...600).map { "{\"name\":\"p\($0)\",\"mode\":\"reps\",\"target\":50}" })
        let other = try fresh()
        try other.commit(other.open(bench.export(Self.all)))
        #expect(try other.tables() == bench.tables())
    }

    /// Rows that were made while the clock was ahead are as good as any others.
    @Test func aSetOfAClockThatWasAhead() throws {
        let now = bench.clock
        bench.clock.wallMs += 400 * 86_400_000
        try bench.call("workout.start")
        try bench.set("squats")
        try bench.call("workout.finish")
        bench.clock = now
        let other = try fresh()
        try other.commit(other.open(bench.export(Self.all)))
        #expect(try other.tables() == bench.tables())
    }

    // MARK: Invalid rows

    @Test func rowsThatCouldNotBe() throws {
        try bench.call("workout.start")
        let set = try bench.setID("squats")
        try bench.call("timer.start", #"{"duration":"25m"}"#)
        let tables = try bench.tables()
        let row = try #require(tables["workout_set"]?.first)
        let timer = try #require(tables["timer"]?.first)
        let fresh = "000000000001"
        func changed(_ row: String, _ from: String, _ to: String) -> String {
            #expect(row.contains(from))
            return row.replacing(from, with: to).replacing(set, with: fresh)
        }
        let position = try #require(row.firstMatch(of: /"position":\d+,/)).output
        let id = try bench.open(
            file(
                "workout_set", row.replacing(set, with: "x\\\"y"),
                changed(row, String(position), "\"position\":9223372036854775807,"),
                changed(row, "\"reps\":5", "\"reps\":9000000000000000000").replacing(
                    fresh, with: "000000000002"),
                changed(row, "\"at_ms\":1", "\"at_ms\":-1").replacing(fresh, with: "000000000003")))
        #expect(
            try reasons(bench, id) == [
                "this workout_set has an invalid id",
                "this isn't a valid workout_set: position is out of range",
                "this isn't a valid workout_set: reps must be a whole number from 1 "
                    + "to 10000",
                "this isn't a valid workout_set: at_ms is out of range",
            ])
        #expect(throws: Rejection.self) { try bench.commit(id) }
        let own = try #require(try bench.call("timer.list")["timers"]?.list.first).id()
        let endless = try bench.open(
            file(
                "timer",
                timer.replacing(own, with: fresh).replacing(
                    "1500000", with: "9223372036854775807")))
        #expect(try reasons(bench, endless).first?.contains("duration_ms is out of range") == true)
        try bench.set("squats")
        try bench.verify()
    }

    /// The rows that refer to a left-out row are left out, too.
    @Test func whatRefersToItIsLeftOut() throws {
        try bench.call("workout.start")
        let first = try bench.setID("squats")
        try bench.set("squats", "\"reps\":3,\"load\":80,\"drop_of\":\"\(first)\"")
        try bench.set("bench press")
        try bench.call("log.add", #"{"exercise":"squats","count":5}"#)
        let file = try bench.export(Self.all)
        let other = try fresh()
        let broken = file.replacing("\"name\":\"Squats\"", with: "\"name\":\"Squ\\nats\"")
        #expect(
            try reasons(other, other.open(broken)).sorted() == [
                "its exercise isn't here", "its workout isn't here", "its workout isn't here",
                "one of its exercises isn't here",
                "the set it drops from isn't here",
                "this isn't a valid exercise: name has control characters or "
                    + "newlines: leave them out",
            ])
        // The exercise was made under another name and renamed later.
        try other.call("exercise.create", #"{"name":"knee bends","unit":"reps"}"#)
        try other.call("exercise.update", #"{"exercise":"knee bends","name":"squats"}"#)
        let id = try other.open(file)
        #expect(
            try reasons(other, id).first
                == "another exercise here is called squats: rename one of them")
        let preview = try other.preview(id)
        #expect(try other.commit(id) == preview)
        try other.verify()
    }

    @Test func setsInARing() throws {
        try bench.call("workout.start")
        let first = try bench.setID("squats")
        let second = try bench.setID("squats", "\"reps\":3,\"load\":80,\"drop_of\":\"\(first)\"")
        try bench.call("workout.finish")
        let file = try bench.export(Self.all)
        let begin = "{\"id\":\"\(first)\","
        #expect(file.contains(begin) && file.contains("\"drop_of\":\"\(first)\""))
        let ring = file.replacing(begin, with: "\(begin)\"drop_of\":\"\(second)\",")
        let other = try fresh()
        let id = try other.open(ring)
        #expect(
            try reasons(other, id)
                == [
                    "the set it drops from refers back to it",
                    "the set it drops from isn't here",
                ])
        let whole = try fresh()
        try whole.commit(whole.open(file))
        #expect(try whole.tables() == bench.tables())
    }

    /// Some kinds have one live row at a time, also in the file.
    @Test func oneAtATime() throws {
        try bench.call("workout.start")
        let id = try bench.call("workout.get").id()
        let row = try #require(bench.tables()["workout"]?.first)
        let rows = file(
            "workout", row.replacing(id, with: "000000000001"),
            row.replacing(id, with: "000000000002"))
        let other = try fresh()
        let once = try other.open(rows)
        #expect(
            try reasons(other, once) == ["another workout is in progress: there can be only one"])
        try other.commit(once)
        #expect(try reasons(bench, bench.open(rows)).count == 2)
    }

    // MARK: Afterwards

    /// Order numbers in the file come from the other journal, which may be far ahead of this one.
    @Test func theLastIsWhatWasLoggedLastHere() throws {
        try bench.call("workout.start")
        for _ in 0..<30 { try bench.set("squats") }
        try bench.call("log.add", #"{"exercise":"squats","count":5}"#)
        bench.advance(ms: 600_000)
        try bench.call("workout.finish")
        let other = try fresh()
        try other.commit(other.open(bench.export(Self.all)))
        try other.call("workout.start")
        let set = try other.setID("squats")
        #expect(try other.call("set.delete", #"{"set":"last"}"#)["set"]?.id() == set)
        let entry = try other.call("log.add", #"{"exercise":"squats","count":7}"#)
        #expect(try other.call("log.delete", #"{"entry":"last"}"#).id() == entry.id())
        let rest = try other.call("rest.start", #"{"duration":"5m","replace":true}"#)
        #expect(try other.call("rest.get").id() == rest.id())
    }

    // MARK: The file

    @Test func anExportIsOfOneMoment() throws {
        try bench.createLongExercises(1500)
        let first = try #require(try bench.call("export", "{\(Self.all)}")["cursor"]?.string)
        let next = "{\(Self.all),\"cursor\":\"\(first)\"}"
        try bench.call("export", next)
        try bench.call("workout.start")
        let refusal = try bench.refusal("export", next)
        #expect(refusal.kind == .conflict && refusal.state == "changed")
        #expect(refusal.message.contains("start again"))
    }

    /// A workout that crosses midnight is exported or left out as a whole, with its rests.
    @Test func partsAreWhole() throws {
        bench.advance(to: 22, 30)
        try bench.call("workout.start")
        try bench.set("squats")
        bench.advance(to: 23, 30)
        try bench.set("squats")
        bench.advance(ms: 600_000)
        try bench.call("workout.finish")
        let other = try fresh()
        let late = #""what":"workouts","format":"json","from":"2026-03-02""#
        let early = #""what":"workouts","format":"json","to":"2026-03-01""#
        let none = try other.preview(other.open(bench.export(late)))
        #expect(none["sets"] == .integer(0) && none["skipped"] == .array([]))
        let id = try other.open(bench.export(early))
        #expect(try reasons(other, id).isEmpty)
        #expect(try other.commit(id)["sets"] == .integer(2))
        let (here, there) = (try bench.tables(), try other.tables())
        for table in ["workout_set", "rest", "workout"] { #expect(here[table] == there[table]) }
    }
}
