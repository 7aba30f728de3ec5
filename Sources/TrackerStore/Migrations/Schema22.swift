/// Plans of training: templates in their order, and the exercises that progress in each of them by itself. A
/// person's templates from before belong to no plan.
enum Schema22 {
    static let sql = """
        CREATE TABLE plan (
            id TEXT PRIMARY KEY NOT NULL,
            name TEXT NOT NULL,
            name_key TEXT NOT NULL,
            templates TEXT NOT NULL,
            apart TEXT NOT NULL,
            due_boot_ns INTEGER, due_wall_ms INTEGER
        );
        CREATE INDEX plan_name ON plan(name_key);
        """
}
