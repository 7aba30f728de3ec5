import TestSupport
import Testing
import TrackerAPI
import TrackerCore
import TrackerStore

@testable import TrackerEngine

/// A machine whose tasks in a real shared folder are carried out at once, with time moved by hand.
final class SyncDisk {
    let bench: Bench
    /// Absolute path of the shared folder.
    let path: String
    /// Words of the tasks that were carried out since `forget`.
    private(set) var tasks: [String] = []
    /// Number of tasks after which the machine is killed; `nil` for never.
    var tasksUntilCrash: Int?
    /// Whether a slice of work has time left.
    var hasTime: () -> Bool = { true }

    /// A machine that shares nothing yet.
    init(_ path: String, _ bench: Bench) {
        self.path = path
        self.bench = bench
    }

    convenience init(_ path: String, seed: UInt64) throws {
        self.init(path, try Bench(seed: seed))
        try bench.call("exercise.create", #"{"name":"Squats","unit":"reps"}"#)
        bench.forget()
    }

    /// A machine that shares its rows through the folder, and is at rest.
    static func enabled(_ path: String, _ name: String, seed: UInt64) throws -> SyncDisk {
        let disk = try SyncDisk(path, seed: seed)
        try disk.enable(name)
        try disk.settle()
        return disk
    }

    var engine: Engine { bench.engine }
    var writer: String { engine.store.device }

    func forget() {
        bench.forget()
        tasks = []
    }

    // MARK: Work

    /// Carries out the next task, or continues other work of the folder.
    ///
    /// - Returns: whether there was any.
    func step() throws -> Bool {
        if let task = engine.nextFolderTask(at: bench.clock), let sync = engine.folderSync {
            tasks.append(task.word)
            let result = sync.folder.perform(task)
            if let left = tasksUntilCrash {
                tasksUntilCrash = left > 1 ? left - 1 : nil
                guard left > 1 else {
                    try crash()
                    return true
                }
            }
            bench.take(engine.finish(result, of: sync, at: bench.clock))
            return true
        }
        guard engine.hasFolderWork else { return false }
        bench.take(engine.advanceFolder(at: bench.clock, while: hasTime))
        return true
    }

    /// Time in milliseconds for which work is waited. What is only looked at again after that isn't waited for.
    private static let patienceMs: Int64 = 600_000

    /// Works until nothing is left to be done, and lets time pass where that is waited for. A folder that can't be used
    /// isn't waited for.
    func settle() throws {
        var listings = 0
        for _ in 1...10_000 {
            let count = tasks.count
            if try step() {
                if tasks.count > count, tasks.last == "list" { listings += 1 }
                // A folder that is listed again and again never comes to rest.
                guard listings < 100 else { break }
                continue
            }
            guard let nextNs = engine.nextFolderNs, engine.folderSync?.retryAtNs == nil else {
                return
            }
            let waitMs = max(0, nextNs - bench.clock.bootNs) / nanosecondsPerMs
            guard waitMs < Self.patienceMs else { return }
            bench.advance(ms: waitMs + 1)
        }
        throw SyncFailure("the folder doesn't come to rest: \(tasks.suffix(10))")
    }

    /// Takes note of changes by others, and works until nothing is left to be done.
    func read() throws {
        engine.folderMayHaveChanged()
        try settle()
    }

    /// Ends the daemon at once, and starts another one from the disk.
    func crash() throws {
        try bench.crash()
        try bench.start { look() }
    }

    /// Looks at the folder as the daemon does before its first change.
    ///
    /// - Parameter hasTime: whether the start may wait any longer.
    func look(while hasTime: () -> Bool = { true }) {
        guard let folder = engine.folderSync?.folder else { return }
        let wasBusy = bench.isBusy
        bench.isBusy = true
        defer { bench.isBusy = wasBusy }
        let outcome = engine.takeInFolder(
            now: { self.bench.clock }, perform: folder.perform, while: hasTime)
        bench.take(outcome)
    }

    /// Writes a row for the folder.
    @discardableResult
    func log(_ count: Int = 5) throws -> String {
        try bench.call("log.add", #"{"exercise":"squats","count":\#(count)}"#).id()
    }

    func count(of entry: String) throws -> Int64 {
        try engine.store.read(at: bench.clock) {
            try $0.entity(LogEntry.self, id: entry)?.count ?? 0
        }
    }

    func digest() throws -> String { try engine.sharedDigest(at: bench.clock).digest }

    // MARK: Calls

    /// Sends a call that may wait for the folder.
    @discardableResult
    func call(_ method: String, _ params: String = "{}") throws -> JSONValue {
        let long = try bench.long(method, params)
        var left = 10_000
        let reply = try bench.reply(long) {
            left -= 1
            guard left > 0 else { throw SyncFailure("\(method) doesn't end: \(tasks.suffix(10))") }
            guard long.isAsleep, try !self.step() else { return }
            let nextNs = try #require(self.engine.nextFolderNs, "\(method) waits for nothing")
            let waitNs = max(0, nextNs - self.bench.clock.bootNs)
            self.bench.advance(ms: waitNs / nanosecondsPerMs + 1)
        }
        return try Bench.result(of: reply)
    }

    func refusal(_ method: String, _ params: String = "{}") throws -> Rejection {
        try #require(throws: Rejection.self) { try self.call(method, params) }
    }

    @discardableResult
    func enable(_ name: String, confirm: Bool = true) throws -> JSONValue {
        try call(
            "sync.enable", #"{"folder":"\#(path)","name":"\#(name)","confirm":\#(confirm)}"#)
    }

    // MARK: Files

    var folder: String { "\(path)/\(writer)" }

    /// Names of this machine's log files.
    var files: [String] { File.names(in: folder).filter { $0.hasSuffix(".log") } }

    /// Number of events of a type since `forget`.
    func told(_ type: EventType) -> Int { bench.types.filter { $0 == type.rawValue }.count }

    func status() throws -> JSONValue { try bench.call("sync.status") }
}

extension FolderTask {
    fileprivate var word: String {
        switch self {
        case .open: "open"
        case .list: "list"
        case .read: "read"
        case .write: "write"
        case .note: "note"
        case .remove: "remove"
        case .removeMachine: "remove machine"
        }
    }
}

/// Two machines that share a folder.
struct DiskPair {
    let temporary: TemporaryFolder
    let here: SyncDisk
    let there: SyncDisk

    init() throws {
        temporary = try TemporaryFolder(in: TemporaryFolder.inMemory)
        let path = temporary.file("shared")
        here = try .enabled(path, "here", seed: 1)
        there = try .enabled(path, "there", seed: 2)
        try exchange()
        forget()
    }

    var both: [SyncDisk] { [here, there] }

    func forget() { for machine in both { machine.forget() } }

    /// Lets both machines read until they know the same.
    func exchange(sourceLocation: SourceLocation = #_sourceLocation) throws {
        for _ in 1...8 {
            let former = try both.map { try $0.digest() }
            for machine in both { try machine.read() }
            let digests = try both.map { try $0.digest() }
            if digests == former, digests[0] == digests[1] {
                for machine in both { try machine.bench.verify() }
                return
            }
        }
        Issue.record("the two don't come to the same", sourceLocation: sourceLocation)
    }
}
