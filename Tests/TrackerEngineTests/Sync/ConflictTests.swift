import Testing
import TrackerAPI
import TrackerCore
import TrackerStore

@testable import TrackerEngine

/// Edits of one row on two machines, made without knowing of each other.
@Suite struct ConflictTests {
    let pair: SyncPair
    var here: SyncMachine { pair.here }
    var there: SyncMachine { pair.there }
    private let entry: String

    init() throws {
        pair = try SyncPair()
        entry = try pair.here.log()
        try pair.exchange()
        pair.forget()
    }

    /// Edits the entry on both machines, and later on the other one.
    private func editBoth() throws {
        try here.setCount(6, ofEntry: entry)
        there.bench.drift(ms: 60_000)
        try there.setCount(8, ofEntry: entry)
        try pair.exchange()
    }

    @Test func aLostEditIsToldOnceWhereItWasTyped() throws {
        try editBoth()
        try pair.expect(8) { try $0.count(ofEntry: entry) }
        #expect(here.told(.syncOverridden) == 1)
        #expect(there.told(.syncOverridden) == 0)
        let data = try here.bench.data(of: EventType.syncOverridden.rawValue)
        #expect(data["entity"] == .string("log_entry") && data["id"] == .string(entry))
        #expect(data["part"] == .string("*"))
        #expect(data["mine"]?["count"] == .integer(6))
        #expect(data["theirs"]?["count"] == .integer(8))
        #expect(here.bench.alerts.isEmpty)
        try pair.exchange()
        #expect(here.told(.syncOverridden) == 1)
    }

    @Test func equipmentAndPairsAreTwoParts() throws {
        try here.call("exercise.update", #"{"exercise":"rows","load_unit":"lb","steps":[10,20]}"#)
        try there.call("exercise.update", #"{"exercise":"rows","pair":true}"#)
        try pair.exchange()
        try pair.expect(0) { $0.told(.syncOverridden) }
        try pair.expect("lb true 2") { machine in
            let rows = try machine.call("exercise.get", #"{"exercise":"rows"}"#)
            let (unit, steps) = (rows["load_unit"]?.string ?? "", rows["steps"]?.list.count ?? 0)
            return "\(unit) \(rows["pair"] == .bool(true)) \(steps)"
        }
        // The unit and the steps belong together.
        try here.call("exercise.update", #"{"exercise":"rows","load_unit":"kg","step":5}"#)
        there.bench.drift(ms: 60_000)
        try there.call("exercise.update", #"{"exercise":"rows","bar":20,"steps":false}"#)
        try pair.exchange()
        try pair.expect("lb bar") { machine in
            let rows = try machine.call("exercise.get", #"{"exercise":"rows"}"#)
            return (rows["load_unit"]?.string ?? "") + (rows["bar"] == nil ? "" : " bar")
        }
        #expect(here.told(.syncOverridden) == 1)
    }

    @Test func theTimeOfAnEditIsNone() throws {
        try here.call("workout.start")
        let set = try here.bench.setID("squats")
        try pair.exchange()
        here.bench.advance(ms: 1000)
        try here.call("set.update", #"{"set":"\#(set)","reps":6}"#)
        there.bench.advance(ms: 60_000)
        try there.call("set.update", #"{"set":"\#(set)","note":"hard"}"#)
        try pair.exchange()
        try pair.expect(0) { $0.told(.syncOverridden) }
    }

    @Test func theSameEditOnBothIsNone() throws {
        try here.setCount(6, ofEntry: entry)
        there.bench.drift(ms: 60_000)
        try there.setCount(6, ofEntry: entry)
        try pair.exchange()
        try pair.expect(0) { $0.told(.syncOverridden) }
    }

    @Test func whatHasChangedSinceIsNotPutBack() throws {
        try editBoth()
        let seq = try here.seq(of: .syncOverridden)
        try here.setCount(9, ofEntry: entry)
        let refusal = #expect(throws: Rejection.self) { try here.restoreLostEdit(seq) }
        #expect(refusal?.kind == .conflict)
        try here.call("log.delete", #"{"entry":"\#(entry)"}"#)
        let gone = #expect(throws: Rejection.self) { try here.restoreLostEdit(seq) }
        #expect(gone?.kind == .conflict)
        let none = #expect(throws: Rejection.self) { try here.restoreLostEdit(seq - 1) }
        #expect(none?.kind == .notFound)
    }

    @Test func aLostEditIsOpenUntilItIsSettled() throws {
        try editBoth()
        let lost = try here.openConflicts().lost
        #expect(lost.map(\.seq) == [try here.seq(of: .syncOverridden)])
        #expect(lost.first?.conflict.id == entry)
        #expect(try there.openConflicts().lost.isEmpty)
        try here.restoreLostEdit(here.seq(of: .syncOverridden))
        #expect(try here.openConflicts().lost.isEmpty)
        try pair.exchange()
        there.bench.drift(ms: 60_000)
        try here.setCount(3, ofEntry: entry)
        there.bench.drift(ms: 60_000)
        try there.setCount(4, ofEntry: entry)
        try pair.exchange()
        #expect(try here.openConflicts().lost.count == 1)
        try there.call("log.delete", #"{"entry":"\#(entry)"}"#)
        try pair.exchange()
        #expect(try here.openConflicts().lost.isEmpty)
    }

    @Test func aNameThatTwoHaveIsOpenUntilOneIsRenamed() throws {
        let ids = try ["rows", "dips"].map { try here.id(ofExercise: $0) }
        try here.call("exercise.update", #"{"exercise":"rows","name":"Pulls"}"#)
        try there.call("exercise.update", #"{"exercise":"dips","name":"pulls"}"#)
        try pair.exchange()
        for machine in [here, there] {
            let names = try machine.openConflicts().names
            #expect(names.map(\.kind) == ["exercise"] && names.first?.ids == ids.sorted())
        }
        try here.call("exercise.update", #"{"exercise":"\#(ids[0])","name":"Rows"}"#)
        try pair.exchange()
        try pair.expect(0) { try $0.openConflicts().names.count }
    }

    /// What the program does by itself isn't a person's edit.
    @Test func anOccurrenceThatExpiredHereIsNone() throws {
        try here.call("reminder.create", #"{"name":"move","every":"30m","days":"daily"}"#)
        try pair.exchange()
        there.bench.advance(ms: 31 * 60_000)
        try there.call("reminder.answer", #"{"reminder":"move","action":"dismiss"}"#)
        here.bench.advance(ms: 65 * 60_000)
        try pair.exchange()
        #expect(here.told(.syncOverridden) == 0)
    }
}
