import FoundationEssentials
import Glibc
import Synchronization
import TestSupport
import Testing
import TrackerAPI
import TrackerCore
import TrackerStore

@testable import TrackerEngine

/// An engine with its own state folder and a clock that is moved by hand. Requests are lines of text, as
/// over the wire.
final class Bench {
    let folder: TemporaryFolder
    private(set) var stateFolder: String
    /// 2026-03-01T08:00:00Z.
    static let firstClock = Moment(
        wallMs: 1_772_352_000_000, bootNs: 5_000_000_000_000, awakeNs: 4_000_000_000_000,
        bootID: "boot-1")
    /// The clock that every call is given.
    var clock = Bench.firstClock
    let dependencies: Dependencies
    private(set) var schema: Schema
    private(set) var engine: Engine
    /// All outputs since `forget`.
    private(set) var published: [Published] = []
    /// The threads of the alerts that the last start asked to close.
    private(set) var endedThreads: Set<String> = []
    private let logged = Logged()
    /// The person's time zone: an hour east of Greenwich at first.
    let place = Place()
    private let reader = MessageReader()
    /// Number of copies of state files.
    private var copies = 0
    private var boots = 1

    /// - Parameters:
    ///   - schema: contents of the database.
    ///   - prepare: prepares the state folder before the first start; `nil` for a new state.
    init(
        seed: UInt64 = 1, schema: Schema = .current,
        prepare: ((String) throws -> Void)? = nil
    ) throws {
        self.schema = schema
        folder = try TemporaryFolder(in: TemporaryFolder.inMemory)
        stateFolder = folder.path + "/state"
        mkdir(folder.path + "/run", 0o700)
        if let prepare {
            try prepare(stateFolder)
        } else if schema.version == Schema.current.version {
            try NewState.make(stateFolder)
        }
        dependencies = Dependencies(
            identity: .init(version: "1.2.3", pid: 4711, startedMs: 1_772_352_000_000),
            zone: place.zone, random: SplitMix(seed: seed))
        // Most tests let time pass in which nobody is there.
        dependencies.configuration.desktop.breakMs = nil
        engine = try Self.open(stateFolder, folder, dependencies, schema, clock, logged)
        take(engine.start(at: clock))
    }

    private static func open(
        _ state: String, _ folder: TemporaryFolder, _ dependencies: Dependencies,
        _ schema: Schema, _ now: Moment, _ logged: Logged
    ) throws -> Engine {
        try Engine(
            stateFolder: state, scratchFolder: folder.path + "/run", dependencies: dependencies,
            schema: schema, at: now, log: { logged.lines.append($0) })
    }

    var log: [String] { logged.lines }

    // MARK: Requests

    /// Sends one line, all of whose calls are one batch. A call that takes long and stands alone is carried
    /// out in the smallest slices possible.
    func send(_ line: String) -> [Reply] {
        let calls: [Call]
        switch reader.read(Array(line.utf8)) {
        case .single(let call) where engine.isLong(call): return [reply(LongCall(call)) {}]
        case .single(let call): calls = [call]
        case .batch(let batch): calls = batch
        }
        let outcome = engine.run(calls, at: clock)
        take(outcome)
        return outcome.replies
    }

    /// - Parameter pause: runs before each slice but the first.
    func reply(_ long: LongCall, pause: () throws -> Void) rethrows -> Reply {
        while true {
            let (reply, outcome) = engine.advance(long, at: clock) { false }
            take(outcome)
            if let reply { return reply }
            try pause()
        }
    }

