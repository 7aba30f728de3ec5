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
    /// The person's home; `nil` if it isn't known.
    package let home: String?
    /// The person's own files beside the shipped ones.
    package let own: LibraryPaths

    /// - Parameters:
    ///   - environment: the variables of the process.
    ///   - isReadable: whether the value of a variable is UTF-8 text. Where one is needed that isn't, nothing
    ///     is guessed, since other signs in it would name another folder.
    /// - Throws: `PathError` where a place can't be determined.
    package init(
        configuration: String?, state: String?, socket: String?, environment: [String: String],
        isReadable: (String) -> Bool = RawText.isReadable
    ) throws(PathError) {
        func value(_ name: String) throws(PathError) -> String? {
            guard isReadable(name) else {
                throw PathError(
                    message:
                        "\(name) isn't UTF-8 text (\(environment[name] ?? "")): set it to a path"
                        + " that is, or name the file, folder and socket with options")
            }
            return environment[name]
        }
        // As the XDG specification demands, a variable with a relative path is ignored.
        func absolute(_ name: String) throws(PathError) -> String? {
            try value(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        configurationIsNamed = configuration != nil
        home = try absolute("HOME")
        if let configuration {
            self.configuration = configuration
        } else {
            self.configuration = try ConfigurationPath.usual(value)
        }
        if let state {
            self.state = state
        } else if let base = try absolute("XDG_STATE_HOME") {
            self.state = base + "/trackerd"
        } else if let home = try absolute("HOME") {
            self.state = home + "/.local/state/trackerd"
        } else {
            throw PathError(message: "HOME isn't set: name a folder with --state")
        }
        if let data = try absolute("XDG_DATA_HOME") {
            own = LibraryPaths(folder: data + "/trackerd")
        } else if let home = try absolute("HOME") {
            own = LibraryPaths(folder: home + "/.local/share/trackerd")
        } else {
            own = LibraryPaths()
        }
        socketIsNamed = socket != nil
        if let socket {
            self.socket = socket
        } else if let base = try absolute("XDG_RUNTIME_DIR") {
            self.socket = base + "/trackerd/trackerd.sock"
        } else {
            let fault = environment["XDG_RUNTIME_DIR"].map { "isn't an absolute path (\($0))" }
            throw PathError(
                message:
                    "XDG_RUNTIME_DIR \(fault ?? "isn't set"): log in anew, or name a socket with"
                    + " --socket")
        }
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
