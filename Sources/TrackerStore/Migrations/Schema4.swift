/// Training and programs.
enum Schema4 {
    static let sql = """
        CREATE TABLE training (
            id TEXT PRIMARY KEY NOT NULL,
            mode TEXT NOT NULL,
            target INTEGER NOT NULL,
            adjustment INTEGER NOT NULL,
            rest_ms INTEGER NOT NULL,
            exercise TEXT,
            state TEXT NOT NULL,
            rest TEXT,
            clock TEXT NOT NULL,
            effort TEXT,
            reached INTEGER NOT NULL,
            accumulated INTEGER NOT NULL,
            attempts TEXT NOT NULL,
            attempted_ms INTEGER,
            effort_ms INTEGER NOT NULL,
            started_ms INTEGER NOT NULL,
            start_order INTEGER NOT NULL,
            ended_ms INTEGER,
            due_boot_ns INTEGER, due_wall_ms INTEGER
        );
        CREATE INDEX training_live ON training(ended_ms) WHERE ended_ms IS NULL;
        CREATE INDEX training_start ON training(start_order);
        CREATE INDEX training_complete ON training(mode, start_order, started_ms, accumulated)
        WHERE state = 'complete';
        CREATE INDEX training_exercise ON training(exercise) WHERE exercise IS NOT NULL;
        CREATE INDEX training_due_boot_ns ON training(due_boot_ns)
        WHERE due_boot_ns IS NOT NULL;
        CREATE INDEX training_due_wall_ms ON training(due_wall_ms)
        WHERE due_wall_ms IS NOT NULL;
        CREATE TABLE preset (
            id TEXT PRIMARY KEY NOT NULL,
            name TEXT NOT NULL,
            name_key TEXT NOT NULL,
            mode TEXT NOT NULL,
            target INTEGER NOT NULL,
            adjustment INTEGER NOT NULL,
            rest_ms INTEGER NOT NULL,
            exercise TEXT,
            due_boot_ns INTEGER, due_wall_ms INTEGER
        );
        CREATE INDEX preset_name ON preset(name_key);
        CREATE INDEX preset_exercise ON preset(exercise) WHERE exercise IS NOT NULL;
        CREATE TABLE program (
            id TEXT PRIMARY KEY NOT NULL,
            name TEXT NOT NULL,
            name_key TEXT NOT NULL,
            icon TEXT,
            intervals TEXT NOT NULL,
            slug TEXT,
            edited INTEGER NOT NULL,
            deleted INTEGER NOT NULL,
            due_boot_ns INTEGER, due_wall_ms INTEGER
        );
        CREATE INDEX program_name ON program(name_key) WHERE NOT deleted;
        CREATE TABLE run (
            id TEXT PRIMARY KEY NOT NULL,
            program TEXT NOT NULL,
            name TEXT NOT NULL,
            state TEXT NOT NULL,
            step INTEGER NOT NULL,
            tally TEXT NOT NULL,
            began_ms INTEGER NOT NULL,
            duration_ms INTEGER NOT NULL,
            place TEXT NOT NULL,
            begun INTEGER NOT NULL,
            below_ms INTEGER NOT NULL,
            started_ms INTEGER NOT NULL,
            start_order INTEGER NOT NULL,
            ended_ms INTEGER,
            due_boot_ns INTEGER, due_wall_ms INTEGER
        );
        CREATE INDEX run_live ON run(ended_ms) WHERE ended_ms IS NULL;
        CREATE INDEX run_order ON run(start_order);
        CREATE INDEX run_started ON run(started_ms, start_order);
        CREATE INDEX run_due_boot_ns ON run(due_boot_ns)
        WHERE due_boot_ns IS NOT NULL;
        CREATE INDEX run_due_wall_ms ON run(due_wall_ms)
        WHERE due_wall_ms IS NOT NULL;
        CREATE TABLE run_plan (
            id TEXT PRIMARY KEY NOT NULL,
            intervals TEXT NOT NULL,
            due_boot_ns INTEGER, due_wall_ms INTEGER
        );
        """
}
