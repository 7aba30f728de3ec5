/// Reminders keep what becomes of them while the person is away; without a value it is the default of their
/// schedule.
enum Schema13 {
    static let sql = """
        ALTER TABLE reminder ADD COLUMN when_idle TEXT;
        """
}
