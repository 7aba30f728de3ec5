/// Runs that wait for confirmation keep the moment from which their follow-up is counted.
enum Schema9 {
    static let sql = """
        ALTER TABLE run ADD COLUMN asked TEXT;
        """
}
