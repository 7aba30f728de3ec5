/// Programs and intervals whose alert is repeated while a run waits for the person. Older ones have a single reminder
/// after five minutes, and runs that wait already keep it.
enum Schema22 {
    static let sql = """
        ALTER TABLE program ADD COLUMN ring_again_ms INTEGER;
        \(SharedColumn.added("ring_again_ms", to: "program"));
        ALTER TABLE run_plan ADD COLUMN ring_again_ms INTEGER;
        \(SharedColumn.added("ring_again_ms", to: "run_plan"));
        ALTER TABLE run ADD COLUMN ringing TEXT;
        ALTER TABLE run ADD COLUMN rings INTEGER NOT NULL DEFAULT 0;
        """
}
