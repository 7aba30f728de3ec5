import Glibc
import Testing
import TrackerAPI
import TrackerClient

@testable import TrackerView
@testable import trackerctl

@Suite struct StatusStreamTests {
    private static func snapshot(_ seq: Int) -> String {
        Sample.result("{\"seq\":\(seq),\"snapshot\":\(Sample.status())}", id: 1)
    }

    private func word(_ item: EventStream.Item) -> String {
        switch item {
        case .online(_, let seq): "online \(seq)"
        case .offline: "offline"
        case .event(let received): "event \(received.event.seq)"
        case .status: "status"
        case .refused(let error): error.message
        case .unanswered: "unanswered"
        }
    }

    /// The words for the stream's outputs, by a clock that advances a millisecond per call.
    private func words(_ count: Int, from stream: EventStream, after start: Int64 = 0) throws
        -> [String]
    {
        var words: [String] = []
        for now in start..<start + 1500 where words.count < count {
            words += try stream.advance(at: now).map(word)
            usleep(1000)
        }
        return words
    }

    private func received(_ server: FakeServer) throws -> [JSONValue] {
        try server.received.map { try Sample.read($0) }
    }

    @Test func statusIsReadAfterEvents() throws {
        let server = try FakeServer([
            [
                .read, .send(Self.snapshot(10)), .send(Sample.notification(11)),
                .send(Sample.notification(12)), .read, .send(Sample.result(Sample.status(), id: 2)),
                .read, .send(Sample.result(Sample.status(), id: 3)), .read, .read,
            ]
        ])
        let stream = EventStream(path: server.path, types: ["timer.*"], withStatus: true)
        #expect(stream.descriptor == nil && stream.dueMs == .min)
        // Two events at once cause two readings at most, with one in flight at a time.
        #expect(
            try words(5, from: stream).sorted() == [
                "event 11", "event 12", "online 10", "status", "status",
            ])
        #expect(stream.descriptor != nil && stream.dueMs == nil)
        #expect(try words(1, from: stream).isEmpty == true)
        let methods = try received(server).map { $0["method"]?.string }
        #expect(methods == ["events.subscribe", "status", "status"])
    }

    @Test func requestsAndTheirRefusals() throws {
        let server = try FakeServer([
            [
                .read, .send(Self.snapshot(1)), .read,
                .send(Sample.error("conflict", "only begun")),
                .read,
            ]
        ])
        let stream = EventStream(path: server.path, types: ["timer.*"], withStatus: true)
        #expect(try !stream.send(TrainingMove(.bail), at: 0))
        #expect(try words(1, from: stream) == ["online 1"])
        #expect(try stream.send(TrainingMove(.bail), at: 5))
        #expect(try words(1, from: stream) == ["only begun"])
        #expect(try received(server).last?["method"]?.string == "training.bail")
    }

    @Test func backsOffFromADaemonThatIsAway() throws {
        let stream = EventStream(path: "/nonexistent/s", types: [], withStatus: true)
        var delays: [Int64] = []
        var now: Int64 = 0
        for attempt in 0..<9 {
            #expect(try stream.advance(at: now).map(word) == (attempt == 0 ? ["offline"] : []))
            let due = try #require(stream.dueMs)
            #expect(try stream.advance(at: due - 1).isEmpty || due == now)
            delays.append(due - now)
            now = due
        }
        #expect(delays == [0, 50, 100, 200, 400, 800, 1600, 2000, 2000])
    }

    @Test func aDaemonThatDoesntAnswerIsAway() throws {
        let server = try FakeServer([[.read, .read, .read], [.read, .read, .read]])
        let stream = EventStream(path: server.path, types: [], withStatus: true)
        #expect(try stream.advance(at: 100).isEmpty)
        #expect(stream.dueMs == 2100)
        #expect(try stream.advance(at: 2099).isEmpty)
        #expect(try stream.advance(at: 2100).map(word) == ["offline"])
        #expect(try stream.advance(at: 2100).isEmpty)
        #expect(stream.dueMs == 4100)
    }

    /// A daemon that hangs still takes requests, and would carry them out long after.
    @Test func aRequestWithoutAnAnswer() throws {
        let server = try FakeServer([
            [.read, .send(Self.snapshot(1)), .read, .read, .read],
            [.read, .send(Self.snapshot(1)), .read],
        ])
        let stream = EventStream(path: server.path, types: [], withStatus: true)
        #expect(try words(1, from: stream) == ["online 1"])
        #expect(try stream.send(RunMove(.skip), at: 5000) && stream.dueMs == 7000)
        // Shortly afterwards a second key is accepted, but none once the silence is unusual.
        #expect(try stream.send(RunMove(.skip), at: 5499))
        #expect(try !stream.send(RunMove(.stop), at: 5500))
        #expect(try stream.advance(at: 6999).isEmpty)
        #expect(try stream.advance(at: 7000).map(word) == ["offline", "unanswered"])
        #expect(try words(1, from: stream, after: 7001) == ["online 1"])
    }

    @Test func aCheckThatIsntAnswered() throws {
        let server = try FakeServer([[.read, .send(Self.snapshot(1)), .read, .read]])
        let stream = EventStream(path: server.path, types: [], withStatus: true)
        try stream.check(at: 0)
        #expect(stream.descriptor == nil)
        #expect(try words(1, from: stream) == ["online 1"])
        try stream.check(at: 5000)
        #expect(try stream.advance(at: 7000).map(word) == ["offline"])
    }

    @Test func whatDoesntPassIsTheEnd() throws {
        for answer in [Sample.error("invalid_params"), "what?", Sample.result(#"{"seq":1}"#)] {
            let server = try FakeServer([[.read, .send(answer), .read]])
            let stream = EventStream(path: server.path, types: [], withStatus: true)
            #expect(throws: ClientError.self) { try words(1, from: stream) }
        }
    }
}
