/// Column with the missing row that a held row names, so that it is tried again once that row has come.
enum Schema18 {
    static let sql = """
        ALTER TABLE shared_row ADD COLUMN awaits TEXT;
        CREATE INDEX shared_row_awaits ON shared_row(awaits, kind, id)
            WHERE awaits IS NOT NULL AND unsettled = 0;
        """
}
