/// Timers, rests, the journal and remembered requests.
enum Schema1 {
    static let sql = """
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
        """
}
