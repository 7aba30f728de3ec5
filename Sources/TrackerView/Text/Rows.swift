extension [String] {
    /// The pieces in as few rows as possible. A piece wider than the columns gets its own row.
    ///
    /// - Parameters:
    ///   - separator: text between two pieces. Its sign, such as a comma, stays at the end of a row.
    ///   - indent: number of blanks before each row except the first.
    package func rows(of columns: Int, between separator: String = " ", indent: Int = 0) -> [String]
    {
        let end = separator.trimmingBlanks
        var rows: [String] = []
        for piece in self {
            guard let last = rows.last else {
                rows.append(piece)
                continue
            }
            let longer = last + separator + piece
            if (longer + end).displayWidth <= columns {
                rows[rows.count - 1] = longer
            } else {
                rows[rows.count - 1] = last + end
                rows.append(String(repeating: " ", count: indent) + piece)
            }
        }
        return rows
    }
}

extension String {
    /// The text in as few rows as possible, broken between words. Blanks within a row stay as they are.
    package func rows(of columns: Int, indent: Int = 0) -> [String] {
        split(separator: " ", omittingEmptySubsequences: false).map(String.init)
            .rows(of: columns, indent: indent)
    }
}
