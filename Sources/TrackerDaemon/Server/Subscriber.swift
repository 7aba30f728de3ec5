import TrackerCore

/// The progress of a connection through the events of its subscription.
struct Subscriber {
    /// Globs of event types; `nil` for all.
    let types: [String]?
    /// Number of the newest event that was sent, or skipped as not wanted.
    var seq: Int64
}
