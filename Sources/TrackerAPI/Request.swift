import TrackerCore

/// One method of the wire: its parameters are the coded properties.
///
/// To add one: its type in the file of its area here, a line in `Methods.all`, its `perform` in
/// `TrackerEngine`, its command in `trackerctl`.
package protocol Request: Codable, Sendable {
    associatedtype Response: Codable & Sendable

    /// Such as `timer.start`.
    static var method: String { get }
    static var effect: Effect { get }
    /// Whether it may look through the whole history. Such requests take turns with all others, so that
    /// nobody waits for somebody else's report.
    static var isLong: Bool { get }
}

extension Request {
    package static var isLong: Bool { false }
}

/// The reach of a request.
package enum Effect: Sendable {
    /// Nothing.
    case none
    /// The state: it may carry a `request_id`, and stand in an `atomic`.
    case change
    /// Something beside the state (a connection, a file, the configuration), which no rollback undoes:
    /// it can't stand in an `atomic`.
    case outside
}

/// A request without parameters.
package protocol PlainRequest: Request {
    init()
}

extension PlainRequest {
    package init(from decoder: any Decoder) throws {
        // Whatever is in it, it must be an object.
        _ = try decoder.container(keyedBy: AnyKey.self)
        self.init()
    }
    package func encode(to encoder: any Encoder) throws {
        _ = encoder.container(keyedBy: AnyKey.self)
    }
}
