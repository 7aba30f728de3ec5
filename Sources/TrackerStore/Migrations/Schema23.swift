/// Sounds that a person has chosen for timers and programs; the work that was done in runs, which isn't known of
/// older ones; the time to get ready before a hold.
enum Schema23 {
    static let sql = """
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
        """
}
