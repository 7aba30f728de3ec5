import Glibc
import Stage
import TestSupport
import Testing
import TrackerAPI

extension EndToEndTests {
    /// trackerctl with a daemon that comes and goes.
    @Suite struct Commands {
        private func trackerctl(_ stage: Stage, _ arguments: String...) throws -> Program.Result {
            try stage.result(
                [Built.trackerctl] + arguments, environment: ["TRACKERD_SOCKET": stage.socket])
        }

        private func background(_ stage: Stage, _ arguments: String...) throws -> Program {
            try stage.run(
                [Built.trackerctl] + arguments, environment: ["TRACKERD_SOCKET": stage.socket])
        }

        private func isSubscribed(_ daemon: TestedDaemon) throws -> Bool {
            try daemon.connect().call("status").at("health", "subscribers") != .integer(0)
        }

        /// What starts by its socket alone reminds nobody after a login.
        @Test func doctorWantsTheServiceToStartAtLogin() throws {
            try Stage.with { stage in
                let script = stage.file("systemctl")
                func doctor(_ enabled: String) throws -> String {
                    try File.write(
                        """
                        #!/bin/sh
                        case "$*" in
                        *show*)
                            printf 'LoadState=loaded\\nActiveState=active\\n\\n'
                            printf 'LoadState=loaded\\nActiveState=active\\n' ;;
                        *\(enabled)) echo enabled ;;
                        *) echo disabled ;;
                        esac

                        """,
                        to: script, mode: 0o700)
                    return try stage.result(
                        [Built.trackerctl, "doctor"],
                        environment: [
                            "TRACKERD_SOCKET": stage.socket,
                            "PATH": stage.folder.path + ":/usr/bin:/bin",
                        ]
                    ).output
                }
                let todo = "systemctl --user enable --now trackerd.service"
                let socketAlone = try doctor("trackerd.socket")
                #expect(socketAlone.contains(todo), "\(socketAlone)")
                let service = try doctor("trackerd.service")
                #expect(!service.contains(todo), "\(service)")
            }
        }

        @Test func waitTellsOfACancelledTimer() throws {
            try Stage.with { stage in
                let daemon = try stage.start()
                let client = try daemon.connect()
                try client.call("timer.start", "{\"duration\":\"1h\",\"name\":\"tea\"}")
                let waiting = try background(stage, "wait", "tea")
                try wait(for: "a subscription") { try isSubscribed(daemon) }
                try client.call("timer.cancel", "{\"timer\":\"tea\"}")
                #expect(try waiting.waitForEnd() == .exited(1))
            }
        }

        private static let seeded = Int(Stage.ownEvents)

        @Test func watchEndsAfterItsLimit() throws {
            try Stage.with { stage in
                try stage.start().connect().call("stopwatch.start")
                let watching = try trackerctl(
                    stage, "watch", "--json", "--since", "0", "--limit", "2")
                #expect(watching.ending == .exited(0))
                #expect(watching.output.split(separator: "\n").count == 2)
            }
        }

        @Test func watchShowsEachEventOnceOverRestarts() throws {
            try Stage.with { stage in
                var daemon = try stage.start()
                let watching = try background(stage, "watch", "--json", "--since", "0")
                for round in 1...3 {
                    let client = try daemon.connect()
                    for _ in 1...30 { try client.call("stopwatch.start") }
                    // Some rounds end before everything has been read.
                    if round == 2 {
                        try wait(for: "\(round * 30) lines") {
                            watching.output.split(separator: "\n").count == Self.seeded + round * 30
                        }
                    }
                    if round == 3 { try daemon.stop() } else { try daemon.crash() }
                    daemon = try stage.start()
                }
                try wait(for: "90 lines") {
                    watching.output.split(separator: "\n").count == Self.seeded + 90
                }
                let seqs = try watching.output.split(separator: "\n").map {
                    try JSONValue(text: String($0))["seq"]?.integer
                }
                #expect(seqs == (1...Self.seeded + 90).map { Int64($0) })
                #expect(watching.complaints.contains("trackerd is back"))
                #expect(!watching.hasEnded)
            }
        }

        @Test func exitStatusesTellWhatWentWrong() throws {
            try Stage.with { stage in
                func status(_ arguments: String...) throws -> Program.Ending {
                    try stage.result(
                        [Built.trackerctl] + arguments,
                        environment: ["TRACKERD_SOCKET": stage.socket]
                    ).ending
                }
                #expect(try status("status") == .exited(69))
                let daemon = try stage.start()
                #expect(try status("status") == .exited(0))
                #expect(try status("timer", "start", "25m", "tea") == .exited(0))
                #expect(try status("timer", "get", "coffee") == .exited(1))
                #expect(try status("rest", "skip") == .exited(1))
                #expect(try status("timer", "start", "soon") == .exited(64))
                #expect(try status("no-such-command") == .exited(64))
                #expect(try status("rpc", "hello", "{") == .exited(64))
                #expect(try status("rpc", "no.such") == .exited(1))
                #expect(try status("--help") == .exited(0))
                let shell = "exec \"$0\" status >/dev/full"
                let full = try stage.result(
                    ["sh", "-c", shell, Built.trackerctl],
                    environment: ["TRACKERD_SOCKET": stage.socket])
                #expect(full.ending == .exited(74))
                try daemon.stop()
                #expect(try status("timer", "list") == .exited(69))
            }
        }
    }
}
