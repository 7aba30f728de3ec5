/// Training maxes, and templates and workouts of a deload. Earlier ones were none.
enum Schema23 {
    static let sql = """
        CREATE TABLE training_max (
            id TEXT PRIMARY KEY NOT NULL,
            exercise TEXT NOT NULL,
            load REAL NOT NULL,
            unit TEXT NOT NULL,
            at_ms INTEGER NOT NULL,
            note_order INTEGER NOT NULL,
            day INTEGER NOT NULL,
            offset_s INTEGER NOT NULL,
            due_boot_ns INTEGER, due_wall_ms INTEGER
        );
        CREATE INDEX training_max_exercise ON training_max(exercise, at_ms, note_order);
        CREATE INDEX training_max_at ON training_max(at_ms, note_order);
        CREATE INDEX training_max_order ON training_max(note_order);
        ALTER TABLE workout ADD COLUMN deload REAL;
        \(SharedColumn.added("deload", to: "workout"));
        ALTER TABLE template ADD COLUMN deload REAL;
        \(SharedColumn.added("deload", to: "template"));
        CREATE INDEX workout_deload ON workout(id, deload) WHERE deload IS NOT NULL;
        """
}
