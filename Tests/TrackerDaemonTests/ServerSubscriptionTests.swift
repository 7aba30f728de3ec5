import Glibc
import Stage
import Testing
import TrackerAPI

extension ServerTests {
    /// Events reach subscribers completely, each once, in order.
    @Suite struct Subscriptions {
        /// Reads events up to a number, and checks that they are all those after `since`.
        private func expectEvents(
            _ client: LineClient, since: Int64, through last: Int64
        ) throws {
            guard since < last else { return }
            for seq in since + 1...last {
                let event = try client.event()
                guard event["seq"] == .integer(seq) else {
                    throw StageError("expected event \(seq), got \(event)")
                }
            }
        }

        private func seq(_ client: LineClient) throws -> Int64 {
            try #require(try client.call("hello")["seq"]?.integer)
        }

        @Test func theSnapshotComesFirstAndThenEveryEvent() throws {
            try Stage.with { stage in
                let daemon = try stage.start()
                let actor = try daemon.connect()
                try actor.call("timer.start", "{\"duration\":\"1h\",\"name\":\"before\"}")
                let subscriber = try daemon.connect()
                let reply = try subscriber.call("events.subscribe", "{\"snapshot\":true}")
                let seq = try #require(reply["seq"]?.integer)
                #expect(reply.at("snapshot", "seq") == .integer(seq))
                let names = reply.at("snapshot", "timers")?.list.map { $0["name"] }
                #expect(names == [.string("before")])
                try actor.call("timer.start", "{\"duration\":\"1h\",\"name\":\"after\"}")
                try actor.call("timer.cancel", "{\"timer\":\"after\"}")
                let started = try subscriber.event()
                #expect(started["seq"] == .integer(seq + 1))
                #expect(started["type"] == .string("timer.started"))
                #expect(started.at("data", "name") == .string("after"))
                #expect(try subscriber.event()["type"] == .string("timer.cancelled"))
                #expect(try actor.call("status").at("health", "subscribers") == .integer(1))
            }
        }

        @Test func theReplyComesBeforeEventsOfTheSameBatch() throws {
            try Stage.with { stage in
                let client = try stage.start().connect()
                try client.send(
                    line: """
                        [{"id":1,"method":"stopwatch.start"},{"id":2,"method":"events.subscribe"},\
                        {"id":3,"method":"stopwatch.start"}]
                        """)
                let replies = try client.json().list
                let seq = try #require(replies.dropFirst().first?.at("result", "seq")?.integer)
                #expect(try client.event()["seq"] == .integer(seq + 1))
                try client.call("hello")
                #expect(try client.isSilent())
            }
        }

        @Test func aSecondSubscriptionReplacesTheFirst() throws {
            try Stage.with { stage in
                let daemon = try stage.start()
                let client = try daemon.connect()
                try client.call("events.subscribe", "{\"types\":[\"timer.*\"]}")
                try client.call("events.subscribe", "{\"types\":[\"rest.*\"]}")
                let actor = try daemon.connect()
                try actor.call("stopwatch.start")
                try actor.call("rest.start", "{\"duration\":\"1h\"}")
                #expect(try client.event()["type"] == .string("rest.started"))
                #expect(try actor.call("status").at("health", "subscribers") == .integer(1))
            }
        }

        @Test func aCrashLeavesNoGapAndNoRepeat() throws {
            try Stage.with { stage in
                var last: Int64 = 0
                for round in 1...3 {
                    let daemon = try stage.start()
                    let subscriber = try daemon.connect()
                    try subscriber.call("events.subscribe", "{\"since\":\(last)}")
                    let actor = try daemon.connect()
                    for _ in 1...20 { try actor.call("stopwatch.start") }
                    let newest = try seq(actor)
                    // The last events of a round are read in the next.
                    let seen = newest - Int64(round)
                    try expectEvents(subscriber, since: last, through: seen)
                    last = seen
                    try daemon.crash()
                }
            }
        }

