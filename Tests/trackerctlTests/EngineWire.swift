import TestSupport
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerEngine

@testable import trackerctl

/// A whole engine in this process, in place of a daemon on its socket. Its clock stands still.
final class EngineWire: Wire {
    private let folder: TemporaryFolder
    private let engine: Engine
    private let now = Moment(
        wallMs: 1_772_352_000_000, bootNs: 5_000_000_000_000, awakeNs: 4_000_000_000_000,
        bootID: "boot")
    private var lines: [ArraySlice<UInt8>] = []

    init() throws {
        folder = try TemporaryFolder(in: TemporaryFolder.inMemory)
        let dependencies = Dependencies(
            identity: .init(version: "1.2.3", pid: 4711, startedMs: 0), zone: Zone { _ in 3600 })
        engine = try Engine(
            stateFolder: folder.file("state"), scratchFolder: folder.path,
            dependencies: dependencies, at: now, log: { _ in })
        _ = engine.start(at: now)
    }

    deinit { engine.close(at: now) }

    func send(_ bytes: [UInt8]) throws(ClientError) {
        guard case .single(let call) = MessageReader().read(Array(bytes.dropLast())),
            let id = call.id
        else { throw .breach("not one call") }
        let outcome = engine.run([call], at: now)
        guard let reply = outcome.replies.first else { throw .closed }
        let writer = ReplyWriter()
        let line =
            switch reply {
            case .result(let json), .subscribed(let json, _):
                writer.result(json, to: id, after: outcome.after[0])
            case .refused(let rejection): writer.error(rejection, to: id)
            }
        lines.append(Array(line.utf8)[...])
    }

    func receiveLine() throws(ClientError) -> ArraySlice<UInt8> {
        guard let line = try receiveLineIfThere() else { throw .closed }
        return line
    }

    func receiveLineIfThere() throws(ClientError) -> ArraySlice<UInt8>? {
        lines.isEmpty ? nil : lines.removeFirst()
    }
}
