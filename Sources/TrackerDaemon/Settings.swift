import Systemd
import TextFiles
import TrackerCore
import TrackerEngine

/// The configuration in effect, and its reloading.
@MainActor final class Settings {
    /// Milliseconds without a change after which the file is read, since editors save in several steps.
    private static let settledMs: Int64 = 100

    let paths: Paths
    private(set) var configuration: Configuration
    private let log: Log
    /// Called with a new configuration and the keys that differ.
    var changed: (_ configuration: Configuration, _ keys: [String]) -> Void = { _, _ in }
    /// The reason why the file was refused last, for the status line; `nil` while the file is in effect.
    private(set) var refusal: String?
    private var watch: PathSource?
    private var settled: AlarmSource?

    init(_ paths: Paths, _ log: Log) throws(TextProblem) {
        self.paths = paths
        self.log = log
        let loaded = try ConfigurationFile.load(
            paths.configuration, mustExist: paths.configurationIsNamed)
        configuration = loaded.configuration
        for warning in loaded.warnings { log.log(.warning, "\(warning)") }
    }

    /// Reads the file again; an invalid file is refused and the present configuration kept.
    ///
    /// - Returns: the keys that differ from before.
    func reload() throws(Rejection) -> [String] {
        settled?.disarm()
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

    /// Reads the file again whenever it has changed.
    ///
    /// - Parameter read: called after each reading, whether the file was accepted or refused.
    func watch(in loop: EventLoop, read: @escaping () -> Void) throws(SystemError) {
        settled = try loop.alarm(on: .boot) { [unowned self] in
            _ = try? reload()
            read()
        }
        watchFolder(in: loop)
    }

    /// Watches the folder, since editors replace the file; where there is no such folder, the nearest one
    /// above it.
    private func watchFolder(in loop: EventLoop) {
        var place = paths.configurationFolder
        var awaited = paths.configurationName
        while true {
            let isAbove = place != paths.configurationFolder
            watch = try? loop.watchPath(place, for: Self.changes) { [unowned self] change in
                let isGone = !change.changes.isDisjoint(with: Self.losses)
                guard isGone || change.name == awaited else { return }
                if isGone || isAbove { watchFolder(in: loop) }
                let time = Clocks.read().bootNs / 1000 + Self.settledMs * 1000
                settled?.arm(atMicroseconds: UInt64(time))
            }
            guard watch == nil, place != folder(of: place) else { return }
            (place, awaited) = (folder(of: place), name(of: place))
        }
    }

    private static let changes = PathChanges.replacements.union([.selfMoved, .onlyDirectory])
    private static let losses: PathChanges = [.lost, .gone, .selfMoved]
}
