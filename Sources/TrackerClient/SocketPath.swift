import Glibc

/// The path of the socket on which the daemon listens.
package enum SocketPath {
    /// Size of `sun_path` without the closing NUL.
    static let maximumBytes = 107

    /// The socket's path: the given one, else `$TRACKERD_SOCKET`, else the one in `$XDG_RUNTIME_DIR`.
    package static func find(
        given: String? = nil, environment: (String) -> String? = Self.environment
    ) throws(ClientError) -> String {
        if let path = given ?? environment("TRACKERD_SOCKET") { return path }
        guard let directory = environment("XDG_RUNTIME_DIR") else { throw .noSocketPath }
        return directory + "/trackerd/trackerd.sock"
    }

    /// A variable of this process; an empty one counts as unset.
    package static func environment(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }
}
