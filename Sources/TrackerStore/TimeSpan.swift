import TrackerCore

extension TimeSpan {
    /// The SQL condition for rows that belong to it, whatever it is, so that there is one statement for all.
    ///
    /// - Parameters:
    ///   - column: that of the instant by which a row's day is told.
    ///   - table: where several tables have a day.
    static func condition(_ column: String, of table: String? = nil) -> String {
        let prefix = table.map { "\($0)." } ?? ""
        let (instant, day) = (prefix + column, prefix + "day")
        return "\(instant) >= ? AND \(instant) < ? AND \(day) >= ? AND \(day) <= ?"
    }

    /// The values for the condition.
    var values: [Cell] {
        [
            .integer(fromMs), .integer(toMs), .integer(Int64(fromDay)), .integer(Int64(toDay)),
        ]
    }
}
