import Glibc
import Stage
import TestSupport
import Testing
import TrackerAPI

extension ServerTests {
    /// A disk that fills up or can't be written. Needs root, for a small file system of its own.
    @Suite struct Storage {
        /// Starts a daemon whose state lies on a small disk that only it sees; its other files stay
        /// visible.
        private func start(_ stage: Stage, prepare: String) throws -> TestedDaemon {
            try #require(getuid() == 0, "only root can mount a small disk")
            try File.makeFolder(stage.state)
            let script = "set -e; \(prepare)\nexec \"$@\""
            return try stage.start(
                wrapper: ["unshare", "-m", "sh", "-c", script, "sh"],
                environment: ["STATE": stage.state])
        }

        /// The path of the state as the daemon sees it.
        private func inside(_ daemon: TestedDaemon, _ stage: Stage) -> String {
            "/proc/\(daemon.process.pid)/root\(stage.state)"
        }

        private func configureHook(_ stage: Stage) throws {
            try stage.configure(
                """
                [[hooks]]
                on = ["timer.finished"]
                run = ["sh", "-c", "echo \\"$TRACKER_TITLE\\" >> \(stage.file("told"))"]

                """)
        }

        private func health(_ client: LineClient) throws -> String? {
            try client.call("status").at("health", "storage")?.string
        }

        /// Fills the disk until the daemon can't write any more.
        private func fill(_ daemon: TestedDaemon, _ client: LineClient, _ stage: Stage) throws {
            let path = inside(daemon, stage) + "/filler"
            let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
            try #require(file >= 0)
            defer { close(file) }
            let piece = [UInt8](repeating: 7, count: 65_536)
            let byte = [UInt8](repeating: 7, count: 512)
            try wait(for: "the disk to be full: \(daemon.process.complaints)") {
                while write(file, piece, piece.count) > 0 {}
                while write(file, byte, byte.count) > 0 {}
                return try client.reply("stopwatch.start").errorKind == "storage"
            }
        }

        @Test func aFullDiskIsBorneAndRecoveredFrom() throws {
            try Stage.with { stage in
                try configureHook(stage)
                let daemon = try start(stage, prepare: "mount -t tmpfs -o size=12m tmpfs $STATE")
                let client = try daemon.connect()
                for name in ["first", "second", "third"] {
                    let wait = ["first": "1.5s", "second": "2.5s"][name] ?? "1h"
                    try client.call(
                        "timer.start", "{\"duration\":\"\(wait)\",\"name\":\"\(name)\"}")
                }
                try fill(daemon, client, stage)
                #expect(try health(client) == "degraded")
                let reply = try client.reply("timer.cancel", "{\"timer\":\"third\"}")
                #expect(reply.errorKind == "storage")
                #expect(reply.at("error", "code") == .integer(-32005))
                // Reading goes on, and nothing was changed.
                let third = try client.call("timer.get", "{\"timer\":\"third\"}")
                #expect(third["state"] == .string("running"))
                try wait(for: "the status line") {
                    daemon.notify.status?.hasPrefix("DEGRADED") == true
                }
                try wait(for: "both alerts: \(daemon.process.complaints)") {
                    File.lines(stage.file("told")).sorted() == ["first", "second"]
                }
                unlink(inside(daemon, stage) + "/filler")
                // The daemon recovers by itself, without a request.
                try wait(for: "the recovery in the status line") {
                    daemon.notify.status?.hasPrefix("DEGRADED") == false
                }
                #expect(try health(client) == "ok")
                try expectRecovered(client, stage)
            }
        }

        private func expectRecovered(_ client: LineClient, _ stage: Stage) throws {
            try client.call("timer.cancel", "{\"timer\":\"third\"}")
            let finished = try client.call("events.list", "{\"types\":[\"timer.finished\"]}")
            let names = finished["events"]?.list.compactMap { $0.at("data", "name")?.string }
            #expect(names?.sorted() == ["first", "second"])
            #expect(try client.call("journal.verify")["ok"] == .bool(true))
            // Each alert was given once, also after writing worked again.
            #expect(File.lines(stage.file("told")).sorted() == ["first", "second"])
        }

        /// Files that are open for writing keep a disk from being remounted, so each of them is made
        /// immutable.
        @Test func aStateThatTurnsReadOnlyIsBorneAndRecoveredFrom() throws {
            try #require(getuid() == 0, "only root can make files immutable")
            try Stage.with { stage in
                try configureHook(stage)
                let daemon = try stage.start()
                let client = try daemon.connect()
                try client.call("timer.start", "{\"duration\":\"1.5s\",\"name\":\"tea\"}")
                try client.call("timer.start", "{\"duration\":\"1h\",\"name\":\"long\"}")
                func change(_ flag: String) throws {
                    let paths = File.names(in: stage.state).map { "\(stage.state)/\($0)" }
                    let result = try stage.result(["chattr", flag] + paths + [stage.state])
                    try #require(result.ending == .exited(0), "\(result.complaints)")
                }
                stage.atEnd { try? change("-i") }
                try change("+i")
                // Whether the first one was written isn't known.
                let first = try client.reply("stopwatch.start").errorKind
                #expect(["storage", "unknown"].contains(first))
                #expect(try client.reply("stopwatch.start").errorKind == "storage")
                #expect(try health(client) == "degraded")
                let timers = try client.call("timer.list")["timers"]?.list
                #expect(try #require(timers?.count) >= 1)
                try wait(for: "the alert") { File.lines(stage.file("told")) == ["tea"] }
                try change("-i")
                try expectRecovery(client, stage)
            }
        }

        /// Checks that the daemon can write again, and that each deadline that came meanwhile was alerted
        /// once.
        private func expectRecovery(_ client: LineClient, _ stage: Stage) throws {
            try wait(for: "the recovery") { try health(client) == "ok" }
            let tea = try client.call("timer.get", "{\"timer\":\"tea\"}")
            #expect(tea["state"] == .string("finished"))
            try client.call("timer.cancel", "{\"timer\":\"long\"}")
            #expect(try client.call("journal.verify")["ok"] == .bool(true))
            #expect(File.lines(stage.file("told")) == ["tea"])
        }
    }
}
