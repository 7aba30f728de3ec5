import Glibc
import Rig
import TestSupport
import Testing
import TrackerAPI
import TrackerCore
import TrackerStore

@testable import TrackerEngine

/// Imports that are written in slices, with other requests, kills and faults in between.
@Suite struct ImportSlicesTests {
    /// A file of Hevy's with workouts on so many days, eight sets each, of two of three exercises.
    private static func file(days: Int = 120, from first: Int = 0) -> String {
        let header = "title,start_time,end_time,description,exercise_title,superset_id,"
        let rows = (first..<first + days).flatMap { number in
            let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun"]
            let date = "\(1 + number % 28) \(months[number / 28]) 2025"
            return (0..<8).map { set in
                let exercise = ["Bench Press (Barbell)", "Dips", "Squats"][(number + set / 4) % 3]
                return "Push,\"\(date), 07:48\",\"\(date), 08:52\",,\(exercise),,,\(set),normal,"
                    + "\(40 + number % 7).5,\(5 + set),,,"
            }
        }
        return header + "exercise_notes,set_index,set_type,weight_kg,reps,distance_km,"
            + "duration_seconds,rpe\n" + rows.joined(separator: "\n") + "\n"
    }

    /// An import that is begun and not yet committed.
    private static func call(
        _ bench: Bench, _ file: String, _ more: String = ""
    ) throws -> LongCall {
        let id = try bench.open(file, piece: 8192)
        return try bench.long("import.commit", "{\"import\":\"\(id)\"\(more)}")
    }

    /// Writes so many slices of an import.
    ///
    /// - Returns: the reply; `nil` where the import isn't over.
    @discardableResult
    private static func advance(_ bench: Bench, _ call: LongCall, slices: Int) -> Reply? {
        for _ in 0..<slices {
            let (reply, outcome) = bench.engine.advance(call, at: bench.clock) { false }
            bench.take(outcome)
            if let reply { return reply }
        }
        return nil
    }

    /// Numbers of rows, by table.
    private static func rows(_ bench: Bench) throws -> [String: Int] {
        try bench.tables().mapValues(\.count)
    }

    // MARK: Others

