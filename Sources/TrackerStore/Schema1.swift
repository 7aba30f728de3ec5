import GRDB
import TrackerCore

/// The first released schema, as it was, and the way from it to the second.
enum Schema1 {
    static func create(_ db: Database) throws {
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
                CREATE TABLE deadline (
                    kind TEXT NOT NULL,
                    subject TEXT NOT NULL,
                    due INTEGER NOT NULL,
                    clock TEXT NOT NULL,
                    PRIMARY KEY (kind, subject)
                ) WITHOUT ROWID;
                CREATE INDEX deadline_due ON deadline(clock, due);
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
                CREATE TABLE timer (
                    id TEXT PRIMARY KEY NOT NULL,
                    name TEXT,
                    message TEXT,
                    kind TEXT NOT NULL,
                    state TEXT NOT NULL,
                    duration_ms INTEGER,
                    original_ms INTEGER,
                    tally TEXT NOT NULL,
                    started_ms INTEGER NOT NULL,
                    start_order INTEGER NOT NULL,
                    paused_ms INTEGER,
                    end_noticed TEXT,
                    late_by_ms INTEGER,
                    on_suspend TEXT NOT NULL,
                    laps TEXT NOT NULL
                ) WITHOUT ROWID;
                CREATE INDEX timer_state ON timer(state, start_order);
                CREATE INDEX timer_name ON timer(name, state, start_order) WHERE name IS NOT NULL;
                CREATE TABLE rest (
                    id TEXT PRIMARY KEY NOT NULL,
                    state TEXT NOT NULL,
                    duration_ms INTEGER NOT NULL,
                    tally TEXT NOT NULL,
                    started_ms INTEGER NOT NULL,
                    start_order INTEGER NOT NULL,
                    ended_ms INTEGER,
                    late_by_ms INTEGER,
                    warn_at_ms TEXT NOT NULL,
                    armed_ms TEXT NOT NULL,
                    label TEXT,
                    after TEXT
                ) WITHOUT ROWID;
                CREATE INDEX rest_live ON rest(state) WHERE state IN ('running', 'paused');
                CREATE INDEX rest_start ON rest(start_order);
                """)
    }

    /// Deadlines move from a table of their own into their entities' rows, and rows are kept in the order of
    /// their making: a timer's start then touches half as many pages.
    static func migrate(_ db: Database) throws {
        for kind in [Timer.self, Rest.self] as [any StoredEntity.Type] { try move(kind, in: db) }
        try db.execute(sql: "DROP TABLE deadline")
    }

    private static func move(_ kind: any StoredEntity.Type, in db: Database) throws {
        let table = kind.table
        for index in try db.indexes(on: table) where index.origin == .createIndex {
            try db.execute(sql: "DROP INDEX \(index.name)")
        }
        try db.execute(sql: "ALTER TABLE \(table) RENAME TO former")
        try kind.createTable(db)
        let due = ["boot", "wall"].map { clock in
            """
            (SELECT due FROM deadline
             WHERE kind = '\(table)' AND subject = former.id AND clock = '\(clock)')
            """
        }
        try db.execute(
            sql: """
                INSERT INTO \(table) SELECT former.*, \(due.joined(separator: ", "))
                FROM former ORDER BY start_order
                """)
        try db.execute(sql: "DROP TABLE former")
    }
}
