/// Table of what machines share about a row besides the row itself: the stamps of its parts, and the columns that the
/// row's own table doesn't hold. It is empty while only one machine has the log.
///
/// A second table has all ids of this machine. What it did under a former id is its own past, too.
enum Schema17 {
    static let sql = """
        CREATE TABLE shared_row (
            kind TEXT NOT NULL,
            id TEXT NOT NULL,
            place TEXT,
            stamps TEXT NOT NULL,
            deleted TEXT,
            replaced TEXT,
            columns TEXT,
            unsettled INTEGER NOT NULL DEFAULT 0,
            change INTEGER NOT NULL,
            PRIMARY KEY (kind, id)
        ) WITHOUT ROWID;
        CREATE INDEX shared_row_change ON shared_row(change);
        CREATE INDEX shared_row_place ON shared_row(place) WHERE place IS NOT NULL;
        CREATE INDEX shared_row_unsettled ON shared_row(kind, id) WHERE unsettled;
        CREATE TABLE own_device (id TEXT PRIMARY KEY NOT NULL) WITHOUT ROWID;
        INSERT INTO own_device SELECT value FROM meta WHERE key = 'device';
        CREATE TRIGGER own_device_named AFTER INSERT ON meta WHEN new.key = 'device'
        BEGIN
            INSERT OR IGNORE INTO own_device VALUES (new.value);
        END;
        DROP VIEW own_past;
        CREATE VIEW own_past AS
            SELECT * FROM journal WHERE device IN (SELECT id FROM own_device);
        """
}
