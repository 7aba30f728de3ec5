/// Exercises, the log and reminders.
enum Schema3 {
    static let sql = """
        CREATE TABLE exercise (
            id TEXT PRIMARY KEY NOT NULL,
            name TEXT NOT NULL,
            name_key TEXT NOT NULL,
            unit TEXT NOT NULL,
            category TEXT NOT NULL,
            equipment TEXT,
            default_count INTEGER NOT NULL,
            icon TEXT,
            color TEXT,
            variant_of TEXT,
            slug TEXT,
            edited INTEGER NOT NULL,
            archived INTEGER NOT NULL,
            due_boot_ns INTEGER, due_wall_ms INTEGER
        );
        CREATE INDEX exercise_name ON exercise(name_key);
        CREATE INDEX exercise_parent ON exercise(variant_of) WHERE variant_of IS NOT NULL;
        CREATE TABLE log_entry (
            id TEXT PRIMARY KEY NOT NULL,
            exercise TEXT NOT NULL,
            count INTEGER NOT NULL,
            unit TEXT NOT NULL,
            at_ms INTEGER NOT NULL,
            note TEXT,
            source TEXT NOT NULL,
            occurrence TEXT,
            add_order INTEGER NOT NULL,
            due_boot_ns INTEGER, due_wall_ms INTEGER
        );
        CREATE INDEX log_entry_exercise ON log_entry(exercise, at_ms, add_order, count);
        CREATE INDEX log_entry_at ON log_entry(at_ms, add_order, exercise, count);
        CREATE INDEX log_entry_order ON log_entry(add_order);
        CREATE TABLE reminder (
            id TEXT PRIMARY KEY NOT NULL,
            name TEXT NOT NULL,
            message TEXT,
            enabled INTEGER NOT NULL,
            schedule TEXT NOT NULL,
            exercise TEXT,
            count INTEGER,
            follow_up_ms TEXT,
            snooze_ms INTEGER NOT NULL,
            missed TEXT NOT NULL,
            grace_ms INTEGER,
            create_order INTEGER NOT NULL,
            due_boot_ns INTEGER, due_wall_ms INTEGER
        );
        CREATE INDEX reminder_name ON reminder(name, enabled, create_order);
        CREATE INDEX reminder_order ON reminder(create_order);
        CREATE INDEX reminder_exercise ON reminder(exercise) WHERE exercise IS NOT NULL;
        CREATE TABLE occurrence (
            id TEXT PRIMARY KEY NOT NULL,
            reminder TEXT NOT NULL,
            test INTEGER NOT NULL,
            state TEXT NOT NULL,
            due_ms INTEGER NOT NULL,
            base TEXT,
            fired_ms INTEGER,
            fire_order INTEGER,
            late_by_ms INTEGER,
            began TEXT,
            since TEXT,
            ladder_ms TEXT NOT NULL,
            rung INTEGER NOT NULL,
            expire_after_ms INTEGER,
            expires_ms INTEGER,
            follow_ups_ms TEXT NOT NULL,
            snoozes INTEGER NOT NULL,
            snooze_ms INTEGER,
            reason TEXT,
            answer TEXT,
            answered_ms INTEGER,
            response_ms INTEGER,
            log TEXT,
            due_boot_ns INTEGER, due_wall_ms INTEGER
        );
        CREATE INDEX occurrence_current ON occurrence(reminder, state) \
        WHERE state IN ('scheduled', 'pending', 'snoozed');
        CREATE INDEX occurrence_state ON occurrence(state, due_ms, reminder);
        CREATE INDEX occurrence_fired ON occurrence(reminder, fire_order)
        WHERE fire_order IS NOT NULL;
        CREATE INDEX occurrence_reminder ON occurrence(reminder, due_ms);
        CREATE INDEX occurrence_due ON occurrence(due_ms);
        CREATE INDEX occurrence_due_boot_ns ON occurrence(due_boot_ns)
        WHERE due_boot_ns IS NOT NULL;
        CREATE INDEX occurrence_due_wall_ms ON occurrence(due_wall_ms)
        WHERE due_wall_ms IS NOT NULL;
        CREATE TABLE do_not_disturb (
            id TEXT PRIMARY KEY NOT NULL,
            until_ms INTEGER,
            since TEXT,
            span_ms INTEGER,
            due_boot_ns INTEGER, due_wall_ms INTEGER
        );
        CREATE INDEX do_not_disturb_due_boot_ns ON do_not_disturb(due_boot_ns)
        WHERE due_boot_ns IS NOT NULL;
        CREATE INDEX do_not_disturb_due_wall_ms ON do_not_disturb(due_wall_ms)
        WHERE due_wall_ms IS NOT NULL;
        """
}
