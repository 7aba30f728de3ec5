import TestSupport
import TrackerAPI
import TrackerCore

@testable import TrackerEngine

/// End of a history: all machines exchange everything, and must have the same.
struct SyncEnd {
    static let maximumRounds = 10
    private static let localKinds: Set<String> = ["timer", "do_not_disturb", "announcement"]
    /// Requests whose results follow from rows, time and zone.
    private static let figures: [SyncPerson.Request] = [
        ("streak.get", "{}"), ("level.get", "{}"), ("achievement.list", "{}"),
        ("record.list", "{}"), ("report.get", #"{"period":"month"}"#),
    ]

    private let history: SyncHistory

    init(_ history: SyncHistory) { self.history = history }

    private var machines: [SyncMachine] { history.machines }

    func check() throws {
        for machine in machines { try history.join(machine) }
        try updateLibraries()
        try meetInTime()
        try comeToRest()
        try checkFolders()
        try checkRows()
        try checkLedger()
        try checkFigures()
    }

    /// Updates all libraries. Otherwise an older machine would hold what names an exercise of a newer library.
    private func updateLibraries() throws {
        for machine in machines {
            machine.update(toLibrary: SyncLibrary.newest)
            try machine.verify()
        }
    }

    /// Sets all clocks to the same time, in the same zone.
    private func meetInTime() throws {
        let end = machines.map(\.bench.clock.wallMs).max() ?? 0
        for machine in machines {
            let step = end + 60_000 - machine.bench.clock.wallMs
            machine.setClock(byMs: step)
            machine.travel(to: "Sync/End", hoursEast: 1)
            machine.bench.wake()
            try machine.verify()
        }
    }

    private func comeToRest() throws {
        for _ in 1...Self.maximumRounds {
            var hasChanged = false
            for machine in machines {
                if try history.exchange(machine) { hasChanged = true }
                try machine.verify()
            }
            if !hasChanged { return }
        }
        throw SyncFailure(
            "the machines don't come to rest in \(Self.maximumRounds) rounds: "
                + history.replicator.newest)
    }

    /// Checks that every machine works with its folder, has read everything there, and has written everything.
    private func checkFolders() throws {
        for machine in machines {
            let status = try machine.call("sync.status")
            let isOn = status["state"] == .string("on") && status["problem"] == nil
            let left = ["unread", "unwritten", "damaged"].filter { status[$0] != .integer(0) }
            guard isOn, left.isEmpty else {
                let found = try text(status)
                throw SyncFailure("the folder of \(machine.name): \(found)")
            }
        }
    }

    private func checkRows() throws {
        let all = try machines.map { try ($0, $0.rows()) }
        let live = all.reduce(into: Set<SyncKey>()) { $0.formUnion($1.1.live) }
        for (machine, rows) in all {
            let held = try machine.held()
            guard held.isEmpty else { throw SyncFailure("\(machine.name) holds \(held)") }
            let unsettled = try machine.unsettled()
            guard unsettled.isEmpty else {
                throw SyncFailure("unsettled on \(machine.name): \(unsettled)")
            }
            let kinds = Set(try machine.lines().lines.compactMap { SharedLine($0)?.kind })
            guard kinds.isDisjoint(with: Self.localKinds) else {
                throw SyncFailure("\(machine.name) shares \(kinds.sorted())")
            }
            try compare((all[0].0, all[0].1.shared), (machine, rows.shared), except: live)
        }
        // The digest also compares rows that are live on one machine alone.
        let digests = try machines.map { try $0.digest() }
        guard Set(digests).count <= 1 else { throw SyncFailure("digests \(digests)") }
    }

    private func compare(
        _ one: (machine: SyncMachine, rows: [SyncKey: [String: Cell]]),
        _ other: (machine: SyncMachine, rows: [SyncKey: [String: Cell]]),
        except live: Set<SyncKey>
    ) throws {
        for key in Set(one.rows.keys).union(other.rows.keys).subtracting(live).sorted() {
            guard let first = one.rows[key], let second = other.rows[key] else {
                // Settings with all values at their defaults may have a row or none.
                if key.kind == Settings.table { continue }
                let place = one.rows[key] == nil ? one.machine.name : other.machine.name
                throw SyncFailure("\(key) isn't on \(place)")
            }
            for name in Set(first.keys).union(second.keys).sorted()
            where first[name] != second[name] {
                let cells = [first[name], second[name]].map { $0.map { "\($0)" } ?? "none" }
                throw SyncFailure(
                    "\(key), \(name): \(cells[0]) on \(one.machine.name), \(cells[1]) on "
                        + other.machine.name)
            }
        }
    }

    /// Checks that all machines have what was acknowledged and reached the folder, unless a person removed it.
    private func checkLedger() throws {
        let owed = history.acknowledged.intersection(history.replicator.keys())
            .subtracting(history.removed)
        for machine in machines {
            for kind in Set(owed.map(\.kind)) {
                let present = Set(try machine.ids(of: kind))
                let lost = owed.filter { $0.kind == kind && !present.contains($0.id) }
                guard lost.isEmpty else {
                    throw SyncFailure("\(machine.name) has lost \(lost.sorted())")
                }
            }
        }
    }

    private func checkFigures() throws {
        // The exchange took some of them a few milliseconds longer.
        let end = machines.map(\.bench.clock.wallMs).max() ?? 0
        for machine in machines { machine.bench.drift(ms: end - machine.bench.clock.wallMs) }
        for (method, params) in Self.figures {
            var first: JSONValue?
            for (index, machine) in machines.enumerated() {
                let result = try machine.ask(method, params).map(Self.withoutWaiting)
                if index == 0 { first = result }
                guard result != first else { continue }
                let texts = try [first, result].map(text)
                throw SyncFailure(
                    "\(method): \(texts[0]) on \(machines[0].name), \(texts[1]) on "
                        + machine.name)
            }
        }
    }

    private func text(_ value: JSONValue?) throws -> String {
        try value.map { try JSONText.of($0) } ?? "nothing"
    }

    /// A result without reminders and the hours of their answers, since an occurrence may wait on one machine alone,
    /// and without the number of the newest event, since each machine has its own.
    private static func withoutWaiting(_ result: JSONValue) -> JSONValue {
        guard case .object(var members) = result else { return result }
        (members["reminders"], members["hours"], members["seq"]) = (nil, nil, nil)
        return .object(members)
    }
}
