import Glibc
import TestSupport
import TrackerAPI

/// A machine that shares its log: a daemon with a home of its own, in which its replica of the shared folder lies.
package final class SharingMachine {
    package let stage: Stage
    /// The machine's name, short for the files of its daemon.
    package let name: String
    private var daemon: TestedDaemon?
    private var connection: LineClient?

    package init(_ stage: Stage, _ name: String) throws {
        self.stage = stage
        self.name = name
        try File.makeFolder(home)
        try File.makeFolder(folder)
    }

    package var home: String { stage.file("\(name)-home") }
    package var folder: String { "\(home)/shared" }
    package var state: String { stage.file("\(name)-state") }

    /// Starts the daemon, the first time or after its end.
    package func start(
        settings: String = "", notifications: Bool = false, environment: [String: String] = [:]
    ) throws {
        let variables = ["HOME": home].merging(environment) { $1 }
        let daemon = try stage.start(
            named: name, settings: settings, notifications: notifications, environment: variables)
        self.daemon = daemon
        connection = try daemon.connect()
    }

    /// Begins to share the log, and waits until everything is written and merged.
    package func share() throws {
        let params = "{\"folder\":\"\(folder)\",\"name\":\"\(name)\",\"confirm\":true}"
        try call("sync.enable", params)
        try call("sync.now", upTo: 60)
    }

    package func crash() throws { try daemon?.crash() }
    package func stop() throws { try daemon?.stop() }

    /// Calls a method and returns its result.
    @discardableResult
    package func call(
        _ method: String, _ params: String = "{}", upTo seconds: Double = 30
    ) throws -> JSONValue {
        guard let connection else { throw StageError("\(name) was never started") }
        return try connection.call(method, params, upTo: seconds)
    }

    /// Logs push-ups; `more` are further members, each with a comma before it.
    package func log(_ count: Int64, _ more: String = "") throws {
        try call("log.add", "{\"exercise\":\"push-ups\",\"count\":\(count)\(more)}")
    }

    /// Entries of the log.
    package func entries() throws -> [JSONValue] {
        try call("log.list", "{\"limit\":1000}")["entries"]?.list ?? []
    }

    /// Counts of the entries, in ascending order.
    package func counts() throws -> [Int64] {
        try entries().compactMap { $0["count"]?.integer }.sorted()
    }

    package func writer() throws -> String {
        guard let writer = try call("sync.status")["writer"]?.string else {
            throw StageError("\(name) shares nothing")
        }
        return writer
    }

    /// The subfolder that this machine writes.
    package func ownFolder() throws -> String { "\(folder)/\(try writer())" }

    /// Waits until machines have the same rows.
    ///
    /// - Parameter carry: called before each look, for what carries files only when it is asked to.
    package static func waitForEqualLogs(
        _ machines: [SharingMachine], carrying carry: () throws -> Void = {}
    ) throws {
        // Syncthing tries a file that has changed meanwhile again after a minute.
        try wait(upTo: 150, for: "equal logs") {
            try carry()
            let digests = try machines.map { try $0.call("sync.digest")["digest"]?.string }
            if digests.allSatisfy({ $0 != nil && $0 == digests[0] }) { return true }
            usleep(50_000)
            return false
        }
    }
}
