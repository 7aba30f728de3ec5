import GRDB
import Testing
import TrackerAPI
import TrackerCore
import TrackerStore

@testable import TrackerEngine

/// A machine whose database was damaged, among others that share its rows.
@Suite struct SalvagedMachineTests {
    let pair: SyncPair
    var here: SyncMachine { pair.here }
    var there: SyncMachine { pair.there }
    /// Log entry that both machines know.
    private let entry: String
    /// This machine's first id.
    private let former: String

    init() throws {
        pair = try SyncPair()
        entry = try pair.here.log()
        try pair.exchange()
        former = try pair.here.writer
        pair.forget()
    }

    /// Kills the daemon, damages its database and starts another one on what can be read of it.
    private func salvage(_ machine: SyncMachine? = nil, after damage: String...) throws {
        let machine = machine ?? here
        try machine.bench.crash()
        let path = machine.bench.stateFolder
        let database = try DatabaseQueue(path: path + "/tracker.db")
        try database.writeWithoutTransaction { db in
            for statement in damage { try db.execute(sql: statement) }
        }
        try database.close()
        let store = try Recovery(stateFolder: path).salvage(at: machine.bench.clock, zone: .utc)
        try store.close()
        try machine.bench.start()
        try machine.verify()
    }

    @Test func aSalvagedMachineIsANewOneThatKnowsItsPast() throws {
        let deleted = try here.log(6)
        try here.call("log.delete", #"{"entry":"\#(deleted)"}"#)
        let (digest, stamp) = (try here.digest(), try here.entry(LogEntry.self, entry)?.row.stamps)
        try salvage()
        #expect(try here.writer != former)
        var query = JournalQuery(limit: 1)
        query.types = [EventType.syncIdentity.rawValue]
        let identity = try here.bench.engine.store.read(at: here.bench.clock) {
            try $0.events(query).first?.decoded(SyncIdentity.self)
        }
        #expect(try identity == SyncIdentity(from: former, to: here.writer, why: .salvaged))
        // What was known of the rows is as it was, deletions among them.
        #expect(try here.digest() == digest)
        #expect(try here.entry(LogEntry.self, entry)?.row.stamps == stamp)
        try there.merge(here)
        #expect(try there.entity(LogEntry.self, deleted) == nil)
        #expect(try here.bench.engine.store.read(at: here.bench.clock) { try $0.isOwn(former) })
        // New edits have the new id, and count.
        try here.setCount(9, ofEntry: entry)
        try pair.exchange()
        try pair.expect(9) { try $0.count(ofEntry: entry) }
        #expect(there.told(.syncOverridden) == 0)
    }

    @Test func rowsWithoutTheirStampsGiveWayToOthers() throws {
        try there.setCount(7, ofEntry: entry)
        let own = try here.log(6)
        try salvage(after: "DELETE FROM shared_row")
        #expect(try here.entry(LogEntry.self, entry)?.row.stamps.latest?.ms == 0)
        try pair.exchange()
        try pair.expect(7) { try $0.count(ofEntry: entry) }
        try pair.expect(6) { try $0.count(ofEntry: own) }
        #expect(here.told(.syncOverridden) == 0)
    }

    @Test func stampsWithoutTheirRowsAreForgotten() throws {
        try salvage(after: "DELETE FROM log_entry WHERE id = '\(entry)'")
        #expect(try here.entry(LogEntry.self, entry) == nil)
        #expect(try here.entity(LogEntry.self, entry) == nil)
        try pair.exchange()
        try pair.expect(5) { try $0.count(ofEntry: entry) }
    }

    @Test func aLostTableComesBackWithItsStamps() throws {
        try there.setCount(7, ofEntry: entry)
        // The journal still has the entries, but maybe not as they were last.
        try salvage(after: "DROP TABLE log_entry")
        #expect(try here.count(ofEntry: entry) == 5)
        #expect(try here.entry(LogEntry.self, entry)?.row.stamps.latest?.ms == 0)
        try pair.exchange()
        try pair.expect(7) { try $0.count(ofEntry: entry) }
    }

    @Test func whatIsSharedAfterwardsComesBeforeAllThatFollows() throws {
        here.endSharing()
        try here.call("settings.set", #"{"unit":"lb"}"#)
        try here.call("settings.set", #"{"unit":"kg"}"#)
        try salvage(after: "DELETE FROM journal")
        let lastSeq = here.bench.engine.store.lastSeq
        try here.share()
        try here.verify()
        let last = try here.bench.engine.sharedLines(after: .start, at: here.bench.clock).last
        #expect(last.seq > 0)
        #expect(last.seq <= lastSeq)
        #expect(try here.entry(LogEntry.self, entry)?.row.stamps.latest?.ms == 0)
        try there.setCount(7, ofEntry: entry)
        try pair.exchange()
        try pair.expect(7) { try $0.count(ofEntry: entry) }
    }

    @Test func aRenamedExerciseStillFollowsTheLibrary() throws {
        let machine = try SyncMachine.sharing("third", seed: 3, library: 1)
        let lunge = Movement.id(ofSlug: "lunge")
        try machine.call("exercise.update", #"{"exercise":"\#(lunge)","name":"L1"}"#)
        try salvage(machine)
        machine.update(toLibrary: 2)
        let renamed = try #require(try machine.entity(Exercise.self, lunge))
        #expect(renamed.name == "L1")
        #expect(renamed.fields.muscles == Muscles(primary: [.quads], secondary: [.glutes]))
        let row = try #require(try machine.entry(Exercise.self, lunge)).row
        #expect(row.stamps[SharedParts.others] == .zero)
    }

    @Test func aMachineThatSharesNothingKeepsItsID() throws {
        here.endSharing()
        let writer = try here.writer
        try salvage()
        #expect(try here.writer == writer)
        #expect(!here.bench.engine.isSharing)
    }
}
