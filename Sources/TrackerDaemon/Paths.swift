import TrackerCore
import UserFiles

/// Paths of all files, from the XDG base directories and the command line.
package nonisolated struct Paths: Sendable {
    /// Path of the configuration file.
    package let configuration: String
    /// Whether the command line named that file; if so, it must exist.
    package let configurationIsNamed: Bool
    /// Folder of the database, its lock, its backups and recovered databases.
    package let state: String
    package let socket: String
    /// Whether the command line named the socket; if so, its folder is the caller's responsibility.
    package let socketIsNamed: Bool
    /// The person's home; `nil` if unknown.
    package let home: String?
    /// Paths of the person's own library files.
    package let own: LibraryPaths

    /// - Parameters:
    ///   - environment: variables of the process.
    ///   - isReadable: whether the value of a variable is UTF-8 text. If a variable that is needed isn't, no
    ///     path is guessed, since replaced characters would name another folder.
    /// - Throws: `PathError` if a path can't be determined.
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
        configurationIsNamed = configuration != nil
        home = try value("HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
        if let configuration {
            self.configuration = configuration
        } else {
            self.configuration = try ConfigurationPath.usual(value)
        }
        if let state {
            self.state = state
        } else if let folder = try BaseFolder.state.own(value) {
            self.state = folder
        } else {
            throw PathError(message: "HOME isn't set: name a folder with --state")
        }
        let data = try BaseFolder.data.own(value)
        own = data.map { LibraryPaths(folder: $0) } ?? LibraryPaths()
        socketIsNamed = socket != nil
        if let socket {
            self.socket = socket
        } else if let folder = try BaseFolder.runtime.own(value) {
            self.socket = folder + "/trackerd.sock"
        } else {
            let fault = environment["XDG_RUNTIME_DIR"].map { "isn't an absolute path (\($0))" }
            throw PathError(
                message:
                    "XDG_RUNTIME_DIR \(fault ?? "isn't set"): log in again, or name a socket with"
                    + " --socket")
        }
    }

    package var socketFolder: String { folder(of: socket) }
}

/// Error for a path that can't be determined or used. The message says what to name instead.
package nonisolated struct PathError: Error, CustomStringConvertible {
    let message: String
    package var description: String { message }
}

nonisolated func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
}
