import GRDB
import TrackerCore

/// What the database holds: the kinds of entities, and the migrations that lead here.
package struct Schema: Sendable {
    package let kinds: [any StoredEntity.Type]
    let migrator: DatabaseMigrator
    /// How many migrations there are: the schema's number on the wire.
    package let version: Int

    /// This program's own.
    package static let current = Schema(
        kinds: [Timer.self, Rest.self],
        migrations: [
            { db in
                try createJournal(db)
                try Timer.createTable(db)
                try Rest.createTable(db)
            }
        ])

    /// Migrations are only ever appended: each released one stays as it was.
    package init(
        kinds: [any StoredEntity.Type],
        migrations: [@Sendable (Database) throws -> Void]
    ) {
        self.kinds = kinds
        version = migrations.count
        var migrator = DatabaseMigrator()
        for (index, migration) in migrations.enumerated() {
            migrator.registerMigration("\(index + 1)", migrate: migration)
        }
        self.migrator = migrator
    }

    var tables: Set<String> { Set(kinds.map { $0.table }) }

    func kind(_ table: String) -> (any StoredEntity.Type)? {
        kinds.first { $0.table == table }
    }

    /// What is there beside the entities.
    package static func createJournal(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE meta (key TEXT PRIMARY KEY NOT NULL, value) WITHOUT ROWID;
                CREATE TABLE journal (
                    seq INTEGER PRIMARY KEY NOT NULL,
                    at INTEGER NOT NULL,
                    device TEXT NOT NULL,
                    event TEXT NOT NULL,
                    subject TEXT NOT NULL,
                    cause TEXT NOT NULL,
                    changes TEXT NOT NULL,
                    data TEXT NOT NULL
                );
                CREATE INDEX journal_subject ON journal(subject);
                CREATE INDEX journal_undoable ON journal(seq) WHERE instr(changes, ',"was":') > 0;
                CREATE TABLE request (
                    id TEXT PRIMARY KEY NOT NULL,
                    method TEXT NOT NULL,
                    params TEXT NOT NULL,
                    result TEXT NOT NULL,
                    wall_ms INTEGER NOT NULL,
                    boot_ns INTEGER NOT NULL,
                    boot_id TEXT NOT NULL
                ) WITHOUT ROWID;
                CREATE INDEX request_age ON request(boot_id, boot_ns);
                """)
    }
}
