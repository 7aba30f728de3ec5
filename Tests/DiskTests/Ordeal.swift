import Glibc
import TestSupport
import TrackerAPI
import TrackerCore
import TrackerEngine

@testable import TrackerStore

/// The workload on a disk that fails: one call fails in each step, a different one in each round.
final class Ordeal {
    /// The outcome of a step where nothing fails.
    struct Usual: Sendable {
        /// Kinds of the refusals; `nil` for a result.
        let refusals: [Rejection.Kind?]
        /// Types of the events, sorted.
        let events: [String]
        /// Alerts, sorted.
        let alerts: [String]
    }

    private let scratch: TemporaryFolder
    private let disk: FailingDisk
    private let machine: Machine
    /// Whether the note about given alerts may or may not be in the files; either is right until the next
    /// commit.
    private var noteIsOpen = false
    /// Number of calls that failed.
    private(set) var failures = 0

    init(seed: UInt64) throws {
        scratch = try TemporaryFolder(in: TemporaryFolder.inMemory)
        disk = FailingDisk(scratch.path + "/state")
        machine = Machine(scratch.path + "/state", seed: seed)
        guard Workload.isShared(seed) else { return }
        machine.companion = Companion(scratch.path + "/other", seed: ~seed, contends: false)
    }

    // MARK: As usual

    /// The outcome of each step where nothing fails, beginning with the start.
    ///
    /// - Returns: `nil` where a deadline is so close to a step that a second of delay changes their order, or
    ///   where a follow-up comes after a firing that time brings: a firing that is journaled late delays the
    ///   follow-up, perhaps beyond its step.
    static func byDefault(_ steps: [Step], seed: UInt64) throws -> [Usual]? {
        let ordeal = try Ordeal(seed: seed)
        let machine = ordeal.machine
        var byDefault: [Usual] = []
        for step in [nil] + steps.map({ $0 as Step? }) {
            let before = machine.published.count
            let answers = try ordeal.run(step)
            guard try machine.isQuiet(since: before, after: step) else { return nil }
            try ordeal.settle()
            try machine.verify()
            byDefault.append(
                Usual(
                    refusals: answers.map { Self.refusal($0.answer) },
                    events: try ordeal.events(since: before),
                    alerts: ordeal.alerts(since: before)))
        }
        // The script waits for one follow-up, which comes after a firing by request.
        let followUps = machine.published.count {
            $0.audience.hasSubscribers && $0.event.type == "reminder.followed_up"
        }
        return followUps <= 1 ? byDefault : nil
    }

    private func run(_ step: Step?) throws -> [(ask: Ask, answer: Reply)] {
        if let step { return try machine.run(step) }
        try machine.start()
        return []
    }

    /// Lets a second pass, after which the daemon tries to write again.
    private func settle() throws {
        machine.drift(ms: 1000)
        try machine.wake()
    }

    private static func refusal(_ answer: Reply) -> Rejection.Kind? {
        guard case .refused(let rejection) = answer else { return nil }
        return rejection.kind
    }

    /// Events that were published, without those about the failing disk itself.
    private func events(since index: Int) throws -> [String] {
        let fresh = machine.published[index...].filter(\.audience.hasSubscribers)
        return fresh.map(\.event.type)
            .filter { !$0.hasPrefix("storage.") && !Workload.fleeting.contains($0) }.sorted()
    }

    /// Alerts that were given. A daemon that couldn't note which alerts it has given leaves them to the
    /// next one to give again; such alerts up to `told` are left out. Bubbles that are only shown again are
    /// left out, too, since the note decides whether a bubble is shown again or its alert given again.
    private func alerts(since index: Int, told: Int64 = 0) -> [String] {
        var alerts: [String] = []
        for published in machine.published[index...] {
            if [.person, .shown].contains(published.audience) { continue }
            let event = published.event
            if published.audience == .hooks, event.isJournaled, event.seq <= told { continue }
            guard let alert = published.alert, alert.thread != "storage",
                !Workload.fleeting.contains(event.type)
            else { continue }
            alerts.append("\(event.type): \(alert.title)")
        }
        return alerts.sorted()
    }

    // MARK: As it fails

    /// Runs the start and the steps, with a failing call in each of them.
    ///
    /// - Returns: the last step that had so many calls; `nil` for none.
    func run(_ steps: ArraySlice<Step>, _ byDefault: [Usual], _ plan: FailingDisk.Plan) throws
        -> Int?
    {
        var last: Int?
        for (number, step) in ([nil] + steps.map { $0 as Step? }).enumerated() {
            let before = failures
            do {
                try run(step, byDefault[number], plan)
            } catch {
                let name = step.map { "\($0)" } ?? "the start"
                throw Finding(
                    "\(error)\nin step \(number), \(name); failed: \(disk.heal()); "
                        + "log: \(machine.log.suffix(4))")
            }
            if failures > before { last = number }
        }
        return last
    }

