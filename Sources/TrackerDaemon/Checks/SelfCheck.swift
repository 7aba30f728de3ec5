import Glibc
import Systemd
import TrackerAPI
import TrackerCore
import UserFiles

/// The daemon's check of its files, its hooks, its sandbox and the desktop, for `daemon.check`.
@MainActor struct SelfCheck {
    /// Most findings of one kind to report.
    private static let maximumFindings = 20

    /// Longest times for all questions to the notification server, and then to the desktop, since nothing
    /// else is served meanwhile: 300 ms in all. The desktop needs only a few.
    private static let (serverPatienceNs, desktopPatienceMs): (Int64, Int64) = (200_000_000, 100)

    private let settings: Settings
    private let socket: ListeningSocket
    private let environment: HookEnvironment
    /// The daemon's own environment.
    private let variables: [String: String]
    private let isService: Bool
    private let display: DisplayIdle.State?
    private let watchFault: SystemError?
    private let feedingHooks: Set<Configuration.Hook>

    /// - Parameters:
    ///   - display: the answer of a compositor that the daemon is connected to; `nil` for none.
    ///   - feedingHooks: hooks that feed themselves.
    ///   - watchFault: why file changes go unnoticed; `nil` if they are noticed.
    init(
        _ settings: Settings, _ socket: ListeningSocket, environment: [String: String],
        display: DisplayIdle.State?, watchFault: SystemError?, feedingHooks: Set<Configuration.Hook>
    ) {
        self.display = display
        self.socket = socket
        self.feedingHooks = feedingHooks
        self.watchFault = watchFault
        self.settings = settings
        self.environment = HookEnvironment(environment)
        variables = environment
        isService = environment["INVOCATION_ID"] != nil
    }

    func run() -> [Check] {
        let files =
            systemdsSocket() + configuration() + library() + watching() + afterWrite() + hooks()
        let notifications = NotificationCheck(settings.configuration, environment)
            .run(until: Clocks.read().awakeNs + Self.serverPatienceNs)
        // The notification server has been started by now.
        let desktop = DesktopCheck(
            settings.configuration.desktop, variables, display: display, way: notifications.way,
            withinMs: Self.desktopPatienceMs)
        return files + notifications.checks + desktop.run()
            + SoundCheck(settings.configuration.sounds, environment).run() + programSounds()
            + [sandbox()]
    }

    // MARK: Files

    /// - Returns: nothing while all is well, since the client has already reported that the socket answers.
    private func systemdsSocket() -> [Check] {
        guard socket.hasReplacedSystemds else { return [] }
        return [
            .warn(
                "socket", "systemd's socket was removed; trackerd has made its own in its place",
                advice: "commands won't start a stopped service until: \(ListeningSocket.remedy)")
        ]
    }

    private func configuration() -> [Check] {
        let part = "configuration"
        let path = settings.paths.configuration
        let loaded: LoadedConfiguration
        do throws(TextProblem) {
            loaded = try ConfigurationFile.load(
                path, mustExist: settings.paths.configurationIsNamed)
        } catch {
            return [
                .fail(
                    part, "\(error)",
                    advice:
                        "the previous one stays in effect; fix it, then: trackerctl config reload")
            ]
        }
        var checks = told(loaded.warnings, part, advice: nil)
        if !loaded.configuration.changedKeys(from: settings.configuration).isEmpty {
            checks.append(
                loaded.absence.map { absence in
                    .warn(
                        part, "\(path) \(absence): the previous settings stay in effect",
                        advice: "put it back, or continue without it: trackerctl config reload")
                }
                    ?? .warn(
                        part, "\(path) isn't in effect yet",
                        advice: "to apply it: trackerctl config reload"))
        }
        return checks.isEmpty ? [.ok(part, "\(path) is valid and in effect")] : checks
    }

    /// Reports that file changes go unnoticed.
    private func watching() -> [Check] {
        guard let watchFault else { return [] }
        return [
            .warn(
                "changes", "file changes go unnoticed: \(watchFault)",
                advice: "after a change: trackerctl config reload, or systemctl --user restart "
                    + "trackerd; permanently: sysctl fs.inotify.max_user_instances=1024")
        ]
    }

    private func library() -> [Check] {
        let warnings = LibraryFile.warnings(settings.paths.own)
        guard warnings.isEmpty else {
            return told(
                warnings, "files",
                advice:
                    "anything wrong is left out; fix it, then: systemctl --user restart trackerd")
        }
        return [.ok("files", "exercises, programs, achievements and challenges are valid")]
    }

    private func programSounds() -> [Check] {
        guard settings.configuration.sounds.enabled else { return [] }
        return told(
            LibraryFile.soundWarnings(settings.paths.own), "sounds",
            advice: "fix it in that file; until then the usual sound is played")
    }

    private func told(_ warnings: [TextProblem], _ part: String, advice: String?) -> [Check] {
        var checks = warnings.prefix(Self.maximumFindings).map {
            Check.warn(part, "\($0)", advice: advice)
        }
        let more = warnings.count - checks.count
        if more > 0 { checks.append(.warn(part, "and \(more) more: trackerd --check lists them")) }
        return checks
    }

    // MARK: Hooks

    /// - Returns: nothing if the program is there, since the log may not be shared at all.
    private func afterWrite() -> [Check] {
        guard let program = settings.configuration.sync.afterWrite.first,
            environment.program(program) == nil
        else { return [] }
        let place =
            program.contains("/")
            ? "isn't there or can't be executed"
            : "isn't in the daemon's PATH, \(environment.searchPath)"
        return [
            .fail(
                "sync", "after_write: \(program) \(place)",
                advice: "install it, or write its full path into after_write in the configuration")
        ]
    }

    private func hooks() -> [Check] {
        settings.configuration.hooks.map { hook in
            let events = hook.on.joined(separator: ", ")
            let program = hook.run.first ?? ""
            if feedingHooks.contains(hook) {
                return .warn(
                    "hook", "\(events): \(program) is held back: its own command starts it again",
                    advice: "remove the event that it causes from its on, in the configuration")
            }
            if let path = environment.program(program) { return .ok("hook", "\(events): \(path)") }
            guard !program.contains("/") else {
                return .fail(
                    "hook", "\(events): \(program) isn't there or can't be executed",
                    advice: "install it, or fix run in the configuration")
            }
            return .fail(
                "hook",
                "\(events): \(program) isn't in the daemon's PATH, \(environment.searchPath)",
                advice: "install it there, or write its full path into run in the configuration")
        }
    }

    /// Checks the sandbox, in which hooks also run.
    private func sandbox() -> Check {
        let isOn = ["NoNewPrivs", "Seccomp"].allSatisfy { name in
            Self.status(name).map { $0 > 0 } == true
        }
        if isOn { return .ok("sandbox", "hooks run in the service's sandbox") }
        return isService
            ? .warn(
                "sandbox", "the service runs without its sandbox, and so do its hooks",
                advice: "systemctl --user cat trackerd shows why")
            : .ok("sandbox", "none: only trackerd.service has one")
    }

    /// A number in /proc/self/status; `nil` if it can't be read.
    private static func status(_ name: String) -> Int? {
        guard let file = fopen("/proc/self/status", "re") else { return nil }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 512)
        while fgets(&line, Int32(line.count), file) != nil {
            let bytes = line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
            let words = String(decoding: bytes, as: UTF8.self).split { ":\t \n".contains($0) }
            if words.count == 2, words[0] == name { return Int(words[1]) }
        }
        return nil
    }
}
