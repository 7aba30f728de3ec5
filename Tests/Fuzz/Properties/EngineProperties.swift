import FoundationEssentials
import Glibc
import TestSupport
import TrackerAPI
import TrackerCore
import TrackerEngine
import TrackerStore

/// Whatever lines come, each call gets its answer, nothing is an internal error, events have no gaps, and
/// the journal and the tables agree.
///
/// The input: lines of requests. A line `+9000` lets 9000 milliseconds pass, `z9000` lets the machine sleep
/// for them, `w-9000` steps the wall clock, `r` restarts.
enum EngineProperties {
    static func check(_ bytes: [UInt8]) throws {
        let world = try World()
        defer { world.remove() }
        for line in bytes.split(separator: UInt8(ascii: "\n")).prefix(64) {
            try world.take(Array(line))
        }
        try world.verify()
    }
}

/// An engine with a state for one input.
final class World {
    private static let longestMs: Int64 = 1 << 40

    private let folder: String
    private var engine: Engine
    private(set) var clock: Moment
    /// Number of the newest published event.
    private var seq: Int64 = 0
    private let reader = MessageReader()
    private let writer = ReplyWriter()
    private let dependencies = Dependencies(
        identity: .init(version: "0", pid: 1, startedMs: 0), zone: Zone { _ in 3600 },
        random: Numbers())
    private static let template = try? Template()

    /// - Parameter library: the library that comes with the first start; `nil` for none.
    init(
        at clock: Moment = Moment(
            wallMs: 1_772_352_000_000, bootNs: 5_000_000_000_000, awakeNs: 4_000_000_000_000,
            bootID: "boot"), library: Library? = nil
    ) throws {
        self.clock = clock
        dependencies.library = library
        guard let template = Self.template else { throw Broken("no folder to work in") }
        folder = try template.copy()
        engine = try Self.open(folder, dependencies, clock)
        try note(engine.start(at: clock))
    }

    fileprivate static func open(
        _ folder: String, _ dependencies: Dependencies, _ now: Moment
    ) throws -> Engine {
        try Engine(
            stateFolder: folder, scratchFolder: folder, dependencies: dependencies, at: now
        ) { fatalError("the log says: \($0)") }
    }

    func remove() {
        engine.close(at: clock)
        File.remove(folder)
    }

    func take(_ line: [UInt8]) throws {
        let number = Int64(String(decoding: line.dropFirst(), as: UTF8.self))
        let ms = max(-Self.longestMs, min(number ?? 0, Self.longestMs))
        switch line.first {
        case UInt8(ascii: "+"): clock = clock.advanced(byMs: abs(ms))
        case UInt8(ascii: "w"): clock.wallMs += ms
        case UInt8(ascii: "z"):
            clock.wallMs += abs(ms)
            clock.bootNs += abs(ms) * nanosecondsPerMs
        case UInt8(ascii: "r"):
            engine.close(at: clock)
            engine = try Self.open(folder, dependencies, clock)
            return try note(engine.start(at: clock))
        default:
            try send(line)
            return
        }
        try note(engine.run([], at: clock))
    }

    func verify() throws {
        let line = Array("{\"id\":1,\"method\":\"journal.verify\"}".utf8)
        guard case .single(let call) = reader.read(line),
            case .result(let json)? = engine.run([call], at: clock).replies.first
        else { throw Broken("no verification") }
        try demand(json.contains("\"ok\":true"), json)
    }

    /// Merges lines of another machine. This one shares its rows from then on.
    func merge(_ lines: [String]) throws {
        if !engine.isSharing {
            try note(engine.beginSharing(at: clock))
            var isStamped = false
            while !isStamped {
                let stamped = engine.stampRows(at: clock, while: { true })
                try note(stamped.outcome)
                isStamped = stamped.isOver
            }
        }
        let work = MergeWork(lines, of: "other")
        while !work.isOver { try note(engine.merge(work, at: clock, while: { true })) }
    }

    /// Digest of everything that is shared.
    func sharedDigest() throws -> String { try engine.sharedDigest(at: clock).digest }

