import Glibc
import Stage
import TestSupport
import Testing
import TrackerAPI

extension ServerTests {
    /// The daemon beside other programs that use up the person's share of inotify.
    @Suite struct Watching {
        private func check(_ daemon: TestedDaemon) throws -> JSONValue? {
            try daemon.connect().call("daemon.check")["checks"]?.list
                .first { $0["part"] == .string("changes") }
        }

        /// Whether the daemon is connected to the session's bus.
        private func isOnBus(_ daemon: TestedDaemon, _ bus: SessionBus) throws -> Bool {
            let list = try bus.run(["busctl", "--user", "list", "--unique", "--no-legend"])
            return list.output.split(separator: "\n").contains {
                $0.split(separator: " ").dropFirst().first == "\(daemon.process.pid)"
            }
        }

        /// One for its own files, and none for each connection to a bus that isn't there yet.
        @Test func theDaemonNeedsOneInstance() throws {
            try Stage.with { stage in
                let bus = try SessionBus(stage, isUp: false)
                let daemon = try stage.start(
                    wrapper: Stage.inotify(instances: 1), environment: bus.variables)
                let descriptors = "/proc/\(daemon.process.pid)/fd"
                let watches = File.names(in: descriptors).filter { name in
                    var target = [CChar](repeating: 0, count: 64)
                    let count = readlink("\(descriptors)/\(name)", &target, 63)
                    let bytes = target.prefix(max(0, count)).map(UInt8.init(bitPattern:))
                    return String(decoding: bytes, as: UTF8.self).contains("inotify")
                }
                #expect(watches.count == 1)
                #expect(try check(daemon) == nil)
                try stage.configure("[rest]\nwarn_at = [\"7s\"]\n")
                try wait(for: "the change: \(daemon.process.complaints)") {
                    daemon.process.complaints.contains("reloaded: rest.warn_at")
                }
                #expect(!daemon.process.complaints.contains("unnoticed"))
                try bus.begin()
                try wait(for: "the bus") { try isOnBus(daemon, bus) }
            }
        }

        @Test func withoutAnyItRunsAndSaysWhatGoesUnnoticed() throws {
            try Stage.with { stage in
                let bus = try SessionBus(stage, isUp: false)
                let daemon = try stage.start(
                    wrapper: Stage.inotify(instances: 0), environment: bus.variables)
                let told = "file changes go unnoticed: watch "
                let lines = daemon.process.complaints.split(separator: "\n")
                #expect(lines.count { $0.contains(told) } == 1, "\(lines)")
                let found = try #require(try check(daemon))
                #expect(found["state"] == .string("warn"))
                #expect(found["detail"]?.string?.hasPrefix(told) == true)
                #expect(found["advice"]?.string?.contains("max_user_instances") == true)
                // What nobody tells it of is looked for from time to time, or when it is told to.
                try bus.begin()
                try wait(for: "the bus") { try isOnBus(daemon, bus) }
                try stage.configure("[rest]\nwarn_at = [\"7s\"]\n")
                let changed = try daemon.connect().call("config.reload")["changed"]
                #expect(changed == .array([.string("rest.warn_at")]))
            }
        }
    }
}
