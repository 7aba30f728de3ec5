import ArgumentParser
import Foundation
import TestSupport
import Testing
import TrackerAPI
import TrackerClient
import TrackerCore

@testable import TrackerView
@testable import trackerctl

/// Requests of commands, as they go over the wire.
@Suite struct RequestTests {
    /// Nothing but options shows the status.
    @Test func theProgramAloneShowsTheStatus() throws {
        let server = try FakeServer([[.read, .send(Sample.result(Sample.status()))]])
        var command = try Trackerctl.command(for: ["--socket", server.path])
        try command.run()
        #expect(server.received.count == 1 && server.received[0].contains("\"method\":\"status\""))
    }

    static func wire(of command: some MethodCommand) throws -> (method: String, params: String) {
        try wire(of: command.request())
    }

    static func wire(of request: some Request) throws -> (method: String, params: String) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (
            request.method,
            String(
                decoding: try encoder.encode(decode(JSONValue.self, json(request))),
                as: UTF8.self)
        )
    }
}