    /// Sends one call and returns its result.
    ///
    /// - Throws: `Rejection` if the call is refused.
    @discardableResult
    func call(_ method: String, _ params: String = "{}") throws -> JSONValue {
        let replies = send("{\"id\":1,\"method\":\"\(method)\",\"params\":\(params)}")
        return try Self.result(of: #require(replies.first))
    }

    /// A call by itself, read as it comes over the wire.
    func long(_ method: String, _ params: String = "{}") throws -> LongCall {
        let line = "{\"id\":1,\"method\":\"\(method)\",\"params\":\(params)}"
        guard case .single(let call) = reader.read(Array(line.utf8)) else {
            throw Rejection(.internalError, "no single call")
        }
        return LongCall(call)
    }

    /// Names of what a list has, in its order.
    func names(_ list: String, _ params: String = "{}") throws -> [String] {
        let kind = list.prefix { $0 != "." }
        return try call(list, params)["\(kind)s"]?.list.compactMap { $0["name"]?.string } ?? []
    }

    /// Sends many calls of one method in one batch; none may be refused.
    func callEach(_ method: String, _ params: some Sequence<String>) throws {
        let calls = try params.map { try long(method, $0).call }
        let outcome = engine.run(calls, at: clock)
        take(outcome)
        for case .refused(let rejection) in outcome.replies { throw rejection }
    }

    /// Sends a call that must be refused, and returns the refusal.
    func refusal(
        _ method: String, _ params: String = "{}", sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Rejection {
        try #require(throws: Rejection.self, sourceLocation: sourceLocation) {
            try self.call(method, params)
        }
    }

    static func result(of reply: Reply) throws -> JSONValue {
        switch reply {
        case .result(let json), .subscribed(let json, _):
            return try JSONValue(reading: json)
        case .refused(let rejection): throw rejection
        }
    }

    /// The desktop's answer whenever the daemon wakes; `nil` for none.
    var desktop: DesktopState?

    /// Runs a batch without calls, as an alarm does.
    func wake() {
        if let desktop { take(engine.desktopAnswered(desktop, at: clock)) }
        take(engine.run([], at: clock))
    }

    /// Keeps the outputs of an engine function, and settles progress in the smallest slices possible, as the
    /// daemon does when nothing else is to be done.
    func take(_ outcome: Outcome) {
        published += outcome.published
        while engine.isProgressStale, !engine.isChangeUnfinished, !isBusy {
            published += engine.settleProgress(at: clock) { false }.published
        }
    }

    /// True while the daemon has no time to settle progress.
    var isBusy = false

    // MARK: Time

    /// Lets time pass while the daemon works: the daemon wakes at each deadline.
    func advance(ms: Int64) {
        let end = clock.advanced(byMs: ms)
        while let next = nextBootNs, next <= end.bootNs {
            let wait = max(0, next - clock.bootNs)
            clock.bootNs += wait
            clock.awakeNs += wait
            clock.wallMs = end.wallMs - (end.bootNs - clock.bootNs) / nanosecondsPerMs
            let before = engine.nextDeadlines
            wake()
            if engine.nextDeadlines == before { break }
        }
        clock = end
    }

    /// The earlier of both deadlines.
    private var nextBootNs: Int64? {
        let next = engine.nextDeadlines
        let wall = next.wallMs.map { clock.bootNs + ($0 - clock.wallMs) * nanosecondsPerMs }
        return [next.bootNs, wall].compactMap { $0 }.min()
    }

    /// Lets time pass until the clocks show this time, in UTC.
    func advance(to hour: Int64, _ minute: Int64 = 0, day: Int64 = 0) {
        let day = clock.wallMs / 86_400_000 + day
        advance(ms: day * 86_400_000 + (hour * 60 + minute) * 60_000 - clock.wallMs)
    }

    /// Lets time pass without waking the daemon.
    func drift(ms: Int64) { clock = clock.advanced(byMs: ms) }

    /// The machine sleeps: the awake clock stands still.
    func suspend(ms: Int64) {
        clock.wallMs += ms
        clock.bootNs += ms * nanosecondsPerMs
    }

    /// Sets the wall clock.
    func stepWall(ms: Int64) { clock.wallMs += ms }

    /// Reboots the machine after it was off for so long.
    func reboot(offMs: Int64) {
        boots += 1
        clock = Moment(
            wallMs: clock.wallMs + offMs, bootNs: 20_000_000_000, awakeNs: 20_000_000_000,
            bootID: "boot-\(boots)")
    }

    // MARK: Life and death

    /// Ends the daemon in order; `start` must follow.
    func stop() { engine.close(at: clock) }

    /// Starts a daemon on the present state folder.
    ///
    /// - Parameter prepare: runs before the daemon's first change.
    func start(_ prepare: () throws -> Void = {}) throws {
        dependencies.forgetState()
        dependencies.imports = PendingImports()
        dependencies.desktop = nil
        engine = try Self.open(stateFolder, folder, dependencies, schema, clock, logged)
        try prepare()
        let outcome = engine.start(at: clock)
        endedThreads = outcome.endedThreads
        take(outcome)
    }

    func restart() throws {
        stop()
        try start()
    }

    /// Restarts the daemon as a version with another schema.
    func upgrade(to schema: Schema) throws {
        stop()
        self.schema = schema
        try start()
    }

    /// Kills the daemon: the next daemon finds the state as it is on the disk at this moment.
    func crash() throws { stateFolder = try copy(ofFiles: stateFolder) }

    /// Restarts the daemon and copies its closed files.
    ///
    /// - Returns: path of the copy.
    func copyState() throws -> String {
        stop()
        let path = try copy(ofFiles: stateFolder)
        try start()
        return path
    }

    /// Ends the daemon and starts another one on a copy of these files.
    ///
    /// - Parameter prepare: runs before the new daemon's first change.
    func replaceState(by path: String, _ prepare: () throws -> Void = {}) throws {
        stop()
        stateFolder = try copy(ofFiles: path)
        try start {
            isBusy = true
            defer { isBusy = false }
            try prepare()
        }
    }

    /// Copies a state folder's files into a new folder.
    private func copy(ofFiles path: String) throws -> String {
        copies += 1
        let copy = "\(folder.path)/state-\(copies)"
        mkdir(copy, 0o700)
        for name in ["tracker.db", "tracker.db-wal", "reserve"] {
            guard let bytes = try? Data(contentsOf: URL(filePath: "\(path)/\(name)")) else {
                continue
            }
            try bytes.write(to: URL(filePath: "\(copy)/\(name)"))
        }
        return copy
    }

    // MARK: Outputs

    /// Forgets the outputs so far.
    func forget() { published = [] }

    /// The types of the events that subscribers were sent.
    var types: [String] { published.filter(\.audience.hasSubscribers).map(\.event.type) }

    /// The alerts that the person was shown.
    var alerts: [Alert] { published.compactMap(\.alert) }

    /// The data of the newest event of a type.
    func data(of type: String) throws -> JSONValue {
        let event = try #require(published.last { $0.event.type == type }?.event)
        return try JSONValue(reading: event.data)
    }

    /// Requires that journal and tables agree.
    func verify(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let report = try call("journal.verify")
        #expect(report["differences"]?.strings == [], sourceLocation: sourceLocation)
        #expect(report["ok"] == .bool(true), sourceLocation: sourceLocation)
    }
}

/// A time zone that can be changed.
final class Place: Sendable {
    /// A closure that is kept as it is: one that a lock holds by itself is wrapped anew at each look.
    private struct Rule: Sendable {
        let name: String
        let offset: @Sendable (Int64) -> Int
    }

