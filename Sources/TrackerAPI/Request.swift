import TrackerCore

/// A call of a protocol method: a `ReadRequest`, a `ChangeRequest`, an `OutsideRequest` or a `Move`. Its
/// coded properties are the parameters.
///
/// To add a method, write its type in the file of its area here, a line in `Methods.all`, its `perform` in
/// `TrackerEngine`, and its command in `trackerctl`.
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

/// A request whose type stands for only one method. A `Move` stands for several.
package protocol MethodRequest: Request, Decodable {
    static var method: String { get }
}

extension MethodRequest {
    package var method: String { Self.method }
}

package enum Effect: Sendable { case none, change, outside }

/// A request that runs inside a transaction and may be part of an `atomic`.
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
    /// A change is one transaction, so it can't take turns with other requests. A change that takes several
    /// is a `LongChangeRequest`; one that is a plain `LongRequest` doesn't compile.
    package static var isLong: Bool { false }
}

/// A request with effects outside the state (on a connection, a file or the configuration). No rollback
/// undoes them.
package protocol OutsideRequest: MethodRequest {}

extension OutsideRequest {
    package static var effect: Effect { .outside }
}

/// A request that may read the whole history. Such requests take turns with all others, so that no client
/// waits for another's report.
package protocol LongRequest: Request {}

extension LongRequest {
    package static var isLong: Bool { true }
}

/// A change made in several transactions, in turns with all other requests. If it is interrupted, the
/// transactions already made are undone.
package protocol LongChangeRequest: ChangeRequest, LongRequest {}

extension LongChangeRequest {
    package static var isLong: Bool { true }
}

/// A request whose response contains progress figures. Until they are up to date, it waits as a long request
/// does.
package protocol ProgressRequest: Request {}

/// A request without parameters.
package protocol PlainRequest: MethodRequest, EmptyObject {}

/// A value encoded as an object without members.
package protocol EmptyObject: Codable, Sendable {
    init()
}

extension EmptyObject {
    package init(from decoder: any Decoder) throws {
        // The params must be an object. Its members don't matter.
        _ = try decoder.container(keyedBy: AnyKey.self)
        self.init()
    }
    package func encode(to encoder: any Encoder) throws {
        _ = encoder.container(keyedBy: AnyKey.self)
    }
}
