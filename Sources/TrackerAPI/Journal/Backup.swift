import TrackerCore

/// A checked copy of the database.
package struct BackupCreate: OutsideRequest, LongRequest {
    package static let method = "backup.create"

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

/// Databases in the daemon's backups folder: its own copies, and states that were replaced or rescued.
package struct BackupList: OutsideRequest, PlainRequest {
    package static let method = "backup.list"
    package init() {}

    package struct Response: Codable, Sendable {
        /// Elements, newest first.
        package let backups: [BackupView]

        package init(backups: [BackupView]) { self.backups = backups }
    }
}

package struct BackupView: Codable, Sendable, Hashable {
    package let path: String
    /// Origin of the copy: `backup`, `upgrade`, `merge`, `replaced` or `rescued`.
    package let origin: String
    @MomentText package var at: String
    /// Number of the newest event in it; `nil` if unknown.
    package let seq: Int64?
    package let bytes: Int64

    package init(path: String, origin: String, at: String, seq: Int64?, bytes: Int64) {
        self.path = path
        self.origin = origin
        self.at = at
        self.seq = seq
        self.bytes = bytes
    }
}

/// Replaces the current state with a backup. The current state is kept among the backups.
package struct BackupRestore: OutsideRequest, LongRequest, Confirmed {
    package static let method = "backup.restore"

    /// Absolute path.
    package var path: String
    package var confirm: Bool?

    package init(path: String, confirm: Bool? = nil) {
        self.path = path
        self.confirm = confirm
    }

    package struct Response: Codable, Sendable {
        package let restoredFrom: String
        /// Path of the state that was replaced.
        package let replaced: String
        /// Number of the newest event now.
        package let seq: Int64
        /// Id of the new history, which begins with that event.
        package let history: String

        package init(restoredFrom: String, replaced: String, seq: Int64, history: String) {
            self.restoredFrom = restoredFrom
            self.replaced = replaced
            self.seq = seq
            self.history = history
        }
    }
}
