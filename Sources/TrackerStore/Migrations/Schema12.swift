/// Exercises keep the aliases that a person gave them, and the names that other programs' files have for them.
enum Schema12 {
    static let sql = """
        ALTER TABLE exercise ADD COLUMN aliases TEXT NOT NULL DEFAULT '[]';
        ALTER TABLE exercise ADD COLUMN import_names TEXT NOT NULL DEFAULT '[]';
        """
}
