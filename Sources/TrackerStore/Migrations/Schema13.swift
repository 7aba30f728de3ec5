/// Workouts tell whether they were begun in the past.
enum Schema13 {
    static let sql = """
        ALTER TABLE workout ADD COLUMN backdated INTEGER NOT NULL DEFAULT 0;
        """
}
