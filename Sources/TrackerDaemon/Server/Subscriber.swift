import TrackerCore

/// The progress of a connection through the events that it subscribed to.
struct Subscriber {
    /// Globs; `nil` for all.
    let types: [String]?
    /// The newest event that was sent to it, or passed over as not wanted.
    var seq: Int64
}
