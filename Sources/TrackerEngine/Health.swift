import TrackerCore

/// Condition of the storage.
package struct Health: Sendable {
    /// The reason why nothing can be written; `nil` while writing works.
    package internal(set) var degradedBecause: String?
    /// Advice on what the person can do about it; `nil` for `usualRemedy`.
    package internal(set) var remedy: String?
    /// Path of the copy that a displaced state was saved to; `nil` for none.
    var rescued: String?
    /// Whether the store is a copy for reading, since the state's own place can't be written.
    var isTemporary = false
    /// Folder of the damaged database that this one was salvaged from; `nil` for none.
    package internal(set) var recoveredFrom: String?
    /// Moment of the last attempt to write again.
    var lastTry: Moment?
    /// Time since when nothing can be written, UTC milliseconds.
    var sinceMs: Int64 = 0
    /// Keys of alerts that were given without having been journaled.
    var alerted: Set<String> = []

    package var isDegraded: Bool { degradedBecause != nil }

    /// Why nothing can be written, and what to do about it; `nil` while writing works.
    var reason: String? {
        degradedBecause.map { "\($0). \(remedy ?? Self.usualRemedy)" }
    }

    static let usualRemedy =
        "Free some space or make it writable; trackerd then recovers by itself"

    /// Forgets why nothing could be written.
    mutating func recover() {
        degradedBecause = nil
        remedy = nil
        rescued = nil
    }
}
