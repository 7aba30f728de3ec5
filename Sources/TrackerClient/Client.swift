import Glibc
import TrackerAPI
import TrackerCore

/// A blocking connection to the daemon: one call, one reply.
///
/// A call that the daemon may repeat (it reads, or it carries a `request_id`) is sent again once when the
/// connection is lost before the reply.
package final class Client {
    /// Milliseconds that a daemon may take to come back when it was lost in the middle of a call.
    private static let patienceMs = 3000

    package let path: String
    private let timeoutMs: Int?
    private var connection: Connection
    private var calls = 0

    private init(path: String, timeoutMs: Int?) throws(ClientError) {
        self.path = path
        self.timeoutMs = timeoutMs
        connection = try Connection(path: path, timeoutMs: timeoutMs)
    }

    /// - Parameter timeoutMs: milliseconds that the daemon may take for a reply; `nil` to wait for ever.
    package static func connect(
        path: String, timeoutMs: Int? = nil
    ) throws(ClientError) -> Client {
        try Client(path: path, timeoutMs: timeoutMs)
    }

    /// Calls a method.
    ///
    /// - Parameter requestID: the `request_id` by which the daemon recognises a repeated change; `nil` for
    ///   a random one.
    package func call<R: Request>(_ request: R, requestID: String? = nil) throws -> R.Response {
        try call(request, as: R.Response.self, requestID: requestID)
    }

    /// Calls a method and reads the result as a type other than its `Response`: `JSONValue` keeps members
    /// that this version doesn't know.
    package func call<R: Request, Result: Decodable>(
        _ request: R, as type: Result.Type, requestID: String? = nil
    ) throws -> Result {
        try call(
            R.method, params: JSONText.of(request), effect: R.effect, as: type, requestID: requestID
        )
    }

    /// Calls any method as it is, without a `request_id` of this client, and never sends the call again.
    package func callRaw(_ method: String, params: JSONValue) throws -> JSONValue {
        try exchange(method, JSONText.of(params), requestID: nil, as: JSONValue.self)
    }

    /// Calls a method with params that are JSON already.
    package func call<Result: Decodable>(
        _ method: String, params: String, effect: Effect, as type: Result.Type,
        requestID: String? = nil
    ) throws -> Result {
        var name = requestID
        if name == nil, case .change = effect { name = Self.randomRequestID() }
        do {
            return try exchange(method, params, requestID: name, as: type)
        } catch let error as ClientError where error.isOutcomeOpen && effect != .outside {
            try reconnect(after: error)
            return try exchange(method, params, requestID: name, as: type)
        }
    }

    private func exchange<Result: Decodable>(
        _ method: String, _ params: String, requestID: String?, as type: Result.Type
    ) throws -> Result {
        calls += 1
        try connection.send(
            line(id: calls, method: method, params: params, requestID: requestID))
        while true {
            switch try Incoming<Result>(line: connection.receiveLine()) {
            case .result(let result, calls): return result
            case .result: throw ClientError.breach("a reply to another call")
            case .error(let error): throw ClientError.refused(error)
            case .event, .resync, .other: continue
            }
        }
    }

    /// Waits for a daemon that restarts. If the daemon stays away, the outcome of the call is unknown, and
    /// the error says so.
    private func reconnect(after loss: ClientError) throws {
        let stepMs = 50
        for _ in 0..<(Self.patienceMs / stepMs) {
            usleep(useconds_t(stepMs * 1000))
            if let fresh = try? Connection(path: path, timeoutMs: timeoutMs) {
                connection = fresh
                return
            }
        }
        throw loss
    }

    private static func randomRequestID() -> String {
        var generator = SystemRandomNumberGenerator()
        return "ctl-\(generator.next())"
    }
}
