import Glibc
import TrackerAPI
import TrackerCore

/// A blocking connection to the daemon: one call, one reply.
///
/// A call that the daemon may repeat (it reads, or it carries a `request_id`) is sent again once when the
/// connection is lost before the reply.
///
/// A long call may take any time while the daemon is alive. If no reply comes, another connection checks that
/// the daemon still replies; if it doesn't, the call fails.
package final class Client {
    /// Milliseconds for the daemon to come back if it was lost in the middle of a call.
    private static let patienceMs = 3000

    package let path: String
    private let timeoutMs: Int?
    private let silenceMs: Int?
    private var wire: any Wire
    private var calls = 0
    /// Consequences of the last call; `nil` for none.
    package private(set) var after: After?

    private init(path: String, timeoutMs: Int?, silenceMs: Int?) throws(ClientError) {
        self.path = path
        self.timeoutMs = timeoutMs
        self.silenceMs = silenceMs
        wire = try Self.connection(path, timeoutMs, silenceMs)
    }

    /// A client of whatever is at the other end of a wire, which answers at once.
    package init(over wire: any Wire) {
        (path, timeoutMs, silenceMs) = ("", nil, nil)
        self.wire = wire
    }

    /// - Parameters:
    ///   - timeoutMs: milliseconds for the daemon to reply, whatever the request; `nil` for no limit.
    ///   - silenceMs: milliseconds that the daemon may be silent; `nil` to wait for ever. Ignored if
    ///     `timeoutMs` is given.
    package static func connect(
        path: String, timeoutMs: Int? = nil, silenceMs: Int? = nil
    ) throws(ClientError) -> Client {
        try Client(path: path, timeoutMs: timeoutMs, silenceMs: silenceMs)
    }

    private static func connection(
        _ path: String, _ timeoutMs: Int?, _ silenceMs: Int?
    ) throws(ClientError) -> Connection {
        guard timeoutMs == nil, let silenceMs else {
            return try Connection(path: path, timeoutMs: timeoutMs)
        }
        do throws(ClientError) {
            // The second half of the time is for the check on another connection.
            return try Connection(
                path: path, timeoutMs: silenceMs, readTimeoutMs: max(1, silenceMs / 2))
        } catch {
            guard case .timedOut = error else { throw error }
            throw .silent(path: path, afterMs: silenceMs, mayChange: false)
        }
    }

    /// Calls a method.
    ///
    /// - Parameter requestID: the `request_id` that lets the daemon recognise a repeated change; `nil` for a
    ///   random one.
    package func call<R: Request>(_ request: R, requestID: String? = nil) throws -> R.Response {
        try call(request, as: R.Response.self, requestID: requestID)
    }

    /// Calls a method and reads the result as a type other than its `Response`: `JSONValue` keeps members
    /// that this version doesn't know.
    package func call<R: Request, Result: Decodable>(
        _ request: R, as type: Result.Type, requestID: String? = nil
    ) throws -> Result {
        try call(
            request.method, params: JSONText.of(request), effect: R.effect, as: type,
            requestID: requestID
        )
    }

    /// Calls any method as it is, without adding a `request_id`, and never sends the call again.
    package func callRaw(_ method: String, params: JSONValue) throws -> JSONValue {
        try telling(whether: Methods.byName[method]?.effect != Effect.none) {
            try exchange(method, JSONText.of(params), requestID: nil, as: JSONValue.self)
        }
    }

    /// Calls a method with params that are JSON already.
    package func call<Result: Decodable>(
        _ method: String, params: String, effect: Effect, as type: Result.Type,
        requestID: String? = nil
    ) throws -> Result {
        var name = requestID
        if name == nil, case .change = effect { name = Self.randomRequestID() }
        return try telling(whether: effect != .none) {
            do {
                return try exchange(method, params, requestID: name, as: type)
            } catch let error as ClientError where error.isOutcomeOpen && effect != .outside {
                try reconnect(after: error)
                return try exchange(method, params, requestID: name, as: type)
            }
        }
    }

    /// Makes a call's errors say whether it may have changed something.
    private func telling<Result>(
        whether mayChange: Bool, _ body: () throws -> Result
    ) throws -> Result {
        do {
            return try body()
        } catch ClientError.silent(let path, let ms, _) where mayChange {
            throw ClientError.silent(path: path, afterMs: ms, mayChange: true)
        } catch ClientError.closed where mayChange {
            throw ClientError.closedAmidChange
        }
    }

    private func exchange<Result: Decodable>(
        _ method: String, _ params: String, requestID: String?, as type: Result.Type
    ) throws -> Result {
        calls += 1
        try send(line(id: calls, method: method, params: params, requestID: requestID))
        while true {
            switch try Incoming<Result>(line: receiveLine()) {
            case .result(let result, calls, let after):
                self.after = after
                return result
            case .result: throw ClientError.breach("a reply to another call")
            case .error(let error): throw ClientError.refused(error)
            case .event, .resync, .other: continue
            }
        }
    }

    private func send(_ bytes: [UInt8]) throws(ClientError) {
        do throws(ClientError) {
            try wire.send(bytes)
        } catch {
            guard case .timedOut = error, timeoutMs == nil else { throw error }
            throw silence
        }
    }

    private var silence: ClientError {
        .silent(path: path, afterMs: silenceMs ?? 0, mayChange: false)
    }

    /// The next line, for which a live daemon may take as long as it likes.
    private func receiveLine() throws(ClientError) -> ArraySlice<UInt8> {
        while true {
            do throws(ClientError) {
                return try wire.receiveLine()
            } catch {
                guard case .timedOut = error, timeoutMs == nil else { throw error }
                if isAlive { continue }
                // The line, or the end, may have come meanwhile.
                if let line = try wire.receiveLineIfThere() { return line }
                throw silence
            }
        }
    }

    /// Whether the daemon replies to another client, even if only to turn it away.
    private var isAlive: Bool {
        let span = silenceMs.map { max(1, $0 - $0 / 2) }
        guard let other = try? Connection(path: path, timeoutMs: span) else { return false }
        let hello = line(id: 1, method: Hello.method, params: "{}")
        return (try? other.send(hello)) != nil && (try? other.receiveLine()) != nil
    }

    /// Waits for a restarting daemon. If the daemon stays away, the outcome of the call is unknown, and the
    /// error says so.
    private func reconnect(after loss: ClientError) throws {
        let stepMs = 50
        for _ in 0..<(Self.patienceMs / stepMs) {
            usleep(useconds_t(stepMs * 1000))
            if let fresh = try? Self.connection(path, timeoutMs, silenceMs) {
                wire = fresh
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
