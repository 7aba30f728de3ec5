import Glibc
import Rig
import Synchronization
import TestSupport
import TrackerAPI
import TrackerCore
import TrackerStore

@testable import TrackerEngine

struct Trouble: Error, CustomStringConvertible {
    let description: String
    init(_ text: String) { description = text }
}

/// The machine of a simulated daemon: its disk, and the engine that is alive now.
final class Machine {
    let folder: TemporaryFolder
    private let disk: FaultyDisk
    private(set) var stateFolder: String
    private var lives = 0
    private var living: Engine?
    let dependencies: Dependencies
    private let reader = MessageReader()
    let place: Shared<Place>
    /// The folder with the disk as it was at the tear; `nil` before a tear.
    private let torn = Shared<String?>(nil)
    private(set) var isFull = false
    private(set) var log: [String] = []

    init(seed: UInt64, at now: Instant, in start: Place) throws {
        folder = try TemporaryFolder(in: TemporaryFolder.inMemory)
        stateFolder = folder.file("state")
        mkdir(folder.file("run"), 0o700)
        disk = FaultyDisk(folder.path)
        let place = Shared(start)
        self.place = place
        dependencies = Dependencies(
            identity: .init(version: "1.2.3", pid: 4711, startedMs: now.wallMs),
            zone: Zone(
                name: { place.value.name }, offsetSeconds: { place.value.offsetSeconds($0) }),
            random: SplitMix(seed: seed))
        dependencies.reloadConfiguration = { ["rest.warn_at"] }
        dependencies.parseProgram = { SimulatedLibrary.program(named: $0) }
        dependencies.soundFault = { $0 == "/gone.wav" ? "No such file or directory" : nil }
        dependencies.library = SimulatedLibrary.library
    }

    var engine: Engine {
        get throws {
            guard let living else { throw Trouble("no daemon is alive") }
            return living
        }
    }

    /// The next end of a day, or time of a report; `nil` for none.
    var dayEndMs: Int64? { get throws { try engine.dayEndMs } }

    func move(to place: Place) { self.place.value = place }

    /// Whether the daemon asks the desktop before it shows a reminder.
    var asksDesktop: Bool {
        get { dependencies.asksDesktop }
        set { dependencies.asksDesktop = newValue }
    }

    /// Has the alerts of timers that are over repeated.
    func ring(every: Int64, atMost: Int) {
        dependencies.configuration.timers.ringAgainMs = every
        dependencies.configuration.timers.ringAtMost = atMost
    }

    // MARK: Life and death

    func open(at now: Instant) throws {
        // A new process knows nothing of the last one's state and imports.
        dependencies.forgetState()
        dependencies.imports = PendingImports()
        dependencies.desktop = nil
        living = try Engine(
            stateFolder: stateFolder, scratchFolder: folder.file("run"), dependencies: dependencies,
            schema: .withMemos, at: now.moment, log: { [unowned self] in log.append($0) })
    }

    func close(at now: Instant) {
        living?.close(at: now.moment)
        living = nil
    }

    /// Ends the daemon at once: the next one finds the disk as it is at this moment.
    func crash() throws {
        lives += 1
        let copy = folder.file("state-\(lives)")
        guard Self.copyState(stateFolder, to: copy) else { throw Trouble("can't copy the state") }
        leave(for: copy)
    }

    private func leave(for copy: String) {
        living = nil
        rename(stateFolder + "/backups", copy + "/backups")
        File.remove(stateFolder)
        stateFolder = copy
    }

    /// Makes a crash come before one of the next changes of the disk. The daemon lives on, but nothing it
    /// does afterwards counts.
    func tear(beforeChange number: Int) {
        lives += 1
        let (from, to) = (stateFolder, folder.file("state-\(lives)"))
        torn.value = nil
        disk.set { faults in
            faults.interruption = .init(after: number) { [torn] in
                if Self.copyState(from, to: to) { torn.value = to }
                return nil
            }
        }
    }

    /// Ends the time in which a tear may come.
    ///
    /// - Returns: whether the tear came, after which the daemon is gone.
    func endTear() -> Bool {
        disk.set { $0.interruption = nil }
        guard let copy = torn.value else { return false }
        torn.value = nil
        leave(for: copy)
        return true
    }

    private static func copyState(_ from: String, to: String) -> Bool {
        guard mkdir(to, 0o700) == 0 else { return false }
        var status = stat()
        if stat(from + "/reserve", &status) == 0 {
            // Only the presence of the reserve, and whether something is in its place, matter.
            if status.st_mode & S_IFMT == S_IFDIR {
                mkdir(to + "/reserve", 0o700)
            } else {
                link(from + "/reserve", to + "/reserve")
            }
        }
        return ["tracker.db", "tracker.db-wal", "tracker.db.new", "tracker.db.new-wal"].allSatisfy {
            access("\(from)/\($0)", F_OK) != 0 || copyFile("\(from)/\($0)", to: "\(to)/\($0)")
        }
    }

    private static func copyFile(_ from: String, to: String) -> Bool {
        let source = Glibc.open(from, O_RDONLY | O_CLOEXEC)
        let target = Glibc.open(to, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer {
            Glibc.close(source)
            Glibc.close(target)
        }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(source, &buffer, buffer.count)
            if count == 0 { return true }
            guard count > 0, write(target, buffer, count) == count else { return false }
        }
    }

    // MARK: The disk

    /// Lets nothing be written from now on except in the space that the reserve frees.
    func fillDisk(reserveBytes: Int) {
        isFull = true
        let reserve = stateFolder + "/reserve"
        disk.fillUp(reserveBytes: reserveBytes)
        disk.set { $0.reserve = access(reserve, F_OK) == 0 ? (reserve, reserveBytes) : nil }
    }

    func heal() {
        isFull = false
        disk.heal()
        rmdir(stateFolder + "/reserve")
    }

    /// Makes one of the next changes of the disk, or one of the next syncs, fail.
    ///
    /// - Parameter twice: whether the change after it fails as well, so that the changes already in the log
    ///   can't be removed.
    func fail(at number: Int, isSync: Bool, twice: Bool) {
        let code = isSync ? FaultyDisk.failedSync : FaultyDisk.failedWrite
        let again = FaultyDisk.Interruption(after: 0) { code }
        disk.set { [disk] faults in
            faults.interruption = .init(after: number, isOfSyncs: isSync) {
                if twice { disk.set { $0.interruption = again } }
                return code
            }
        }
    }

    func endFailing() { disk.set { $0.interruption = nil } }

    // MARK: Batches

    /// Whether the database agrees with a model in the data that no event tells.
    func agrees(with model: Model) throws -> Bool {
        try engine.store.read(at: model.now.moment) { transaction in
            guard try transaction.meta(.boot, as: String.self) == "boot-\(model.boot)" else {
                return false
            }
            return try model.asked.allSatisfy {
                try (transaction.rememberedRequest(id: $0) != nil) == model.remembers($0)
            }
        }
    }

    func run(line: String, at now: Instant) throws -> Outcome {
        let calls: [Call] =
            switch reader.read(Array(line.utf8)) {
            case .single(let call): [call]
            case .batch(let batch): batch
            }
        return try engine.run(calls, at: now.moment)
    }
}

/// A value that a closure may change while others read it.
final class Shared<Value: Sendable>: Sendable {
    private let mutex: Mutex<Value>

    init(_ value: Value) { mutex = Mutex(value) }

    var value: Value {
        get { mutex.withLock { $0 } }
        set { mutex.withLock { $0 = newValue } }
    }
}
