import TrackerCore

extension TimeSpan {
    /// The SQL condition for rows that belong to a span. The condition is the same for all spans, so that
    /// one statement serves all.
    ///
    /// - Parameters:
    ///   - column: column of the instant that gives the row its day.
    ///   - table: the table's name, where several tables of the statement have a day.
    static func condition(_ column: String, of table: String? = nil) -> String {
        let prefix = table.map { "\($0)." } ?? ""
        let (instant, day) = (prefix + column, prefix + "day")
        return "\(instant) >= ? AND \(instant) < ? AND \(day) >= ? AND \(day) <= ?"
    }

    /// Values for the parameters of the condition.
    var values: [Cell] {
        [
            .integer(fromMs), .integer(toMs), .integer(Int64(fromDay)), .integer(Int64(toDay)),
        ]
    }
}
