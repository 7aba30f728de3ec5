import GRDB
import TestSupport
import Testing
import TrackerAPI
import TrackerCore
import TrackerStore

@testable import TrackerEngine

/// Failure in a history of several machines.
struct SyncFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Kind and id of a shared row.
struct SyncKey: Hashable, Comparable, CustomStringConvertible {
    let kind: String
    let id: String

    var description: String { "\(kind) \(id)" }

    static func < (left: SyncKey, right: SyncKey) -> Bool {
        (left.kind, left.id) < (right.kind, right.id)
    }
}

/// One of a person's machines: an engine with its own state, clocks, zone and random numbers.
final class SyncMachine {
    /// Size in bytes above which a file in the shared folder is final, so that a few rows need several files.
    private static let finalFileBytes = 4096

    let name: String
    let bench: Bench
    /// The machine's copy of the shared folder, and its work there.
    let disk: SyncDisk
    /// Events that merges have published since `forget`.
    private(set) var merged: [Published] = []
    /// Threads of alerts that merges have ended since `forget`.
    private(set) var endedThreads: Set<String> = []
    /// Number of damaged lines in merges since `forget`.
    private(set) var damaged = 0
    /// The person's time zone.
    private var zone = (name: "Bench/Here", hoursEast: 1)
    /// Version of the library that its daemon has.
    private(set) var library: Int

    /// The machine's present id, as its new stamps have it.
    var writer: String {
        get throws { try bench.engine.store.read(at: bench.clock) { $0.device } }
    }

    var isSharing: Bool { bench.engine.isSharing }

    /// A machine that shares nothing yet.
    ///
    /// - Parameters:
    ///   - offMs: how far its wall clock is ahead of 2026-03-01T08:00:00Z, in milliseconds.
    ///   - library: version of its library.
    ///   - schema: contents of its database.
    init(
        _ name: String, seed: UInt64, offMs: Int64 = 0, library: Int = 0,
        schema: Schema = .current
    ) throws {
        let writer = Identifier.derived(from: "\(name) \(seed)")
        let bench = try Bench(seed: seed, schema: schema)
        bench.dependencies.library = SyncLibrary.version(library)
        _ = try bench.engine.store.perform(at: bench.clock) { try $0.setMeta(.device, writer) }
        // A copy of the state then finds the folder in the home of the copy.
        bench.dependencies.home = bench.folder.path
        bench.dependencies.finalFileBytes = Self.finalFileBytes
        bench.stepWall(ms: offMs)
        try bench.restart()
        bench.forget()
        (self.name, self.bench, self.library) = (name, bench, library)
        disk = SyncDisk(bench.folder.file("shared"), bench)
        try File.makeFolder(disk.path)
    }

    /// A machine that shares its rows from the beginning.
    static func sharing(
        _ name: String, seed: UInt64, offMs: Int64 = 0, library: Int = 0,
        schema: Schema = .current
    ) throws -> SyncMachine {
        let machine = try SyncMachine(
            name, seed: seed, offMs: offMs, library: library, schema: schema)
        try machine.share()
        return machine
    }

    /// A machine with a copy of another one's state.
    ///
    /// - Parameter prepare: runs before its first change.
    static func clone(
        of original: SyncMachine, _ name: String, seed: UInt64,
        _ prepare: (SyncMachine) throws -> Void = { $0.takeNewIdentity(.life) }
    ) throws -> SyncMachine {
        let machine = try SyncMachine(
            name, seed: seed, library: original.library, schema: original.bench.schema)
        machine.travel(to: original.zone.name, hoursEast: original.zone.hoursEast)
        machine.bench.clock = original.bench.clock
        try machine.bench.replaceState(by: original.bench.copyState()) {
            try prepare(machine)
        }
        return machine
    }

    // MARK: Requests

