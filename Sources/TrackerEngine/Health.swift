import TrackerCore

/// Condition of the storage.
package struct Health: Sendable {
    /// The reason why nothing can be written; `nil` while writing works.
    package internal(set) var degradedBecause: String?
    /// Whether the store is a copy for reading, since the state's own place can't be written.
    var isTemporary = false
    /// Folder of the damaged database that this one was salvaged from; `nil` for none.
    package internal(set) var recoveredFrom: String?
    /// Moment of the last attempt to write again.
    var lastTry: Moment?
    /// Beginning of the present condition, UTC milliseconds.
    var sinceMs: Int64 = 0
    /// Keys of alerts that were given without having been journaled.
    var alerted: Set<String> = []

    package var isDegraded: Bool { degradedBecause != nil }
}
