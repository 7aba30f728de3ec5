/// Timers that wait for an answer once they are over; goals; reminders that come back on by themselves, or go off
/// unless they were done; chosen sounds; work done in runs; the time to get ready before a hold; pauses while nobody
/// is there. Timers that ended before wait for no answer, and the work of older runs isn't known.
enum Schema20 {
    static let sql = """
        ALTER TABLE timer ADD COLUMN asked TEXT;
        ALTER TABLE timer ADD COLUMN ringing TEXT;
        ALTER TABLE timer ADD COLUMN rings INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE timer ADD COLUMN answered_ms INTEGER;
        CREATE INDEX timer_asked ON timer(start_order) WHERE asked IS NOT NULL;
        CREATE TABLE goal (
            id TEXT PRIMARY KEY NOT NULL,
            name TEXT NOT NULL,
            name_key TEXT NOT NULL,
            measure TEXT NOT NULL,
            exercise TEXT,
            unit TEXT,
            period TEXT NOT NULL,
            targets TEXT NOT NULL,
            due_boot_ns INTEGER, due_wall_ms INTEGER
        );
        CREATE INDEX goal_name ON goal(name_key);
        CREATE INDEX goal_exercise ON goal(exercise) WHERE exercise IS NOT NULL;
        ALTER TABLE reminder ADD COLUMN off_until_ms INTEGER;
        ALTER TABLE reminder ADD COLUMN unless_done INTEGER;
        ALTER TABLE occurrence ADD COLUMN expired_ms INTEGER;
        CREATE INDEX reminder_due_boot_ns ON reminder(due_boot_ns)
        WHERE due_boot_ns IS NOT NULL;
        CREATE INDEX reminder_due_wall_ms ON reminder(due_wall_ms)
        WHERE due_wall_ms IS NOT NULL;
        CREATE INDEX journal_break ON journal(at) WHERE event = 'break.taken';
        CREATE INDEX reminder_off ON reminder(create_order, id) WHERE NOT enabled;
        \(SharedColumn.added("off_until_ms", to: "reminder"));
        \(SharedColumn.added("unless_done", to: "reminder"));
        \(SharedColumn.added("expired_ms", to: "occurrence"));
        ALTER TABLE timer ADD COLUMN sound TEXT;
        ALTER TABLE program ADD COLUMN sound TEXT;
        ALTER TABLE run ADD COLUMN worked_ms INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE run ADD COLUMN rounds INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE training ADD COLUMN ready_ms INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE preset ADD COLUMN ready_ms INTEGER NOT NULL DEFAULT 0;
        \(SharedColumn.added("ready_ms", to: "training"));
        \(SharedColumn.added("ready_ms", to: "preset"));
        \(SharedColumn.added("sound", to: "program"));
        \(SharedColumn.added("worked_ms", to: "run"));
        \(SharedColumn.added("rounds", to: "run"));
        ALTER TABLE timer ADD COLUMN pause_when_away INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE timer ADD COLUMN absence TEXT;
        CREATE INDEX timer_pause_when_away ON timer(state, start_order)
            WHERE pause_when_away <> 0;
        ALTER TABLE run ADD COLUMN pause_when_away INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE run ADD COLUMN absence TEXT;
        """
}
