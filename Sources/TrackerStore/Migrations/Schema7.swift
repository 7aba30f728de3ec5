/// Reminders keep the key of their names, so that a name that is taken is found by an index.
enum Schema7 {
    static let sql = """
        ALTER TABLE reminder ADD COLUMN name_key TEXT;
        UPDATE reminder SET name_key = name_key(name);
        CREATE INDEX reminder_key ON reminder(name_key);
        """
}