        @Test func aLongBacklogJoinsWhatComesNewMeanwhile() throws {
            try Stage.with { stage in
                let daemon = try stage.start()
                let actor = try daemon.connect()
                let watch = "{\"method\":\"stopwatch.start\",\"params\":{}}"
                let batch = "[\(Array(repeating: watch, count: 500).joined(separator: ","))]"
                for _ in 1...10 { try actor.send(line: batch) }
                #expect(try seq(actor) == 5000 + Stage.ownEvents)
                let subscriber = try daemon.connect()
                try subscriber.call("events.subscribe", "{\"since\":10}")
                var since: Int64 = 10
                for step: Int64 in 1...50 {
                    try actor.call("stopwatch.start")
                    try expectEvents(subscriber, since: since, through: step * 100)
                    since = step * 100
                }
                try expectEvents(subscriber, since: since, through: 5050 + Stage.ownEvents)
                try actor.call("hello")
                #expect(try subscriber.isSilent())
            }
        }

        /// Requests without a pause mustn't keep the backlog waiting until they end.
        @Test func aBacklogGoesOutUnderLoad() throws {
            try Stage.with { stage in
                let daemon = try stage.start()
                let actor = try daemon.connect()
                for _ in 1...300 { try actor.call("stopwatch.start") }
                let load = try stage.run([
                    "python3", "-c",
                    """
                    import signal, socket, sys, threading
                    signal.alarm(90)
                    def load():
                        s = socket.socket(socket.AF_UNIX)
                        s.connect(sys.argv[1])
                        line = b'{"id":1,"method":"hello"}\\n' * 64
                        def drain():
                            while s.recv(1 << 20): pass
                        threading.Thread(target=drain, daemon=True).start()
                        while True: s.sendall(line)
                    for _ in range(3): threading.Thread(target=load, daemon=True).start()
                    print("on", flush=True)
                    threading.Event().wait()
                    """, daemon.socket,
                ])
                try wait(for: "the load") { load.output == "on\n" }
                let subscriber = try daemon.connect()
                try subscriber.call("events.subscribe", "{\"since\":0}")
                try expectEvents(subscriber, since: 0, through: 300)
            }
        }

        @Test func aReaderTooSlowIsToldWhereToGoOn() throws {
            try Stage.with { stage in
                try stage.configure("[limits]\nunread_bytes = 65536\n")
                let daemon = try stage.start()
                let slow = try daemon.connect()
                try slow.call("events.subscribe")
                let actor = try daemon.connect()
                try wait(for: "the slow reader to be dropped") {
                    for _ in 1...50 { try actor.call("stopwatch.start") }
                    return try actor.call("status").at("health", "subscribers") == .integer(0)
                }
                let lines = try slow.linesToEnd().map(JSONValue.init(text:))
                let seqs = lines.dropLast().map { $0.at("params", "seq")?.integer }
                let own = Stage.ownEvents
                #expect(seqs == (own + 1...own + Int64(seqs.count)).map { $0 })
                let resync = try #require(lines.last)
                #expect(resync["method"] == .string("resync"))
                let since = try #require(resync.at("params", "since")?.integer)
                #expect(since == Int64(seqs.count) + own)
                let again = try daemon.connect()
                let newest = try seq(actor)
                try again.call("events.subscribe", "{\"since\":\(since)}")
                try expectEvents(again, since: since, through: newest)
            }
        }

        /// The reload's own event comes while events of the batch before it haven't been sent.
        @Test func eventsBesideAReloadOfTheConfigurationComeInOrder() throws {
            try Stage.with { stage in
                let daemon = try stage.start()
                let subscriber = try daemon.connect()
                try subscriber.call("events.subscribe")
                let actor = try daemon.connect()
                try stage.configure("[rest]\nwarn_at = [\"7s\"]\n")
                try actor.send(
                    line: """
                        [{"method":"stopwatch.start"},{"method":"stopwatch.start"},\
                        {"id":1,"method":"config.reload"},{"method":"stopwatch.start"}]
                        """)
                #expect(try actor.json().list.first?.at("result", "changed") != nil)
                let newest = try seq(actor)
                #expect(newest >= 4 + Stage.ownEvents)
                try expectEvents(subscriber, since: Stage.ownEvents, through: newest)
            }
        }
    }
}
