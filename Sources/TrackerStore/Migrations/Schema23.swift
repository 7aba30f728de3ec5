/// Sounds that a person has chosen for timers and programs.
enum Schema23 {
    static let sql = """
        ALTER TABLE timer ADD COLUMN sound TEXT;
        ALTER TABLE program ADD COLUMN sound TEXT;
        \(SharedColumn.added("sound", to: "program"));
        """
}
