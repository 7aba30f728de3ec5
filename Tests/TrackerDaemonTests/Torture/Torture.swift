import Glibc
import Stage
import TestSupport
import TrackerAPI

/// A daemon that is killed again and again while several clients work.
final class Torture {
    struct Figures {
        var cycles = 0
        var acknowledged = 0
        var repeated = 0
        var events: Int64 = 0
        /// Timers that fell due by themselves.
        var finished = 0
        /// Of these, timers alerted again by a later daemon, since the earlier one was killed before it
        /// could note the alert.
        var toldAgain = 0
        var seconds = 0.0
    }

    /// Number of cycles after which the journal is folded and compared with the tables.
    private static let verifyEvery = 20
    private static let progressEverySeconds = 10.0

    private let stage: Stage
    private let seed: UInt64
    private var plan: SplitMix
    private let workers: [TortureWorker]
    private let ledger: TortureLedger
    private var subscriber: TortureSubscriber?
    private var figures = Figures()
    private var lives = 0
    private let began = awakeSeconds()
    private var progressAt: Double
    private var alerts: String { stage.file("alerts") }

    init(_ stage: Stage, seed: UInt64) throws {
        self.stage = stage
        self.seed = seed
        plan = SplitMix(seed: seed)
        workers = (0...4).map {
            TortureWorker(owner: "w\($0)", rests: $0 == 0, seed: seed &+ UInt64($0 + 1) &* 7919)
        }
        ledger = TortureLedger(workers)
        progressAt = began + Self.progressEverySeconds
        try stage.configure(
            """
            [[hooks]]
            on = ["timer.finished"]
            run = ["sh", "-c", "echo $TRACKER_SEQ $LIFE >> \(alerts)"]
            """)
    }

    func run(cycles: Int) throws -> Figures {
        for cycle in 1...cycles {
            do { try runCycle(cycle) } catch { throw failure(error, cycle) }
            if awakeSeconds() > progressAt {
                progressAt += Self.progressEverySeconds
                print("torture: \(cycle) of \(cycles) cycles, \(ledger.seq) events")
            }
        }
        do { try finish() } catch { throw failure(error, cycles) }
        figures.cycles = cycles
        figures.acknowledged = workers.reduce(0) { $0 + $1.acknowledged }
        figures.repeated = workers.reduce(0) { $0 + $1.repeated }
        figures.events = ledger.seq
        figures.seconds = awakeSeconds() - began
        return figures
    }

    private func failure(_ error: any Error, _ cycle: Int) -> TortureFailure {
        TortureFailure(
            "\(error)\nin cycle \(cycle); again: make torture SEED=\(seed) CYCLES=\(cycle)")
    }

    // MARK: A cycle

    private func runCycle(_ cycle: Int) throws {
        if Int.random(in: 1...8, using: &plan) == 1 {
            // The kill comes before the daemon is ready, or just after.
            let daemon = try stage.launch(environment: life())
            usleep(.random(in: 0...20_000, using: &plan))
            return try kill(daemon)
        }
        let daemon = try stage.start(environment: life())
        let checker = try daemon.connect()
        try check(checker, folding: cycle % Self.verifyEvery == 0)
        try connect(to: daemon)
        let goal = Int.random(in: 1...60, using: &plan)
        let inFlight = Int.random(in: 1...8, using: &plan)
        let pause = UInt32.random(in: 0...3000, using: &plan)
        let before = acknowledged
        try work(for: "\(goal) acknowledgements") {
            for worker in workers { try worker.post(inFlight: inFlight) }
            return acknowledged - before >= goal
        }
        usleep(pause)
        try kill(daemon)
    }

    private var acknowledged: Int { workers.reduce(0) { $0 + $1.acknowledged } }

    /// Environment by which a hook knows the daemon that runs it.
    private func life() -> [String: String] {
        lives += 1
        return ["LIFE": "\(lives)"]
    }

    private func connect(to daemon: TestedDaemon) throws {
        subscriber = try TortureSubscriber(daemon, since: subscriber?.seq ?? 0)
        for worker in workers {
            let repeats = Int.random(in: 1...4, using: &plan) == 1 ? 3 : 0
            try worker.connect(to: daemon, repeating: repeats)
        }
    }

