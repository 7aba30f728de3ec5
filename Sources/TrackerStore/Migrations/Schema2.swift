/// Moves deadlines from a table of their own into the rows of their entities, and keeps rows in the order
/// of their creation: the start of a timer then touches half as many pages.
enum Schema2 {
    static let sql = """
        DROP INDEX timer_state;
        DROP INDEX timer_name;
        ALTER TABLE timer RENAME TO former;
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
            laps TEXT NOT NULL,
            due_boot_ns INTEGER, due_wall_ms INTEGER
        );
        CREATE INDEX timer_state ON timer(state, start_order);
        CREATE INDEX timer_name ON timer(name, state, start_order) WHERE name IS NOT NULL;
        CREATE INDEX timer_due_boot_ns ON timer(due_boot_ns)
        WHERE due_boot_ns IS NOT NULL;
        CREATE INDEX timer_due_wall_ms ON timer(due_wall_ms)
        WHERE due_wall_ms IS NOT NULL;
        INSERT INTO timer SELECT former.*,
            (SELECT due FROM deadline
             WHERE kind = 'timer' AND subject = former.id AND clock = 'boot'),
            (SELECT due FROM deadline
             WHERE kind = 'timer' AND subject = former.id AND clock = 'wall')
        FROM former ORDER BY start_order;
        DROP TABLE former;
        DROP INDEX rest_live;
        DROP INDEX rest_start;
        ALTER TABLE rest RENAME TO former;
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
            after TEXT,
            due_boot_ns INTEGER, due_wall_ms INTEGER
        );
        CREATE INDEX rest_live ON rest(state) WHERE state IN ('running', 'paused');
        CREATE INDEX rest_start ON rest(start_order);
        CREATE INDEX rest_due_boot_ns ON rest(due_boot_ns)
        WHERE due_boot_ns IS NOT NULL;
        CREATE INDEX rest_due_wall_ms ON rest(due_wall_ms)
        WHERE due_wall_ms IS NOT NULL;
        INSERT INTO rest SELECT former.*,
            (SELECT due FROM deadline
             WHERE kind = 'rest' AND subject = former.id AND clock = 'boot'),
            (SELECT due FROM deadline
             WHERE kind = 'rest' AND subject = former.id AND clock = 'wall')
        FROM former ORDER BY start_order;
        DROP TABLE former;
        DROP TABLE deadline;
        """
}
