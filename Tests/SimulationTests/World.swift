import Rig
import TestSupport
import TrackerAPI
import TrackerCore
import TrackerStore

@testable import TrackerEngine

/// A daemon, its model, and the time that passes for both.
final class World {
    let machine: Machine
    var model: Model
    let auditor = Auditor()
    /// What the desktop answers to what waits for it.
    var answers: Dice
    var announcements = Announcements()
    /// Calls with a `request_id` that may be sent again.
    var sent: [SimulatedCall] = []
    /// Moment at which the disk could be written again; `nil` before.
    private var healedAt: Instant?
    /// Numbers of events that were journaled by a daemon that died before it gave their alerts.
    var untold: [Int64] = []
    /// Whether the last daemon noted which alerts it had given.
    var endedWell = true
    private(set) var isFailing = false
    /// Whether the machine shares its rows with others, which changes nothing else.
    private let isSharing: Bool
    /// Numbers of occurrences, by name.
    private(set) var counts: [String: Int] = [:]
    /// Lines about everything that happened; `nil` unless asked for.
    private(set) var trace: [String]?

    init(seed: UInt64, tracing: Bool) throws {
        var dice = Dice(seed)
        isSharing = seed.isMultiple(of: 2)
        let place = dice.pick(Place.allCases) ?? .utc
        model = Model(at: .beginning, place: place)
        machine = try Machine(seed: dice.next(), at: .beginning, in: place)
        trace = tracing ? [] : nil
        answers = Dice(dice.next())
        model.desktop.isAsked = dice.chance(60)
        machine.asksDesktop = model.desktop.isAsked
        if dice.chance(50) {
            let ringing = dice.ringing()
            model.ringing = ringing
            machine.ring(every: ringing.every, atMost: Int(ringing.atMost))
        }
        try begin(tearing: dice.chance(20) ? Int.random(in: 0...40, using: &dice) : nil)
    }

    var now: Instant {
        get { model.now }
        set { model.now = newValue }
    }

    func note(_ line: @autoclosure () -> String) { trace?.append(line()) }

    func count(_ name: String) { counts[name, default: 0] += 1 }

    // MARK: Batches

    /// Sends calls as one batch, which carries out the due deadlines, too.
    func run(_ calls: [SimulatedCall]) throws {
        try settle(try outcome(of: calls), calls)
        try runDue()
    }

    /// Sends a line as it is.
    func run(line: String, answers: [Expected]) throws {
        note("→ \(line)")
        try settle(try machine.run(line: line, at: now), [], answers: answers)
        try runDue()
    }

    /// Sends calls as one batch, and returns the outcome.
    func outcome(of calls: [SimulatedCall]) throws -> Outcome {
        let texts = calls.map(\.json.description)
        for text in texts { note("→ \(text)") }
        guard !calls.isEmpty else { return try machine.engine.run([], at: now.moment) }
        let line = texts.count == 1 ? texts[0] : "[\(texts.joined(separator: ","))]"
        return try machine.run(line: line, at: now)
    }

    /// Settles progress in the smallest slices, as the daemon does when nothing else is to be done.
    func settleProgress() throws {
        guard !isFaulty else { return }
        var left = 2000
        while try machine.engine.isProgressStale {
            left -= 1
            guard left > 0 else { throw Mismatch("progress is never settled") }
            let outcome = try machine.engine.settleProgress(at: now.moment) { false }
            let actual = try Actual(outcome, after: Int64(model.journal.events.count))
            try settle(actual, [()]) { model, _ in
                model.takeProgress()
                return []
            }
            handOut(outcome)
        }
    }

    /// Runs batches for the due deadlines, as the daemon's alarm does.
    private func runDue() throws {
        var left = 2000
        repeat {
            while try machine.engine.nextDeadlines.isDue(at: now.moment) {
                left -= 1
                guard left > 0 else { throw Mismatch("what is due is due for ever") }
                try settle(try machine.engine.run([], at: now.moment), [])
            }
        } while try answerAwaited()
        // Sometimes the next request comes before progress is settled.
        if !model.seq.isMultiple(of: 4) { try settleProgress() }
        let next = try machine.engine.nextDeadlines
        let expected = try alarmWithDayEnd()
        guard Alarm(bootNs: next.bootNs, wallMs: next.wallMs) == expected else {
            throw Mismatch("the next alarm is \(next) instead of \(expected)")
        }
    }

