import Glibc
import Stage
import Testing
import TrackerAPI

extension ServerTests {
    /// Small requests with large replies, which must neither fill the memory together nor hold up others.
    @Suite struct LargeReplies {
        private static let list = "{\"limit\":1000}"

        /// Fills the journal with a thousand events, so that a page of it takes four megabytes.
        private func fill(_ daemon: TestedDaemon) throws {
            let client = try daemon.connect()
            let message = String(repeating: "m", count: 4000)
            let start = """
                {"id":1,"method":"timer.start","params":{"duration":"1h","message":"\(message)"}}
                """
            let line = "[\(Array(repeating: start, count: 200).joined(separator: ","))]"
            for _ in 1...5 {
                try client.send(line: line)
                let replies = try client.json().list
                #expect(replies.count == 200 && replies.allSatisfy { $0["result"] != nil })
            }
        }

        private func lists(_ count: Int) -> [String] {
            (1...count).map {
                "{\"id\":\($0),\"method\":\"events.list\",\"params\":\(Self.list)}"
            }
        }

        @Test func sixtyFourPipelinedPagesTakeTheMemoryOfAFew() throws {
            try Stage.withControl { daemon, good in
                try fill(daemon)
                let before = try #require(daemon.facts.status("VmHWM"))
                let client = try daemon.connect()
                for line in lists(64) { try client.send(line: line) }
                #expect(try good.worksPromptly { false }, "\(good.figures)")
                let after = try #require(daemon.facts.status("VmHWM"))
                #expect(after - before < 65_536, "it took \(after - before) KiB")
                // A client that reads after all gets all of them in order, and others don't wait for them.
                var next: Int64 = 1
                let isPrompt = try good.works {
                    while try !client.isSilent() {
                        let line = try #require(try client.line())
                        let beginning = "{\"jsonrpc\":\"2.0\",\"id\":\(next),\"result\":"
                        try #require(line.hasPrefix(beginning))
                        try #require(line.utf8.count > 4_000_000)
                        next += 1
                    }
                    return next <= 64
                }
                #expect(isPrompt, "\(good.figures)")
            }
        }

        /// Changes behind the pages wait with them, and aren't lost.
        @Test func whatWaitsForAReaderIsCarriedOutOnce() throws {
            try Stage.with { stage in
                let daemon = try stage.start()
                try fill(daemon)
                let client = try daemon.connect()
                for place in 1...30 {
                    try client.post("events.list", Self.list)
                    try client.post("stopwatch.start", "{\"name\":\"s\(place)\"}")
                }
                client.endSending()
                var names: [String] = []
                while let line = try client.line() {
                    guard line.utf8.count < 4000 else { continue }
                    names.append(try JSONValue(text: line).at("result", "name")?.string ?? line)
                }
                #expect(names == (1...30).map { "s\($0)" })
                let seq = try daemon.connect().call("hello")["seq"]
                #expect(seq == .integer(1030 + Stage.ownEvents))
            }
        }

        /// When the client has gone, nobody will read its replies, and nothing remains of them.
        @Test func oneWhoLeavesWithoutReadingLeavesNothing() throws {
            try Stage.with { stage in
                let daemon = try stage.start()
                try fill(daemon)
                let other = try daemon.connect()
                try other.call("hello")
                let baseline = daemon.facts.descriptors
                for _ in 1...8 {
                    let client = try daemon.connect()
                    for line in lists(40) { try client.send(line: line) }
                    _ = try client.line()
                    client.close()
                }
                try wait(for: "descriptors") { daemon.facts.descriptors == baseline }
                try other.call("hello")
            }
        }

        @Test func anArrayOfAThousandPagesIsAnsweredAsFarAsItMayGo() throws {
            try Stage.withControl { daemon, good in
                try fill(daemon)
                let before = try #require(daemon.facts.status("VmHWM"))
                let client = try daemon.connect()
                try client.send(line: "[\(lists(1000).joined(separator: ","))]")
                #expect(try good.worksPromptly { false }, "\(good.figures)")
                let line = try #require(try client.line())
                #expect(line.utf8.count < 16 << 20)
                let replies = try JSONValue(text: line).list
                #expect(replies.map { $0["id"] } == (1...1000).map { .integer($0) })
                let given = replies.prefix { $0["result"] != nil }
                #expect(given.allSatisfy { $0.at("result", "events")?.list.count == 1000 })
                #expect(!given.isEmpty)
                let refused = replies.dropFirst(given.count)
                #expect(refused.allSatisfy { $0.errorKind == "too_large" })
                let after = try #require(daemon.facts.status("VmHWM"))
                #expect(after - before < 65_536, "it took \(after - before) KiB")
                try client.call("hello")
            }
        }

        /// Lines that wait for a slow reader are few in bytes as well as in number.
        @Test func longLinesThatWaitTakeLittleMemory() throws {
            try Stage.with { stage in
                let daemon = try stage.start()
                let client = try daemon.connect()
                try client.call("hello")
                let before = try #require(daemon.facts.status("VmHWM"))
                let long = String(repeating: " ", count: 1_000_000)
                let line = Array("{\"id\":1,\(long)\"method\":\"hello\"}\n".utf8)
                let many = Array(repeating: line, count: 48).flatMap(\.self)
                // The daemon is stopped, so that everything it could read waits when it goes on.
                daemon.process.send(SIGSTOP)
                var sent = try client.sendSome(many[...])
                daemon.process.send(SIGCONT)
                try wait(for: "all to be sent") {
                    sent += try client.sendSome(many[sent...])
                    return sent == many.count
                }
                for _ in 1...48 { #expect(try client.json()["result"] != nil) }
                let after = try #require(daemon.facts.status("VmHWM"))
                #expect(after - before < 16_384, "it took \(after - before) KiB")
            }
        }
    }
}
