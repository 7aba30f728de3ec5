import GRDB
import Glibc
import Rig
import TestSupport
import TrackerAPI
import TrackerCore
import TrackerEngine

@testable import TrackerStore

/// A violation that a test has found.
struct Finding: Error, CustomStringConvertible {
    var description: String
    init(_ text: String) { description = text }
}

/// A daemon's engine on a state folder, with a clock that is moved by hand.
final class Machine {
    /// Last part of the name of the person's home, which is beside the state folder.
    static let home = "home"

    let stateFolder: String
    private let runFolder: String
    let homeFolder: String
    /// The folder through which rows are shared, where `usesFolder` says so.
    let sharedFolder: String
    /// Whether the machine shares its rows through files, rather than by handing over lines.
    var usesFolder = false
    /// Begins at 2026-03-01T08:00:00Z.
    var clock = Moment(
        wallMs: 1_772_352_000_000, bootNs: 5_000_000_000_000, awakeNs: 4_000_000_000_000,
        bootID: "boot-1")
    private(set) var log: [String] = []
    /// All published events.
    private(set) var published: [Published] = []
    private let dependencies: Dependencies
    private let reader = MessageReader()
    private var living: Engine?
    /// Prefix that distinguishes the request ids from those of earlier daemons.
    private let name: String
    private var lines = 0
    /// The calls of the last line.
    private var line: [Ask] = []
    private var boots = 1
    /// The machine that this one shares its rows with; `nil` for none.
    var companion: Companion?
    /// What is left of the last step with the other machine.
    var pending: [SharingWork] = []
    /// Number of rows in a slice of that work.
    var sliceRows = Int.max
    /// Called after each slice.
    var afterSlice: () throws -> Void = {}
    /// Places of the last rows that the other machine has got, and that have come from it.
    var (given, taken) = (SharedPlace.start, SharedPlace.start)

    /// - Parameter stateFolder: the state's folder, which may be missing, but not the folder above it.
    init(_ stateFolder: String, seed: UInt64, name: String = "") {
        self.name = name
        self.stateFolder = stateFolder
        runFolder = stateFolder + ".run"
        homeFolder = "\(stateFolder).\(Self.home)"
        sharedFolder = homeFolder + "/shared"
        for folder in [runFolder, homeFolder, sharedFolder] { mkdir(folder, 0o700) }
        dependencies = Dependencies(
            identity: .init(version: "1.2.3", pid: 4711, startedMs: clock.wallMs),
            zone: Zone { _ in 3600 }, random: SplitMix(seed: seed))
        dependencies.home = homeFolder
        dependencies.library = Library(fingerprint: "1") {
            let weekly = ["few", "many"].map { id in
                ChallengeTemplate(
                    id: id, kind: .weekly, text: "Log {target} times", measured: Measured(.efforts),
                    target: 1000)
            }
            return Library.Content(
                movements: [], definitions: ProgressDefinitions(challenges: weekly), isWhole: true)
        }
    }

    var engine: Engine {
        get throws {
            guard let living else { throw Finding("the daemon is dead: \(log.suffix(3))") }
            return living
        }
    }

    // MARK: Life

    func open() throws {
        living = nil
        living = try Engine(
            stateFolder: stateFolder, scratchFolder: runFolder, dependencies: dependencies,
            at: clock, log: { [unowned self] in log.append($0) })
    }

    func start() throws {
        try open()
        try takeUp()
    }

    /// Starts the engine after `open`.
    func takeUp() throws {
        if usesFolder { try takeInFolder() }
        take(try engine.start(at: clock))
    }

    func close() {
        living?.close(at: clock)
        living = nil
    }

    /// Ends the daemon at once, and removes its folder.
    func vanish() { living = nil }

    /// Hands the alerts to the hooks at once, as the daemon does.
    func take(_ outcome: Outcome) {
        published += outcome.published
        let alerted = outcome.published.last {
            $0.alert != nil && $0.audience.isNews
                && $0.event.isJournaled
        }
        if let alerted { living?.noteAlerted(upTo: alerted.event.seq) }
    }

    // MARK: Steps

