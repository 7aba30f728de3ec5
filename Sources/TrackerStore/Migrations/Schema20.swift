/// Timers keep whether they wait for an answer once they are over, how their alert is repeated, and the answer. Those
/// that ended before wait for none.
enum Schema20 {
    static let sql = """
        ALTER TABLE timer ADD COLUMN asked TEXT;
        ALTER TABLE timer ADD COLUMN ringing TEXT;
        ALTER TABLE timer ADD COLUMN rings INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE timer ADD COLUMN answered_ms INTEGER;
        CREATE INDEX timer_asked ON timer(start_order) WHERE asked IS NOT NULL;
        """
}