    /// Possible outcomes of writing a batch, the likeliest first.
    private var storageOutcomes: [StorageOutcome] {
        if isFailing {
            return [.fair, .unknown(applied: false), .unknown(applied: true), .reopened]
        }
        let late: [StorageOutcome] = [.fallsAfter(journaled: false), .fallsAfter(journaled: true)]
        guard model.storage.isDegraded else {
            return machine.isFull
                ? [.fair, .falls(journaled: false), .falls(journaled: true)] + late : [.fair]
        }
        let stays: [StorageOutcome] = [.stays(journaled: false), .stays(journaled: true)]
        // A full disk may still have a little room for a while.
        if machine.isFull {
            return stays + [.recovered] + model.falls.map(StorageOutcome.relapses) + late
        }
        // The daemon tries to write once a second.
        let hasTried = healedAt.map { now.ms(since: $0) >= 1000 } ?? true
        return hasTried ? [.recovered] : [.recovered] + stays
    }

    /// Finds the outcome of writing that explains that of a batch; there must be one.
    ///
    /// - Parameter answers: the expected answers for any outcome, for calls that the model doesn't know.
    func settle(_ outcome: Outcome, _ calls: [SimulatedCall], answers: [Expected] = []) throws {
        let actual = try Actual(outcome, after: Int64(model.journal.events.count))
        guard actual.toldAgain.isEmpty else {
            throw Mismatch("told again, though nobody died: \(actual.toldAgain)")
        }
        try settle(actual, storageOutcomes) { model, written in model.run(calls, written) + answers
        }
        try checkUpdates(actual)
        countReplies(calls, outcome.replies)
        auditor.awaitsDesktop = try machine.engine.awaitsDesktop
        try hear(calls, outcome.replies)
        handOut(outcome)
    }

    /// Takes events that are recorded without a batch.
    func settle(_ events: [Event], _ predict: (inout Model) -> Void) throws {
        try settle(try Actual(journaled: events), [()]) { model, _ in
            predict(&model)
            return []
        }
    }

    func settle<Choice>(
        _ actual: Actual, _ choices: [Choice],
        _ predict: (inout Model, Choice) -> [Expected]
    ) throws {
        var differences: [String] = []
        for choice in choices {
            var candidate = model
            candidate.clues = actual.clues
            let expected = predict(&candidate, choice)
            var difference = actual.difference(from: candidate, expected)
            if choices.count > 1 {
                if difference == nil, try !machine.agrees(with: candidate) {
                    difference = "the database has other small facts"
                }
                // A follow-up that is held back is journaled without an event.
                let isRehearsed = try machine.engine.rehearsedDeadlines != nil
                if difference == nil, isRehearsed != (candidate.storage.afterTold != nil) {
                    difference = "what is due was rehearsed: \(isRehearsed)"
                }
                difference = difference.map { "\(choice): \($0)" }
            }
            guard let difference else {
                if choices.count > 1 { count("\(choice)") }
                return try accept(candidate)
            }
            differences.append(difference)
        }
        for event in actual.events { note("  \(event.event.seq) \(event.event.type)") }
        throw Mismatch(differences.joined(separator: "\n"))
    }

    /// Makes a candidate the model.
    private func accept(_ candidate: Model) throws {
        model = candidate
        for event in model.fresh {
            model.journal.events.append(event)
            count(event.type)
            note("  \(model.journal.events.count) \(event.type) \(event.data)")
            try auditor.note(event, at: now, in: model.place)
            try announcements.note(event)
        }
        try learnIDs()
        model.fresh = []
        model.told = []
        model.clues = []
        model.asked = []
    }

    /// Reads the ids of scheduled occurrences, which no event tells.
    private func learnIDs() throws {
        guard model.nexts.values.contains(where: { $0.id == nil }) else { return }
        let scheduled = try machine.engine.store.read(at: now.moment) {
            try $0.scheduledOccurrences()
        }
        for next in scheduled where model.nexts[next.reminder]?.id == nil {
            guard model.nexts[next.reminder]?.due == next.dueMs else { continue }
            model.nexts[next.reminder]?.id = next.id
        }
    }

    private func countReplies(_ calls: [SimulatedCall], _ answers: [Reply]) {
        for (call, answer) in zip(calls, answers) {
            if case .refused(let rejection) = answer {
                count("\(call.method) \(rejection.kind.rawValue)")
                note("← \(rejection.kind.rawValue): \(rejection.message)")
            } else {
                count(call.method)
            }
        }
    }

    /// Tells the daemon that the zone may have changed.
    func calendarChanged() throws {
        let outcome = try machine.engine.calendarChanged(at: now.moment)
        let actual = try Actual(outcome, after: Int64(model.journal.events.count))
        let hasMoved = model.zone != model.place
        let isNeeded = (hasMoved || model.isMisplaced) && !model.storage.isDegraded
        try settle(actual, machine.isFull && isNeeded ? Self.falls : [.fair]) { model, outcome in
            model.adjust(outcome) {
                guard isNeeded else { return }
                $0.adjustToZone()
                $0.reschedule()
            }
            return []
        }
    }

