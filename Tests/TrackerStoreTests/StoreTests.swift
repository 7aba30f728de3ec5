import GRDB
import TestSupport
import Testing
import TrackerCore

@testable import TrackerStore

@Suite struct StoreTests {
    let fixture: Fixture
    var store: Store { fixture.store }

    init() throws { fixture = try Fixture() }

    @Test func readingSeesWhatIsThereAndRehearsingLeavesNothing() throws {
        try fixture.start("a")
        let (_, events, next) = try store.rehearse(at: morning) { transaction in
            try transaction.append(
                "note.made", subject: "n", cause: .daemon, data: "{}",
                [Note(id: "n", text: "t", dueNs: 5)])
        }
        #expect(events.map(\.seq) == [2])
        #expect(next == NextDeadlines(bootNs: 5))
        #expect(store.lastSeq == 1)
        #expect(try fixture.note("n") == nil)
        #expect(store.nextDeadlines != next)
        #expect(try fixture.start("b").startOrder == 2)
    }

    @Test func durabilityIsWhatSQLiteSaysItIs() throws {
        try fixture.start("a")
        for (pragma, value) in [
            ("journal_mode", "wal"), ("synchronous", "2"), ("locking_mode", "exclusive"),
            ("main.journal_mode", "wal"), ("cache_spill", "1"), ("temp_store", "2"),
        ] {
            let answer = try fixture.read {
                try String.fetchOne($0.db, sql: "PRAGMA \(pragma)") ?? "nothing"
            }
            // The pragma for spilling returns a number of pages.
            if pragma == "cache_spill" {
                #expect(answer != "0")
            } else {
                #expect(answer == value, "\(pragma)")
            }
        }
        // Both header bytes that stand for a write-ahead log.
        #expect(Array(try fixture.bytes()[18...19]) == [2, 2])
    }

    @Test func rehearsingLeavesThePragmasAsTheyWere() throws {
        let before = try fixture.read { try String.fetchAll($0.db, sql: "PRAGMA cache_spill") }
        _ = try store.rehearse(at: morning) { _ in }
        #expect(
            try fixture.read { try String.fetchAll($0.db, sql: "PRAGMA cache_spill") } == before)
        try durabilityIsWhatSQLiteSaysItIs()
    }

    @Test func nobodyElseGetsAtTheLiveFile() throws {
        try fixture.start("a")
        #expect(throws: DatabaseError.self) {
            let other = try DatabaseQueue(path: fixture.path)
            _ = try other.inDatabase { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM timer") }
        }
        #expect(!fixture.exists("tracker.db-shm"))
    }

    @Test func theFileIsTheOwnersAlone() throws {
        try fixture.start("a")
        for name in ["tracker.db", "tracker.db-wal"] {
            #expect(try permissions(of: "\(fixture.folder.path)/\(name)") == 0o600, "\(name)")
        }
    }

    @Test func deadlinesComeByClockAndTime() throws {
        for (id, due) in [("b", 20), ("a", 10), ("c", 30)] as [(String, Int64)] {
            try fixture.append("note.made", [Note(id: id, text: "t", dueNs: morning.bootNs + due)])
        }
        #expect(store.nextDeadlines.bootNs == morning.bootNs + 10)
        var later = morning
        later.bootNs += 20
        #expect(!store.nextDeadlines.isDue(at: morning))
        #expect(store.nextDeadlines.isDue(at: later))
        let due = try store.read(at: later) { try $0.dueDeadlines(limit: 10) }
        #expect(due.map(\.subject) == ["a", "b"])
        #expect(due.first?.kind == "note")
        #expect(due.first?.deadline == .boot(morning.bootNs + 10))
        #expect(try store.read(at: later) { try $0.dueDeadlines(limit: 1) }.count == 1)
        for (id, due) in [("e", 2), ("d", 1)] as [(String, Int64)] {
            try fixture.append("note.made", [Note(id: id, text: "t", dueMs: morning.wallMs + due)])
        }
        #expect(
            store.nextDeadlines
                == NextDeadlines(bootNs: morning.bootNs + 10, wallMs: morning.wallMs + 1))
        later.wallMs += 2
        let both = try store.read(at: later) { try $0.dueDeadlines(limit: 10) }
        #expect(both.map(\.subject) == ["a", "b", "d", "e"])
        #expect(both.last?.deadline == .wall(morning.wallMs + 2))
        #expect(NextDeadlines(wallMs: morning.wallMs).isDue(at: morning))
        #expect(!NextDeadlines(wallMs: morning.wallMs + 1).isDue(at: morning))
    }

    @Test func aPostponedDeadlineLetsTheOthersThrough() throws {
        try fixture.append("note.made", [Note(id: "a", text: "t", dueNs: morning.bootNs)])
        _ = try store.perform(at: morning) { transaction in
            let due = try #require(try transaction.dueDeadlines(limit: 1).first)
            try transaction.postpone(due, byMs: 60_000)
        }
        #expect(try fixture.read { try $0.dueDeadlines(limit: 1) } == [])
        var later = morning
        later.bootNs += 60_000 * nanosecondsPerMs
        #expect(try store.read(at: later) { try $0.dueDeadlines(limit: 1) }.count == 1)
        #expect(try store.perform(at: later) { _ in }.events.isEmpty)
        // Deadlines on either clock.
        try fixture.append("note.made", [Note(id: "b", text: "t", dueMs: morning.wallMs)])
        _ = try store.perform(at: morning) { transaction in
            let due = try #require(try transaction.dueDeadlines(limit: 1).first)
            try transaction.postpone(due, byMs: 60_000)
        }
        #expect(store.nextDeadlines.wallMs == morning.wallMs + 60_000)
    }
}
