import Glibc
import TrackerCore

/// The path of the socket on which the daemon listens.
package enum SocketPath {
    /// Size of `sun_path` without the final NUL.
    static let maximumBytes = 107

    /// The socket's path: the given one, otherwise `$TRACKERD_SOCKET`, otherwise the one in
    /// `$XDG_RUNTIME_DIR`.
    package static func find(
        given: String? = nil, environment: (String) -> String? = Self.environment
    ) throws(ClientError) -> String {
        if let path = given { return path }
        if let path = environment("TRACKERD_SOCKET") {
            guard isText("TRACKERD_SOCKET") else { throw .unreadableVariable("TRACKERD_SOCKET") }
            return path
        }
        return try usual(environment: environment)
    }

    /// Path of the service's socket. As the XDG specification requires, a variable with a relative path is
    /// ignored; the daemon does the same.
    package static func usual(
        environment: (String) -> String? = Self.environment
    ) throws(ClientError) -> String {
        guard let directory = environment("XDG_RUNTIME_DIR") else { throw .noSocketPath }
        guard isText("XDG_RUNTIME_DIR") else { throw .unreadableVariable("XDG_RUNTIME_DIR") }
        guard let folder = BaseFolder.runtime.own(environment) else {
            throw .relativeSocketPath(directory)
        }
        return folder + "/trackerd.sock"
    }

    /// Whether a variable of this process is UTF-8. If it isn't, its text would name another file.
    private static func isText(_ name: String) -> Bool {
        getenv(name).map { String(validatingCString: $0) != nil } ?? true
    }

    /// A variable of this process; an empty one counts as unset.
    package static func environment(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }
}
