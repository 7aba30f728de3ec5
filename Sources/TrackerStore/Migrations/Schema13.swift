/// Reminders keep what becomes of them while the person is away; without a value it is the default of their
/// schedule. Targets are groups of sets, and the workouts of a template are found, from which its next loads
/// follow. Workouts tell whether they were begun in the past. Weights of the body are kept.
/// Exercises name the muscles that they work.
enum Schema13 {
    static let sql = """
        ALTER TABLE reminder ADD COLUMN when_idle TEXT;
        CREATE INDEX workout_template ON workout(template, started_ms)
            WHERE template IS NOT NULL;
        ALTER TABLE workout ADD COLUMN backdated INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE exercise ADD COLUMN muscles TEXT;
        CREATE TABLE body_weight (
            id TEXT PRIMARY KEY NOT NULL,
            weight REAL NOT NULL,
            unit TEXT NOT NULL,
            at_ms INTEGER NOT NULL,
            note_order INTEGER NOT NULL,
            day INTEGER NOT NULL,
            offset_s INTEGER NOT NULL,
            due_boot_ns INTEGER, due_wall_ms INTEGER
        );
        CREATE INDEX body_weight_at ON body_weight(at_ms, note_order, weight, unit, day);
        CREATE INDEX body_weight_order ON body_weight(note_order);
        """
}