    /// What others do meanwhile and the import itself come to what they come to one after the other.
    @Test(arguments: [UInt64(1), 2, 3, 4])
    func othersAreServedMeanwhile(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let bench = try Bench.gym()
        let other = try Bench.gym()
        for each in [bench, other] {
            try each.commit(each.open(Self.file(days: 30), piece: 8192))
            try each.call("timer.start", #"{"duration":"1h","name":"t"}"#)
            try each.call("workout.start")
        }
        let call = try Self.call(bench, Self.file(days: 90))
        var number = 0
        let reply = try bench.reply(call) {
            guard Int.random(in: 0..<4, using: &random) > 0, number < 12 else { return }
            number += 1
            for each in [bench, other] {
                switch number % 4 {
                case 0: try each.set("bench press", "\"reps\":5,\"load\":\(50 + number)")
                case 1: try each.call("log.add", #"{"exercise":"plank","count":30}"#)
                case 2:
                    try each.call(
                        "exercise.create", #"{"name":"New \#(number)","unit":"reps"}"#)
                default: try each.call("timer.start", #"{"duration":"\#(number)m"}"#)
                }
            }
        }
        #expect(number > 1)
        let view = try Bench.result(of: reply)
        try other.commit(other.open(Self.file(days: 90), piece: 8192))
        #expect(view["workouts"] == .integer(60))
        #expect(view["duplicates"]?.list.count == 30)
        #expect(try Self.rows(bench) == Self.rows(other))
        let params = #"{"exercise":"squats","limit":200}"#
        let sessions = try bench.call("exercise.history", params)["sessions"]
        #expect(sessions?.list.count == 60)
        let others = try other.call("exercise.history", params)["sessions"]
        for (session, expected) in zip(sessions?.list ?? [], others?.list ?? []) {
            #expect(session["day"] == expected["day"])
            #expect(
                session["sets"]?.list.map { $0["load"] }
                    == expected["sets"]?.list.map { $0["load"] })
        }
        try bench.verify()
    }

    /// Our own rows are held against the rules as they are by then.
    @Test(arguments: [UInt64(1), 2, 3, 4])
    func ownRowsFitWhatOthersHaveMade(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let former = try Bench.gym()
        try former.call("workout.start")
        for number in 1...40 {
            try former.call("exercise.create", #"{"name":"Own \#(number)","unit":"reps"}"#)
            try former.call(
                "reminder.create", #"{"name":"r\#(number)","every":"30m","days":"mon-sun"}"#)
            try former.call(
                "template.create",
                #"{"name":"T\#(number)","exercises":[{"exercise":"Own \#(number)","sets":3}]}"#)
            try former.set("own \(number)")
        }
        let file = try former.export(#""what":"all","format":"json""#)
        let bench = try Bench(seed: 9)
        bench.clock = former.clock
        var changes = 0
        let reply = try bench.reply(Self.call(bench, file)) {
            for _ in 0..<3 {
                let (method, params) = Self.change(&random)
                if case .result? = bench.send(
                    #"{"id":1,"method":"\#(method)","params":\#(params)}"#
                ).first {
                    changes += 1
                }
            }
        }
        guard case .result? = reply as Reply? else {
            Issue.record("\(reply)")
            return
        }
        #expect(changes > 5)
        try bench.verify()
        let current = try bench.engine.store.read(at: bench.clock) { try $0.currentOccurrences() }
        let kinds = current.map { "\($0.reminder) \($0.isLive)" }
        #expect(kinds.count == Set(kinds).count)
        // Each row is as the rules want it beside all others, so that a fresh daemon takes all of them.
        let fresh = try Bench(seed: 5)
        fresh.clock = bench.clock
        let all = try fresh.open(bench.export(#""what":"all","format":"json""#), piece: 8192)
        let skipped = try fresh.preview(all)["skipped"]?.list ?? []
        #expect(skipped == [], "\(skipped.prefix(3))")
    }

    private static func change(_ random: inout SplitMix) -> (method: String, params: String) {
        let name = Int.random(in: 1...40, using: &random)
        let changes = [
            ("exercise.create", #"{"name":"Own \#(name)","unit":"reps"}"#),
            ("exercise.delete", #"{"exercise":"Own \#(name)"}"#),
            ("template.delete", #"{"template":"T\#(name)"}"#),
            ("template.create", #"{"name":"T\#(name)","exercises":[]}"#),
            ("reminder.delete", #"{"reminder":"r\#(name)"}"#),
            ("reminder.create", #"{"name":"r\#(name)","every":"20m","days":"mon-sun"}"#),
            ("reminder.disable", #"{"reminder":"r\#(name)"}"#),
            ("reminder.enable", #"{"reminder":"r\#(name)"}"#),
            ("reminder.update", #"{"reminder":"r\#(name)","every":"25m"}"#),
            ("reminder.fire", #"{"reminder":"r\#(name)"}"#),
            ("workout.start", "{}"), ("set.log", #"{"exercise":"Own \#(name)","reps":3}"#),
        ]
        return changes[Int.random(in: 0..<changes.count, using: &random)]
    }

    @Test func whatWouldTakeItBackInTheMiddleIsRefused() throws {
        let bench = try Bench.gym()
        try bench.call("workout.start")
        try bench.set("squats")
        let call = try Self.call(bench, Self.file())
        #expect(Self.advance(bench, call, slices: 3) == nil)
        for (method, params) in [
            ("journal.undo", "{}"), ("journal.redo", "{}"), ("import.undo", "{}"),
            ("journal.undo", #"{"types":["set.*"]}"#),
            ("exercise.merge", #"{"exercise":"dips","into":"squats"}"#),
        ] {
            let refusal = try bench.refusal(method, params)
            #expect(refusal.kind == .conflict && refusal.state == "importing", "\(method)")
        }
        _ = try Bench.result(of: bench.reply(call) {})
        try bench.call("journal.undo")
        #expect(try bench.rows(of: "workout") == .integer(1))
        try bench.verify()
    }

    /// A second one waits for the first, and a repeated one gets the result of the first.
    @Test func imports() throws {
        let bench = try Bench.gym()
        let first = try Self.call(bench, Self.file(), #","request_id":"once-1""#)
        let again = LongCall(first.call)
        let second = try Self.call(bench, Self.file(days: 130))
        #expect(Self.advance(bench, first, slices: 2) == nil)
        #expect(Self.advance(bench, again, slices: 5) == nil)
        #expect(Self.advance(bench, second, slices: 5) == nil)
        let result = try Bench.result(of: bench.reply(first) {})
        #expect(result["workouts"] == .integer(120))
        #expect(try Bench.result(of: bench.reply(again) {}) == result)
        #expect(try Bench.result(of: bench.reply(second) {})["workouts"] == .integer(10))
        #expect(bench.types.count { $0 == "import.committed" } == 2)
        try bench.verify()
    }

    @Test(arguments: [
        ("exercise.delete", ""), ("exercise.update", #","unit":"seconds""#),
    ])
    func anExerciseThatIsAnotherTakesItBack(how: String, more: String) throws {
        let bench = try Bench.gym()
        let call = try Self.call(bench, Self.file())
        #expect(Self.advance(bench, call, slices: 1) == nil)
        try bench.call(how, #"{"exercise":"squats"\#(more)}"#)
        let between = try bench.tables()
        let refusal = try #require(throws: Rejection.self) {
            try Bench.result(of: bench.reply(call) {})
        }
        #expect(refusal.kind == .conflict && refusal.state == "changed")
        #expect(refusal.message.contains("Squats"))
        #expect(try bench.tables() == between)
        try bench.verify()
    }

    // MARK: Progress

    /// A file of the last weeks, whose days are folded in a moment, is told of at its end, too.
    @Test func progressIsToldAtItsEnd() throws {
        let bench = try Bench.gym()
        let call = try Self.call(
            bench, Self.file(days: 27, from: 28).replacing("2025", with: "2026"))
        #expect(Self.advance(bench, call, slices: 4) == nil)
        let long = try bench.long("streak.get")
        #expect(bench.engine.isLong(long.call))
        #expect(Self.advance(bench, long, slices: 4) == nil)
        #expect(Set(bench.types) == ["import.added"])
        _ = try Bench.result(of: bench.reply(call) {})
        #expect(bench.types.contains("level.reached"))
        #expect(Self.advance(bench, long, slices: 1000) != nil)
        #expect(!bench.engine.isProgressStale)
    }

    // MARK: Ends

    /// A daemon that is killed at any slice leaves nothing of it.
    @Test(arguments: [1, 2, 4, 7, 10])
    func killedItIsTakenBack(slices: Int) throws {
        let bench = try Bench.gym()
        try bench.call("workout.start")
        try bench.set("squats")
        let before = try bench.tables()
        let call = try Self.call(bench, Self.file())
        #expect(Self.advance(bench, call, slices: slices) == nil)
        try bench.crash()
        bench.forget()
        try bench.start()
        #expect(try bench.tables() == before)
        try bench.verify()
        try bench.restart()
        #expect(try bench.tables() == before)
        #expect(try bench.call("set.log", #"{"exercise":"squats","reps":3}"#)["set"] != nil)
        let view = try bench.commit(bench.open(Self.file(), piece: 8192))
        #expect(view["workouts"] == .integer(120) && view["changed"]?.list == [])
        #expect(try bench.rows(of: "workout_set") == .integer(962))
        try bench.verify()
    }

    /// What the person has changed of a part isn't lost with it.
    @Test func aChangedPartStays() throws {
        let bench = try Bench.gym()
        let call = try Self.call(bench, Self.file())
        #expect(Self.advance(bench, call, slices: 4) == nil)
        let sessions = try bench.call("exercise.history", #"{"exercise":"dips"}"#)["sessions"]
        let set = try #require(sessions?.list.first?["sets"]?.list.first).id()
        try bench.call("set.update", #"{"set":"\#(set)","reps":99}"#)
        let part = try bench.tables()
        try bench.crash()
        try bench.start()
        let left = try bench.tables()
        for table in ["exercise", "workout", "workout_set"] {
            #expect(left[table] == part[table])
        }
        #expect(try bench.refusal("import.undo").state == "edited")
        let view = try bench.commit(bench.open(Self.file(), piece: 8192))
        #expect(try bench.rows(of: "workout") == .integer(120))
        #expect(view["changed"]?.list.count == 1)
        try bench.verify()
    }

    /// What a person does to a workout while the rest comes in is theirs, whether the import ends or not.
    @Test(arguments: [(true, "workout.update"), (false, "workout.update"), (false, "set.delete")])
    func aWorkoutThatIsChangedMeanwhileIsLeft(isCutOff: Bool, how: String) throws {
        let bench = try Bench.gym()
        let call = try Self.call(bench, Self.file())
        #expect(Self.advance(bench, call, slices: 4) == nil)
        let workout = try #require(bench.call("workout.list")["workouts"]?.list.last)
        switch how {
        case "workout.update":
            try bench.call(how, "{\"workout\":\"\(try workout.id())\",\"name\":\"Mine\"}")
        default:
            let shown = try bench.call("workout.get", "{\"workout\":\"\(try workout.id())\"}")
            let sets = shown["exercises"]?.list.flatMap { $0["sets"]?.list ?? [] } ?? []
            let last = try #require(sets.last)
            try bench.call(how, "{\"set\":\"\(try last.id())\"}")
        }
        if isCutOff {
            try bench.crash()
            try bench.start()
        } else {
            _ = try Bench.result(of: bench.reply(call) {})
        }
        let again = try bench.commit(bench.open(Self.file(days: 121), piece: 8192))
        let changed = try #require(again["changed"]?.list.first)
        #expect(again["changed"]?.list.count == 1 && changed["updated"] == .bool(false))
        #expect(changed["what"]?.string?.hasPrefix("left: changed here") == true)
        try bench.verify()
    }

    @Test func aFullDiskTakesItBack() throws {
        let (bench, disk) = try Bench.onFaultyDisk()
        try bench.call("exercise.create", #"{"name":"Squats","unit":"reps"}"#)
        let before = try bench.tables()
        let call = try Self.call(bench, Self.file())
        #expect(Self.advance(bench, call, slices: 3) == nil)
        disk.fillUp()
        let refusal = try #require(throws: Rejection.self) {
            try Bench.result(of: bench.reply(call) {})
        }
        #expect(refusal.kind == .storage)
        #expect(bench.engine.health.isDegraded)
        disk.heal()
        bench.drift(ms: 1000)
        try bench.call("timer.start", #"{"duration":"1h"}"#)
        try bench.call("timer.clear")
        var after = try bench.tables()
        after["timer"] = before["timer"]
        #expect(after == before)
        try bench.verify()
    }

    /// A copy that was made in the middle has nothing of it, either.
    @Test func aRestoredCopyTakesItBack() throws {
        let bench = try Bench.gym()
        let before = try bench.tables()
        let call = try Self.call(bench, Self.file())
        #expect(Self.advance(bench, call, slices: 3) == nil)
        let path = try #require(try bench.call("backup.create")["path"]?.string)
        #expect(Self.advance(bench, call, slices: 3) == nil)
        try bench.call("backup.restore", #"{"path":"\#(path)","confirm":true}"#)
        #expect(try bench.tables() == before)
        let refusal = try #require(throws: Rejection.self) {
            try Bench.result(of: bench.reply(call) {})
        }
        #expect(refusal.kind == .storage && refusal.message.contains("reopened"))
        #expect(try bench.tables() == before)
        try bench.verify()
    }

    /// Where the files of the state are deleted, all of it is written there again, without the import.
    @Test func deletedFilesTakeItBack() throws {
        let bench = try Bench.gym()
        let before = try bench.tables()
        let call = try Self.call(bench, Self.file())
        #expect(Self.advance(bench, call, slices: 3) == nil)
        for name in ["tracker.db", "tracker.db-wal"] { unlink("\(bench.stateFolder)/\(name)") }
        let refusal = try #require(throws: Rejection.self) {
            try Bench.result(of: bench.reply(call) {})
        }
        #expect([.storage, .unknown].contains(refusal.kind))
        #expect(try bench.tables() == before)
        try bench.call("workout.start")
        try bench.set("squats")
        try bench.call("journal.undo")
        #expect(try bench.commit(bench.open(Self.file(), piece: 8192))["workouts"] == .integer(120))
        try bench.verify()
    }

    /// Nothing is written for a file of which nothing comes in.
    @Test func anEmptyOneLeavesNoTrace() throws {
        let bench = try Bench.gym()
        try bench.commit(bench.open(Self.file(), piece: 8192))
        let seq = bench.engine.store.lastSeq
        let call = try Self.call(bench, Self.file())
        let refusal = try #require(throws: Rejection.self) {
            try Bench.result(of: bench.reply(call) {})
        }
        #expect(refusal.state == "empty")
        #expect(bench.engine.store.lastSeq == seq)
        try bench.restart()
        #expect(bench.engine.store.lastSeq == seq)
    }
}
