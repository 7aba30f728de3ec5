import Systemd
import TrackerCore
import TrackerEngine

/// The configuration in effect, and how it is read again.
@MainActor final class Settings {
    let paths: Paths
    private(set) var configuration: Configuration
    private let log: Log
    /// Told of a new configuration and the keys that differ.
    var changed: (_ configuration: Configuration, _ keys: [String]) -> Void = { _, _ in }
    /// Why the file was refused last, for the status line; `nil` while it is in effect.
    private(set) var refusal: String?
    private var watch: PathSource?

    init(_ paths: Paths, _ log: Log) throws(ConfigurationError) {
        self.paths = paths
        self.log = log
        let loaded = try ConfigurationFile.load(
            paths.configuration, mustExist: paths.configurationIsNamed)
        configuration = loaded.configuration
        for warning in loaded.warnings { log.log(.warning, "\(warning)") }
    }

    /// Reads the file again; an invalid one is refused and the old configuration kept.
    ///
    /// - Returns: the keys that differ from before.
    func reload() throws(Rejection) -> [String] {
        do {
            let loaded = try ConfigurationFile.load(
                paths.configuration, mustExist: paths.configurationIsNamed)
            for warning in loaded.warnings { log.log(.warning, "\(warning)") }
            refusal = nil
            let keys = loaded.configuration.changedKeys(from: configuration)
            guard !keys.isEmpty else { return [] }
            configuration = loaded.configuration
            let list = keys.joined(separator: ", ")
            log.log(
                .notice, "the configuration was read again: \(list)", id: .configurationReloaded)
            changed(configuration, keys)
            return keys
        } catch {
            refusal = "\(error)"
            log.log(
                .error, "\(error); the old configuration stays in effect",
                id: .configurationRefused)
            throw error.rejection
        }
    }

    /// Reads the file again whenever it changes.
    func watch(in loop: EventLoop) {
        // The folder is watched, since editors replace the file.
        watch = try? loop.watchPath(
            paths.configurationFolder, for: .replacements
        ) { [unowned self] change in
            guard change.name == paths.configurationName else { return }
            _ = try? reload()
        }
    }
}
