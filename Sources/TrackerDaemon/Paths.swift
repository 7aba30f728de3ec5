import TextFiles

/// The places of all files, from the XDG base directories and the command line.
package nonisolated struct Paths: Sendable {
    /// The configuration file.
    package let configuration: String
    /// Whether the command line named that file, so that it must exist.
    package let configurationIsNamed: Bool
    /// The folder of the database, its lock, its backups and the recovered databases.
    package let state: String
    package let socket: String
    /// Whether the command line named the socket, so that its folder is the caller's responsibility.
    package let socketIsNamed: Bool
    /// The person's own files beside the shipped ones.
    package let own: LibraryPaths

    /// - Throws: `PathError` where a place can't be determined.
    package init(
        configuration: String?, state: String?, socket: String?, environment: [String: String]
    ) throws(PathError) {
        configurationIsNamed = configuration != nil
        self.configuration =
            configuration ?? ConfigurationPath.usual { environment[$0] }
        if let state {
            self.state = state
        } else if let base = Self.absolute("XDG_STATE_HOME", environment) {
            self.state = base + "/trackerd"
        } else if let home = Self.absolute("HOME", environment) {
            self.state = home + "/.local/state/trackerd"
        } else {
            throw PathError(message: "HOME isn't set: name a folder with --state")
        }
        let data =
            Self.absolute("XDG_DATA_HOME", environment)
            ?? Self.absolute("HOME", environment).map { $0 + "/.local/share" }
        own = data.map { LibraryPaths(folder: $0 + "/trackerd") } ?? LibraryPaths()
        socketIsNamed = socket != nil
        if let socket {
            self.socket = socket
        } else if let base = Self.absolute("XDG_RUNTIME_DIR", environment) {
            self.socket = base + "/trackerd/trackerd.sock"
        } else {
            throw PathError(
                message: "XDG_RUNTIME_DIR isn't set: log in anew, or name a socket with --socket")
        }
    }

    /// A variable with an absolute path; `nil` for others. As the XDG specification demands, a variable
    /// with a relative path is ignored.
    private static func absolute(_ name: String, _ environment: [String: String]) -> String? {
        environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }

    package var configurationFolder: String { folder(of: configuration) }
    package var configurationName: String { name(of: configuration) }
    package var socketFolder: String { folder(of: socket) }
}

/// The error for a place that can't be determined or used; the message says what to name instead.
package nonisolated struct PathError: Error, CustomStringConvertible {
    let message: String
    package var description: String { message }
}

nonisolated func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
}

nonisolated func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
}
