/// Targets are groups of sets, and the workouts of a template are found, from which its next loads follow.
enum Schema13 {
    static let sql = """
        CREATE INDEX workout_template ON workout(template, started_ms)
            WHERE template IS NOT NULL;
        """
}
