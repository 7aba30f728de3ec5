import TestSupport
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// Random history of a person with several machines. Everything in it follows from its seed.
final class SyncHistory {
    static let steps = 45

    private enum Step: CaseIterable {
        case request, time, write, read, crash, calendar, join, takeIn, lose, copy, restore, clone,
            update, damage, forget, leave
    }

    private static let weights: [(Step, weight: Int)] = [
        (.request, 58), (.time, 12), (.write, 10), (.read, 11), (.crash, 3), (.calendar, 2),
        (.join, 5), (.takeIn, 1), (.lose, 1), (.copy, 3), (.restore, 2), (.clone, 1),
        (.update, 2), (.damage, 2), (.forget, 1), (.leave, 1),
    ]
    static let maximumMachines = 6
    private static let yearMs: Int64 = 365 * 86_400_000
    /// Kinds whose rows are made only by a person's requests.
    private static let ledgerKinds = [
        "exercise", "log_entry", "measurement", "reminder", "template", "program", "preset",
        "workout", "workout_set", "streak_pause", "goal", "plan", "training_max",
    ]

    /// Copy of a machine's state and of its folder.
    struct Copy {
        let path: String
        let folder: SyncReplicator.Snapshot
    }

    let seed: UInt64
    private var dice: SplitMix
    private var person: SyncPerson
    private(set) var machines: [SyncMachine] = []
    let replicator: SyncReplicator
    /// Rows that a request has made on some machine.
    private(set) var acknowledged: Set<SyncKey> = []
    /// Rows that a request has removed on some machine.
    private(set) var removed: Set<SyncKey> = []
    /// Newest copy of each machine's state, by the machine's name.
    var copies: [String: Copy] = [:]
    /// Number of clones so far.
    var clones = 0
    /// What has happened: a line for each step.
    private(set) var trace: [String] = []
    /// Number of requests that were carried out, by method.
    private(set) var counts: [String: Int] = [:]

    init(seed: UInt64) throws {
        self.seed = seed
        dice = SplitMix(seed: seed)
        person = SyncPerson(dice: SplitMix(seed: seed ^ 0x5eed))
        replicator = SyncReplicator(dice: SplitMix(seed: seed ^ 0xf11e))
        let count = [2, 2, 3, 3, 3, 4, 5].randomElement(using: &dice) ?? 2
        for number in 1...count {
            let years = [0, 0, 0, 2, -2].randomElement(using: &dice) ?? 0
            let library = [0, 1, 1, 2].randomElement(using: &dice) ?? 1
            let machine = try SyncMachine(
                "m\(number)", seed: seed &* 10 &+ UInt64(number), offMs: Int64(years) * Self.yearMs,
                library: library)
            machines.append(machine)
            note(machine, "library \(library)")
            for (method, params) in person.beginning() { _ = try machine.ask(method, params) }
            if number == 1 || chance(60) { try join(machine) }
        }
    }

    func chance(_ percent: Int) -> Bool { number(0...99) < percent }

    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &dice) }

    func pick<Value>(_ values: [Value], or other: Value) -> Value {
        values.randomElement(using: &dice) ?? other
    }

    func note(_ machine: SyncMachine, _ what: String) {
        trace.append("\(machine.name): \(what)")
    }

    func count(_ what: String) { counts[what, default: 0] += 1 }

    func add(_ machine: SyncMachine) { machines.append(machine) }

    // MARK: Steps

    func run() throws {
        for _ in 0..<Self.steps { try takeStep() }
        try SyncEnd(self).check()
    }

    private func takeStep() throws {
        var left = number(0...(Self.weights.reduce(0) { $0 + $1.weight } - 1))
        var step = Step.request
        for (candidate, weight) in Self.weights {
            if left < weight {
                step = candidate
                break
            }
            left -= weight
        }
        let machine = machines[number(0...(machines.count - 1))]
        switch step {
        case .request: try request(machine)
        case .time: passTime(machine)
        case .write: try write(machine)
        case .read: try read(machine)
        case .crash: try crash(machine)
        case .calendar: changeCalendar(machine)
        case .join: try join(machine)
        case .takeIn: try takeIn(machine)
        case .lose: lose(machine)
        case .copy: try copyState(machine)
        case .restore: try restore(machine)
        case .clone: try clone(machine)
        case .update: updateLibrary(machine)
        case .damage: try damage(machine)
        case .forget: try forget(machine)
        case .leave: try leave(machine)
        }
        try endMerge(machine)
        try machine.verify()
    }

    private func keys(_ machine: SyncMachine) throws -> Set<SyncKey> {
        var keys: Set<SyncKey> = []
        for kind in Self.ledgerKinds {
            for id in try machine.ids(of: kind) { keys.insert(SyncKey(kind: kind, id: id)) }
        }
        return keys
    }

    /// Carries out a person's step, and notes in the ledger which rows it makes and removes.
    private func keepingLedger(_ machine: SyncMachine, _ body: () throws -> Bool) throws {
        let before = try keys(machine)
        let isDone = try body()
        let after = try keys(machine)
        removed.formUnion(before.subtracting(after))
        if isDone { acknowledged.formUnion(after.subtracting(before)) }
    }

    func request(_ machine: SyncMachine) throws {
        let (method, params) = try person.request(machine)
        // Progress waits for the end of a merge.
        if machine.bench.engine.isChangeUnfinished,
            method.hasPrefix("challenge.") || method.hasPrefix("streak.")
        {
            return
        }
        try keepingLedger(machine) {
            let isDone = try machine.ask(method, params) != nil
            note(machine, "\(method) \(params)\(isDone ? "" : " (refused)")")
            if isDone { count(method) }
            return isDone
        }
    }

    private func takeIn(_ machine: SyncMachine) throws {
        let day = number(10...28)
        let text =
            "Date,Workout Name,Exercise Name,Set Order,kg,Reps\n"
            + "2024-05-\(day) 10:00:00,W,Squat,0,100,5\n2024-05-\(day) 10:00:00,W,Row,1,60,8\n"
        try keepingLedger(machine) {
            do {
                try machine.bench.commit(machine.bench.open(text))
            } catch is Rejection { return false }
            note(machine, "import of the workout of day \(day)")
            count("import.commit")
            return true
        }
    }

    private func passTime(_ machine: SyncMachine) {
        let minutes = [1, 5, 30, 70, 200, 500, 1500, 3000].randomElement(using: &dice) ?? 1
        note(machine, "\(minutes) min pass")
        machine.bench.advance(ms: Int64(minutes) * 60_000 + Int64(number(0...59_999)))
    }

    private func changeCalendar(_ machine: SyncMachine) {
        if chance(50) {
            let step = Int64(number(-300...300)) * 60_000
            note(machine, "the clock is set by \(step) ms")
            machine.setClock(byMs: step)
        } else {
            let hours = number(-5...5)
            note(machine, "a journey to \(hours) h east")
            machine.travel(to: "Sync/\(hours)", hoursEast: hours)
        }
    }

    private func updateLibrary(_ machine: SyncMachine) {
        guard machine.library == 1 else { return }
        note(machine, "its library is updated")
        count("update of the library")
        machine.update(toLibrary: 2)
    }

    /// Loses a machine, with everything that hasn't reached the others.
    private func lose(_ machine: SyncMachine) {
        guard machines.count > 2 else { return }
        if chance(50) { replicator.gather(from: machine) }
        note(machine, "lost")
        machines.removeAll { $0.name == machine.name }
    }
}
