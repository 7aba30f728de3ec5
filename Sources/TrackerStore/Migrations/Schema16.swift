/// Body weights become measurements, each with the name of what was measured. Journeys become rows, since they
/// belong to the person and not to one machine's journal. What concludes from the journal what this machine
/// went through reads `own_past`, its own events alone: those of another device never count, and are no steps of
/// undo.
enum Schema16 {
    private static let device = "(SELECT value FROM meta WHERE key = 'device')"
    private static let isJourney = """
        event = 'zone.changed' AND changes = '[]'
            AND data ->> '$.from' IS NOT NULL AND data ->> '$.to' IS NOT NULL
        """

    /// SQL that brings the journal's changes up to the kinds. Quotes inside JSON strings are escaped, so nothing
    /// but the kind matches.
    static let journal = """
        UPDATE journal
        SET changes = replace(changes, '{"entity":"body_weight"', '{"entity":"measurement"')
        WHERE instr(changes, '{"entity":"body_weight"') > 0;
        INSERT OR IGNORE INTO zone_change (id, from_zone, to_zone, at_ms)
        SELECT derived_id('zone_change:' || at || ' ' || (data ->> '$.from') || ' '
            || (data ->> '$.to')), data ->> '$.from', data ->> '$.to', at
        FROM journal WHERE \(isJourney);
        UPDATE journal SET changes = (
            SELECT json_array(json_object('entity', 'zone_change', 'id', id, 'row', json_object(
                'id', id, 'from_zone', from_zone, 'to_zone', to_zone, 'at_ms', at_ms)))
            FROM zone_change
            WHERE from_zone = journal.data ->> '$.from' AND to_zone = journal.data ->> '$.to'
                AND at_ms = journal.at)
        WHERE \(isJourney);
        """

    static let sql = """
        CREATE TABLE measurement (
            id TEXT PRIMARY KEY NOT NULL,
            what TEXT NOT NULL,
            what_key TEXT NOT NULL,
            value REAL NOT NULL,
            unit TEXT,
            at_ms INTEGER NOT NULL,
            note_order INTEGER NOT NULL,
            day INTEGER NOT NULL,
            offset_s INTEGER NOT NULL,
            due_boot_ns INTEGER, due_wall_ms INTEGER
        );
        INSERT INTO measurement (
            id, what, what_key, value, unit, at_ms, note_order, day, offset_s)
        SELECT id, 'weight', 'weight', weight, unit, at_ms, note_order, day, offset_s
        FROM body_weight;
        DROP TABLE body_weight;
        CREATE INDEX measurement_what
            ON measurement(what_key, at_ms, note_order, id, value, unit, day);
        CREATE INDEX measurement_at ON measurement(at_ms, note_order);
        CREATE INDEX measurement_order ON measurement(note_order);
        CREATE TABLE zone_change (
            id TEXT PRIMARY KEY NOT NULL,
            from_zone TEXT NOT NULL,
            to_zone TEXT NOT NULL,
            at_ms INTEGER NOT NULL,
            due_boot_ns INTEGER, due_wall_ms INTEGER
        );
        CREATE INDEX zone_change_at ON zone_change(at_ms);
        \(journal)
        DROP INDEX journal_zone;
        CREATE VIEW own_past AS SELECT * FROM journal WHERE device = \(device);
        DELETE FROM step WHERE event IN (SELECT seq FROM journal WHERE device <> \(device));
        DROP TRIGGER step_of_change;
        CREATE TRIGGER step_of_change AFTER INSERT ON journal
        WHEN new.device = \(device) AND \(Schema15.isStep("new."))
        BEGIN
            INSERT INTO step (seq, reversal, event, type, request)
            VALUES (new.seq, 'undo', new.seq, new.event, coalesce(new.request, new.seq));
        END;
        DROP TRIGGER step_of_reversal;
        CREATE TRIGGER step_of_reversal AFTER INSERT ON journal
        WHEN new.event IN ('journal.undone', 'journal.redone') AND new.device = \(device)
        BEGIN
            INSERT INTO step (seq, reversal, event, type, request)
            SELECT new.seq, iif(new.event = 'journal.undone', 'redo', 'undo'), event, type,
                coalesce(new.request, new.seq)
            FROM step WHERE event = CAST(new.subject AS INTEGER);
            DELETE FROM step
            WHERE event = (SELECT event FROM step WHERE seq = new.seq) AND seq < new.seq;
        END;
        """
}