    /// Carries out a person's request.
    ///
    /// - Returns: the result; `nil` where it was refused.
    @discardableResult
    func ask(_ method: String, _ params: String = "{}") throws -> JSONValue? {
        do {
            return try bench.call(method, params)
        } catch let rejection as Rejection where rejection.kind != .internalError {
            return nil
        }
    }

    /// Carries out a request that mustn't be refused.
    @discardableResult
    func call(_ method: String, _ params: String = "{}") throws -> JSONValue {
        try bench.call(method, params)
    }

    /// Sets the wall clock and tells the daemon.
    func setClock(byMs step: Int64) {
        bench.stepWall(ms: step)
        bench.take(bench.engine.clockStepped(byMs: step, at: bench.clock))
        bench.wake()
    }

    /// Moves the person to another time zone.
    func travel(to zone: String, hoursEast: Int) {
        self.zone = (zone, hoursEast)
        bench.place.become(zone) { _ in hoursEast * 3600 }
        bench.take(bench.engine.calendarChanged(at: bench.clock))
    }

    /// Updates the library to a newer version.
    func update(toLibrary version: Int) {
        guard version > library else { return }
        library = version
        bench.dependencies.library = SyncLibrary.version(version)
        bench.take(bench.engine.updateFromLibrary(at: bench.clock))
    }

    /// Ends the daemon at once, and starts another one from the disk.
    func crash() throws { try disk.crash() }

    /// Replaces the state with an earlier copy, made when the rows had their stamps.
    ///
    /// - Parameter read: called before the first change, to read the shared folder.
    func restore(_ copy: String, _ read: () throws -> Void) throws {
        try bench.replaceState(by: copy, read)
    }

    func takeNewIdentity(_ why: SyncIdentity.Reason) {
        bench.take(bench.engine.takeNewIdentity(why, at: bench.clock))
    }

    /// Forgets what the merges so far have published.
    func forget() {
        bench.forget()
        (merged, endedThreads, damaged) = ([], [], 0)
    }

    // MARK: Sharing

    /// Starts sharing all rows, at once.
    func share() throws {
        beginSharing()
        while try !stampRows(while: { true }) {}
    }

    func beginSharing() { bench.take(bench.engine.beginSharing(at: bench.clock)) }

    /// Gives rows their first stamps, for one slice.
    ///
    /// - Returns: whether all rows have their first stamps.
    func stampRows(while hasTime: () -> Bool) throws -> Bool {
        let (isOver, _, outcome) = bench.engine.stampRows(at: bench.clock, while: hasTime)
        bench.take(outcome)
        return isOver
    }

    func endSharing() { bench.take(bench.engine.endSharing(at: bench.clock)) }

    /// Lines of the rows after a place, and the place of the last row.
    func lines(
        after place: SharedPlace = .start, limit: Int = .max
    ) throws -> (lines: [String], last: SharedPlace) {
        try bench.engine.sharedLines(after: place, limit: limit, at: bench.clock)
    }

    /// Lines of the rows of some kinds.
    func lines(of kinds: String...) throws -> [String] {
        try lines().lines.filter { SharedLine($0).map { kinds.contains($0.kind) } ?? false }
    }

    /// Merges another machine's lines.
    ///
    /// - Parameters:
    ///   - hasTime: whether the slice has time left.
    ///   - between: called between two slices; returns whether to continue the merge.
    func merge(
        _ lines: [String], of machine: String, while hasTime: () -> Bool = { true },
        between: () throws -> Bool = { true }
    ) throws {
        let work = MergeWork(lines, of: machine)
        var slices = 0
        while !work.isOver {
            let outcome = bench.engine.merge(work, at: bench.clock, while: hasTime)
            merged += outcome.published
            endedThreads.formUnion(outcome.endedThreads)
            bench.take(outcome)
            slices += 1
            guard slices < 100_000 else { throw SyncFailure("a merge on \(name) doesn't end") }
            guard try work.isOver || between() else { break }
        }
        damaged += work.damaged
    }

