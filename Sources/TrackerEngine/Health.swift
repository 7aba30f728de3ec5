import TrackerCore

/// How the storage is.
package struct Health: Sendable {
    /// Why nothing can be written now; `nil` while all is well.
    package internal(set) var degradedBecause: String?
    /// Whether the state is a copy to read from, since its own place can't be written.
    var isTemporary = false
    /// Where the damaged database lies that this one was salvaged from.
    package internal(set) var recoveredFrom: String?
    /// When it was last tried to write again.
    var lastTry: Moment?
    /// When it became so, UTC milliseconds.
    var sinceMs: Int64 = 0
    /// What has alerted the person without having been journaled.
    var alerted: Set<String> = []

    package var isDegraded: Bool { degradedBecause != nil }
}
