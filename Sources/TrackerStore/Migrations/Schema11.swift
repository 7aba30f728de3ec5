/// Sets that name the block of their exercise, which may stand more than once in a workout.
enum Schema11 {
    static let sql = """
        ALTER TABLE workout_set ADD COLUMN block INTEGER NOT NULL DEFAULT 1;
        """
}
