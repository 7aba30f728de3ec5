/// Table of a person's own goals.
enum Schema21 {
    static let sql = """
        CREATE TABLE goal (
            id TEXT PRIMARY KEY NOT NULL,
            name TEXT NOT NULL,
            name_key TEXT NOT NULL,
            measure TEXT NOT NULL,
            exercise TEXT,
            unit TEXT,
            period TEXT NOT NULL,
            targets TEXT NOT NULL,
            due_boot_ns INTEGER, due_wall_ms INTEGER
        );
        CREATE INDEX goal_name ON goal(name_key);
        CREATE INDEX goal_exercise ON goal(exercise) WHERE exercise IS NOT NULL;
        """
}
