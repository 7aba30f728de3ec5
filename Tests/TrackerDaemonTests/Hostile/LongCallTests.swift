import Glibc
import Stage
import Testing
import TrackerAPI

extension ServerTests {
    /// Requests that go through the whole history, which take turns with everything else.
    @Suite struct LongCalls {
        /// Fills the journal with some thousands of events.
        private func fill(_ daemon: TestedDaemon) throws {
            let client = try daemon.connect()
            let start = "{\"id\":1,\"method\":\"timer.start\",\"params\":{\"duration\":\"1h\"}}"
            let cancel = "{\"id\":1,\"method\":\"timer.cancel\",\"params\":{\"timer\":\"last\"}}"
            let line =
                "[\(Array(repeating: "\(start),\(cancel)", count: 250).joined(separator: ","))]"
            for _ in 1...12 {
                try client.send(line: line)
                #expect(try client.json().list.allSatisfy { $0["result"] != nil })
            }
        }

        private func pages(_ count: Int) -> [UInt8] {
            (1...count).flatMap { id in
                Array(
                    "{\"id\":\(id),\"method\":\"events.list\",\"params\":{\"limit\":1000}}\n".utf8)
            }
        }

        /// Waits until the clients that left are gone from the daemon, and it rests: within two seconds of
        /// processor time, where the pages would take a minute, however many processes share the processor.
        private func expectRest(_ daemon: TestedDaemon, _ descriptors: Int) throws {
            let left = daemon.facts.processorSeconds
            try wait(upTo: 30, for: "\(descriptors) descriptors, not \(daemon.facts.descriptors)") {
                daemon.facts.descriptors <= descriptors
            }
            #expect(daemon.facts.processorSeconds - left < 2)
            let rests = daemon.facts.processorSeconds
            usleep(500_000)
            #expect(daemon.facts.processorSeconds - rests < 0.1)
        }

        @Test func eightWhoAskForTenThousandPagesReadNothingAndLeave() throws {
            try Stage.withControl { daemon, good in
                try fill(daemon)
                let baseline = daemon.facts.descriptors
                let bytes = pages(10_000)
                let clients = try (1...8).map { _ in try daemon.connect() }
                var sent = Array(repeating: 0, count: clients.count)
                var rounds = 0
                let isPrompt = try good.worksPromptly {
                    for (place, client) in clients.enumerated() {
                        sent[place] += try client.sendSome(bytes[sent[place]...].prefix(65_536))
                    }
                    rounds += 1
                    return rounds % 50 != 0
                }
                #expect(isPrompt, "\(good.figures)")
                for client in clients { client.close() }
                // Replies that nobody will read are dropped, and the clients are gone.
                try expectRest(daemon, baseline)
                #expect(try good.worksPromptly { false }, "\(good.figures)")
            }
        }

        /// A client leaves while the daemon is busy with a request that only that client wanted.
        @Test func leavingEndsAComparisonOfTheJournal() throws {
            try Stage.with { stage in
                let daemon = try stage.start()
                try fill(daemon)
                let other = try daemon.connect()
                try other.call("hello")
                let baseline = daemon.facts.descriptors
                for _ in 1...8 {
                    let client = try daemon.connect()
                    for _ in 1...100 { try client.post("journal.verify") }
                    client.close()
                }
                try expectRest(daemon, baseline)
            }
        }

        /// Changes are carried out even when nobody will read their replies.
        @Test func whoLeavesStillChangesSomething() throws {
            try Stage.with { stage in
                let daemon = try stage.start()
                let client = try daemon.connect()
                for place in 1...50 {
                    try client.post("events.list", "{\"limit\":1000}")
                    try client.post("stopwatch.start", "{\"name\":\"s\(place)\"}")
                    try client.send(
                        line: """
                            [{"id":1,"method":"journal.verify"},{"id":2,"method":"stopwatch.start"},\
                            {"id":3,"method":"hello"}]
                            """)
                }
                client.close()
                let other = try daemon.connect()
                try wait(for: "all changes") {
                    try other.call("timer.list")["timers"]?.list.count == 100
                }
            }
        }

