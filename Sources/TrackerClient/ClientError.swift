import Glibc
import TrackerAPI

/// The reason why a call brought no result.
package enum ClientError: Error, Sendable {
    /// Nobody listens there; `code` is the system's error number.
    case unreachable(path: String, code: CInt)
    /// A socket's path may have 107 bytes.
    case pathTooLong(String)
    /// Neither an option nor the environment says where the socket is.
    case noSocketPath
    /// The daemon said no, and why.
    case refused(WireError)
    /// The connection ended before the reply came.
    case closed
    /// No reply came in the time that was allowed.
    case timedOut
    /// An answer that can't be understood.
    case breach(String)
}

extension ClientError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unreachable(let path, let code):
            "trackerd isn't reachable at \(path): \(String(cString: strerror(code)))"
        case .pathTooLong(let path):
            "the socket path is longer than \(SocketPath.maximumBytes) bytes: \(path)"
        case .noSocketPath:
            "XDG_RUNTIME_DIR isn't set, so there is no telling where the socket is:"
                + " log in through a session that sets it, or give --socket PATH"
                + " or set TRACKERD_SOCKET"
        case .refused(let error): error.message
        case .closed: "trackerd closed the connection before it answered"
        case .timedOut: "trackerd accepts connections but doesn't answer"
        case .breach(let what): "trackerd answered something that can't be understood: \(what)"
        }
    }

    /// Whether the same call may well succeed when the daemon is back.
    package var isPassing: Bool {
        switch self {
        case .unreachable, .closed, .timedOut: true
        case .refused(let error): ["busy", "unknown"].contains(error.data.kind)
        case .pathTooLong, .noSocketPath, .breach: false
        }
    }

    /// Whether the outcome of a call is open, so that only repeating it tells.
    var isOutcomeOpen: Bool {
        switch self {
        case .closed: true
        case .refused(let error): error.data.kind == "unknown"
        default: false
        }
    }
}
