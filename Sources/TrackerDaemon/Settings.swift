import Systemd
import TrackerCore
import TrackerEngine
import UserFiles

/// The configuration in effect, and how it is reloaded.
@MainActor final class Settings {
    let paths: Paths
    private(set) var configuration: Configuration
    private let log: Log
    /// Called with a new configuration and the keys that differ.
    var changed: (_ configuration: Configuration, _ keys: [String]) -> Void = { _, _ in }
    /// Called with the reason why a changed file was refused, once for each reason.
    var refused: (_ reason: String) -> Void = { _ in }
    /// Reason why the file was last refused, for the status line; `nil` while the file is in effect.
    private(set) var refusal: String?
    private var watch: FileWatch?

    init(_ paths: Paths, _ log: Log) throws(TextProblem) {
        self.paths = paths
        self.log = log
        let loaded = try ConfigurationFile.load(
            paths.configuration, mustExist: paths.configurationIsNamed)
        configuration = loaded.configuration
        for warning in loaded.warnings { log.log(.warning, "\(warning)") }
    }

    /// Reads the file again. An invalid file is refused, and the current configuration kept.
    ///
    /// - Parameter isAsked: whether a person asked for it. If not, a file that has lost all its text is
    ///   refused, too: a full disk or an unfinished copy may leave one.
    /// - Returns: the keys that differ from before.
    func reload(isAsked: Bool = true) throws(Rejection) -> [String] {
        do throws(TextProblem) {
            let loaded = try ConfigurationFile.load(
                paths.configuration, mustExist: paths.configurationIsNamed)
            if let absence = loaded.absence, !isAsked, configuration != Configuration() {
                throw TextProblem(
                    file: nil,
                    message: "\(paths.configuration) \(absence): put it back, or continue without "
                        + "settings with 'trackerctl config reload'")
            }
            for warning in loaded.warnings { log.log(.warning, "\(warning)") }
            refusal = nil
            let keys = loaded.configuration.changedKeys(from: configuration)
            guard !keys.isEmpty else { return [] }
            configuration = loaded.configuration
            let list = keys.joined(separator: ", ")
            log.log(.notice, "the configuration was reloaded: \(list)", id: .configurationReloaded)
            changed(configuration, keys)
            return keys
        } catch {
            let isNews = refusal != "\(error)"
            refusal = "\(error)"
            log.log(
                .error, "\(error); the old configuration stays in effect",
                id: .configurationRefused)
            if isNews, !isAsked { refused("\(error)") }
            throw error.rejection
        }
    }

    /// Reads the file again whenever it has changed, or a link leads to another one.
    ///
    /// - Parameter read: called after each reading, whether the file was accepted or refused.
    func watch(in loop: EventLoop, read: @escaping () -> Void) throws(SystemError) {
        watch = try FileWatch(loop, [paths.configuration]) { [unowned self] in
            _ = try? reload(isAsked: false)
            read()
        }
    }
}
