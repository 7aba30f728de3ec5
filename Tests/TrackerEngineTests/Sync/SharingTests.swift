import GRDB
import GRDBSQLite
import Testing
import TrackerAPI
import TrackerCore

@testable import TrackerEngine
@testable import TrackerStore

/// Starting and stopping to share rows.
@Suite struct SharingTests {
    private func rowsBeside(_ machine: SyncMachine) throws -> Int? {
        try machine.bench.engine.store.read(at: machine.bench.clock) { transaction in
            try Int.fetchOne(transaction.db, sql: "SELECT COUNT(*) FROM shared_row")
        }
    }

    private func work(_ machine: SyncMachine) throws {
        try machine.call("exercise.create", #"{"name":"Squats","unit":"reps"}"#)
        try machine.call("reminder.create", #"{"name":"move","every":"30m","days":"daily"}"#)
        _ = try machine.log()
        try machine.setCount(7, ofEntry: machine.log(3))
        machine.bench.advance(ms: 31 * 60_000)
        try machine.call("reminder.answer", #"{"reminder":"move","action":"dismiss"}"#)
        try machine.call("workout.start")
        try machine.bench.set("squats")
        try machine.call("workout.finish")
        try machine.call("log.delete", #"{"entry":"last"}"#)
        try machine.call("journal.undo")
    }

    /// Texts of the statements that the database runs during a block.
    private func statements(of machine: SyncMachine, _ body: () throws -> Void) throws -> [String] {
        let seen = Seen()
        let pointer = Unmanaged.passUnretained(seen).toOpaque()
        let database = try machine.bench.engine.store.read(at: machine.bench.clock) {
            $0.db.sqliteConnection
        }
        sqlite3_trace_v2(
            database, UInt32(SQLITE_TRACE_STMT),
            { _, seen, statement, _ in
                guard let seen, let statement, let sql = sqlite3_sql(OpaquePointer(statement))
                else { return 0 }
                let text = String(cString: sql)
                Unmanaged<Seen>.fromOpaque(seen).takeUnretainedValue().texts.append(text)
                return 0
            }, pointer)
        defer { sqlite3_trace_v2(database, 0, nil, nil) }
        try body()
        return withExtendedLifetime(seen) { seen.texts }
    }

    // MARK: Off

    @Test func offNothingIsKeptAndNoStatementAsks() throws {
        let machine = try SyncMachine("alone", seed: 1)
        let statements = try statements(of: machine) { try work(machine) }
        #expect(statements.count > 20)
        #expect(statements.filter { $0.contains("shared_row") } == [])
        #expect(try rowsBeside(machine) == 0)
        #expect(!machine.bench.engine.isSharing)
        #expect(try machine.lines().lines == [])
        try machine.verify()
    }

    @Test func endingForgetsAllButTheRows() throws {
        let machine = try SyncMachine.sharing("one", seed: 1)
        try work(machine)
        let rows = try machine.bench.tables()
        #expect(try rowsBeside(machine) ?? 0 > 0)
        machine.endSharing()
        #expect(!machine.bench.engine.isSharing)
        #expect(try rowsBeside(machine) == 0)
        #expect(try machine.bench.tables() == rows)
        try machine.crash()
        #expect(!machine.bench.engine.isSharing)
        try machine.verify()
        // Later, sharing starts anew.
        try machine.share()
        let other = try SyncMachine.sharing("other", seed: 2)
        try other.merge(machine)
        #expect(try other.ids(of: "log_entry") == machine.ids(of: "log_entry"))
    }

    // MARK: The beginning

    @Test func rowsOfBothFromBeforeComeTogether() throws {
        let machines = try [SyncMachine("one", seed: 1), SyncMachine("two", seed: 2)]
        for machine in machines {
            try work(machine)
            try machine.share()
            try machine.verify()
        }
        for _ in 1...4 {
            try machines[0].merge(machines[1])
            try machines[1].merge(machines[0])
        }
        for machine in machines {
            try machine.verify()
            #expect(try machine.ids(of: "log_entry").count == 4)
            #expect(try machine.ids(of: "workout").count == 2)
        }
        #expect(try machines[0].digest() == machines[1].digest())
    }

    @Test func changesBetweenTheSlicesKeepTheirStamps() throws {
        let machine = try SyncMachine("one", seed: 1)
        try work(machine)
        let entry = try machine.log(4)
        machine.beginSharing()
        machine.bench.advance(ms: 1000)
        try machine.setCount(44, ofEntry: entry)
        let stamp = try machine.entry(LogEntry.self, entry)?.row.stamps[SharedParts.others]
        #expect(stamp?.ms == machine.bench.clock.wallMs)
        while try !machine.stampRows(while: { false }) { try machine.verify() }
        let later = try machine.entry(LogEntry.self, entry)
        #expect(later?.row.stamps[SharedParts.others] == stamp)
        #expect(later?.row.columns["count"] == .integer(44))
        try machine.verify()
    }

    /// An old deletion is undone before the rows have their stamps: the row is shared as well.
    @Test func whatIsPutBackBetweenTheSlicesIsShared() throws {
        let machine = try SyncMachine("one", seed: 1)
        try machine.call("exercise.create", #"{"name":"Squats","unit":"reps"}"#)
        let entry = try machine.log(4)
        try machine.call("log.delete", #"{"entry":"last"}"#)
        machine.beginSharing()
        try machine.call("journal.undo")
        while try !machine.stampRows(while: { false }) {}
        #expect(try machine.entry(LogEntry.self, entry) != nil)
        try machine.verify()
        let other = try SyncMachine.sharing("other", seed: 2)
        try other.merge(machine)
        #expect(try other.count(ofEntry: entry) == 4)
    }

    @Test func aCrashBetweenTheSlicesGoesOn() throws {
        let machine = try SyncMachine("one", seed: 1)
        try work(machine)
        machine.beginSharing()
        _ = try machine.stampRows { false }
        try machine.crash()
        #expect(machine.bench.engine.isSharing)
        while try !machine.stampRows(while: { false }) {}
        try machine.verify()
        #expect(try machine.lines(of: "log_entry").count == machine.ids(of: "log_entry").count)
    }

    /// A machine names no owner of its open workout until it shares rows.
    @Test func anOpenWorkoutGetsItsOwner() throws {
        let machine = try SyncMachine("one", seed: 1)
        let workout = try machine.call("workout.start").id()
        try machine.share()
        #expect(try machine.entity(Workout.self, workout)?.owner == machine.writer)
        let other = try SyncMachine.sharing("other", seed: 2)
        try other.merge(machine)
        #expect(try other.bench.refusal("workout.finish").state == "none")
    }
}

/// Texts of the statements seen so far.
private final class Seen {
    var texts: [String] = []
}
