import TrackerCore

/// A checked copy of the database.
package struct BackupCreate: Request {
    package static let method = "backup.create"
    package static let effect = Effect.outside
    package static let isLong = true

    /// Absolute path; `nil` for the daemon's own backups folder.
    package var path: String?
    package init(path: String? = nil) { self.path = path }

    package struct Response: Codable, Sendable {
        package let path: String
        package let bytes: Int64
        /// Number of the newest event in the copy.
        package let seq: Int64

        package init(path: String, bytes: Int64, seq: Int64) {
            self.path = path
            self.bytes = bytes
            self.seq = seq
        }
    }
}
