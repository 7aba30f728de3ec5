import Glibc
import TestSupport
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

    /// A request that takes long is waited for as long as another client gets an answer, whatever it is.
    @Test(arguments: [Sample.result(Sample.tea), Sample.error("busy")])
    func aLongRequestIsWaitedFor(sign: String) throws {
        let life = FakeServer.Step.serveAnother([.read, .send(sign)])
        let server = try FakeServer([[.read, life, life, life, .send(Sample.result(Sample.tea))]])
        let client = try Client.connect(path: server.path, silenceMs: 60)
        #expect(try client.call(TimerGet(timer: "tea")).id == "k3v9x2m4q7wd")
        #expect(server.received.count == 4)
        #expect(server.received[1...].allSatisfy { $0.contains(#""method":"hello""#) })
    }

    private func silence(_ body: () throws -> Void) -> (afterMs: Int, mayChange: Bool)? {
        let error = #expect(throws: ClientError.self) { try body() }
        guard case .silent(_, let ms, let mayChange)? = error else {
            Issue.record("\(String(describing: error))")
            return nil
        }
        #expect(error?.isPassing == true && error?.mayHaveChanged == mayChange)
        return (ms, mayChange)
    }

    @Test func aDaemonThatGivesNoSignOfLifeIsNotWaitedFor() throws {
        for isChange in [false, true] {
            let server = try FakeServer([[.read, .read]])
            let client = try Client.connect(path: server.path, silenceMs: 80)
            let met = silence {
                _ = isChange ? try client.call(start).id : try client.call(RestGet()).id
            }
            #expect(met?.afterMs == 80 && met?.mayChange == isChange)
            // A change is never sent again: nobody knows whether it is done.
            #expect(server.received.count == 1)
        }
        // Requests by hand are known by their names; others may change anything.
        for (method, mayChange) in [("status", false), ("timer.start", true), ("new.thing", true)] {
            let server = try FakeServer([[.read, .read]])
            let client = try Client.connect(path: server.path, silenceMs: 20)
            let met = silence { _ = try client.callRaw(method, params: .object([:])) }
            #expect(met?.mayChange == mayChange, "\(method)")
        }
    }

    @Test func aSocketThatNobodyEmptiesIsNotWaitedFor() throws {
        let folder = try TemporaryFolder()
        let listener = FakeServer.listen(at: folder.file("s"), backlog: 0)
        defer { close(listener) }
        // The first one waits in the queue, so that there is no room for the second.
        let first = try Client.connect(path: folder.file("s"), silenceMs: 50)
        let met = silence { _ = try Client.connect(path: folder.file("s"), silenceMs: 50) }
        #expect(met?.afterMs == 50 && met?.mayChange == false)
        withExtendedLifetime(first) {}
    }

    @Test func aConnectionThatEndsAmidAChangeLeavesItOpen() throws {
        let server = try FakeServer([[.read]])
        let client = try Client.connect(path: server.path)
        let error = #expect(throws: ClientError.self) { try client.call(BackupCreate()) }
        #expect(error?.mayHaveChanged == true)
        #expect(Failure(error ?? .closed).hint?.contains("trackerctl undo --list") == true)
        #expect(Failure(ClientError.closed).hint?.contains("undo") == false)
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
}
