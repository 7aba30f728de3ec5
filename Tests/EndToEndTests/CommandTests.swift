import Glibc
import Stage
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

        @Test func waitGoesOnOverARestart() throws {
            try Stage.with { stage in
                let first = try stage.start()
                try first.connect().call("timer.start", "{\"duration\":\"3s\",\"name\":\"tea\"}")
                let waiting = try background(stage, "wait", "tea")
                try wait(for: "a subscription") { try isSubscribed(first) }
                try first.crash()
                let second = try stage.start()
                try wait(for: "a new subscription") { try isSubscribed(second) }
                #expect(!waiting.hasEnded)
                #expect(try waiting.waitForEnd() == .exited(0))
                #expect(waiting.output.contains("tea"))
                #expect(waiting.output.contains("finished"))
            }
        }

        @Test func waitHearsOfAnEndWhileTheDaemonWasAway() throws {
            try Stage.with { stage in
                let first = try stage.start()
                try first.connect().call("timer.start", "{\"duration\":\"1s\",\"name\":\"tea\"}")
                let waiting = try background(stage, "wait", "tea")
                try wait(for: "a subscription") { try isSubscribed(first) }
                try first.crash()
                usleep(1_100_000)
                _ = try stage.start()
                #expect(try waiting.waitForEnd() == .exited(0))
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

        /// Events of the program's own, about the library that comes with it.
        private static let seeded = 1

        @Test func watchShowsEachEventOnceOverRestarts() throws {
            try Stage.with { stage in
                var daemon = try stage.start()
                let watching = try background(stage, "watch", "--json", "--since", "0")
                for round in 1...3 {
                    let client = try daemon.connect()
                    for _ in 1...30 { try client.call("stopwatch.start") }
                    // Some rounds end before all has been read.
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

        @Test func anAnswerThatMakesNoSenseIsAnInternalError() throws {
            try Stage.with { stage in
                _ = try stage.run([
                    "python3", "-c",
                    """
                    import socket, sys
                    s = socket.socket(socket.AF_UNIX)
                    s.bind(sys.argv[1])
                    s.listen()
                    c = s.accept()[0]
                    c.recv(4096)
                    c.sendall(b"what?\\n")
                    c.recv(4096)
                    """, stage.socket,
                ])
                try wait(for: "the socket") { File.exists(stage.socket) }
                usleep(100_000)
                #expect(try trackerctl(stage, "status").ending == .exited(70))
            }
        }

        @Test func oneConnectionTooManyIsARefusalThatSaysSo() throws {
            try Stage.with { stage in
                try stage.configure("[limits]\nconnections = 1\n")
                let daemon = try stage.start()
                let only = try daemon.connect()
                try only.call("hello")
                for _ in 1...20 {
                    let result = try trackerctl(stage, "status")
                    #expect(result.ending == .exited(1), "\(result.complaints)")
                    #expect(result.complaints.contains("1 connections already"))
                }
            }
        }

        @Test func localTimesAreThoseOfTheZone() throws {
            try Stage.with { stage in
                let daemon = try stage.start(environment: ["TZ": "Asia/Kathmandu"])
                let status = try daemon.connect().call("status")
                #expect(try #require(status["now"]?.string).hasSuffix("+05:45"))
                let timer = try stage.result(
                    [Built.trackerctl, "timer", "start", "1h", "--json"],
                    environment: ["TRACKERD_SOCKET": stage.socket])
                let due = try JSONValue(text: timer.output)["due_at"]?.string
                #expect(try #require(due).hasSuffix("+05:45"))
            }
        }
    }
}
