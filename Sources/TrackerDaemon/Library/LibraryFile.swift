import TrackerCore
import TrackerEngine

/// The shipped movements and a person's own: where they are and how they're read.
package enum LibraryFile {
    nonisolated static let shippedName = "exercises.toml"

    /// The movements that are part of the program.
    static var shipped: String {
        String(decoding: PackageResources.exercises_toml, as: UTF8.self)
    }

    /// The library as the engine takes it.
    ///
    /// - Parameters:
    ///   - own: the path of a person's own file, which needn't exist.
    ///   - warn: told what is wrong with that, once it is read.
    static func library(
        own path: String?, warn: @escaping (ConfigurationWarning) -> Void
    ) -> Library {
        let shipped = shipped
        let own = Own(path)
        return Library(fingerprint: Identifier.derived(from: "\(shipped)\0\(own.text)")) {
            let read = LibraryReader.read(shipped: shipped, own: own)
            read.warnings.forEach(warn)
            return Library.Content(movements: read.movements, isWhole: read.warnings.isEmpty)
        }
    }

    /// What is wrong with a person's own file.
    package static func warnings(own path: String?) -> [ConfigurationWarning] {
        LibraryReader.read(shipped: shipped, own: Own(path)).warnings
    }

    /// A person's own file.
    nonisolated struct Own {
        let path: String
        /// Empty where there is none, or none that can be read.
        let text: String
        let warning: ConfigurationWarning?

        init(path: String, text: String) {
            self.path = path
            self.text = text
            warning = nil
        }

        init(_ path: String?) {
            self.path = path ?? ""
            do throws(ConfigurationError) {
                text =
                    try path.map { path throws(ConfigurationError) in
                        try ConfigurationFile.text(of: path, mustExist: false) ?? ""
                    } ?? ""
                warning = nil
            } catch {
                text = ""
                warning = ConfigurationWarning(error)
            }
        }
    }
}

extension ConfigurationWarning {
    nonisolated init(_ error: ConfigurationError) {
        self.init(
            file: error.file, line: error.line, key: error.key ?? "", message: error.message)
    }
}
