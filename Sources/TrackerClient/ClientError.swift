import Glibc
import TrackerAPI
import TrackerCore

/// Reason why a call brought no result.
package enum ClientError: Error, Sendable {
    /// No daemon listens at the path; `code` is the errno.
    case unreachable(path: String, code: CInt)
    /// The path is too long: a socket's path can have at most 107 bytes.
    case pathTooLong(String)
    /// Neither an option nor the environment gives a path for the socket.
    case noSocketPath
    /// The environment variable isn't UTF-8, so it can't name a file.
    case unreadableVariable(String)
    /// XDG_RUNTIME_DIR holds a relative path.
    case relativeSocketPath(String)
    /// The daemon refused the request, with its error.
    case refused(WireError)
    /// The connection ended before the reply.
    case closed
    /// No reply came within the time allowed.
    case timedOut
    /// The daemon was silent: no reply within the time allowed, not even to another client.
    ///
    /// - Parameter mayChange: whether the request may still be carried out and change something.
    case silent(path: String, afterMs: Int, mayChange: Bool)
    /// The connection ended before the reply to a request that may have changed something.
    case closedAmidChange
    /// The reply can't be understood.
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
            "XDG_RUNTIME_DIR isn't set, so the socket can't be found:"
                + " log in through a session that sets it, or give --socket PATH"
                + " or set TRACKERD_SOCKET"
        case .unreadableVariable(let name): "\(name) isn't UTF-8 text: set it to a path that is"
        case .relativeSocketPath(let path):
            "XDG_RUNTIME_DIR isn't an absolute path (\(path)), so it is ignored: set it to one, or give"
                + " --socket PATH or set TRACKERD_SOCKET"
        case .refused(let error): error.message
        case .closed, .closedAmidChange: "trackerd closed the connection before it answered"
        case .silent(_, let ms, _):
            "trackerd hasn't answered for \(DurationText.text(ms: Int64(ms)))"
        case .timedOut: "trackerd accepts connections but doesn't answer"
        case .breach(let what): "trackerd's answer can't be understood: \(what)"
        }
    }

    /// Whether the same call may succeed once the daemon is back.
    package var isPassing: Bool {
        switch self {
        case .unreachable, .closed, .closedAmidChange, .timedOut, .silent: true
        case .refused(let error): ["busy", "unknown"].contains(error.data.kind)
        case .pathTooLong, .noSocketPath, .unreadableVariable, .relativeSocketPath, .breach: false
        }
    }

    /// Whether the request may have been carried out, or may still be, though no reply says so.
    package var mayHaveChanged: Bool {
        switch self {
        case .silent(_, _, let mayChange): mayChange
        case .closedAmidChange: true
        default: false
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
