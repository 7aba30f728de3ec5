import TestSupport
import Testing
import TrackerCore

@testable import TrackerStore

/// Whoever waits for a start is told that it still goes on, also amid a single statement.
@Suite struct HeartbeatTests {
    private final class Beats { var count = 0 }

    /// The present schema with one migration more, a single statement.
    private func schema(counting rows: Int) -> Schema {
        Schema(
            kinds: Schema.current.kinds,
            migrations: Schema.migrations + [
                """
                CREATE TABLE counted AS
                WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number LIMIT \(rows))
                SELECT max(n) AS n FROM number;
                """
            ])
    }

    private func beats(migratingBy rows: Int) throws -> Int {
        let fixture = try Fixture(schema: .current)
        try fixture.start("a")
        try fixture.store.close()
        let beats = Beats()
        let store = try Store(
            path: fixture.path, schema: schema(counting: rows), zone: .utc, at: morning,
            goesOn: { beats.count += 1 })
        // The handler is gone with the migration.
        let told = beats.count
        _ = try store.read(at: morning) { try $0.verify() }
        #expect(beats.count == told)
        try store.close()
        return told
    }

    @Test func aLongMigrationTellsOften() throws {
        let few = try beats(migratingBy: 200_000)
        #expect(few >= 10)
        #expect(try beats(migratingBy: 800_000) > 3 * few)
    }

    @Test func aUsualOpeningTellsNothing() throws {
        let fixture = try Fixture()
        try fixture.fill(events: 500)
        let beats = Beats()
        let store = try Store(
            path: fixture.path, schema: fixture.schema, zone: .utc, at: morning,
            goesOn: { beats.count += 1 })
        #expect(beats.count == 0)
        try store.close()
    }
}
