import Glibc
import TestSupport
import TrackerAPI
import TrackerCore
import TrackerDaemon
import TrackerEngine
import TrackerStore

/// A fault of the year itself.
struct Trouble: Error, CustomStringConvertible {
    let description: String
    init(_ text: String) { description = text }
}

/// The engine with its library on a state folder. Its clock stands still until it is moved.
final class HandMovedDaemon {
    private let folder: String
    private let scratch: TemporaryFolder
    private let lock: StateLock
    private let zone: Zone
    private let seed: UInt64
    private let library = LibraryFile.library(LibraryPaths()) { _ in }
    private let reader = MessageReader()
    private var engine: Engine
    private var boots = 1
    private(set) var clock: Moment
    /// Takes the events, in order.
    var take: (Event) -> Void = { _ in }

    init(folder: String, zone: Zone, seed: UInt64, fromMs: Int64) throws {
        self.folder = folder
        self.zone = zone
        self.seed = seed
        scratch = try TemporaryFolder()
        lock = try StateLock(stateFolder: folder)
        clock = Moment(
            wallMs: fromMs, bootNs: 60_000_000_000, awakeNs: 60_000_000_000, bootID: "made-up-1")
        engine = try Self.open(
            folder, scratch, Self.dependencies(zone, seed, library, clock), clock)
        publish(engine.start(at: clock))
    }

    /// The state of an engine that has just begun.
    private static func dependencies(
        _ zone: Zone, _ seed: UInt64, _ library: Library, _ now: Moment
    ) -> Dependencies {
        let dependencies = Dependencies(
            identity: .init(version: "1.0.0", pid: Int(getpid()), startedMs: now.wallMs),
            zone: zone, random: SplitMix(seed: seed))
        dependencies.library = library
        return dependencies
    }

    private static func open(
        _ folder: String, _ scratch: TemporaryFolder, _ dependencies: Dependencies, _ now: Moment
    ) throws -> Engine {
        try Engine(
            stateFolder: folder, scratchFolder: scratch.path, dependencies: dependencies, at: now,
            log: { say($0) })
    }

    /// Sends one line, as a client does.
    ///
    /// - Throws: the `Rejection` of a request that is refused.
    func call(_ method: String, _ params: String = "{}") throws {
        let line = "{\"id\":1,\"method\":\"\(method)\",\"params\":\(params)}"
        guard case .single(let call) = reader.read(Array(line.utf8)) else {
            throw Trouble("not one request: \(line)")
        }
        let outcome = engine.run([call], at: clock)
        for case .refused(let rejection) in outcome.replies { throw rejection }
        publish(outcome)
    }

    /// Lets time pass. The engine is woken at each deadline on the way.
    func advance(toMs end: Int64) throws {
        while let next = nextMs, next <= end {
            move(toMs: max(next, clock.wallMs))
            let before = engine.nextDeadlines
            publish(engine.run([], at: clock))
            guard engine.nextDeadlines != before else { throw Trouble("\(before) is due for ever") }
        }
        move(toMs: end)
    }

    /// The earlier of both deadlines, by the wall clock.
    var nextMs: Int64? {
        let next = engine.nextDeadlines
        let boot = next.bootNs.map { clock.wallMs + ($0 - clock.bootNs + 999_999) / 1_000_000 }
        return [boot, next.wallMs].compactMap { $0 }.min()
    }

    /// Tells the engine that the zone may be another one.
    func zoneMayHaveChanged() { publish(engine.calendarChanged(at: clock)) }

    /// The machine is off until a moment.
    func turnOff(untilMs: Int64) throws {
        engine.close(at: clock)
        boots += 1
        clock = Moment(
            wallMs: untilMs, bootNs: 60_000_000_000, awakeNs: 60_000_000_000,
            bootID: "made-up-\(boots)")
        engine = try Self.open(
            folder, scratch, Self.dependencies(zone, seed &+ UInt64(boots), library, clock), clock)
        publish(engine.start(at: clock))
    }

    func close() { engine.close(at: clock) }

    private func move(toMs wallMs: Int64) {
        if wallMs > clock.wallMs { clock = clock.advanced(byMs: wallMs - clock.wallMs) }
    }

    private func publish(_ outcome: Outcome) {
        for published in outcome.published where published.audience.hasSubscribers {
            take(published.event)
        }
    }
}
