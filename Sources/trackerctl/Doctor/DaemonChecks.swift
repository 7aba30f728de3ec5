import Glibc
import TrackerAPI
import TrackerClient
import TrackerCore

/// Whether a daemon answers, which one, and how its data are.
enum DaemonChecks {
    private static let timeoutMs = 5000
    /// A long journal takes its time.
    private static let verifyTimeoutMs = 120_000

    /// - Returns: its configuration, if a daemon answers.
    static func run(path: () throws -> String, into report: inout Report) throws -> Configuration? {
        let socket: String
        let client: Client
        do {
            socket = try path()
            client = try Client.connect(path: socket, timeoutMs: timeoutMs)
        } catch let error as ClientError {
            try report.fail("socket", error.description, todo: Failure(error).hint)
            return nil
        }
        do {
            let hello = try client.call(HelloCommand.greeting)
            try checkSocket(socket, into: &report)
            try checkVersion(hello, into: &report)
            try checkStorage(client.call(Status()), into: &report)
            let configuration = try client.call(ConfigGet())
            try checkJournal(at: socket, into: &report)
            return configuration
        } catch let error as ClientError {
            try report.fail("daemon", error.description, todo: Failure(error).hint)
            return nil
        }
    }

    private static func checkSocket(_ path: String, into report: inout Report) throws {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & 0o077 != 0 else {
            try report.ok("socket", "\(path) answers")
            return
        }
        try report.warn(
            "socket", "\(path) answers, but others may open it",
            todo: "its mode should be 0600: chmod 600 \(path)")
    }

    private static func checkVersion(
        _ hello: Hello.Response, into report: inout Report
    ) throws {
        let theirs = "trackerd \(hello.version), protocol \(hello.protocol)"
        let ours = "trackerctl \(programVersion), protocol \(Hello.protocolVersion)"
        if hello.protocol != Hello.protocolVersion {
            try report.fail(
                "version", "\(theirs) doesn't fit \(ours)",
                todo: "install both from one release, then: systemctl --user restart trackerd")
        } else if hello.version != programVersion {
            try report.warn(
                "version", "\(theirs) beside \(ours)",
                todo: "after an upgrade: systemctl --user restart trackerd")
        } else {
            try report.ok("version", "\(theirs), process \(hello.pid)")
        }
    }

    private static func checkStorage(
        _ status: Status.Response, into report: inout Report
    ) throws {
        if status.health.storage == "ok" {
            try report.ok("storage", "can be written")
        } else {
            try report.fail(
                "storage", "\(status.health.storage): nothing can be changed",
                todo: "make room on the disk, or make it writable; the daemon goes on by itself")
        }
        if let kept = status.health.recoveredFrom {
            try report.warn(
                "storage", "the database was damaged and has been salvaged",
                todo: "look whether anything is missing; the damaged one is in \(kept)")
        }
    }

    private static func checkJournal(at path: String, into report: inout Report) throws {
        let client = try Client.connect(path: path, timeoutMs: verifyTimeoutMs)
        let result = try client.call(JournalVerify())
        let counts = "\(counted(result.events, "event")), \(counted(result.rows, "row"))"
        guard !result.ok else {
            try report.ok("journal", "consistent: \(counts)")
            return
        }
        try report.fail(
            "journal", "journal and tables differ in \(counted(result.differences.count, "place"))",
            todo: "'trackerctl journal verify' lists them; please report it")
    }
}
