/// Reminders that come back on by themselves, and those that go off only unless they were done; occurrences keep
/// when they expired, for answers that come late. The breaks of a day are found in the journal.
enum Schema22 {
    static let sql = """
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
        """
}
