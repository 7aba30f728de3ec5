/// Keeps the steps that undo and redo may take next, so that neither searches the journal. Triggers keep them,
/// since every event counts, also one that a salvage copies. The times of an occurrence that only the journal
/// has are found by its id.
enum Schema14 {
    static let sql = """
        CREATE TABLE step (
            seq INTEGER PRIMARY KEY NOT NULL,
            reversal TEXT NOT NULL,
            event INTEGER NOT NULL,
            type TEXT NOT NULL,
            request INTEGER NOT NULL
        );
        CREATE INDEX step_next ON step(reversal, type, seq);
        CREATE INDEX step_event ON step(event);
        CREATE TRIGGER step_of_change AFTER INSERT ON journal
        WHEN instr(new.changes, ',"was":') > 0 AND new.cause LIKE 'request:%'
            AND new.event NOT IN (
                'journal.undone', 'journal.redone', 'import.removed', 'import.undone')
        BEGIN
            INSERT INTO step (seq, reversal, event, type, request)
            VALUES (new.seq, 'undo', new.seq, new.event, coalesce(new.request, new.seq));
        END;
        CREATE TRIGGER step_of_reversal AFTER INSERT ON journal
        WHEN new.event IN ('journal.undone', 'journal.redone')
        BEGIN
            INSERT INTO step (seq, reversal, event, type, request)
            SELECT new.seq, iif(new.event = 'journal.undone', 'redo', 'undo'), event, type,
                coalesce(new.request, new.seq)
            FROM step WHERE event = iif(
                instr(new.subject, '/') = 0, CAST(new.subject AS INTEGER), (
                    SELECT seq FROM journal
                    WHERE new.subject = device || '/' || coalesce(origin, seq)));
            DELETE FROM step
            WHERE event = (SELECT event FROM step WHERE seq = new.seq) AND seq < new.seq;
        END;
        CREATE TRIGGER step_of_import_undone AFTER INSERT ON journal
        WHEN new.event = 'import.undone'
        BEGIN
            DELETE FROM step WHERE seq IN (
                SELECT seq FROM journal
                WHERE subject = new.subject AND event = 'import.added');
        END;
        INSERT INTO step (seq, reversal, event, type, request)
        SELECT seq, 'undo', seq, event, coalesce(request, seq) FROM journal AS change
        WHERE instr(changes, ',"was":') > 0 AND cause LIKE 'request:%'
            AND event NOT IN (
                'journal.undone', 'journal.redone', 'import.removed', 'import.undone')
            AND NOT (event = 'import.added' AND EXISTS (
                SELECT 1 FROM journal AS undoing
                WHERE undoing.subject = change.subject AND undoing.event = 'import.undone'))
            AND NOT EXISTS (
                SELECT 1 FROM journal AS reversal
                WHERE reversal.event IN ('journal.undone', 'journal.redone')
                AND reversal.subject IN (
                    CAST(coalesce(change.origin, change.seq) AS TEXT),
                    change.device || '/' || coalesce(change.origin, change.seq))
                AND reversal.subject = iif(
                    reversal.device = change.device,
                    CAST(coalesce(change.origin, change.seq) AS TEXT),
                    change.device || '/' || coalesce(change.origin, change.seq)));
        INSERT INTO step (seq, reversal, event, type, request)
        SELECT seq, iif(event = 'journal.undone', 'redo', 'undo'),
            coalesce(data ->> '$.undone.seq', data ->> '$.redone.seq', 0),
            coalesce(data ->> '$.undone.type', data ->> '$.redone.type', ''),
            coalesce(request, seq)
        FROM journal AS reversal
        WHERE event IN ('journal.undone', 'journal.redone') AND json_valid(data)
            AND NOT EXISTS (
                SELECT 1 FROM journal AS later
                WHERE later.event IN ('journal.undone', 'journal.redone')
                AND later.subject = reversal.subject AND later.seq > reversal.seq);
        CREATE INDEX journal_marks ON journal(subject, substr(data, 1, 48))
            WHERE event IN ('reminder.fired', 'reminder.snoozed', 'reminder.expired');
        DROP INDEX journal_undoable;
        DROP INDEX journal_undone;
        """
}
