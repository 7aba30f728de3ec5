/// Adds the local day to rows; older rows get their day from the zone at the time of the migration.
/// Workouts get their owner, and events the number that they have on the device where they happened.
enum Schema6 {
    static let sql = """
        ALTER TABLE log_entry ADD COLUMN day INTEGER;
        ALTER TABLE log_entry ADD COLUMN offset_s INTEGER;
        UPDATE log_entry SET
            day = local_day(at_ms, coalesce((SELECT day_start_minute FROM settings), 240)),
            offset_s = local_offset_s(at_ms);
        ALTER TABLE workout ADD COLUMN day INTEGER;
        ALTER TABLE workout ADD COLUMN offset_s INTEGER;
        UPDATE workout SET
            day = local_day(started_ms, coalesce((SELECT day_start_minute FROM settings), 240)),
            offset_s = local_offset_s(started_ms);
        ALTER TABLE workout_set ADD COLUMN day INTEGER;
        ALTER TABLE workout_set ADD COLUMN offset_s INTEGER;
        UPDATE workout_set SET
            day = local_day(at_ms, coalesce((SELECT day_start_minute FROM settings), 240)),
            offset_s = local_offset_s(at_ms);
        ALTER TABLE training ADD COLUMN day INTEGER;
        ALTER TABLE training ADD COLUMN offset_s INTEGER;
        UPDATE training SET
            day = local_day(started_ms, coalesce((SELECT day_start_minute FROM settings), 240)),
            offset_s = local_offset_s(started_ms);
        ALTER TABLE run ADD COLUMN day INTEGER;
        ALTER TABLE run ADD COLUMN offset_s INTEGER;
        UPDATE run SET
            day = local_day(started_ms, coalesce((SELECT day_start_minute FROM settings), 240)),
            offset_s = local_offset_s(started_ms);
        ALTER TABLE occurrence ADD COLUMN day INTEGER;
        ALTER TABLE occurrence ADD COLUMN offset_s INTEGER;
        UPDATE occurrence SET
            day = local_day(due_ms, coalesce((SELECT day_start_minute FROM settings), 240)),
            offset_s = local_offset_s(due_ms);
        ALTER TABLE workout ADD COLUMN owner TEXT;
        ALTER TABLE journal ADD COLUMN origin INTEGER;
        DROP INDEX log_entry_exercise;
        DROP INDEX log_entry_at;
        DROP INDEX training_complete;
        DROP INDEX workout_set_volume;
        CREATE INDEX log_entry_exercise ON log_entry(exercise, at_ms, add_order, day, count);
        CREATE INDEX log_entry_at ON log_entry(at_ms, add_order, day, exercise, count);
        CREATE INDEX training_complete
        ON training(mode, start_order, started_ms, day, accumulated) WHERE state = 'complete';
        CREATE INDEX workout_set_volume ON workout_set(
            day, at_ms, exercise, reps, load, load_unit, load_mode, kind
        ) WHERE kind <> 'warmup' AND load > 0 AND load_mode <> 'assisted' AND reps > 0;
        """
}
