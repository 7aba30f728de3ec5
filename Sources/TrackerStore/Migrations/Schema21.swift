/// What belongs to one thing instead of all: timers whose alert is repeated in a way of their own, reminders with a
/// break of their own, and the equipment of each exercise (the unit of its loads, its bar, the stack of its machine,
/// and weights that come in pairs). Older timers and reminders have what the configuration says, and loads of older
/// exercises count once.
///
/// Plans of training: templates in their order, and the exercises that progress in each of them by itself. A
/// person's templates from before belong to no plan.
///
/// Training maxes, and templates and workouts of a deload. Earlier ones were none.
///
/// A skipped rest can be put back, but where it only made way for something else, it stops being a step of undo with
/// the first event of its request that is undone.
enum Schema21 {
    static let sql = """
        ALTER TABLE timer ADD COLUMN ring_again_ms INTEGER;
        ALTER TABLE reminder ADD COLUMN break_ms INTEGER;
        CREATE INDEX reminder_break ON reminder(id) WHERE break_ms > 0;
        \(SharedColumn.added("break_ms", to: "reminder"));
        ALTER TABLE exercise ADD COLUMN gear TEXT;
        ALTER TABLE exercise ADD COLUMN pair INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX exercise_pair ON exercise(id) WHERE pair <> 0;
        \(SharedColumn.added("gear", to: "exercise"));
        \(SharedColumn.added("pair", to: "exercise"));
        CREATE TABLE plan (
            id TEXT PRIMARY KEY NOT NULL,
            name TEXT NOT NULL,
            name_key TEXT NOT NULL,
            templates TEXT NOT NULL,
            apart TEXT NOT NULL,
            due_boot_ns INTEGER, due_wall_ms INTEGER
        );
        CREATE INDEX plan_name ON plan(name_key);
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
        DROP TRIGGER step_undone;
        CREATE TRIGGER step_undone AFTER DELETE ON step
        WHEN old.reversal = 'undo'
        BEGIN
            DELETE FROM step
            WHERE request = old.request AND reversal = 'undo' AND type <> 'import.added'
                AND (type = 'rest.skipped' OR NOT EXISTS (
                    SELECT 1 FROM journal WHERE journal.seq = step.event
                    AND (instr(changes, ',"was":') > 0
                        OR \(Schema15.changes(in: "changes", besides: Schema15.followers)))));
        END;
        """
}
