import TrackerCore

/// Rows that a figure is computed from.
package struct ProgressExplain: ReadRequest, LongRequest, ProgressRequest {
    package static let method = "progress.explain"
    package static let maximumRows = 1000

    /// Figure to explain: `level`, `streak`, `achievement:ID` or `challenge:KEY`.
    package var what: String

    package init(what: String) { self.what = what }

    package struct Row: Codable, Sendable, Hashable {
        /// Number of the newest event about this row alone; 0 if there is none, as for a day or an imported
        /// set.
        package var seq: Int64
        /// Kind of the entity, such as `log_entry`; `day` for a day.
        package var entity: String
        /// Id of the entity, or the day.
        package var id: String
        package var text: String

        package init(seq: Int64, entity: String, id: String, text: String) {
            self.seq = seq
            self.entity = entity
            self.id = id
            self.text = text
        }
    }

    package struct Response: Codable, Sendable, Hashable {
        /// Rows, newest first, at most 1000.
        package var rows: [Row]

        package init(rows: [Row]) { self.rows = rows }
    }
}
