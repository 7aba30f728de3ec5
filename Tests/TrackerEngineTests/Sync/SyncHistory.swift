import TestSupport
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// Random history of a person with several machines. Everything in it follows from its seed.
final class SyncHistory {
    static let steps = 45

    private enum Step: CaseIterable {
        case request, time, write, read, crash, calendar, join, takeIn, lose, copy, restore, clone,
            update
    }

    private static let weights: [(Step, weight: Int)] = [
        (.request, 58), (.time, 12), (.write, 10), (.read, 11), (.crash, 3), (.calendar, 2),
        (.join, 5), (.takeIn, 1), (.lose, 1), (.copy, 3), (.restore, 2), (.clone, 1),
        (.update, 2),
    ]
    private static let maximumMachines = 6
    private static let yearMs: Int64 = 365 * 86_400_000
    /// Kinds whose rows are made only by a person's requests.
    private static let ledgerKinds = [
        "exercise", "log_entry", "measurement", "reminder", "template", "program", "preset",
        "workout", "workout_set", "streak_pause",
    ]

    /// Copy of a machine's state.
    private struct Copy {
        let path: String
        /// The machine's id when the copy was made.
        let writer: String
        /// Rows that the machine had acknowledged when the copy was made.
        let acknowledged: Set<SyncKey>
    }

    private let seed: UInt64
    private var dice: SplitMix
    private var person: SyncPerson
    private(set) var machines: [SyncMachine] = []
    /// Names of the machines that share their rows.
    private var joined: Set<String> = []
    private(set) var folder = SyncFolder()
    /// Rows that each machine has acknowledged.
    private var acknowledged: [String: Set<SyncKey>] = [:]
    /// Acknowledged rows that have reached the folder.
    private(set) var reached: Set<SyncKey> = []
    /// Rows that a request has removed on some machine.
    private(set) var removed: Set<SyncKey> = []
    /// Newest copy of each machine's state, by the machine's name.
    private var copies: [String: Copy] = [:]
    /// Number of clones so far.
    private var clones = 0
    /// What has happened: a line for each step.
    private(set) var trace: [String] = []
    /// Number of requests that were carried out, by method.
    private(set) var counts: [String: Int] = [:]

