/// The equipment of each exercise: the unit of its loads, its bar, the stack of its machine, and weights that come in
/// pairs. Loads of older exercises count once.
enum Schema25 {
    static let sql = """
        ALTER TABLE exercise ADD COLUMN gear TEXT;
        ALTER TABLE exercise ADD COLUMN pair INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX exercise_pair ON exercise(id) WHERE pair <> 0;
        \(SharedColumn.added("gear", to: "exercise"));
        \(SharedColumn.added("pair", to: "exercise"));
        """
}