    /// Merges everything that another machine knows.
    func merge(_ other: SyncMachine) throws { try merge(other.lines().lines, of: other.name) }

    // MARK: Rows

    /// Rows of one machine.
    struct Rows {
        /// Shared columns of the rows. What nobody has changed of a library's row follows the version of the library.
        var shared: [SyncKey: [String: Cell]] = [:]
        /// Rows that are live on this machine alone.
        var live: Set<SyncKey> = []
    }

    /// All rows of the shared kinds.
    func rows() throws -> Rows {
        try bench.engine.store.read(at: bench.clock) { transaction in
            var rows = Rows()
            for table in transaction.tables {
                try transaction.eachRow(ofTable: table, after: "") { entity in
                    try Self.note(entity, &rows)
                    return true
                }
            }
            return rows
        }
    }

    private static func note<E: StoredEntity>(_ entity: E, _ rows: inout Rows) throws {
        guard let sharing = E.sharing else { return }
        let key = SyncKey(kind: E.table, id: entity.id)
        if sharing.isShared(entity), (entity as? Occurrence)?.isLive != true {
            rows.shared[key] = try sharing.columns(of: entity)
        } else {
            rows.live.insert(key)
        }
    }

    /// Ids of a table's rows, sorted.
    func ids(of table: String) throws -> [String] {
        try bench.engine.store.read(at: bench.clock) { transaction in
            var ids: [String] = []
            try transaction.eachRow(ofTable: table, after: "") { entity in
                ids.append(entity.id)
                return true
            }
            return ids.sorted()
        }
    }

    /// An entity by its id; `nil` for none.
    func entity<E: StoredEntity>(_ kind: E.Type, _ id: String) throws -> E? {
        try bench.engine.store.read(at: bench.clock) { try $0.entity(kind, id: id) }
    }

    /// Shared columns of an entity; empty if there is none.
    func columns<E: StoredEntity>(of kind: E.Type, _ id: String) throws -> [String: Cell] {
        guard let sharing = E.sharing, let entity = try entity(kind, id) else { return [:] }
        return try sharing.columns(of: entity)
    }

    /// What is known of a shared row besides its table; `nil` for nothing.
    func entry<E: StoredEntity>(_ kind: E.Type, _ id: String) throws -> SharedEntry? {
        try bench.engine.store.read(at: bench.clock) { try $0.entry(kind, id: id) }
    }

    func held() throws -> [SharedEntry.Place: Int] {
        try bench.engine.store.read(at: bench.clock) { try $0.heldCounts() }
    }

    /// Rows that are still unsettled.
    func unsettled() throws -> [String] {
        try bench.engine.store.read(at: bench.clock) { transaction in
            var rows: [String] = []
            try transaction.forEachUnsettled(after: ("", ""), limit: 100) { entry in
                rows.append("\(entry.kind) \(entry.id) \(entry.place.rawValue)")
                return true
            }
            return rows
        }
    }

    func digest() throws -> String { try bench.engine.sharedDigest(at: bench.clock).digest }

    // MARK: Checks

    /// Requires that the journal, the tables and the shared rows agree. The check may have to wait for the end of a
    /// merge, since progress does.
    func verify() throws {
        let call = try bench.long("journal.verify")
        let (reply, outcome) = bench.engine.advance(call, at: bench.clock) { true }
        bench.take(outcome)
        guard let reply else {
            if bench.engine.isChangeUnfinished { return }
            throw SyncFailure("journal.verify on \(name) has no reply")
        }
        let report = try Bench.result(of: reply)
        guard report["ok"] == .bool(true) else {
            let differences = report["differences"]?.strings ?? []
            throw SyncFailure("\(name): \(differences.joined(separator: "; "))")
        }
        if let fault = bench.log.first(where: { $0.contains("internal error") }) {
            throw SyncFailure("\(name): \(fault)")
        }
    }
}
