import GRDB
import GRDBSQLite
import Testing
import TrackerCore

@testable import TrackerStore

/// Folding the journal must give exactly the tables; any tampering shows.
@Suite struct VerificationTests {
    let fixture: Fixture

    init() throws {
        fixture = try Fixture()
        for id in ["a", "b", "c"] { try fixture.start(id) }
        var timer = try #require(try fixture.read { try $0.timer(id: "b") })
        _ = try timer.pause(at: morning)
        try fixture.append("timer.paused", [timer])
        try fixture.append("note.made", [Note(id: "n", text: "one")])
        try fixture.append("note.changed", [Note(id: "n", text: "two")])
        try fixture.append("note.made", [Note(id: "m", text: "gone")])
        try fixture.append("note.gone", removed: [Note(id: "m", text: "gone")])
        try fixture.append("config.reloaded")
    }

    @Test func whatTheStoreWroteAgrees() throws {
        let report = try fixture.read { try $0.verify() }
        #expect(report.differences == [])
        #expect(report.events == 9)
        #expect(report.rows == 4)
    }

    @Test(arguments: [
        (
            "UPDATE timer SET duration_ms = duration_ms + 1 WHERE id = 'a'",
            "timer a differs from what its last event left"
        ),
        ("UPDATE note SET text = 'three'", "note n differs from what its last event left"),
        ("UPDATE timer SET state = 'nonsense' WHERE id = 'a'", "timer a can't be read"),
        ("DELETE FROM timer WHERE id = 'b'", "timer b was left by an event, but has no row"),
        ("INSERT INTO note (id, text) VALUES ('x', 't')", "note x has a row, but no event"),
        (
            "INSERT INTO note (id, text) VALUES ('m', 'gone')",
            "note m has a row, but no event"
        ),
        ("DELETE FROM journal WHERE seq = 2", "1 event is missing"),
        ("DELETE FROM journal WHERE seq IN (4, 9)", "1 event is missing"),
        ("DELETE FROM journal WHERE seq = 6", "note n differs from what its last event left"),
        ("DELETE FROM journal WHERE seq <= 3", "3 events are missing"),
        ("UPDATE journal SET changes = '[]' WHERE seq = 1", "timer a has a row, but no event"),
        ("UPDATE journal SET changes = 'garbage' WHERE seq = 9", "1 events of the journal can't"),
        ("UPDATE journal SET changes = '[7]' WHERE seq = 1", "timer a has a row, but no event"),
        (
            "UPDATE journal SET changes = replace(changes, 'two', '2')",
            "note n differs from what its last event left"
        ),
        (
            "UPDATE timer SET due_boot_ns = NULL WHERE id = 'a'",
            "timer a waits, but has no deadline"
        ),
        ("UPDATE timer SET due_boot_ns = 5 WHERE id = 'b'", "timer b has a deadline that it"),
        ("UPDATE timer SET due_wall_ms = 5 WHERE id = 'b'", "timer b has a deadline that it"),
    ])
    func tamperingShows(_ sql: String, _ finding: String) throws {
        try fixture.tamper(sql)
        let differences = try fixture.differences
        #expect(differences.contains { $0.contains(finding) }, "\(differences)")
    }

    @Test func theNewestEventIsMissedWhileTheStoreIsOpen() throws {
        _ = try fixture.store.perform(at: morning) { transaction in
            try transaction.db.execute(sql: "DELETE FROM journal WHERE seq = 9")
        }
        #expect(
            try fixture.differences == ["the journal ends with event 8, but 9 was recorded"])
    }

    @Test func aHundredDifferencesAreNamed() throws {
        try fixture.tamper(
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
            INSERT INTO note (id, text) SELECT 'x' || i, 't' FROM n
            """)
        let report = try fixture.read { try $0.verify() }
        #expect(report.differences.count == 100)
        #expect(report.rows == 304)
    }

    @Test func verifyingTwiceAndInsideOfABatch() throws {
        #expect(try fixture.differences == [])
        let inside = try fixture.store.perform(at: morning) { transaction in
            try transaction.append(
                "note.made", subject: "z", cause: .daemon, data: "{}", [Note(id: "z", text: "t")])
            return try transaction.verify().differences
        }
        #expect(inside.value == [])
        #expect(try fixture.differences == [])
    }

    /// Changes between two slices are neither taken for a difference nor overlooked, at whatever stage the
    /// comparison is.
    @Test(arguments: 0..<40) func changesBetweenSlicesAreNoDifferences(_ pause: Int) throws {
        let verifier = Verifier()
        var report: Verification?
        var slices = 0
        while report == nil {
            report = try fixture.read { try verifier.advance(in: $0) { false } }
            slices += 1
            guard slices == pause else { continue }
            try fixture.append("note.changed", [Note(id: "n", text: "three")])
            try fixture.append("note.made", [Note(id: "a-first", text: "t")])
            try fixture.append("note.made", [Note(id: "z-last", text: "t")])
            try fixture.start("d")
            var timer = try #require(try fixture.read { try $0.timer(id: "a") })
            _ = try timer.pause(at: morning)
            try fixture.append("timer.paused", [timer])
            try fixture.append("note.gone", removed: [Note(id: "a-first", text: "t")])
            try fixture.append("timer.cleared", removed: [timer])
        }
        #expect(report?.differences == [])
        #expect(slices > 15)
        #expect(report?.events == (pause > 0 && pause <= slices ? 16 : 9))
    }

    @Test func tamperingShowsInSlicesToo() throws {
        try fixture.tamper("UPDATE note SET text = 'three'; DELETE FROM timer WHERE id = 'b'")
        let verifier = Verifier()
        var report: Verification?
        while report == nil { report = try fixture.read { try verifier.advance(in: $0) { false } } }
        #expect(report?.differences.count == 2)
    }

    /// Ten times the rows, in events of many rows each, take about ten times the steps.
    @Test func theWorkGrowsWithTheRowsAndNotWithTheirSquare() throws {
        func steps(rows: Int) throws -> Int {
            let fixture = try Fixture()
            let notes = (0..<rows).map { Note(id: "n\($0)", text: "t") }
            try fixture.append("note.made", notes)
            var steps = 0
            let verifier = Verifier()
            let report = try fixture.read { transaction in
                try transaction.countingSteps(into: &steps) {
                    try verifier.advance(in: transaction) { true }
                }
            }
            #expect(report?.differences == [])
            #expect(report?.rows == Int64(rows))
            return steps
        }
        #expect(try steps(rows: 2000) < 15 * steps(rows: 200))
    }
}

extension Transaction {
    /// Counts the steps of SQLite's virtual machine, in thousands.
    fileprivate func countingSteps<Value>(
        into steps: inout Int, _ body: () throws -> Value
    ) throws -> Value {
        try withUnsafeMutablePointer(to: &steps) { steps in
            sqlite3_progress_handler(
                db.sqliteConnection, 100,
                { pointer in
                    pointer?.assumingMemoryBound(to: Int.self).pointee += 1
                    return 0
                }, steps)
            defer { sqlite3_progress_handler(db.sqliteConnection, 0, nil, nil) }
            return try body()
        }
    }
}
