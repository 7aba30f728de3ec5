import Glibc
import Stage
import TestSupport
import Testing
import TrackerAPI

/// A person's session: a real `systemd --user` with its bus, in which the package is installed.
///
/// As root it has a mount namespace of its own, where a journal daemon runs too; nothing of the machine's
/// own /run/systemd is touched.
final class Session: Desktop {
    let stage: Stage
    private let manager: Program

    private init(_ stage: Stage) throws {
        self.stage = stage
        for name in ["run", "home"] { try File.makeFolder(stage.file(name)) }
        let script = """
            set -e
            if [ "$(id -u)" = 0 ]; then
                mkdir -p /run/systemd
                mount -t tmpfs -o mode=755 tmpfs /run/systemd
                mkdir -p /run/systemd/system /run/systemd/journal /run/log
                mount -t tmpfs -o mode=755 tmpfs /run/log
                mkdir /run/log/journal
                /lib/systemd/systemd-journald 2>/dev/null &
                until [ -S /run/systemd/journal/stdout ]; do sleep 0.02; done
            fi
            exec /lib/systemd/systemd --user --log-target=console
            """
        let alone = getuid() == 0 ? ["unshare", "-m"] : []
        manager = try stage.run(
            alone + ["sh", "-c", script], environment: Self.variables(of: stage))
    }

    /// Runs a test in a session of its own, and ends all of it afterwards.
    static func with(_ body: (Session) throws -> Void) throws {
        try Stage.with { stage in
            try Package.install(into: stage.file("usr"), stage)
            let session = try Session(stage)
            stage.atEnd { session.end() }
            try session.waitUntilUp()
            try body(session)
        }
    }

    private func waitUntilUp() throws {
        try wait(for: "the user manager: \(manager.complaints)") {
            guard !manager.hasEnded else {
                throw StageError("systemd --user doesn't run here: \(manager.complaints)")
            }
            return File.exists(stage.file("run/bus"))
                && File.exists(stage.file("run/systemd/private"))
        }
    }

    /// Environment variables of all of the session's processes.
    private static func variables(of stage: Stage) -> [String: String] {
        [
            "PATH": stage.file("usr/bin") + ":/usr/local/bin:/usr/bin:/bin",
            "HOME": stage.file("home"), "XDG_RUNTIME_DIR": stage.file("run"), "TZ": "UTC",
            "SYSTEMD_UNIT_PATH": stage.file("usr/lib/systemd/user") + ":",
            "DBUS_SESSION_BUS_ADDRESS": "unix:path=" + stage.file("run/bus"),
        ]
    }

    var variables: [String: String] { Self.variables(of: stage) }

    private func end() {
        manager.send(SIGTERM)
        _ = try? manager.waitForEnd(upTo: 10)
        manager.end()
        for pid in leftovers() { kill(pid, SIGKILL) }
    }

    /// Processes that have this session's folder in their environment.
    private func leftovers() -> [pid_t] {
        let own = Array("XDG_RUNTIME_DIR=\(stage.file("run"))".utf8)
        return File.names(in: "/proc").compactMap { pid_t($0) }.filter { pid in
            let environment = File.bytes("/proc/\(pid)/environ") ?? []
            return environment.split(separator: 0).contains { $0.elementsEqual(own) }
        }
    }

    // MARK: Commands

    var runtime: String { stage.file("run") }
    var socket: String { stage.file("run/trackerd/trackerd.sock") }
    var database: String { stage.file("home/.local/state/trackerd/tracker.db") }

    @discardableResult
    func systemctl(_ arguments: String...) throws -> String {
        let result = try run(["systemctl", "--user"] + arguments)
        guard result.ending == .exited(0) else {
            throw StageError("systemctl \(arguments): \(result.complaints) \(try unitLog())")
        }
        return result.output
    }

    /// A property of the service.
    func property(_ name: String) throws -> String {
        let text = try systemctl("show", "trackerd.service", "-p", name, "--value")
        return String(text.split(separator: "\n").first ?? "")
    }

    func waitForProperty(_ name: String, _ value: String) throws {
        var found = ""
        try wait(for: "\(name)=\(value), it is \(found)") {
            found = try property(name)
            return found == value
        }
    }

    var mainPID: pid_t {
        get throws { try #require(pid_t(try property("MainPID"))) }
    }

    /// Calls trackerctl for the result as it is on the wire.
    @discardableResult
    func call(_ arguments: String...) throws -> JSONValue {
        let result = try run(["trackerctl"] + arguments + ["--json"])
        guard result.ending == .exited(0) else {
            throw StageError("trackerctl \(arguments): \(result.ending): \(result.complaints)")
        }
        return try JSONValue(text: result.output)
    }

    // MARK: The unit

    /// Changes the service's unit by a drop-in.
    func dropIn(_ text: String) throws {
        let folder = stage.file("usr/lib/systemd/user/trackerd.service.d")
        try File.makeFolder(folder)
        try File.write("[Service]\n\(text)\n", to: folder + "/test.conf")
        try systemctl("daemon-reload")
    }

    func configure(_ text: String) throws {
        for folder in [".config", ".config/trackerd"] {
            try File.makeFolder(stage.file("home/\(folder)"))
        }
        try File.write(text, to: stage.file("home/.config/trackerd/config.toml"))
    }

    /// Entries of the session's journal, as JSON.
    func journal(_ matches: String...) throws -> [JSONValue] {
        try #require(getuid() == 0, "only root can run a journal daemon")
        let entry = ["nsenter", "-t", "\(manager.pid)", "-m"]
        let result = try run(entry + ["journalctl", "-o", "json", "--no-pager"] + matches)
        return try result.output.split(separator: "\n").map { try JSONValue(text: String($0)) }
    }

    private func unitLog() throws -> String {
        guard getuid() == 0 else { return "" }
        return try journal("-n", "20").compactMap { $0["MESSAGE"]?.string }
            .joined(separator: "\n")
    }
}
