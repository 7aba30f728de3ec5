import Testing
import TrackerAPI
import TrackerCore
import TrackerStore

@testable import TrackerEngine

/// Lines that this version can't take in, or can't take in yet.
@Suite struct HeldRowTests {
    let pair: SyncPair
    var here: SyncMachine { pair.here }
    var there: SyncMachine { pair.there }

    init() throws { pair = try SyncPair() }

    /// Stamp of a third machine.
    private static func stamp(ms: Int64) -> Stamp {
        Stamp(ms: ms, count: 0, writer: Identifier.derived(from: "third"))
    }

    /// Line of a log entry on the other machine, with its row changed.
    private func line(_ entry: String, _ change: (inout SharedRow) -> Void) throws -> String {
        var row = try #require(try there.entry(LogEntry.self, entry)).row
        change(&row)
        return SharedLine(kind: LogEntry.table, id: entry, row: row).text
    }

    // MARK: Rows that come too early

    @Test func aRowWaitsForTheOneThatItNamesAndForNoOther() throws {
        try there.call("exercise.create", #"{"name":"curls","unit":"reps"}"#)
        let entry = try there.log(8, "curls")
        try here.merge(there.lines(of: "log_entry"), of: there.name)
        #expect(try here.held() == [.awaitsReference: 1])
        let curls = try there.id(ofExercise: "curls")
        let awaited = AwaitedRow(kind: Exercise.table, id: curls)
        #expect(try here.entry(LogEntry.self, entry)?.awaits == awaited)
        // Nothing looks at it again until then.
        #expect(try here.unsettled() == [])
        try wake()
        #expect(try here.unsettled() == [])
        try here.crash()
        try here.merge(there.lines(of: "settings"), of: there.name)
        #expect(try here.held() == [.awaitsReference: 1])
        try here.merge(there.lines(of: "exercise"), of: there.name)
        #expect(try here.held() == [:])
        #expect(try here.count(ofEntry: entry) == 8)
        #expect(try here.entry(LogEntry.self, entry)?.awaits == nil)
        try here.verify()
    }

    private func wake() throws {
        _ = try here.bench.engine.store.perform(at: here.bench.clock) { transaction in
            var last: AwaitedRow?
            repeat { last = try transaction.wakeRows(after: last, limit: 1) } while last != nil
        }
    }

    @Test func onlyThoseAreWokenWhoseRowHasCome() throws {
        try there.call("exercise.create", #"{"name":"curls","unit":"reps"}"#)
        let curls = try there.lines(of: "exercise")
        try there.call("exercise.create", #"{"name":"press","unit":"reps"}"#)
        for exercise in ["curls", "press", "press", "press"] { _ = try there.log(8, exercise) }
        try here.merge(there.lines(of: "log_entry"), of: there.name)
        #expect(try here.held() == [.awaitsReference: 4])
        // The rows of the one merge are settled before the other exercise comes.
        try here.merge(curls, of: there.name)
        #expect(try here.held() == [.awaitsReference: 3])
        #expect(try here.unsettled() == [])
        try here.call("exercise.create", #"{"name":"press","unit":"reps"}"#)
        try wake()
        #expect(try here.unsettled().count == 3)
        try here.merge([], of: there.name)
        #expect(try here.held() == [:])
    }

    @Test func aLongChainComesInAtOnce() throws {
        let length = 14
        for number in 1...length {
            let parent = number == 1 ? "" : #","variant_of":"v\#(number - 1)""#
            try there.call(
                "exercise.create", #"{"name":"v\#(number)","unit":"reps"\#(parent)}"#)
        }
        let ids = try (1...length).map { try there.id(ofExercise: "v\($0)") }
        let lines = try ids.map { id in
            try #require(try there.entry(Exercise.self, id)).line.text
        }
        for line in lines.reversed() {
            try here.merge([line], of: there.name)
            try here.verify()
        }
        #expect(try here.held() == [:])
        #expect(try here.unsettled() == [])
    }

    @Test func anEditOfAHeldRowMayEndItsWait() throws {
        let entry = try here.log(5)
        try pair.exchange()
        try there.call("exercise.create", #"{"name":"curls","unit":"reps"}"#)
        try there.call("log.update", #"{"entry":"\#(entry)","exercise":"curls","note":"left"}"#)
        try here.merge(there.lines(of: "log_entry"), of: there.name)
        #expect(try here.held() == [.awaitsReference: 1])
        here.bench.drift(ms: 60_000)
        try here.call("log.update", #"{"entry":"\#(entry)","exercise":"dips"}"#)
        try here.merge([], of: there.name)
        #expect(try here.held() == [:])
        let edited = try #require(try here.entity(LogEntry.self, entry))
        #expect(try edited.exercise == here.id(ofExercise: "dips"))
        #expect(edited.note == "left")
        try here.verify()
    }

    @Test func aRowIsTakenInOnceAPersonMakesWhatItNames() throws {
        try there.call("exercise.create", #"{"name":"curls","unit":"reps"}"#)
        let entry = try there.log(8, "curls")
        try here.merge(there.lines(of: "log_entry"), of: there.name)
        // An exercise of the same name has the same id.
        try here.call("exercise.create", #"{"name":"curls","unit":"reps"}"#)
        try here.merge([], of: there.name)
        #expect(try here.held() == [:])
        #expect(try here.count(ofEntry: entry) == 8)
    }

    @Test func aRowBringsBackWhatWasDeletedBeforeItCame() throws {
        try there.call("exercise.create", #"{"name":"curls","unit":"reps"}"#)
        let lines = try there.lines(of: "exercise")
        let entry = try there.log(8, "curls")
        try here.merge(there.lines(of: "log_entry"), of: there.name)
        // A third machine knew the exercise, and deleted it.
        let third = try SyncMachine.sharing("third", seed: 3)
        try third.merge(lines, of: there.name)
        try third.call("exercise.delete", #"{"exercise":"curls"}"#)
        try here.merge(third)
        #expect(try here.held() == [:])
        #expect(try here.count(ofEntry: entry) == 8)
        try here.verify()
    }

    // MARK: Newer versions

    @Test func aKindOfANewerVersionGoesOnToOthers() throws {
        let row = SharedRow(
            columns: ["light": .integer(40), "note": .text("full")],
            stamps: Stamps([SharedParts.others: Self.stamp(ms: 1_772_352_000_000)]))
        let id = Identifier.derived(from: "moon")
        let line = SharedLine(kind: "moon_phase", id: id, row: row).text
        try here.merge([line], of: "third")
        #expect(try here.held() == [.awaitsVersion: 1])
        try here.verify()
        #expect(try here.lines(of: "moon_phase") == [line])
        try pair.exchange()
        try pair.expect(1) { try $0.held()[.awaitsVersion] ?? 0 }
        // A version that knows the kind finds the stamp of the columns in `*`.
        try pair.expect([line]) { try $0.lines(of: "moon_phase") }
    }

    @Test func aColumnOfANewerVersionIsKept() throws {
        let entry = try there.log()
        let line = try line(entry) { row in
            row.columns["mood"] = .text("good")
            row.stamps["mood"] = Self.stamp(ms: 1_772_352_000_000)
        }
        try here.merge([line], of: "third")
        #expect(try here.count(ofEntry: entry) == 5)
        #expect(try here.held().isEmpty)
        try here.setCount(9, ofEntry: entry)
        try pair.exchange()
        try pair.expect(9) { try $0.count(ofEntry: entry) }
        try pair.expect(Cell.text("good")) { machine in
            try machine.entry(LogEntry.self, entry)?.row.columns["mood"] ?? .null
        }
        for machine in pair.both { try machine.crash() }
        try pair.expect(true) { try $0.lines(of: "log_entry").contains { $0.contains("mood") } }
    }

    /// A row with a value that this version doesn't know is held, and the row from before stays.
    @Test func aValueOfANewerVersionIsHeld() throws {
        let entry = try there.log()
        try pair.exchange()
        let line = try line(entry) { row in
            row.columns["source"] = .text("telepathy")
            row.stamps = Stamps([SharedParts.others: Self.stamp(ms: 1_800_000_000_000)])
        }
        try here.merge([line], of: "third")
        #expect(try here.held() == [.awaitsVersion: 1])
        #expect(try here.count(ofEntry: entry) == 5)
        try here.verify()
        #expect(try here.lines(of: "log_entry").contains { $0.contains("telepathy") })
    }

    // MARK: What has yet to come

    @Test func setsComeInBeforeWhatTheyName() throws {
        try there.call("workout.start")
        try there.bench.set("squats")
        try there.bench.set("squats", #""reps":8,"load":60,"type":"drop","drop_of":"last""#)
        let lines = try there.lines().lines
        try here.merge(lines.reversed(), of: there.name, while: { false })
        #expect(try here.held().isEmpty)
        #expect(try here.ids(of: "workout_set").count == 2)
        try pair.exchange()
    }

    @Test func aHeldRowThatIsDeletedElsewhereIsNoLongerHeld() throws {
        try there.call("exercise.create", #"{"name":"Lunges","unit":"reps"}"#)
        let entry = try there.log(8, "lunges")
        try here.merge(there.lines(of: "log_entry"), of: there.name)
        try there.call("log.delete", #"{"entry":"\#(entry)"}"#)
        try here.merge(there.lines(of: "log_entry"), of: there.name)
        #expect(try here.held().isEmpty)
        try pair.exchange()
        try pair.expect(0) { try $0.count(ofEntry: entry) }
    }
}
