import TrackerCore
import UserFiles

package nonisolated enum ConfigurationFile {
    /// Reads a configuration file.
    ///
    /// - Parameters:
    ///   - path: the path, which also names the file in errors and warnings.
    ///   - mustExist: whether a missing file is an error, as it is for one named on the command line;
    ///     otherwise the defaults apply.
    package static func load(
        _ path: String, mustExist: Bool = false
    ) throws(TextProblem) -> LoadedConfiguration {
        guard let text = try TextFile.text(of: path, mustExist: mustExist) else {
            return LoadedConfiguration(configuration: Configuration(), absence: "is gone")
        }
        guard text.contains(where: { !$0.isWhitespace }) else {
            return LoadedConfiguration(configuration: Configuration(), absence: "is empty")
        }
        return try ConfigurationReader.read(text, file: path)
    }

    /// Reads the content of a configuration file.
    ///
    /// - Parameter file: name of the file in errors and warnings.
    package static func parse(
        _ bytes: [UInt8], file: String
    ) throws(TextProblem) -> LoadedConfiguration {
        try ConfigurationReader.read(try TextFile.text(bytes, file: file), file: file)
    }
}
