import TrackerCore

/// A call of a method of the protocol: a `ReadRequest`, a `ChangeRequest`, an `OutsideRequest` or a `Move`. Its
/// parameters are the coded properties.
///
/// To add a method: its type in the file of its area here, a line in `Methods.all`, its `perform` in
/// `TrackerEngine`, its command in `trackerctl`.
package protocol Request: Encodable, Sendable {
    associatedtype Response: Codable & Sendable

    /// Name of the method, such as `timer.start`.
    var method: String { get }
    static var effect: Effect { get }
    static var isLong: Bool { get }
}

extension Request {
    package static var isLong: Bool { false }
}

/// A request whose method has a type of its own, which a `Move` shares with others.
package protocol MethodRequest: Request, Decodable {
    static var method: String { get }
}

extension MethodRequest {
    package var method: String { Self.method }
}

/// The effects that a request may have.
package enum Effect: Sendable { case none, change, outside }

/// A request that is carried out within a transaction, and may be part of an `atomic`.
package protocol InsideRequest: Request {}

/// A request that changes nothing.
package protocol ReadRequest: InsideRequest, MethodRequest {}

extension ReadRequest {
    package static var effect: Effect { .none }
}

/// A request that changes the state. It may carry a `request_id`.
package protocol ChangeRequest: InsideRequest, MethodRequest {}

extension ChangeRequest {
    package static var effect: Effect { .change }
    /// A change is one transaction, so it can't take turns; a type that is a `LongRequest`, too, doesn't compile. Those
    /// that take several are `LongChangeRequest`.
    package static var isLong: Bool { false }
}

/// A request with effects outside of the state (on a connection, a file or the configuration), which no rollback
/// undoes.
package protocol OutsideRequest: MethodRequest {}

extension OutsideRequest {
    package static var effect: Effect { .outside }
}

/// A request that may go through the whole history. Such requests take turns with all others, so that no client waits
/// for another one's report.
package protocol LongRequest: Request {}

extension LongRequest {
    package static var isLong: Bool { true }
}

/// A change that takes several transactions, in turns with all other requests. What it has written is taken back where
/// it is cut off.
package protocol LongChangeRequest: ChangeRequest, LongRequest {}

extension LongChangeRequest {
    package static var isLong: Bool { true }
}

/// A request whose response has figures of progress, which have to be settled before. Until then it takes turns as a
/// long one does.
package protocol ProgressRequest: Request {}

/// A request without parameters.
package protocol PlainRequest: MethodRequest, EmptyObject {}

/// A value that is written as an object without members.
package protocol EmptyObject: Codable, Sendable {
    init()
}

extension EmptyObject {
    package init(from decoder: any Decoder) throws {
        // The params have to be an object, whatever its members are.
        _ = try decoder.container(keyedBy: AnyKey.self)
        self.init()
    }
    package func encode(to encoder: any Encoder) throws {
        _ = encoder.container(keyedBy: AnyKey.self)
    }
}