    init(seed: UInt64) throws {
        self.seed = seed
        dice = SplitMix(seed: seed)
        person = SyncPerson(dice: SplitMix(seed: seed ^ 0x5eed))
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
            if number == 1 || chance(60) {
                try machine.share()
                joined.insert(machine.name)
            }
        }
    }

    private func chance(_ percent: Int) -> Bool { number(0...99) < percent }

    private func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &dice) }

    private func note(_ machine: SyncMachine, _ what: String) {
        trace.append("\(machine.name): \(what)")
    }

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
        }
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
        if isDone {
            acknowledged[machine.name, default: []].formUnion(after.subtracting(before))
        }
    }

    /// - Parameter isInMerge: whether a merge is unfinished. Progress waits for its end.
    private func request(_ machine: SyncMachine, isInMerge: Bool = false) throws {
        let (method, params) = try person.request(machine)
        if isInMerge, method.hasPrefix("challenge.") || method.hasPrefix("streak.") { return }
        try keepingLedger(machine) {
            let isDone = try machine.ask(method, params) != nil
            note(machine, "\(method) \(params)\(isDone ? "" : " (refused)")")
            if isDone { counts[method, default: 0] += 1 }
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
            counts["import.commit", default: 0] += 1
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
        counts["update of the library", default: 0] += 1
        machine.update(toLibrary: 2)
    }

    private func crash(_ machine: SyncMachine) throws {
        note(machine, "crash")
        try machine.crash()
    }

    /// Loses a machine, with everything that hasn't reached the folder.
    private func lose(_ machine: SyncMachine) {
        guard machines.count > 2 else { return }
        note(machine, "lost")
        machines.removeAll { $0.name == machine.name }
    }

    // MARK: Sharing

    /// Lets a machine with rows of its own join the others.
    func join(_ machine: SyncMachine) throws {
        guard joined.insert(machine.name).inserted else { return }
        note(machine, "joins")
        machine.beginSharing()
        while true {
            var budget = number(0...5)
            let isOver = try machine.stampRows {
                budget -= 1
                return budget > 0
            }
            try machine.verify()
            if isOver { return }
            if chance(20) { try crash(machine) }
            if chance(40) { try request(machine) }
        }
    }

    private func write(_ machine: SyncMachine) throws {
        guard machine.isReady else { return }
        if chance(10) {
            note(machine, "writes all anew")
            try folder.rewrite(machine)
        } else {
            let isCutOff = chance(10)
            note(machine, isCutOff ? "writes, and crashes" : "writes")
            try folder.write(machine, isCutOff: isCutOff)
            if isCutOff { try machine.crash() }
        }
        hasReached(machine)
    }

    private func hasReached(_ machine: SyncMachine) {
        reached.formUnion(acknowledged[machine.name] ?? [])
    }

    private func read(_ machine: SyncMachine) throws {
        let writer = try machine.writer
        let others = folder.writers.filter { $0 != writer }
        guard machine.isReady, let other = others.randomElement(using: &dice) else { return }
        let isWhole = chance(40)
        let lines =
            isWhole ? folder.unread(by: machine, of: other) : folder.faulty(of: other, &dice)
        let name = folder.name(of: other)
        note(machine, "merges \(lines.count) lines of \(name)")
        var isCutOff = false
        try machine.merge(lines, of: name) {
            chance(70)
        } between: {
            if chance(15) { try request(machine, isInMerge: true) }
            if chance(5) { machine.bench.drift(ms: 1000) }
            if chance(3) {
                try crash(machine)
                isCutOff = true
            }
            if chance(10) { try machine.verify() }
            return !isCutOff
        }
        if isCutOff { folder.forget(reader: machine) }
    }

    /// Lets every machine write.
    ///
    /// - Returns: whether anything in the folder has changed.
    func writeAll() throws -> Bool {
        var hasChanged = false
        for machine in machines {
            if try folder.write(machine) { hasChanged = true }
            hasReached(machine)
        }
        return hasChanged
    }

    /// Lets every machine read everything.
    func readAll() throws {
        for machine in machines {
            let writer = try machine.writer
            for other in folder.writers where other != writer {
                try readWhole(other, machine)
                try machine.verify()
            }
        }
    }

    /// Merges a writer's files as a whole.
    private func readWhole(_ writer: String, _ machine: SyncMachine) throws {
        let lines = folder.unread(by: machine, of: writer)
        try machine.merge(lines, of: folder.name(of: writer))
    }

    // MARK: Copies of states

    private func copyState(_ machine: SyncMachine) throws {
        guard machine.isReady else { return }
        note(machine, "its state is copied")
        copies[machine.name] = Copy(
            path: try machine.bench.copyState(), writer: try machine.writer,
            acknowledged: acknowledged[machine.name] ?? [])
    }

    /// Restores a copy of a machine's state. Rows acknowledged since are lost unless they have reached the folder.
    private func restore(_ machine: SyncMachine) throws {
        guard let copy = copies[machine.name] else { return }
        note(machine, "its state is restored")
        counts["restore", default: 0] += 1
        acknowledged[machine.name] = copy.acknowledged
        folder.forget(reader: machine)
        try machine.restore(copy.path) {
            for writer in folder.writers { try readWhole(writer, machine) }
        }
        guard try machine.writer == copy.writer else {
            note(machine, "it takes a new id")
            counts["restore with a new id", default: 0] += 1
            return
        }
        // The machine's files aren't what this state has written.
        try folder.rewrite(machine)
        hasReached(machine)
    }

    /// Starts a copy of a machine's state as a machine of its own.
    private func clone(_ machine: SyncMachine) throws {
        guard machine.isReady, machines.count < Self.maximumMachines else { return }
        clones += 1
        let name = "c\(clones)"
        note(machine, "cloned as \(name)")
        counts["clone", default: 0] += 1
        let clone = try SyncMachine.clone(of: machine, name, seed: seed ^ UInt64(clones) << 48)
        joined.insert(name)
        acknowledged[name] = acknowledged[machine.name]
        machines.append(clone)
        try clone.verify()
    }
}