    /// The possible outcomes of adjusting to clock and zone on a full disk.
    private static let falls: [StorageOutcome] = [
        .fair, .falls(journaled: false), .falls(journaled: true), .fallsAfter(journaled: false),
        .fallsAfter(journaled: true),
    ]

    /// Tells the daemon that the clock was set.
    func clockStepped(byMs step: Int64) throws {
        let outcome = try machine.engine.clockStepped(byMs: step, at: now.moment)
        let actual = try Actual(outcome, after: Int64(model.journal.events.count))
        let isWritten = !model.storage.isDegraded
        try settle(actual, machine.isFull && isWritten ? Self.falls : [.fair]) { model, outcome in
            model.adjust(outcome) {
                guard isWritten else { return }
                $0.adjustToClock(step)
                $0.reschedule()
            }
            return []
        }
    }

    // MARK: Life and death

    /// Starts a daemon on the present state.
    ///
    /// - Parameters:
    ///   - number: the change of the disk before which it dies, to be started once more.
    ///   - candidates: the possible models by then, by the facts of the events that are in the journal.
    func begin(
        tearing number: Int? = nil, candidates: ((_ clues: [Clue]) -> [Model])? = nil
    ) throws {
        auditor.isUnreachable = false
        if let number {
            var then = model
            machine.tear(beforeChange: number)
            try machine.open(at: now)
            _ = try machine.engine.start(at: now.moment)
            // A start that came to its end dies afterwards, and the alerts that it gave are lost.
            if machine.endTear() { count("torn start") } else { try machine.crash() }
            note("died while starting")
            now.pass(ns: 3_000_000_000)
            return try begin { clues in
                then.clues = clues
                return then.starts
            }
        }
        try machine.open(at: now)
        try takeJournaled(by: candidates ?? { [model] _ in [model] })
        model.device = try machine.engine.store.read(at: now.moment) {
            try $0.meta(.device, as: String.self) ?? ""
        }
        try start()
    }

    private func start() throws {
        let before = Int64(model.journal.events.count)
        let actual = try Actual(try machine.engine.start(at: now.moment), after: before)
        guard try machine.engine.health.recoveredFrom == nil else {
            throw Mismatch("the database is taken for damaged: \(machine.log.suffix(3))")
        }
        try checkToldAgain(actual)
        let toldAgain = Set(actual.toldAgain)
        healedAt = nil
        let falls = machine.isFull ? model.falls : []
        try settle(actual, [nil] + falls) { model, fall in
            model.start(fall)
            return []
        }
        try checkShownAgain(actual, toldAgain)
        endedWell = false
        try share()
        try runDue()
    }

    /// Has each change stamped, so that checks of the journal look at the stamps as well.
    private func share() throws {
        let engine = try machine.engine
        guard isSharing, !engine.isSharing, !machine.isFull, !isFailing else { return }
        _ = engine.beginSharing(at: now.moment)
        _ = engine.stampRows(at: now.moment) { true }
    }

    /// Finds the model after a death at an unknown point: the journal must agree wholly with one of the
    /// candidates.
    private func takeJournaled(by candidates: ([Clue]) -> [Model]) throws {
        let known = Int64(model.journal.events.count)
        let found = try machine.engine.events(since: known, until: .max, limit: 10_000)
        let actual = try Actual(journaled: found)
        let later = now
        var differences: [String] = []
        for var candidate in candidates(actual.clues) where try machine.agrees(with: candidate) {
            if let difference = actual.difference(from: candidate, [], alerts: false) {
                differences.append(difference)
                continue
            }
            untold += candidate.fresh.indices.filter { candidate.fresh[$0].byTime }
                .filter { candidate.fresh[$0].alert != nil }.map { known + Int64($0) + 1 }
            candidate.told = []
            try accept(candidate)
            now = later
            return
        }
        throw Mismatch(
            "the journal holds \(found.map(\.type)) of what was cut off:\n"
                + differences.joined(separator: "\n"))
    }

    /// Ends the daemon, in order or at once.
    func end(inOrder: Bool) throws {
        if inOrder {
            machine.close(at: now)
            endedWell = !machine.isFull && !model.storage.isDegraded
        } else {
            try machine.crash()
            endedWell = false
        }
    }

    // MARK: The disk

    func fillDisk(reserveBytes: Int) {
        healedAt = nil
        model.storage.isFull = true
        machine.fillDisk(reserveBytes: reserveBytes)
    }

    func heal() {
        if machine.isFull { healedAt = now }
        model.storage.isFull = false
        machine.heal()
    }

    /// Runs a batch while the disk fails.
    func runFailing(_ calls: [SimulatedCall]) throws {
        isFailing = true
        defer { isFailing = false }
        let outcome = try outcome(of: calls)
        machine.endFailing()
        try settle(outcome, calls)
        isFailing = false
        try runDue()
    }
}
