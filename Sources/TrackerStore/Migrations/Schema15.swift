/// Each request that changed anything is a step for undo, also one that can't be undone: the last command is
/// what a person means, not the last one that happens to leave a way back. Requests from before the newest step
/// are left as they were. Progress is no step: it follows from all else. With the first event of a request that
/// is undone, those that only followed from others stop being steps.
enum Schema15 {
    /// The SQL condition that an event changed anything but progress, unless a person changed just that.
    static func isStep(_ event: String) -> String {
        """
        \(event)cause LIKE 'request:%' AND \(event)cause NOT LIKE 'request:journal.%'
            AND \(event)cause NOT LIKE 'request:import.un%'
            AND \(event)event NOT IN (
                'journal.undone', 'journal.redone', 'import.removed', 'import.undone')
            AND (\(event)event = 'challenge.swapped'
                OR \(changes(in: "\(event)changes", besides: progress)))
        """
    }

    private static let progress = ["announcement", "challenge"]
    static let followers = progress + ["occurrence", "rest"]

    /// The SQL condition that changes are of other entities, too.
    static func changes(in changes: String, besides entities: [String]) -> String {
        let others = entities.reduce(changes) { "replace(\($0), '{\"entity\":\"\($1)\"', '')" }
        return "instr(\(others), '{\"entity\":\"') > 0"
    }

    static let sql = """
        CREATE INDEX step_request ON step(request, reversal);
        DROP TRIGGER step_of_change;
        CREATE TRIGGER step_of_change AFTER INSERT ON journal
        WHEN \(isStep("new."))
        BEGIN
            INSERT INTO step (seq, reversal, event, type, request)
            VALUES (new.seq, 'undo', new.seq, new.event, coalesce(new.request, new.seq));
        END;
        CREATE TRIGGER step_undone AFTER DELETE ON step
        WHEN old.reversal = 'undo'
        BEGIN
            DELETE FROM step
            WHERE request = old.request AND reversal = 'undo' AND type <> 'import.added'
                AND NOT EXISTS (
                    SELECT 1 FROM journal WHERE journal.seq = step.event
                    AND (instr(changes, ',"was":') > 0
                        OR \(changes(in: "changes", besides: followers))));
        END;
        INSERT INTO step (seq, reversal, event, type, request)
        SELECT seq, 'undo', seq, event, coalesce(request, seq) FROM journal
        WHERE seq > (SELECT coalesce(max(seq), 0) FROM step)
            AND \(isStep(""));
        """
}
