import Glibc
import TestSupport
import TrackerAPI
import TrackerClient
import TrackerCore
import TrackerDaemon
import TrackerEngine
import TrackerStore

/// A fault of those who use the daemon.
package struct Trouble: Error, CustomStringConvertible {
    package let description: String
    package init(_ text: String) { description = text }
}

/// The engine with its library on a state folder. Its clock stands still until it is moved.
package final class HandMovedDaemon {
    private let folder: String
    private let scratch: TemporaryFolder
    private let lock: StateLock
    private let zone: Zone
    private let seed: UInt64
    private let log: (String) -> Void
    private let writer = ReplyWriter()
    private let library: Library
    private let templates: [ShippedTemplate]
    /// Replies that the client hasn't read yet.
    private var replies: [ArraySlice<UInt8>] = []
    private let reader = MessageReader()
    private var engine: Engine
    private var boots = 1
    package private(set) var clock: Moment
    /// Takes the events, in order.
    package var take: (Event) -> Void = { _ in }

    /// - Parameters:
    ///   - fromMs: the moment at which it begins, in milliseconds since 1970.
    ///   - log: gets the lines of its log.
    @MainActor package init(
        folder: String, zone: Zone, seed: UInt64, fromMs: Int64,
        log: @escaping (String) -> Void
    ) throws {
        library = LibraryFile.library(LibraryPaths()) { _ in }
        templates = try LibraryFile.templates()
        self.folder = folder
        self.zone = zone
        self.seed = seed
        self.log = log
        scratch = try TemporaryFolder()
        lock = try StateLock(stateFolder: folder)
        clock = Moment(
            wallMs: fromMs, bootNs: 60_000_000_000, awakeNs: 60_000_000_000, bootID: "made-up-1")
        engine = try Self.open(
            folder, scratch, Self.dependencies(zone, seed, library, templates, clock), clock, log)
        publish(engine.start(at: clock))
    }

    /// The state of an engine that has just begun.
    private static func dependencies(
        _ zone: Zone, _ seed: UInt64, _ library: Library, _ templates: [ShippedTemplate],
        _ now: Moment
    ) -> Dependencies {
        let dependencies = Dependencies(
            identity: .init(version: "1.0.0", pid: Int(getpid()), startedMs: now.wallMs),
            zone: zone, random: SplitMix(seed: seed))
        dependencies.library = library
        dependencies.shippedTemplates = { templates }
        dependencies.parseProgram = { try ProgramLibrary.program($0) }
        return dependencies
    }

    private static func open(
        _ folder: String, _ scratch: TemporaryFolder, _ dependencies: Dependencies, _ now: Moment,
        _ log: @escaping (String) -> Void
    ) throws -> Engine {
        try Engine(
            stateFolder: folder, scratchFolder: scratch.path, dependencies: dependencies, at: now,
            log: log)
    }

    /// Sends one line, as a client does.
    ///
    /// - Throws: the `Rejection` of a request that is refused.
    package func call(_ method: String, _ params: String = "{}") throws {
        let line = "{\"id\":1,\"method\":\"\(method)\",\"params\":\(params)}"
        guard case .single(let call) = reader.read(Array(line.utf8)) else {
            throw Trouble("not one request: \(line)")
        }
        let outcome = engine.run([call], at: clock)
        for case .refused(let rejection) in outcome.replies { throw rejection }
        publish(outcome)
    }

    private func run(_ call: Call) -> (Reply, Outcome) {
        let outcome = engine.run([call], at: clock)
        return (outcome.replies[0], outcome)
    }

    private func finish(_ long: LongCall) -> (Reply, Outcome) {
        while true {
            let (reply, outcome) = engine.advance(long, at: clock) { true }
            if let reply { return (reply, outcome) }
            publish(outcome)
        }
    }

    /// Lets time pass. The engine is woken at each deadline on the way.
    package func advance(toMs end: Int64) throws {
        while let next = nextMs, next <= end {
            move(toMs: max(next, clock.wallMs))
            let before = engine.nextDeadlines
            publish(engine.run([], at: clock))
            guard engine.nextDeadlines != before else { throw Trouble("\(before) is due for ever") }
        }
        move(toMs: end)
    }

    /// The earlier of both deadlines, by the wall clock.
    package var nextMs: Int64? {
        let next = engine.nextDeadlines
        let boot = next.bootNs.map { clock.wallMs + ($0 - clock.bootNs + 999_999) / 1_000_000 }
        return [boot, next.wallMs].compactMap { $0 }.min()
    }

    /// Tells the engine that the zone may be another one.
    package func zoneMayHaveChanged() { publish(engine.calendarChanged(at: clock)) }

    /// The machine is off until a moment.
    package func turnOff(untilMs: Int64) throws {
        engine.close(at: clock)
        boots += 1
        clock = Moment(
            wallMs: untilMs, bootNs: 60_000_000_000, awakeNs: 60_000_000_000,
            bootID: "made-up-\(boots)")
        engine = try Self.open(
            folder, scratch,
            Self.dependencies(zone, seed &+ UInt64(boots), library, templates, clock), clock,
            log)
        publish(engine.start(at: clock))
    }

    package func close() { engine.close(at: clock) }

    private func move(toMs wallMs: Int64) {
        if wallMs > clock.wallMs { clock = clock.advanced(byMs: wallMs - clock.wallMs) }
    }

    private func publish(_ outcome: Outcome) {
        for published in outcome.published where published.audience.hasSubscribers {
            take(published.event)
        }
    }
}

/// A client's way to the daemon and back. Each request is answered as it is sent; long ones are carried out in one
/// piece.
extension HandMovedDaemon: Wire {
    package func send(_ bytes: [UInt8]) throws(ClientError) {
        guard case .single(let call) = reader.read(Array(bytes.dropLast())), let id = call.id else {
            throw .breach("not one call")
        }
        let (reply, outcome) = engine.isLong(call) ? finish(LongCall(call)) : run(call)
        publish(outcome)
        while engine.isProgressStale, !engine.isChangeUnfinished {
            publish(engine.settleProgress(at: clock) { true })
        }
        let text = writer.reply(
            reply, to: id, after: outcome.after[0], day: engine.presentDay(at: clock))
        replies.append(Array(text.utf8)[...])
    }

    package func receiveLine() throws(ClientError) -> ArraySlice<UInt8> {
        guard let line = try receiveLineIfThere() else { throw .closed }
        return line
    }

    package func receiveLineIfThere() throws(ClientError) -> ArraySlice<UInt8>? {
        replies.isEmpty ? nil : replies.removeFirst()
    }
}
