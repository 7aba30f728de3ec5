import Glibc
import Systemd
import TrackerCore

/// The configuration file: its place and its reading.
package nonisolated enum ConfigurationFile {
    /// Largest size in bytes; a larger file is refused.
    package static let maximumBytes = 1_048_576

    /// `$XDG_CONFIG_HOME/trackerd/config.toml`, else `~/.config/trackerd/config.toml`. As the XDG
    /// specification demands, a variable with a relative path is ignored.
    package static func defaultPath(environment: [String: String]) -> String {
        if let base = environment["XDG_CONFIG_HOME"], base.hasPrefix("/") {
            return "\(base)/trackerd/config.toml"
        }
        return "\(home(environment))/.config/trackerd/config.toml"
    }

    /// Reads a configuration file.
    ///
    /// - Parameters:
    ///   - path: the path, which also names the file in errors and warnings.
    ///   - mustExist: whether a missing file is an error, as for a file that was named on the command line;
    ///     otherwise the defaults apply.
    package static func load(
        _ path: String, mustExist: Bool = false
    ) throws(ConfigurationError) -> LoadedConfiguration {
        guard let bytes = try contents(path, mustExist) else {
            return LoadedConfiguration(configuration: Configuration())
        }
        return try parse(bytes, file: path)
    }

    /// Reads the content of a configuration file.
    ///
    /// - Parameter file: the name of the file in errors and warnings.
    package static func parse(
        _ bytes: [UInt8], file: String
    ) throws(ConfigurationError) -> LoadedConfiguration {
        try ConfigurationReader.read(try text(bytes, file), file: file)
    }

    /// The content of a file; `nil` for a missing file that needn't exist.
    static func text(of path: String, mustExist: Bool) throws(ConfigurationError) -> String? {
        guard let bytes = try contents(path, mustExist) else { return nil }
        return try text(bytes, path)
    }

    private static func contents(
        _ path: String, _ mustExist: Bool
    ) throws(ConfigurationError) -> [UInt8]? {
        // The file is opened without blocking, so that a pipe in its place doesn't hold up the daemon.
        let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else {
            let code = errno
            if code == ENOENT, !mustExist { return nil }
            throw unreadable(path, code)
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw unreadable(path, errno) }
        // Devices are allowed for the sake of /dev/null.
        guard [S_IFREG, S_IFCHR].contains(status.st_mode & S_IFMT) else {
            let what = status.st_mode & S_IFMT == S_IFDIR ? "a directory" : "not a file"
            throw ConfigurationError(
                file: path, message: "is \(what); the configuration must be a text file")
        }
        return try readAll(file, path)
    }

    private static func readAll(_ file: Int32, _ path: String) throws(ConfigurationError) -> [UInt8]
    {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(file, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw unreadable(path, errno) }
            guard count > 0 else { return bytes }
            bytes += piece[..<count]
            guard bytes.count <= maximumBytes else {
                throw ConfigurationError(
                    file: path,
                    message: "is too large; a configuration has at most \(maximumBytes) bytes")
            }
        }
    }

    private static func text(
        _ bytes: [UInt8], _ path: String
    ) throws(ConfigurationError) -> String {
        do throws(NotUTF8) {
            return try Text.read(bytes)
        } catch {
            throw ConfigurationError(
                file: path, line: error.line, message: "is not UTF-8 text; save the file as UTF-8")
        }
    }

    private static func unreadable(_ path: String, _ code: Int32) -> ConfigurationError {
        ConfigurationError(file: path, message: "can't be read: \(String(cString: strerror(code)))")
    }

    private static func home(_ environment: [String: String]) -> String {
        if let home = environment["HOME"], home.hasPrefix("/") { return home }
        guard let entry = getpwuid(getuid()), let home = entry.pointee.pw_dir else { return "" }
        return String(cString: home)
    }
}