    /// Takes replies and events until a condition holds.
    private func work(for what: String, until condition: () throws -> Bool) throws {
        let end = awakeSeconds() + 60
        while try !condition() {
            guard awakeSeconds() < end else { throw StageError("waited in vain for \(what)") }
            var took = try subscriber?.take(ledger.hear) ?? false
            for worker in workers where try worker.take() { took = true }
            if !took { usleep(100) }
        }
    }

    private func kill(_ daemon: TestedDaemon) throws {
        daemon.process.send(SIGKILL)
        let ending = try daemon.process.waitForEnd()
        guard ending == .killed(by: SIGKILL) else {
            throw TortureFailure("it ended by itself: \(ending): \(daemon.process.complaints)")
        }
        for worker in workers { try worker.takeLast() }
        try subscriber?.takeLast(ledger.hear)
    }

    // MARK: Checks

    private func check(_ client: LineClient, folding: Bool) throws {
        let health = try client.call("status")["health"]
        guard health?["storage"] == .string("ok"), health?["recovered_from"] == nil else {
            throw TortureFailure("damaged: \(String(describing: health))")
        }
        try ledger.readOn(client)
        guard folding else { return }
        let report = try client.call("journal.verify", upTo: 120)
        guard report["ok"] == .bool(true) else { throw TortureFailure("\(report)") }
    }

    private func finish() throws {
        let daemon = try stage.start(environment: life())
        let checker = try daemon.connect()
        try check(checker, folding: true)
        try connect(to: daemon)
        for worker in workers { try worker.postRest() }
        try work(for: "the last acknowledgements") { !workers.contains { $0.hasUnanswered } }
        try work(for: "the last deadlines") {
            try ledger.readOn(checker)
            return ledger.pending.isEmpty && ledger.isHeard
        }
        for worker in workers { try worker.checkComplete() }
        try checkAlerts()
        try daemon.stop()
        let last = try stage.start().connect()
        try check(last, folding: true)
        try ledger.readAgain(last)
    }

    /// Checks that each deadline was alerted, and by no daemon twice.
    private func checkAlerts() throws {
        var lives: [Int64: [Substring]] = [:]
        do {
            try wait(upTo: 20, for: "alerts") {
                lives = [:]
                for line in File.lines(alerts) {
                    let parts = line.split(separator: " ")
                    guard parts.count == 2, let seq = Int64(parts[0]) else { continue }
                    lives[seq, default: []].append(parts[1])
                }
                return ledger.finished.allSatisfy { lives[$0] != nil }
            }
        } catch is StageError {
            let missed = ledger.finished.filter { lives[$0] == nil }.sorted()
            throw TortureFailure("nobody was told of \(missed.count) deadlines: \(missed)")
        }
        for seq in ledger.finished {
            let tellers = lives[seq] ?? []
            guard Set(tellers).count == tellers.count else {
                throw TortureFailure("event \(seq) was told twice by one daemon: \(tellers)")
            }
            if tellers.count > 1 { figures.toldAgain += 1 }
        }
        figures.finished = ledger.finished.count
    }
}

/// A subscriber that resumes where it was when the daemon was killed.
final class TortureSubscriber {
    private let client: LineClient
    /// Number of the newest event that it received.
    private(set) var seq: Int64

    init(_ daemon: TestedDaemon, since seq: Int64) throws {
        self.seq = seq
        client = try daemon.connect()
        try client.post("events.subscribe", "{\"since\":\(seq)}")
    }

    /// Takes the events that have come, and returns whether there were any.
    func take(_ hear: (JSONValue) throws -> Void) throws -> Bool {
        var took = false
        while try !client.isSilent() {
            guard let line = try client.line() else { throw StageError("the daemon is gone") }
            let message = try JSONValue(text: line)
            took = true
            if message["id"] != nil {
                guard message["result"] != nil else { throw TortureFailure("\(message)") }
                continue
            }
            guard message["method"] == .string("event"), let event = message["params"],
                event["seq"] == .integer(seq + 1)
            else { throw TortureFailure("after event \(seq) it heard \(message)") }
            seq += 1
            try hear(event)
        }
        return took
    }

    /// Takes the events until the daemon's end.
    func takeLast(_ hear: (JSONValue) throws -> Void) throws {
        do { while try take(hear) {} } catch let failure as TortureFailure { throw failure } catch {
        }
    }
}
