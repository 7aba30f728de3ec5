import Glibc
import Stage
import TestSupport
import Testing
import TrackerAPI

extension ServerTests {
    /// The limits on one client, which can't disturb the others.
    @Suite struct Limits {
        @Test func halfALineIsClosedAndSilenceIsNot() throws {
            try Stage.with { stage in
                try stage.configure("[limits]\nfirst_line = \"0.3s\"\n")
                let daemon = try stage.start()
                let silent = try daemon.connect()
                let answered = try daemon.connect()
                try answered.call("hello")
                let half = try daemon.connect()
                let began = awakeSeconds()
                try half.send(Array("{\"id\":1,".utf8))
                let lines = try half.linesToEnd()
                #expect(awakeSeconds() - began >= 0.3)
                #expect(lines.count == 1)
                let reply = try JSONValue(text: lines.joined())
                #expect(reply.errorKind == "invalid_request")
                #expect(reply["id"] == .null)
                #expect(try watch(seconds: 0.5) { try silent.isSilent() && answered.isSilent() })
                try silent.call("hello")
                try answered.call("hello")
            }
        }

        @Test func bytesThatTrickleDoNotProlongALine() throws {
            try Stage.with { stage in
                try stage.configure("[limits]\nfirst_line = \"0.4s\"\n")
                let client = try stage.start().connect()
                // A complete line before it doesn't count for the incomplete one.
                try client.send(Array("{\"id\":1,\"method\":\"hello\"}\n ".utf8))
                _ = try client.json()
                let began = awakeSeconds()
                try wait(upTo: 20, for: "the end of the trickling") {
                    do { try client.send([UInt8(ascii: "x")]) } catch { return true }
                    usleep(20_000)
                    return false
                }
                #expect(awakeSeconds() - began < 10)
                #expect(try client.json().errorKind == "invalid_request")
            }
        }

        /// The daemon itself leaves the rest of the line unread, which isn't the client's fault.
        @Test func aLineThatTheDaemonDoesNotReadIsNotLate() throws {
            try Stage.with { stage in
                try stage.configure("[limits]\nfirst_line = \"0.2s\"\nunread_bytes = 65536\n")
                let client = try stage.start().connect()
                let line = Array("{\"id\":1,\"method\":\"timer.list\"}\n".utf8)
                // The pieces end anywhere in a line.
                let many = (0..<400).flatMap { _ in line }
                var sent = 0
                // Sends until nothing has moved for a while.
                var moved = awakeSeconds()
                while awakeSeconds() - moved < 0.3 {
                    guard sent < 4 << 20 else { throw StageError("it reads without end") }
                    let place = sent % line.count
                    let count = try client.sendSome(many[place..<place + 10_000])
                    sent += count
                    if count > 0 { moved = awakeSeconds() } else { usleep(3000) }
                }
                usleep(600_000)
                let whole = (sent / line.count + 1) * line.count
                for _ in 0..<whole / line.count {
                    let reply = try client.json()
                    #expect(reply["result"] != nil)
                    // Sends the rest of the line, as soon as there is room for it.
                    let place = line.count - (whole - sent)
                    if sent < whole { sent += try client.sendSome(line[place...]) }
                }
            }
        }

        /// A daemon that was busy, here stopped, for longer than a line may take.
        @Test func aLineThatTheDaemonCouldNotHearIsNotLate() throws {
            try Stage.with { stage in
                try stage.configure("[limits]\nfirst_line = \"3s\"\n")
                let daemon = try stage.start()
                let client = try daemon.connect()
                try client.send(Array("{\"id\":1,\"method\":".utf8))
                // The daemon has heard the half line, since it answers a later one.
                let other = try daemon.connect()
                try other.call("hello")
                daemon.process.send(SIGSTOP)
                usleep(3_500_000)
                daemon.process.send(SIGCONT)
                try other.call("hello")
                try client.send(Array("\"hello\"}\n".utf8))
                #expect(try client.json()["result"] != nil)
            }
        }

        @Test func aConnectionTooManyIsToldSo() throws {
            try Stage.with { stage in
                try stage.configure("[limits]\nconnections = 3\n")
                let daemon = try stage.start()
                let clients = try (1...3).map { _ in try daemon.connect() }
                for client in clients { try client.call("hello") }
                let lines = try daemon.connect().linesToEnd()
                let refusal = try JSONValue(text: lines.joined())
                #expect(refusal.errorKind == "busy")
                #expect(refusal["id"] == .null)
                clients.last?.close()
                try wait(for: "room for another") {
                    // A rejected connection may be closed before it has sent anything.
                    (try? daemon.connect().reply("hello"))?["result"] != nil
                }
            }
        }

        /// Blank lines ask for nothing, but there is always another one to read.
        @Test func aFloodOfBlankLinesDoesNotHoldUpOthers() throws {
            try Stage.with { stage in
                let daemon = try stage.start()
                let floods = try (1...4).map { _ in
                    try stage.run([
                        "python3", "-c",
                        """
                        import signal, socket, sys
                        signal.alarm(90)
                        s = socket.socket(socket.AF_UNIX)
                        s.connect(sys.argv[1])
                        print("on", flush=True)
                        while True: s.send(b"\\n" * 65536)
                        """, daemon.socket,
                    ])
                }
                for flood in floods { try wait(for: "the flood") { flood.output == "on\n" } }
                let other = try daemon.connect()
                for _ in 1...20 {
                    let began = awakeSeconds()
                    try other.call("stopwatch.start")
                    #expect(awakeSeconds() - began < 2)
                }
            }
        }

        @Test func anotherUsersProcessIsTurnedAway() throws {
            try #require(getuid() == 0, "only root can play another user")
            try Stage.with { stage in
                let daemon = try stage.start()
                chmod(stage.folder.path, 0o755)
                chmod(stage.socket, 0o777)
                let result = try stage.result([
                    "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "python3", "-c",
                    """
                    import socket, sys
                    s = socket.socket(socket.AF_UNIX)
                    s.connect(sys.argv[1])
                    sys.stdout.write(s.makefile().read())
                    """, daemon.socket,
                ])
                let refusal = try JSONValue(text: result.output)
                #expect(refusal.errorKind == "invalid_request")
                #expect(refusal["id"] == .null)
                #expect(refusal.at("error", "message")?.string?.contains("65534") == true)
                try wait(for: "a word in the log") {
                    daemon.process.complaints.contains("uid 65534 was turned away")
                }
                try daemon.connect().call("hello")
            }
        }
    }
}
