import Glibc
import TextFiles
import TrackerCore

/// The configuration file: its place and its reading.
package nonisolated enum ConfigurationFile {
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
    ) throws(TextProblem) -> LoadedConfiguration {
        guard let text = try TextFile.text(of: path, mustExist: mustExist) else {
            return LoadedConfiguration(configuration: Configuration())
        }
        return try ConfigurationReader.read(text, file: path)
    }

    /// Reads the content of a configuration file.
    ///
    /// - Parameter file: the name of the file in errors and warnings.
    package static func parse(
        _ bytes: [UInt8], file: String
    ) throws(TextProblem) -> LoadedConfiguration {
        try ConfigurationReader.read(try TextFile.text(bytes, file: file), file: file)
    }

    private static func home(_ environment: [String: String]) -> String {
        if let home = environment["HOME"], home.hasPrefix("/") { return home }
        guard let entry = getpwuid(getuid()), let home = entry.pointee.pw_dir else { return "" }
        return String(cString: home)
    }
}
