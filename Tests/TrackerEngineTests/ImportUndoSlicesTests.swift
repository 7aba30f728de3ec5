import Rig
import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// Imports that are undone in slices, with other requests, kills and faults in between.
@Suite struct ImportUndoSlicesTests {
    private let bench: Bench
    private let before: [Int]
    private let whole: [Int]

    init() throws {
        bench = try Bench.gym()
        before = try Self.rows(bench)
        try bench.commit(bench.open(ImportSlicesTests.file(), piece: 8192))
        whole = try Self.rows(bench)
        bench.forget()
    }

    /// Numbers of exercises, workouts and sets.
    private static func rows(_ bench: Bench) throws -> [Int] {
        let tables = try bench.tables()
        return ["exercise", "workout", "workout_set"].map { tables[$0]?.count ?? 0 }
    }

    /// An undoing that has removed the first of its parts.
    private func begun() throws -> LongCall {
        let call = try bench.long("import.undo")
        while !bench.types.contains("import.removed") {
            try #require(ImportSlicesTests.advance(bench, call, slices: 1) == nil)
        }
        #expect(try Self.rows(bench) != whole)
        return call
    }

    // MARK: Others

    @Test func othersAreServedMeanwhile() throws {
        let call = try bench.long("import.undo")
        var timers = 0
        let reply = try bench.reply(call) {
            guard timers < 10 else { return }
            timers += 1
            try bench.call("timer.start", #"{"duration":"\#(timers)h"}"#)
        }
        let result = try Bench.result(of: reply)
        #expect(result["workouts"] == .integer(120) && result["sets"] == .integer(960))
        #expect(timers == 10)
        #expect(bench.types.count { $0 == "import.removed" } > 5)
        #expect(bench.types.count { $0 == "import.undone" } == 1)
        #expect(try Self.rows(bench) == before)
        #expect(try bench.refusal("import.undo").kind == .notFound)
        try bench.verify()
    }

    @Test func whatWouldCollideIsRefusedOrWaits() throws {
        let call = try begun()
        for (method, params) in [
            ("journal.undo", "{}"), ("journal.redo", "{}"),
            ("exercise.merge", #"{"exercise":"dips","into":"squats"}"#),
        ] {
            let refusal = try bench.refusal(method, params)
            #expect(refusal.kind == .conflict && refusal.state == "importing", "\(method)")
        }
        let again = try bench.long("import.undo")
        #expect(ImportSlicesTests.advance(bench, again, slices: 5) == nil)
        _ = try Bench.result(of: bench.reply(call) {})
        let refusal = try #require(throws: Rejection.self) {
            try Bench.result(of: bench.reply(again) {})
        }
        #expect(refusal.kind == .notFound)
        try bench.verify()
    }

    /// What somebody changes after the check stays, with the workout that it belongs to.
    @Test func whatIsChangedMeanwhileIsLeft() throws {
        let call = try begun()
        let workout = try #require(bench.call("workout.list")["workouts"]?.list.last).id()
        let shown = try bench.call("workout.get", "{\"workout\":\"\(workout)\"}")
        let sets = shown["exercises"]?.list.flatMap { $0["sets"]?.list ?? [] } ?? []
        let set = try #require(sets.first).id()
        try bench.call("set.update", "{\"set\":\"\(set)\",\"reps\":99}")
        let result = try Bench.result(of: bench.reply(call) {})
        #expect(result["workouts"] == .integer(119) && result["sets"] == .integer(959))
        #expect(try bench.rows(of: "workout") == .integer(1))
        #expect(try bench.rows(of: "workout_set") == .integer(1))
        #expect(try bench.call("workout.get", "{\"workout\":\"\(workout)\"}")["id"] != nil)
        try bench.verify()
    }

    /// An edit before the check refuses it as a whole, and nothing is undone.
    @Test func anEditBeforeTheCheckRefusesIt() throws {
        let sessions = try bench.call("exercise.history", #"{"exercise":"dips"}"#)["sessions"]
        let set = try #require(sessions?.list.first?["sets"]?.list.first).id()
        let call = try bench.long("import.undo")
        #expect(ImportSlicesTests.advance(bench, call, slices: 1) == nil)
        try bench.call("set.update", "{\"set\":\"\(set)\",\"reps\":99}")
        let refusal = try #require(throws: Rejection.self) {
            try Bench.result(of: bench.reply(call) {})
        }
        #expect(refusal.state == "edited" && refusal.matches == [set])
        #expect(try Self.rows(bench) == whole)
        try bench.call("journal.undo")
        #expect(try bench.call("import.undo")["workouts"] == .integer(120))
        try bench.verify()
    }

    // MARK: Ends

    /// A daemon that is killed before anything is removed leaves all of the import, and none of it later.
    @Test(arguments: [(1, false), (9, false), (1, true), (5, true)])
    func killedItIsLeftOrCompleted(slices: Int, isBegun: Bool) throws {
        let call = try isBegun ? begun() : bench.long("import.undo")
        #expect(ImportSlicesTests.advance(bench, call, slices: slices) == nil)
        #expect(bench.types.contains("import.removed") == isBegun)
        try bench.crash()
        bench.forget()
        try bench.start()
        #expect(try Self.rows(bench) == (isBegun ? before : whole))
        #expect(bench.types.contains("import.undone") == isBegun)
        try bench.verify()
        if isBegun {
            #expect(try bench.refusal("import.undo").kind == .notFound)
        } else {
            #expect(try bench.call("import.undo")["sets"] == .integer(960))
        }
        let view = try bench.commit(bench.open(ImportSlicesTests.file(), piece: 8192))
        #expect(view["workouts"] == .integer(120))
        try bench.verify()
    }

    /// What a full disk has cut off is done once there is room again.
    @Test func aFullDiskOnlyDelaysIt() throws {
        let (bench, disk) = try Bench.onFaultyDisk()
        try bench.call("exercise.create", #"{"name":"Squats","unit":"reps"}"#)
        let before = try Self.rows(bench)
        try bench.commit(bench.open(ImportSlicesTests.file(), piece: 8192))
        bench.forget()
        let call = try bench.long("import.undo")
        while !bench.types.contains("import.removed") {
            try #require(ImportSlicesTests.advance(bench, call, slices: 1) == nil)
        }
        disk.fillUp()
        let refusal = try #require(throws: Rejection.self) {
            try Bench.result(of: bench.reply(call) {})
        }
        #expect(refusal.kind == .storage)
        disk.heal()
        bench.drift(ms: 1000)
        try bench.call("timer.start", #"{"duration":"1h"}"#)
        #expect(try Self.rows(bench) == before)
        try bench.verify()
    }
}
