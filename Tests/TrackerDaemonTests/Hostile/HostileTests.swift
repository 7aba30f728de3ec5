import Glibc
import Stage
import TestSupport
import Testing
import TrackerAPI

extension ServerTests {
    /// Hostile or faulty clients, which hardly affect a good one and leave nothing behind.
    @Suite struct Hostile {
        /// Waits until the daemon has no more descriptors than with the good client alone.
        private func expectBaseline(_ daemon: TestedDaemon, _ descriptors: Int) throws {
            try wait(upTo: 20, for: "\(descriptors) descriptors, not \(daemon.facts.descriptors)") {
                daemon.facts.descriptors == descriptors
            }
        }

        @Test func sixtyFourThatSendAByteASecond() throws {
            try Stage.withControl { daemon, good in
                let baseline = daemon.facts.descriptors
                let before = try #require(daemon.facts.status("VmHWM"))
                let line = Array("{\"id\":1,\"method\":\"hello\",\"params\":{}}".utf8)
                let slow = try (1...64).map { _ in try daemon.connect() }
                var sent = Array(repeating: 0, count: slow.count)
                let began = awakeSeconds()
                let isPrompt = try good.works { () throws -> Bool in
                    let passed = awakeSeconds() - began
                    for (place, client) in slow.enumerated() {
                        // Each client sends at its own time. After five seconds the daemon no longer
                        // listens to them.
                        guard sent[place] < Int(passed + Double(place) / 64) else { continue }
                        _ = try? client.sendSome(line[(sent[place] % line.count)...].prefix(1))
                        sent[place] += 1
                    }
                    usleep(8000)
                    return passed < 6.5
                }
                #expect(isPrompt, "\(good.figures)")
                for client in slow {
                    let last = try #require(try client.linesToEnd().last)
                    #expect(try JSONValue(text: last).errorKind == "invalid_request")
                }
                try expectBaseline(daemon, baseline)
                let after = try #require(daemon.facts.status("VmHWM"))
                #expect(after - before < 4096, "it took \(after - before) KiB")
            }
        }

        @Test func sixtyFourSubscribersThatNeverRead() throws {
            try Stage.withControl { daemon, good in
                let baseline = daemon.facts.descriptors
                let before = try #require(daemon.facts.status("VmHWM"))
                let deaf = try (1...64).map { _ in try daemon.connect() }
                for client in deaf { try client.post("events.subscribe", "{\"since\":0}") }
                let writer = try daemon.connect()
                let message = String(repeating: "m", count: 4000)
                var events = 0
                let isPrompt = try good.works {
                    try writer.call(
                        "timer.start", "{\"duration\":\"1h\",\"message\":\"\(message)\"}")
                    events += 1
                    return events < 500
                }
                #expect(isPrompt, "\(good.figures)")
                writer.close()
                // The clients were told to subscribe again, and disconnected.
                try expectBaseline(daemon, baseline)
                let after = try #require(daemon.facts.status("VmHWM"))
                #expect(after - before < 64 * 1536 + 16_384, "it took \(after - before) KiB")
            }
        }

        @Test func aThousandConnectsAndCloses() throws {
            try Stage.withControl { daemon, good in
                let baseline = daemon.facts.descriptors
                let before = try #require(daemon.facts.status("VmHWM"))
                var number = 0
                let isPrompt = try good.worksPromptly {
                    for _ in 1...5 {
                        let client = try daemon.connect()
                        number += 1
                        if number % 3 == 0 { try client.post("status") }
                        if number % 5 == 0 { try client.send(Array("{\"half\":".utf8)) }
                        if number % 7 == 0 { try client.post("events.subscribe", "{\"since\":0}") }
                        client.close()
                    }
                    return number < 1000
                }
                #expect(isPrompt, "\(good.figures)")
                try expectBaseline(daemon, baseline)
                let after = try #require(daemon.facts.status("VmHWM"))
                #expect(after - before < 8192, "it took \(after - before) KiB")
            }
        }

        /// The flood has a minute for each line: it stands still while the good client waits for the other
        /// daemon, which takes seconds on a slow disk.
        @Test func tenThousandPipelinedRequestsAtOnce() throws {
            try Stage.withControl(configuration: "[limits]\nfirst_line = \"1m\"\n") {
                daemon, good in
                let baseline = daemon.facts.descriptors
                let before = try #require(daemon.facts.status("VmHWM"))
                let start = #""rest.start","params":{"duration":"1h","replace":true}"#
                let bytes = (1...10_000).flatMap { id in
                    let call = id % 2 == 0 ? "\"timer.list\"" : start
                    let line = "{\"id\":\(id),\"method\":\(call)}\n"
                    return Array(line.utf8)
                }
                var flood = try daemon.connect()
                var sent = 0
                var next: Int64 = 1
                let isPrompt = try good.worksPromptly {
                    if next > 10_000 {
                        // Once more.
                        flood.close()
                        flood = try daemon.connect()
                        (sent, next) = (0, 1)
                    }
                    sent += try flood.sendSome(bytes[sent...])
                    while try !flood.isSilent() {
                        let reply = try flood.json()
                        guard reply["id"] == .integer(next), reply["result"] != nil else {
                            throw StageError("expected reply \(next), got \(reply)")
                        }
                        next += 1
                    }
                    return next <= 10_000
                }
                #expect(isPrompt, "\(good.figures)")
                flood.close()
                try expectBaseline(daemon, baseline)
                let after = try #require(daemon.facts.status("VmHWM"))
                #expect(after - before < 16_384, "it took \(after - before) KiB")
            }
        }

