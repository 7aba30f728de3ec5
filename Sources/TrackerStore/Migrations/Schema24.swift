/// Timers and runs keep whether they are paused while nobody is there, and what becomes of such a pause.
enum Schema24 {
    static let sql = """
        ALTER TABLE timer ADD COLUMN pause_when_away INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE timer ADD COLUMN absence TEXT;
        CREATE INDEX timer_pause_when_away ON timer(state, start_order)
            WHERE pause_when_away <> 0;
        ALTER TABLE run ADD COLUMN pause_when_away INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE run ADD COLUMN absence TEXT;
        """
}
