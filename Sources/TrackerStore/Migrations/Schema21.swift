/// Timers whose alert is repeated in a way of their own, and reminders with a break of their own. Older ones have what
/// the configuration says.
enum Schema21 {
    static let sql = """
        ALTER TABLE timer ADD COLUMN ring_again_ms INTEGER;
        ALTER TABLE reminder ADD COLUMN break_ms INTEGER;
        \(SharedColumn.added("break_ms", to: "reminder"));
        """
}