    private func run(_ step: Step?, _ byDefault: Usual, _ plan: FailingDisk.Plan) throws {
        let before = machine.published.count
        let seq = step == nil ? 0 : try machine.engine.store.lastSeq
        disk.set(plan)
        let answers = try run(step)
        if plan.lasts { try checkReading() }
        let failed = disk.heal()
        if failed.isEmpty {
            try settle()
        } else {
            failures += 1
            try check(answers, byDefault)
            try settle()
            try checkEffect(answers, since: seq)
            try repeatLine(answers, byDefault)
            if step?.isOfSharing == true { try repeatSharing() }
        }
        try checkHealed()
        let isStart =
            if case .restart? = step { true } else if case .reboot? = step { true } else { false }
        let events = try events(since: before)
        let alerts = alerts(since: before, told: isStart && !failed.isEmpty ? seq : 0)
        guard events == byDefault.events else {
            throw Finding("events \(events) instead of \(byDefault.events); \(answers) \(failed)")
        }
        guard alerts == byDefault.alerts else {
            throw Finding("alerts \(alerts) instead of \(byDefault.alerts); \(failed)")
        }
        if case .noteAlerts? = step, !failed.isEmpty { noteIsOpen = true }
        if !events.isEmpty || isStart { noteIsOpen = false }
        if !failed.isEmpty, !noteIsOpen, failures % 3 == 0 { try checkState() }
    }

    /// Checks that reading requests get answers while the disk fails.
    private func checkReading() throws {
        let answers = try machine.send(#"[{"id":1,"method":"hello"},{"id":2,"method":"status"}]"#)
        guard answers.count == 2 else { throw Finding("no answer to reading") }
        for answer in answers {
            if let kind = Self.refusal(answer), kind != .storage {
                throw Finding("reading is answered \(answer)")
            }
        }
    }

    /// Checks the answers: the usual ones, or one of the two allowed errors.
    private func check(_ answers: [(ask: Ask, answer: Reply)], _ byDefault: Usual) throws {
        for ((ask, answer), byDefault) in zip(answers, byDefault.refusals) {
            let kind = Self.refusal(answer)
            let effect = Methods.byName[ask.method]?.effect
            let mayBe: [Rejection.Kind?] =
                effect == .change ? [byDefault, .storage, .unknown] : [byDefault, .storage]
            guard mayBe.contains(kind) else { throw Finding("\(ask): \(answer)") }
        }
    }

    /// Checks that `storage` means that nothing was changed, and a result that something was.
    private func checkEffect(
        _ answers: [(ask: Ask, answer: Reply)], since seq: Int64
    ) throws {
        let store = try machine.engine.store
        for (index, (ask, answer)) in answers.enumerated() {
            guard Methods.byName[ask.method]?.effect == .change else { continue }
            let id = machine.requestID(index)
            let isThere = try store.read(at: machine.clock) {
                try $0.rememberedRequest(id: id) != nil
            }
            switch Self.refusal(answer) {
            case nil where !isThere: throw Finding("\(ask) was acknowledged, and is lost")
            case .storage? where isThere: throw Finding("\(ask) was refused, and happened")
            default: break
            }
        }
    }

    /// Repeats the calls that weren't acknowledged, as a client does.
    private func repeatLine(_ answers: [(ask: Ask, answer: Reply)], _ byDefault: Usual) throws {
        guard !answers.isEmpty else { return }
        let again = try machine.ask().map { Self.refusal($0.answer) }
        guard again == byDefault.refusals else {
            throw Finding("repeated: \(again) instead of \(byDefault.refusals)")
        }
    }

    /// Goes on with what the disk has interrupted between this machine and the other one.
    private func repeatSharing() throws {
        try machine.goOn()
        guard machine.pending.isEmpty else { throw Finding("it isn't over: \(machine.pending)") }
    }

    /// Checks that the daemon works again after the disk does.
    private func checkHealed() throws {
        let health = try machine.engine.health
        guard !health.isDegraded else { throw Finding("it is still degraded: \(health)") }
        guard health.recoveredFrom == nil else { throw Finding("taken for damaged: \(health)") }
    }

    /// Checks that the files are sound, for this daemon and for the next one.
    private func checkState() throws {
        try machine.verify()
        let digest = try machine.digest()
        let copy = scratch.path + "/copy"
        File.remove(copy)
        mkdir(copy, 0o700)
        for name in ["tracker.db", "tracker.db-wal", "tracker.db-wal.kept", "tracker.db.new"]
        where Files.exists("\(machine.stateFolder)/\(name)") {
            try Recovery.copyFile("\(machine.stateFolder)/\(name)", to: "\(copy)/\(name)")
        }
        let next = Machine(copy, seed: 1)
        next.clock = machine.clock
        try next.open()
        guard try next.digest() == digest, next.log.isEmpty else {
            throw Finding("the next daemon finds another state: \(next.log)")
        }
    }
}