        @Test func halfClosedSockets() throws {
            try Stage.withControl { daemon, good in
                let baseline = daemon.facts.descriptors
                let before = try #require(daemon.facts.status("VmHWM"))
                var clients: [LineClient] = []
                let isPrompt = try good.worksPromptly {
                    let client = try daemon.connect()
                    clients.append(client)
                    if clients.count % 4 == 1 { try client.post("events.subscribe") }
                    for _ in 1...40 { try client.post("status") }
                    if clients.count % 4 == 2 { try client.send(Array("{\"half\":".utf8)) }
                    client.endSending()
                    return clients.count % 64 != 0
                }
                #expect(isPrompt, "\(good.figures)")
                // Nobody has read, but there is room for all the replies, so the daemon needn't wait for
                // them.
                try expectBaseline(daemon, baseline)
                for (place, client) in clients.enumerated() {
                    let replies = try client.linesToEnd().filter {
                        $0.hasPrefix("{\"jsonrpc\":\"2.0\",\"id\":")
                    }
                    // The half of a line is refused, with the id null.
                    #expect(replies.count == (place % 4 <= 1 ? 41 : 40))
                }
                let after = try #require(daemon.facts.status("VmHWM"))
                #expect(after - before < 16_384, "it took \(after - before) KiB")
            }
        }

        /// Alerts come once there are descriptors again; nobody is told to install what is installed.
        @Test func alertsWaitForDescriptors() throws {
            try Stage.with { stage in
                let (programs, shown) = (stage.file("bin"), stage.file("shown"))
                try File.makeFolder(programs)
                let script = """
                    #!/bin/sh
                    [ "$1" = --help ] && echo --print-id --replace-id --hint && exit
                    echo 1; echo "$@" >> \(shown)
                    """
                try File.write(script, to: programs + "/notify-send")
                #expect(chmod(programs + "/notify-send", 0o755) == 0)
                let hook = "[[hooks]]\non = [\"timer.finished\"]\nrun = [\"touch\", "
                try stage.configure(hook + "\"\(shown)-2\"]\n", notifications: true)
                let daemon = try stage.start(
                    wrapper: ["prlimit", "--nofile=48"],
                    environment: ["PATH": programs + ":/usr/bin:/bin"])
                let client = try daemon.connect()
                try client.call("hello")
                var crowd: [LineClient] = []
                for _ in 1...60 { crowd.append(try daemon.connect()) }
                try wait(for: "the last descriptor") { daemon.facts.descriptors == 48 }
                try client.call("timer.start", #"{"duration":"1s","name":"tea"}"#)
                let told = "notifications and hooks have to wait: all 48 file descriptors"
                try wait(for: told) { daemon.process.complaints.contains(told) }
                #expect(
                    try watch(seconds: 2.5) { !File.exists(shown) && !File.exists(shown + "-2") })
                for client in crowd { client.close() }
                try wait(for: "the notification") { File.text(shown).contains("tea") }
                try wait(for: "the hook") { File.exists(shown + "-2") }
                #expect(daemon.process.complaints.split(separator: told).count == 2)
                #expect(!daemon.process.complaints.contains("libnotify"))
                let failures = try client.call("events.list", #"{"types":["hook.failed"]}"#)
                #expect(failures["events"]?.list.isEmpty == true)
            }
        }

        @Test func descriptorsUsedUp() throws {
            try Stage.withControl(wrapper: ["prlimit", "--nofile=48"]) { daemon, good in
                let baseline = daemon.facts.descriptors
                var crowd: [LineClient] = []
                let isPrompt = try good.worksPromptly {
                    if crowd.count < 100 { crowd.append(try daemon.connect()) }
                    return crowd.count % 100 != 0
                }
                #expect(isPrompt, "\(good.figures)")
                #expect(daemon.facts.descriptors == 48)
                // However often accepting is tried again, it's told once, with the limit.
                let told = "new clients have to wait: all 48 file descriptors of trackerd"
                #expect(try watch(seconds: 2.5) { daemon.process.complaints.contains(told) })
                #expect(daemon.process.complaints.split(separator: told).count == 2)
                for client in crowd { client.close() }
                try expectBaseline(daemon, baseline)
                try daemon.connect().call("hello")
            }
        }
    }
}
