import TrackerCore

/// A method of the protocol; its parameters are the coded properties.
///
/// To add a method: its type in the file of its area here, a line in `Methods.all`, its `perform` in
/// `TrackerEngine`, its command in `trackerctl`.
package protocol Request: Codable, Sendable {
    associatedtype Response: Codable & Sendable

    /// Name of the method, such as `timer.start`.
    static var method: String { get }
    static var effect: Effect { get }
    /// Whether the request may go through the whole history. Such requests take turns with all others, so
    /// that no client waits for another one's report.
    static var isLong: Bool { get }
}

extension Request {
    package static var isLong: Bool { false }
}

/// The effects that a request may have.
package enum Effect: Sendable {
    /// No effect.
    case none
    /// Changes of the state. The request may carry a `request_id` and be part of an `atomic`.
    case change
    /// Effects outside of the state (on a connection, a file or the configuration), which no rollback
    /// undoes. The request can't be part of an `atomic`.
    case outside
}

/// A request without parameters.
package protocol PlainRequest: Request {
    init()
}

extension PlainRequest {
    package init(from decoder: any Decoder) throws {
        // The params have to be an object, whatever its members are.
        _ = try decoder.container(keyedBy: AnyKey.self)
        self.init()
    }
    package func encode(to encoder: any Encoder) throws {
        _ = encoder.container(keyedBy: AnyKey.self)
    }
}
