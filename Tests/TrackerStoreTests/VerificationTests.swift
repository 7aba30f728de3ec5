import GRDB
import Testing
import TrackerCore

@testable import TrackerStore

/// Folding the journal must give exactly the tables; whatever is tampered with shows.
@Suite struct VerificationTests {
    let fixture: Fixture

    init() throws {
        fixture = try Fixture()
        for id in ["a", "b", "c"] { try fixture.start(id) }
        var timer = try #require(try fixture.read { try $0.timer(id: "b") })
        _ = try timer.pause(at: morning)
        try fixture.record("timer.paused", [timer])
        try fixture.record("note.made", [Note(id: "n", text: "one")])
        try fixture.record("note.changed", [Note(id: "n", text: "two")])
        try fixture.record("note.made", [Note(id: "m", text: "gone")])
        try fixture.record("note.gone", removed: [Note(id: "m", text: "gone")])
        try fixture.record("config.reloaded")
    }

    @Test func whatTheStoreWroteAgrees() throws {
        let report = try fixture.read { try $0.verify() }
        #expect(report.differences == [])
        #expect(report.events == 9)
        #expect(report.rows == 4)
    }

    @Test(arguments: [
        ("UPDATE timer SET duration_ms = duration_ms + 1 WHERE id = 'a'", "timer a isn't as"),
        ("UPDATE note SET text = 'three'", "note n isn't as"),
        ("UPDATE timer SET state = 'nonsense' WHERE id = 'a'", "timer a can't be read"),
        ("DELETE FROM timer WHERE id = 'b'", "timer b was left by an event, but has no row"),
        ("INSERT INTO note (id, text) VALUES ('x', 't')", "note x has a row, but no event"),
        (
            "INSERT INTO note (id, text) VALUES ('m', 'gone')",
            "note m has a row, but no event"
        ),
        ("DELETE FROM journal WHERE seq = 2", "1 events are missing"),
        ("DELETE FROM journal WHERE seq IN (4, 9)", "1 events are missing"),
        ("DELETE FROM journal WHERE seq = 6", "note n isn't as"),
        ("DELETE FROM journal WHERE seq <= 3", "3 events are missing"),
        ("UPDATE journal SET changes = '[]' WHERE seq = 1", "timer a has a row, but no event"),
        ("UPDATE journal SET changes = 'garbage' WHERE seq = 9", "1 events of the journal can't"),
        ("UPDATE journal SET changes = '[7]' WHERE seq = 1", "timer a has a row, but no event"),
        ("UPDATE journal SET changes = replace(changes, 'two', '2')", "note n isn't as"),
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
            try transaction.record(
                "note.made", subject: "z", cause: .daemon, data: "{}", [Note(id: "z", text: "t")])
            return try transaction.verify().differences
        }
        #expect(inside.value == [])
        #expect(try fixture.differences == [])
    }
}
