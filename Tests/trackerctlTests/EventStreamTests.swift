import Glibc
import Testing
import TrackerAPI
import TrackerClient

@testable import TrackerView
@testable import trackerctl

@Suite struct EventStreamTests {
    private func seqs(_ count: Int, from stream: EventStream) throws -> [String] {
        try (0..<count).map { _ in
            switch try stream.next() {
            case .event(let received): String(received.event.seq)
            case .online: "online"
            case .offline: "offline"
            case .status, .refused, .unanswered: "another"
            }
        }
    }

    private func sinces(_ server: FakeServer) throws -> [Int64?] {
        try server.received.map {
            try Sample.read($0, as: JSONValue.self)["params"]?["since"]?.integer
        }
    }

    @Test func goesOnWhereItWas() throws {
        let server = try FakeServer([
            [
                .read, .send(Sample.result(#"{"seq":10}"#)), .send(Sample.notification(11)),
                .send(Sample.notification(12)), .stopListening(forMs: 150),
            ],
            [
                .read, .send(Sample.result(#"{"seq":13}"#)), .send(Sample.notification(12)),
                .send(Sample.notification(13)), .read,
            ],
        ])
        let stream = EventStream(path: server.path, types: ["timer.*"])
        try stream.connect()
        #expect(try seqs(5, from: stream) == ["11", "12", "offline", "online", "13"])
        #expect(try sinces(server) == [nil, 12])
        #expect(server.received.allSatisfy { $0.contains(#""types":["timer.*"]"#) })
    }

    @Test func resyncIsNoAbsence() throws {
        let server = try FakeServer([
            [
                .read, .send(Sample.result(#"{"seq":1}"#)), .send(Sample.notification(2)),
                .send(#"{"jsonrpc":"2.0","method":"resync","params":{"since":2}}"#),
            ],
            [.read, .send(Sample.result(#"{"seq":9}"#)), .send(Sample.notification(3)), .read],
        ])
        let stream = EventStream(path: server.path, since: 1)
        try stream.connect()
        #expect(try seqs(3, from: stream) == ["2", "online", "3"])
        #expect(try sinces(server) == [1, 2])
    }

    /// The events between the last matching one and the resync are of other types.
    @Test(arguments: [(40, 40), (1, 2)]) func resyncSaysWhereToGoOn(_ since: Int, _ next: Int64)
        throws
    {
        let resync = "{\"jsonrpc\":\"2.0\",\"method\":\"resync\",\"params\":{\"since\":\(since)}}"
        let server = try FakeServer([
            [
                .read, .send(Sample.result(#"{"seq":1}"#)), .send(Sample.notification(2)),
                .send(resync),
            ],
            [.read, .send(Sample.result(#"{"seq":50}"#)), .send(Sample.notification(41)), .read],
        ])
        let stream = EventStream(path: server.path, types: ["timer.*"], since: 1)
        try stream.connect()
        #expect(try seqs(3, from: stream) == ["2", "online", "41"])
        #expect(try sinces(server) == [1, next])
    }

    /// The numbers of a restored state may be lower than those that were seen, or have gone to other events.
    @Test(arguments: [3, 40]) func anotherHistoryIsBegunAnew(_ newest: Int) throws {
        let server = try FakeServer([
            [
                .read, .send(Sample.result(#"{"seq":10,"history":"h1"}"#)),
                .send(Sample.notification(11)),
                .send(#"{"jsonrpc":"2.0","method":"resync","params":{"since":11,"history":"h1"}}"#),
            ],
            [
                .read,
                .send(Sample.result("{\"seq\":\(newest),\"history\":\"h2\",\"resync\":true}")),
                .send(Sample.notification(newest + 1)), .stopListening(forMs: 50),
            ],
            [.read, .send(Sample.result("{\"seq\":\(newest + 1),\"history\":\"h2\"}")), .read],
        ])
        let stream = EventStream(path: server.path)
        try stream.connect()
        #expect(try seqs(3, from: stream) == ["11", "online", "\(newest + 1)"])
        #expect(try seqs(2, from: stream) == ["offline", "online"])
        #expect(try sinces(server) == [nil, 11, Int64(newest + 1)])
        let histories = try server.received.map {
            try Sample.read($0, as: JSONValue.self)["params"]?["history"]?.string
        }
        #expect(histories == [nil, "h1", "h2"])
    }

    @Test func aJournalThatWentBack() throws {
        let server = try FakeServer([
            [
                .read, .send(Sample.result(#"{"seq":4}"#)),
                .read, .send(Sample.result(#"{"seq":4}"#, id: 2)), .send(Sample.notification(5)),
                .read,
            ]
        ])
        let stream = EventStream(path: server.path, since: 100)
        try stream.connect()
        #expect(try seqs(1, from: stream) == ["5"])
        #expect(try sinces(server) == [100, 4])
    }

    /// By the times at which the stream connects again, on a clock that is moved by hand.
    @Test func backsOffFromADaemonThatOnlyAccepts() throws {
        let once: [FakeServer.Step] = [.read, .send(Sample.result(#"{"seq":1}"#))]
        let server = try FakeServer(
            Array(repeating: once, count: 4) + [once + [.send(Sample.notification(2)), .read]])
        let stream = EventStream(path: server.path)
        var (now, delays) = (Int64(0), [Int64]())
        for _ in 0..<1000 {
            let items = try stream.advance(at: now)
            if items.contains(where: { if case .event = $0 { true } else { false } }) { break }
            if stream.descriptor == nil {
                let due = try #require(stream.dueMs)
                delays.append(due - now)
                now = due
            } else {
                var file = pollfd(fd: stream.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
                poll(&file, 1, 1000)
            }
        }
        #expect(delays == [0, 50, 100, 200])
    }

    /// Only so much of a long backlog is taken at a time.
    @Test func aLongBacklogComesBitByBit() throws {
        let events = (1...1000).map { FakeServer.Step.send(Sample.notification($0)) }
        let server = try FakeServer([
            [.read, .send(Sample.result(#"{"seq":1000}"#))] + events + [.read]
        ])
        let stream = EventStream(path: server.path, since: 0)
        var (seen, most) = (0, 0)
        for _ in 0..<1000 where seen < 1001 {
            let items = try stream.advance(at: 0)
            (seen, most) = (seen + items.count, max(most, items.count))
            guard items.isEmpty else { continue }
            var file = pollfd(fd: stream.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
            poll(&file, 1, 1000)
        }
        #expect(seen == 1001 && most <= 256)
    }

    /// A daemon that takes no more clients tells why before it closes; another try may succeed.
    @Test func theReasonForBeingTurnedAwayIsTold() throws {
        let refusal = """
            {"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"trackerd can't start: x",\
            "data":{"kind":"internal"}}}
            """
        let server = try FakeServer([
            [.send(refusal)], [.send(refusal)],
            [.read, .send(Sample.result(#"{"seq":1}"#)), .send(Sample.notification(2)), .read],
        ])
        let first = EventStream(path: server.path)
        let error = #expect(throws: ClientError.self) { try first.connect() }
        #expect(error.map { "\($0)" } == "trackerd can't start: x")
        #expect(try seqs(3, from: EventStream(path: server.path)) == ["offline", "online", "2"])
    }
}