        /// So is a change in an array behind a reading request, whenever the client leaves.
        @Test func whatStandsBehindADroppedReadIsDone() throws {
            try Stage.with { stage in
                let daemon = try stage.start()
                try fill(daemon)
                let other = try daemon.connect()
                let before = try #require(try other.call("timer.list")["timers"]?.list.count)
                let client = try daemon.connect()
                try client.send(
                    line: """
                        [{"id":1,"method":"journal.verify"},{"id":2,"method":"stopwatch.start"},\
                        {"id":3,"method":"journal.verify"},{"id":4,"method":"stopwatch.start"}]
                        """)
                // The comparison has begun by then, and takes longer.
                try other.call("hello")
                client.close()
                try wait(for: "both changes") {
                    try other.call("timer.list")["timers"]?.list.count == before + 2
                }
            }
        }

        /// Replies come in the order of the requests, with long ones among them, alone or in an array.
        @Test func repliesComeInOrder() throws {
            try Stage.with { stage in
                let client = try stage.start().connect()
                let methods = [
                    "stopwatch.start", "events.list", "hello", "journal.verify", "timer.list",
                ]
                var lines: [String] = []
                for id in 1...200 {
                    lines.append("{\"id\":\(id),\"method\":\"\(methods[id % methods.count])\"}")
                }
                for line in lines.prefix(100) { try client.send(line: line) }
                try client.send(line: "[\(lines.dropFirst(100).joined(separator: ","))]")
                for id in 1...100 { #expect(try client.json()["id"] == .integer(Int64(id))) }
                let together = try client.json().list
                #expect(together.map { $0["id"] } == (101...200).map { .integer($0) })
                #expect(together.allSatisfy { $0["result"] != nil })
                // A reading request sees the changes before it.
                for reply in together where reply.at("result", "timers") != nil {
                    guard case .integer(let id)? = reply["id"] else { continue }
                    #expect(reply.at("result", "timers")?.list.count == Int(id) / 5)
                }
            }
        }

        /// A subscription in an array begins with the reply, even if a long request ends the array.
        @Test func anArrayThatSubscribesMayEndWithALongRequest() throws {
            try Stage.with { stage in
                let client = try stage.start().connect()
                try client.send(
                    line: """
                        [{"id":1,"method":"events.subscribe"},{"id":2,"method":"journal.verify"}]
                        """)
                let seq = try #require(try client.json().list.first?.at("result", "seq")?.integer)
                try client.call("stopwatch.start")
                #expect(try client.event()["seq"] == .integer(seq + 1))
            }
        }

        /// Comparing, copying and searching go on side by side, and nobody else waits for them.
        @Test func aGoodClientHardlyNoticesThem() throws {
            try Stage.withControl { daemon, good in
                try fill(daemon)
                let busy = try (1...3).map { _ in try daemon.connect() }
                let calls = [
                    ("journal.verify", "{}"), ("events.list", "{\"types\":[\"weight.*\"]}"),
                    ("events.list", "{\"subject\":\"none\"}"),
                ]
                for (client, call) in zip(busy, calls) { try client.post(call.0, call.1) }
                let copier = try daemon.connect()
                var rounds = 0
                let isPrompt = try good.worksPromptly {
                    for (client, call) in zip(busy, calls) where try !client.isSilent() {
                        #expect(try client.json()["result"] != nil)
                        try client.post(call.0, call.1)
                    }
                    if rounds % 50 == 0 { try copier.post("backup.create") }
                    rounds += 1
                    return rounds % 150 != 0
                }
                #expect(isPrompt, "\(good.figures)")
            }
        }

        @Test func twoHundredWhoConnectAtOnce() throws {
            try Stage.with { stage in
                let daemon = try stage.start()
                // The daemon is stopped, so that none is accepted before all have come.
                daemon.process.send(SIGSTOP)
                let clients = try (1...200).map { _ in
                    try LineClient(path: daemon.socket, waits: false)
                }
                daemon.process.send(SIGCONT)
                for client in clients { try client.call("hello") }
            }
        }
    }
}
