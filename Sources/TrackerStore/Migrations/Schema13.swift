/// Reminders keep what becomes of them while the person is away; without a value it is the default of their
/// schedule. Targets are groups of sets, and the workouts of a template are found, from which its next loads
/// follow. Workouts tell whether they were begun in the past.
enum Schema13 {
    static let sql = """
        ALTER TABLE reminder ADD COLUMN when_idle TEXT;
        CREATE INDEX workout_template ON workout(template, started_ms)
            WHERE template IS NOT NULL;
        ALTER TABLE workout ADD COLUMN backdated INTEGER NOT NULL DEFAULT 0;
        """
}
