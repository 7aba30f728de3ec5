import Glibc
import TrackerAPI

/// The reason why a call brought no result.
package enum ClientError: Error, Sendable {
    /// No daemon listens at the path; `code` is the errno.
    case unreachable(path: String, code: CInt)
    /// The path is too long: a socket's path may have 107 bytes.
    case pathTooLong(String)
    /// Neither an option nor the environment gives the socket's path.
    case noSocketPath
    /// The daemon refused the request, with its error.
    case refused(WireError)
    /// The connection ended before the reply.
    case closed
    /// No reply came within the time allowed.
    case timedOut
    /// A reply that can't be understood.
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

    /// Whether the same call may succeed once the daemon is back.
    package var isPassing: Bool {
        switch self {
        case .unreachable, .closed, .timedOut: true
        case .refused(let error): ["busy", "unknown"].contains(error.data.kind)
        case .pathTooLong, .noSocketPath, .breach: false
        }
    }

    /// Whether the outcome of the call is unknown, so that only repeating the call can tell.
    var isOutcomeOpen: Bool {
        switch self {
        case .closed: true
        case .refused(let error): error.data.kind == "unknown"
        default: false
        }
    }
}
