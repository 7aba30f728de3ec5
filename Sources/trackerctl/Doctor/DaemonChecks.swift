import Glibc
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerView

/// Checks whether a daemon replies, which one, what its own checks say, and its data.
enum DaemonChecks {
    /// Milliseconds for comparing the journal: somebody who wants a quick check doesn't want to wait for
    /// years of it.
    private static let verifyTimeoutMs = 500

    /// - Returns: whether a daemon replies.
    static func run(
        path: () throws -> String, silenceMs: Int, into report: inout Report
    ) throws -> Bool {
        let socket: String
        let client: Client
        do {
            socket = try path()
            client = try Client.connect(path: socket, silenceMs: silenceMs)
        } catch let error as ClientError {
            try fail("socket", error, into: &report)
            return false
        }
        do {
            let hello = try client.call(HelloCommand.greeting)
            try checkSocket(socket, into: &report)
            try checkVersion(hello, into: &report)
            for check in try client.call(DaemonCheck()).checks { try report.add(check) }
            try checkJournal(at: socket, into: &report)
            return true
        } catch let error as ClientError {
            try fail("daemon", error, into: &report)
            return false
        }
    }

    private static func fail(
        _ subject: String, _ error: ClientError, into report: inout Report
    ) throws {
        let failure = Failure(error)
        // Nothing here changes anything, so only the first line, the remedy, applies.
        let todo = failure.hint?.split(separator: "\n").first.map(String.init)
        try report.fail(subject, failure.message ?? error.description, todo: todo)
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

    private static func checkVersion(_ hello: Hello.Response, into report: inout Report) throws {
        let theirs = "trackerd \(hello.version), protocol \(hello.protocol)"
        let ours = "trackerctl \(programVersion), protocol \(Hello.protocolVersion)"
        if hello.protocol != Hello.protocolVersion {
            try report.fail(
                "version", "\(theirs) doesn't match \(ours)",
                todo: "install both from the same release, then: systemctl --user restart trackerd")
        } else if hello.version != programVersion {
            try report.warn(
                "version", "\(theirs), but \(ours)",
                todo: "after an upgrade: systemctl --user restart trackerd")
        } else {
            try report.ok("version", "\(theirs), process \(hello.pid)")
        }
    }

    static func checkJournal(at path: String, into report: inout Report) throws {
        let client = try Client.connect(path: path, timeoutMs: verifyTimeoutMs)
        let result: JournalVerify.Response
        do {
            // This call is never sent again, since the first one would still be running.
            result = try client.callRaw(JournalVerify.method, params: .object([:])).decoded()
        } catch ClientError.timedOut {
            try report.ok("journal", "too long to compare here: run 'trackerctl journal verify'")
            return
        }
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
