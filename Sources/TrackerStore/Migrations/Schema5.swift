/// The strength log.
enum Schema5 {
    static let sql = """
        CREATE TABLE settings (
            id TEXT PRIMARY KEY NOT NULL,
            unit TEXT NOT NULL,
            rest_ms INTEGER NOT NULL,
            bar REAL NOT NULL,
            plates TEXT NOT NULL,
            day_start_minute INTEGER NOT NULL,
            due_boot_ns INTEGER, due_wall_ms INTEGER
        );
        CREATE TABLE template (
            id TEXT PRIMARY KEY NOT NULL,
            name TEXT NOT NULL,
            name_key TEXT NOT NULL,
            days_per_week INTEGER,
            rest_ms INTEGER,
            note TEXT,
            exercises TEXT NOT NULL,
            due_boot_ns INTEGER, due_wall_ms INTEGER
        );
        CREATE INDEX template_name ON template(name_key);
        CREATE TABLE workout (
            id TEXT PRIMARY KEY NOT NULL,
            name TEXT NOT NULL,
            template TEXT,
            state TEXT NOT NULL,
            started_ms INTEGER NOT NULL,
            start_order INTEGER NOT NULL,
            ended_ms INTEGER,
            note TEXT,
            rest_ms INTEGER,
            exercises TEXT NOT NULL,
            import TEXT,
            due_boot_ns INTEGER, due_wall_ms INTEGER
        );
        CREATE INDEX workout_open ON workout(state) WHERE state = 'open';
        CREATE INDEX workout_started ON workout(started_ms, start_order);
        CREATE INDEX workout_import ON workout(import) WHERE import IS NOT NULL;
        CREATE TABLE workout_set (
            id TEXT PRIMARY KEY NOT NULL,
            workout TEXT NOT NULL,
            exercise TEXT NOT NULL,
            position INTEGER NOT NULL,
            kind TEXT NOT NULL,
            reps INTEGER,
            load REAL,
            load_unit TEXT NOT NULL,
            load_mode TEXT NOT NULL,
            seconds REAL,
            distance_m REAL,
            rpe REAL,
            rir INTEGER,
            drop_of TEXT,
            note TEXT,
            at_ms INTEGER NOT NULL,
            updated_ms INTEGER,
            rest TEXT,
            imported_rest_ms INTEGER,
            log_order INTEGER NOT NULL,
            due_boot_ns INTEGER, due_wall_ms INTEGER
        );
        CREATE INDEX workout_set_workout
        ON workout_set(workout, exercise, at_ms, position);
        CREATE INDEX workout_set_exercise
        ON workout_set(exercise, at_ms, log_order, position);
        CREATE INDEX workout_set_at ON workout_set(at_ms, exercise);
        CREATE INDEX workout_set_order ON workout_set(log_order, position);
        CREATE INDEX workout_set_drop ON workout_set(drop_of) WHERE drop_of IS NOT NULL;
        CREATE INDEX workout_set_feat ON workout_set(
            exercise, reps, (iif(load_mode = 'assisted', -1, 1) * CAST(round(coalesce(load, 0) * \
        iif(load_unit = 'kg', 1000000000.0, 453592370.0)) AS INTEGER)), at_ms, log_order, position, \
        load, load_unit,
            load_mode, workout, id, kind
        ) WHERE kind <> 'warmup' AND kind <> 'partial';
        CREATE INDEX workout_set_hold ON workout_set(exercise, seconds)
        WHERE kind <> 'warmup' AND kind <> 'partial' AND seconds > 0 AND reps IS NULL \
        AND distance_m IS NULL AND load_mode <> 'assisted';
        CREATE INDEX workout_set_work ON workout_set(
            exercise, workout, at_ms, reps, load, load_unit, load_mode, kind
        ) WHERE kind <> 'warmup' AND kind <> 'partial' AND load > 0 \
        AND load_mode <> 'assisted' AND reps > 0;
        CREATE INDEX workout_set_volume ON workout_set(
            at_ms, exercise, reps, load, load_unit, load_mode, kind
        ) WHERE kind <> 'warmup' AND load > 0 AND load_mode <> 'assisted' AND reps > 0;
        """
}