    /// Sends one call.
    ///
    /// - Returns: its result; `nil` where it is refused.
    @discardableResult
    func ask(_ method: String, _ params: String = "{}") throws -> Json? {
        let line = "{\"id\":1,\"method\":\"\(method)\",\"params\":\(params)}"
        guard case .result(let json)? = try send(Array(line.utf8)).first else { return nil }
        return try Json(reading: json)
    }

    @discardableResult
    private func send(_ line: [UInt8]) throws -> [Reply] {
        var calls: [Call]
        switch reader.read(line) {
        case .single(let call): calls = [call]
        case .batch(let batch): calls = batch
        }
        // Backups would write to any given path, and be read from there.
        calls.removeAll { call in
            guard case .success(let request) = call.request else { return false }
            return request is BackupCreate || request is BackupRestore
        }
        let outcome = engine.run(calls, at: clock)
        try demand(outcome.replies.count == calls.count, "\(outcome.replies.count) answers")
        for (call, reply) in zip(calls, outcome.replies) { try check(reply, to: call) }
        try note(outcome)
        return outcome.replies
    }

    private func check(_ reply: Reply, to call: Call) throws {
        let line: String
        switch reply {
        case .result(let json), .subscribed(let json, _):
            line = writer.result(json, to: call.id ?? .null)
            try checkResult(json, of: call)
        case .refused(let rejection):
            line = writer.error(rejection, to: call.id ?? .null)
            let mayBe = ![.internalError, .storage, .unknown].contains(rejection.kind)
            try demand(mayBe, "\(rejection.kind): \(rejection.message)")
        }
        try MessageProperties.checkReply(line, to: call.id ?? .null)
    }

    /// Checks that a result has the members of its type, and no others.
    private func checkResult(_ json: String, of call: Call) throws {
        func check<R: Request>(_ request: R) throws {
            let response = try JSONText.value(R.Response.self, from: json)
            let written = try JSONText.of(response)
            let (left, right) = (
                try JSONText.value(JSONValue.self, from: json),
                try JSONText.value(JSONValue.self, from: written)
            )
            try demand(left == right, "\(request.method): \(json) is read as \(written)")
        }
        try check(call.request.get())
    }

    private func note(_ outcome: Outcome) throws {
        for published in outcome.published where published.audience.hasSubscribers {
            let event = published.event
            try demand(event.seq == seq + 1, "\(event.seq) after \(seq)")
            seq = event.seq
            let line = writer.event(event, zone: dependencies.zone)
            try demand(!line.utf8.contains(10), "an event of several lines")
            _ = try JSONDecoder().decode(JSONValue.self, from: Data(line.utf8))
        }
    }
}

/// A state that is made once and copied for each input.
private final class Template: Sendable {
    private let root: TemporaryFolder
    private var state: String { root.file("state") }

    /// Made in memory where possible, since a million commits wear out a disk.
    init() throws {
        let places = [getenv("TMPDIR").map { String(cString: $0) }, "/dev/shm", "/tmp"]
        let place = places.compactMap(\.self).first { access($0, W_OK) == 0 } ?? "/tmp"
        root = try TemporaryFolder(in: place)
        let now = Moment(wallMs: 0, bootNs: 0, awakeNs: 0, bootID: "boot")
        let dependencies = Dependencies(
            identity: .init(version: "0", pid: 1, startedMs: 0), zone: .utc)
        let engine = try World.open(state, dependencies, now)
        engine.close(at: now)
        leftovers = root.path
        atexit { if let root = leftovers { File.remove(root) } }
    }

    func copy() throws -> String {
        let folder = root.file("input")
        File.remove(folder)
        guard mkdir(folder, 0o700) == 0 else { throw Broken("mkdir \(folder)") }
        for name in File.names(in: state) {
            let (from, to) = ("\(state)/\(name)", "\(folder)/\(name)")
            // The reserve is large, and only ever deleted, so a link is enough.
            if name == "reserve" {
                link(from, to)
            } else {
                try FileManager.default.copyItem(atPath: from, toPath: to)
            }
        }
        return folder
    }
}

nonisolated(unsafe) private var leftovers: String?

/// Numbers that give the same ids in each run.
private struct Numbers: RandomNumberGenerator {
    private var state: UInt64 = 1

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ state >> 29
    }
}
