/// Timers whose alert is repeated in a way of their own, and reminders with a break of their own. Older ones have what
/// the configuration says.
enum Schema21 {
    static let sql = """
        ALTER TABLE timer ADD COLUMN ring_again_ms INTEGER;
        ALTER TABLE reminder ADD COLUMN break_ms INTEGER;
        CREATE INDEX reminder_break ON reminder(id) WHERE break_ms > 0;
        \(SharedColumn.added("break_ms", to: "reminder"));
        """
}
