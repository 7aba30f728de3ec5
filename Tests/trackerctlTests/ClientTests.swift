import Testing
import TrackerAPI
import TrackerClient

@testable import TrackerView
@testable import trackerctl

@Suite struct ClientTests {
    private let start = TimerStart(duration: Span(ms: 1000))

    @Test func call() throws {
        let server = try FakeServer([[.read, .send(Sample.result(Sample.tea))]])
        let timer = try Client.connect(path: server.path).call(TimerGet(timer: "tea"))
        #expect(timer.id == "k3v9x2m4q7wd")
        #expect(
            server.received == [
                #"{"jsonrpc":"2.0","id":1,"method":"timer.get","params":{"timer":"tea"}}"#
            ])
    }

    @Test func unknownMembersArePassedOn() throws {
        let server = try FakeServer([[.read, .send(Sample.result(Sample.tea))]])
        let client = try Client.connect(path: server.path)
        let whole = try client.call(TimerGet(timer: "tea"), as: Whole<TimerView>.self)
        #expect(whole.json["colour"]?.string == "green")
    }

    @Test func refusal() throws {
        let server = try FakeServer([[.read, .send(Sample.error("conflict"))]])
        let client = try Client.connect(path: server.path)
        let error = #expect(throws: ClientError.self) { try client.call(RestSkip()) }
        guard case .refused(let refusal)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(refusal.data.kind == "conflict")
    }

    /// The reply is lost with the daemon: the client sends the request once more with the same
    /// `request_id`.
    @Test(arguments: [false, true]) func retry(isUnknown: Bool) throws {
        let loss: [FakeServer.Step] = isUnknown ? [.send(Sample.error("unknown"))] : []
        let server = try FakeServer([
            [.read] + loss + [.stopListening(forMs: 120)],
            [.read, .send(Sample.result(Sample.tea, id: 2))],
        ])
        let timer = try Client.connect(path: server.path).call(start)
        #expect(timer.name == "tea")
        let names = try server.received.map {
            try Sample.read($0, as: JSONValue.self)["params"]?["request_id"]?.string
        }
        #expect(names.count == 2)
        #expect(names[0] != nil)
        #expect(names[0] == names[1])
    }

    @Test func whatCantBeRepeatedIsNot() throws {
        let server = try FakeServer([[.read], [.read]])
        let client = try Client.connect(path: server.path)
        #expect(throws: ClientError.self) { try client.call(BackupCreate()) }
        #expect(server.received.count == 1)
    }

    @Test func byHandNothingIsAdded() throws {
        let server = try FakeServer([[.read, .send(Sample.result("[1]"))]])
        let result = try Client.connect(path: server.path).callRaw(
            "timer.start", params: .object(["duration": .integer(5)]))
        #expect(result == .array([.integer(1)]))
        #expect(
            server.received == [
                #"{"jsonrpc":"2.0","id":1,"method":"timer.start","params":{"duration":5}}"#
            ])
    }

    @Test(arguments: ["7", "{}", "not JSON", #"{"id":1,"result":{}}"#, #"{"id":9,"result":{}}"#])
    func breach(_ line: String) throws {
        let server = try FakeServer([[.read, .send(line)]])
        let client = try Client.connect(path: server.path)
        let error = #expect(throws: ClientError.self) { try client.call(RestGet()) }
        guard case .breach? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func nobodyThere() {
        let error = #expect(throws: ClientError.self) {
            try Client.connect(path: "/nonexistent/socket")
        }
        #expect(error?.description.contains("No such file or directory") == true)
    }

    @Test func silence() throws {
        let server = try FakeServer([[.read, .read]])
        let client = try Client.connect(path: server.path, timeoutMs: 30)
        let error = #expect(throws: ClientError.self) { try client.call(RestGet()) }
        guard case .timedOut? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