    /// - Returns: the calls and their answers.
    @discardableResult
    func run(_ step: Step) throws -> [(ask: Ask, answer: Reply)] {
        switch step {
        case .ask(let asks):
            lines += 1
            line = asks
            return try ask()
        case .again: return try ask()
        case .pass(let seconds): try advance(ms: seconds * 1000)
        case .suspend(let seconds):
            clock.wallMs += seconds * 1000
            clock.bootNs += seconds * 1_000_000_000
            try wake()
        case .stepWall(let seconds):
            clock.wallMs += seconds * 1000
            take(try engine.clockStepped(byMs: seconds * 1000, at: clock))
        case .moveLog: try? engine.store.checkpoint()
        case .noteAlerts: try engine.noteAlerts(at: clock)
        case .restore:
            guard let newest = try engine.backups.all.first?.path else { break }
            let answers = try send(
                #"{"id":1,"method":"backup.restore","params":{"path":"\#(newest)","confirm":true}}"#
            )
            return answers.map { (Ask("backup.restore"), $0) }
        case .restart, .reboot:
            close()
            if case .reboot = step { reboot(offMs: 30_000) }
            try start()
        case .share: try share()
        case .merge: try mergeCompanion()
        case .newIdentity: try takeNewIdentity()
        }
        return []
    }

    /// Sends the last line again.
    func ask() throws -> [(ask: Ask, answer: Reply)] {
        guard !line.isEmpty else { return [] }
        let texts = line.enumerated().map { $1.json(id: requestID($0)) }
        let text = texts.count == 1 ? texts[0] : "[\(texts.joined(separator: ","))]"
        let answers = try send(text)
        guard answers.count == line.count else {
            throw Finding("\(answers.count) answers to \(text)")
        }
        return Array(zip(line, answers))
    }

    /// The request id of a call in the last line.
    func requestID(_ index: Int) -> String { "\(name)\(lines).\(index)" }

    func send(_ text: String) throws -> [Reply] {
        let calls: [Call] =
            switch reader.read(Array(text.utf8)) {
            case .single(let call): [call]
            case .batch(let batch): batch
            }
        let outcome = try engine.run(calls, at: clock)
        take(outcome)
        return outcome.replies
    }

    func wake() throws { take(try engine.run([], at: clock)) }

    func drift(ms: Int64) { clock = clock.advanced(byMs: ms) }

    private func advance(ms: Int64) throws {
        let end = clock.advanced(byMs: ms)
        while let next = try engine.nextDeadlines.bootNs, next <= end.bootNs {
            let wait = max(0, next - clock.bootNs)
            clock = clock.advanced(byMs: wait / nanosecondsPerMs)
            let before = try engine.nextDeadlines
            try wake()
            if try engine.nextDeadlines == before { break }
        }
        clock = end
    }

    /// Restarts the machine after it was off for a while.
    func reboot(offMs: Int64) {
        boots += 1
        clock = Moment(
            wallMs: clock.wallMs + offMs, bootNs: 20_000_000_000, awakeNs: 20_000_000_000,
            bootID: "boot-\(boots)-\(clock.wallMs)")
    }

    // MARK: Deadlines

    /// Whether no deadline is near, neither a coming one nor one among the published events of a step.
    func isQuiet(since index: Int, after step: Step?, withinMs near: Int64 = 10_000) throws -> Bool
    {
        let isPass = if case .pass? = step { true } else { false }
        let next = try engine.nextDeadlines
        let isFar = !next.isDue(at: clock.advanced(byMs: near))
        return published[index...].allSatisfy { published in
            guard case .deadline = published.event.cause else { return true }
            if isPass { return clock.wallMs - published.event.atMs >= near }
            // An event that isn't late came from sleep.
            return published.lateByMs.map { $0 >= near } ?? true
        } && isFar
    }

    // MARK: State

    /// A number for the whole content of the database.
    func digest() throws -> UInt64 {
        try engine.store.read(at: clock) { Disk.digest($0.db.sqliteConnection) }
    }

    /// Checks the journal against the tables, once for each content of the database.
    func verify(unless verified: inout Set<UInt64>) throws {
        if verified.insert(try digest()).inserted { try verify() }
    }

    /// Checks that the journal and the tables agree.
    func verify() throws {
        let report = try engine.store.read(at: clock) { try $0.verify() }
        guard report.differences.isEmpty else {
            throw Finding("journal.verify: \(report.differences.prefix(3))")
        }
    }
}

extension Published {
    /// The lateness in the event's data; `nil` for none.
    fileprivate var lateByMs: Int64? {
        let parts = event.data.split(separator: "\"late_by_ms\":", maxSplits: 1)
        return parts.count > 1 ? Int64(parts[1].prefix { $0.isNumber }) : nil
    }
}