    private let rule = Mutex(Rule(name: "Bench/Here") { _ in 3600 })
    /// The zones that the person was in, by name.
    private let known = Mutex(["Bench/Here": Rule(name: "Bench/Here") { _ in 3600 }])

    var zone: Zone {
        Zone(
            name: { self.rule.withLock { $0.name } },
            named: { name in
                self.known.withLock { $0[name] }.map { rule in
                    Zone(name: { name }, offsetSeconds: rule.offset)
                }
            },
            offsetSeconds: { second in self.rule.withLock { $0 }.offset(second) })
    }

    /// - Parameters:
    ///   - name: the zone's name; unchanged by default.
    ///   - offset: seconds east of Greenwich at an instant.
    func become(_ name: String? = nil, _ offset: @escaping @Sendable (Int64) -> Int) {
        let new = Rule(name: name ?? rule.withLock { $0.name }, offset: offset)
        rule.withLock { $0 = new }
        known.withLock { $0[new.name] = new }
    }
}

private final class Logged {
    var lines: [String] = []
}

extension JSONValue {
    var list: [JSONValue] {
        guard case .array(let values) = self else { return [] }
        return values
    }

    var strings: [String] { list.compactMap(\.string) }

    /// The names of an object's members, sorted; without those of the milliseconds beside moments.
    var members: [String] {
        guard case .object(let members) = self else { return [] }
        return members.keys.filter { name in
            !name.hasSuffix("_ms") || members[String(name.dropLast(3))] == nil
        }.sorted()
    }

    /// The result of an answer, as a later answer gets it.
    var repeated: JSONValue {
        guard case .object(var members) = self else { return self }
        members["repeated"] = .bool(true)
        return .object(members)
    }

    func id(sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
        try #require(self["id"]?.string, sourceLocation: sourceLocation)
    }
}
