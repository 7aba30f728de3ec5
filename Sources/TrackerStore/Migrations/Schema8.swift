/// Events tell which request they belong to, by the number of its first event; the first one itself, and an
/// event that stands alone, have none.
enum Schema8 {
    static let sql = """
        ALTER TABLE journal ADD COLUMN request INTEGER;
        CREATE INDEX journal_undone ON journal(seq) WHERE event = 'journal.undone';
        """
}
