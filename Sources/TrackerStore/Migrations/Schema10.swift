/// Progress: pauses of the streak, what was told of achievements and levels, challenges; more settings. The
/// checkpoints hold what was made of the days up to one, so that it isn't made again each time.
enum Schema10 {
    static let sql = """
        CREATE TABLE streak_pause (
            id TEXT PRIMARY KEY NOT NULL,
            from_day INTEGER NOT NULL,
            until_day INTEGER NOT NULL,
            due_boot_ns INTEGER, due_wall_ms INTEGER
        );
        CREATE INDEX streak_pause_until ON streak_pause(until_day);
        CREATE TABLE announcement (
            id TEXT PRIMARY KEY NOT NULL,
            what TEXT NOT NULL,
            level INTEGER,
            held INTEGER NOT NULL,
            at_ms INTEGER NOT NULL,
            due_boot_ns INTEGER, due_wall_ms INTEGER
        );
        CREATE TABLE challenge (
            id TEXT PRIMARY KEY NOT NULL,
            kind TEXT NOT NULL,
            key TEXT NOT NULL,
            template TEXT NOT NULL,
            text TEXT NOT NULL,
            measured TEXT NOT NULL,
            target INTEGER NOT NULL,
            from_day INTEGER NOT NULL,
            to_day INTEGER NOT NULL,
            swapped_away INTEGER NOT NULL,
            completed_ms INTEGER,
            due_boot_ns INTEGER, due_wall_ms INTEGER
        );
        CREATE INDEX challenge_from ON challenge(from_day, completed_ms);
        CREATE TABLE checkpoint (
            day INTEGER PRIMARY KEY NOT NULL,
            version INTEGER NOT NULL,
            content TEXT NOT NULL
        );
        ALTER TABLE settings ADD COLUMN week_starts TEXT;
        ALTER TABLE settings ADD COLUMN active_days TEXT;
        ALTER TABLE settings ADD COLUMN streak INTEGER;
        ALTER TABLE settings ADD COLUMN achievements INTEGER;
        ALTER TABLE settings ADD COLUMN xp INTEGER;
        ALTER TABLE settings ADD COLUMN challenges INTEGER;
        ALTER TABLE settings ADD COLUMN reports TEXT;
        CREATE INDEX training_started ON training(started_ms, day) WHERE state = 'complete';
        CREATE INDEX journal_zone ON journal(seq) WHERE event = 'zone.changed';
        """
}
