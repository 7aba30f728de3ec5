import Glibc
import TestSupport

/// The programs under test: those that the environment names, else those beside the tests.
package enum Built {
    package static let trackerd = path("TRACKERD", "trackerd")
    package static let trackerctl = path("TRACKERCTL", "trackerctl")
    package static let engineProcess = path("ENGINE_PROCESS", "engine-process")
    package static let madeUpYear = path("MADE_UP_YEAR", "made-up-year")

    private static func path(_ variable: String, _ name: String) -> String {
        if let named = getenv(variable) { return String(cString: named) }
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
        let own = String(
            decoding: buffer.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
        let folder = own.split(separator: "/").dropLast()
        return "/" + folder.joined(separator: "/") + "/" + name
    }
}

/// The surroundings of one test: a folder, and the processes that it has started, which end with it.
package final class Stage {
    package let folder: TemporaryFolder
    private var endings: [() -> Void] = []
    private var starts = 0
    /// Number of events that a daemon records at its first start: the shipped movements and programs, the
    /// challenge of the week and, from Monday to Friday, that of the day, which turns at 04:00.
    package static var ownEvents: Int64 {
        var (now, local) = (time(nil) - 4 * 3600, tm())
        localtime_r(&now, &local)
        return (1...5).contains(local.tm_wday) ? 4 : 3
    }

    private init() throws { folder = try TemporaryFolder() }

    /// Runs a test and cleans up after it, in reverse order.
    package static func with(_ body: (Stage) throws -> Void) throws {
        let stage = try Stage()
        defer {
            for ending in stage.endings.reversed() { ending() }
            stage.endings = []
        }
        try body(stage)
    }

    /// Registers work for the end.
    package func atEnd(_ ending: @escaping () -> Void) { endings.append(ending) }

    package func file(_ name: String) -> String { folder.file(name) }
    package var state: String { file("state") }
    package var database: String { file("state/tracker.db") }
    package var socket: String { file("s") }
    package var configuration: String { file("config.toml") }

    /// The environment of programs, to which nothing of the tests' own is added.
    package var environment: [String: String] {
        ["PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": folder.path, "TZ": "UTC"]
    }

    /// Writes the configuration, by default without notifications.
    package func configure(_ text: String, notifications: Bool = false) throws {
        let quiet = notifications ? "" : "\n[notifications]\nenabled = false\n"
        try File.write(text + quiet, to: configuration)
    }

    /// Starts a program that ends with the stage at the latest.
    package func run(
        _ arguments: [String], environment: [String: String] = [:], input: String = "/dev/null"
    ) throws -> Program {
        starts += 1
        let program = try Program(
            arguments, environment: self.environment.merging(environment) { $1 },
            output: file("program-\(starts)"), input: input)
        atEnd { program.end() }
        return program
    }

    /// Runs a program to its end.
    package func result(
        _ arguments: [String], environment: [String: String] = [:], input: String = "/dev/null",
        upTo seconds: Double = 60
    ) throws -> Program.Result {
        try Program.run(
            arguments, environment: self.environment.merging(environment) { $1 }, in: folder,
            input: input, upTo: seconds)
    }

    /// A command that runs another one as a person with a share of inotify of their own.
    package static func inotify(instances: Int) -> [String] {
        let script = "echo \(instances) > /proc/sys/user/max_inotify_instances && exec \"$@\""
        return ["unshare", "--user", "--map-root-user", "sh", "-c", script, "sh"]
    }

    /// Starts the daemon and waits until it is ready.
    ///
    /// - Parameter wrapper: a command that becomes the daemon's process.
    package func start(
        wrapper: [String] = [], environment: [String: String] = [:]
    ) throws -> TestedDaemon {
        let daemon = try launch(wrapper: wrapper, environment: environment)
        try wait(for: "readiness: \(daemon.process.complaints)") {
            guard !daemon.process.hasEnded else {
                throw StageError("the daemon has ended: \(daemon.process.complaints)")
            }
            return daemon.notify.hasHeard("READY=1")
        }
        return daemon
    }

    /// Starts the daemon with the person's own configuration, where it usually is.
    package func startUnnamed() throws -> TestedDaemon {
        let notify = try NotifySocket(path: file("n\(starts)"))
        let process = try run(
            [Built.trackerd, "--state", state, "--socket", socket],
            environment: ["NOTIFY_SOCKET": notify.path])
        try wait(for: "readiness: \(process.complaints)") { notify.hasHeard("READY=1") }
        return TestedDaemon(process: process, notify: notify, socket: socket)
    }

    /// Starts another daemon, with a configuration, a state and a socket of its own, and waits until it is ready.
    ///
    /// - Parameters:
    ///   - name: a short name for its files.
    ///   - settings: the text of its configuration, to which notifications are added as they are by `configure`.
    package func start(
        named name: String, settings: String = "", notifications: Bool = false,
        environment: [String: String] = [:]
    ) throws -> TestedDaemon {
        let quiet = notifications ? "" : "\n[notifications]\nenabled = false\n"
        try File.write(settings + quiet, to: file("\(name).toml"))
        let notify = try NotifySocket(path: file("n\(starts)"))
        let socket = file("\(name).s")
        let process = try run(
            [
                Built.trackerd, "--config", file("\(name).toml"), "--state", file("\(name)-state"),
                "--socket", socket,
            ], environment: ["NOTIFY_SOCKET": notify.path].merging(environment) { $1 })
        try wait(for: "readiness: \(process.complaints)") { notify.hasHeard("READY=1") }
        return TestedDaemon(process: process, notify: notify, socket: socket)
    }

    /// Starts the daemon without waiting for anything.
    package func launch(
        wrapper: [String] = [], environment: [String: String] = [:], arguments: [String] = []
    ) throws -> TestedDaemon {
        if !File.exists(configuration) { try configure("") }
        let notify = try NotifySocket(path: file("n\(starts)"))
        let process = try run(
            wrapper + [
                Built.trackerd, "--config", configuration, "--state", state, "--socket", socket,
            ] + arguments,
            environment: ["NOTIFY_SOCKET": notify.path].merging(environment) { $1 })
        return TestedDaemon(process: process, notify: notify, socket: socket)
    }
}

/// A daemon in a process of its own.
package struct TestedDaemon {
    package let process: Program
    package let notify: NotifySocket
    package let socket: String

    package var facts: ProcessFacts { ProcessFacts(process.pid) }

    package func connect() throws -> LineClient { try LineClient(path: socket) }

    /// Kills the daemon, as a crash would.
    package func crash() throws {
        process.send(SIGKILL)
        try process.waitForEnd()
    }

    /// Stops the daemon as systemd would.
    package func stop() throws {
        process.send(SIGTERM)
        let ending = try process.waitForEnd()
        guard ending == .exited(0) else {
            throw StageError("the daemon ended badly (\(ending)): \(process.complaints)")
        }
    }
}
