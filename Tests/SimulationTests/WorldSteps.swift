import Rig
import TestSupport
import TrackerAPI
import TrackerCore
import TrackerEngine
import TrackerStore

// The effects of the steps of a run.

extension World {
    func take(_ step: Step) throws {
        var dice = Dice(step.seed)
        count("step \(step.kind)")
        note("\(step.kind)")
        switch step.kind {
        case .request: try run([call(&dice)])
        case .batch: try run(calls(&dice, 2...7))
        case .retry: try retry(&dice)
        case .malformed: try sendMalformed(&dice)
        case .advance: try advance(ms: dice.spread(1...200 * dayMs))
        case .late:
            now.pass(
                ns: dice.spread(1...2 * hourMs) * msNs + Int64.random(in: 0..<msNs, using: &dice))
            try run(dice.chance(50) ? [] : calls(&dice, 1...3))
        case .sleep: try sleep(&dice)
        case .setClock: try setClock(&dice)
        case .move:
            model.place = dice.pick(Place.allCases) ?? .utc
            machine.move(to: model.place)
            auditor.move()
            try calendarChanged()
            try run([])
        case .desktop: try askDesktop(&dice)
        case .restart, .crash: try restart(&dice, inOrder: step.kind == .restart)
        case .reboot: try reboot(&dice)
        case .tear: try tear(&dice, nil)
        case .tornStart: try tornStart(&dice)
        case .kill: try killProcess(&dice)
        case .fillDisk:
            guard !machine.isFull else { return }
            fillDisk(reserveBytes: dice.pick([0, 0, 5000, 100_000, 4 << 20]) ?? 0)
        case .heal: heal()
        case .hiccup: try hiccup(&dice, nil)
        case .verify: try verify()
        case .memo: try changeMemos(&dice)
        case .importFile: try importFile(&dice)
        }
        try compare()
        if step.seed.isMultiple(of: 6) { try checkProgress(&dice) }
    }

    /// Ends a run with a check that everything is right, whatever happened before.
    func finish() throws {
        note("finish")
        heal()
        now.pass(ns: 5 * 1_000_000_000)
        try run([])
        try auditor.checkMissed(at: now)
        try verify()
        try verifyJournal()
        try end(inOrder: true)
        now.pass(ns: 1_000_000_000)
        try begin()
        try verify()
        try compare()
        var dice = Dice(UInt64(model.journal.events.count))
        try checkProgress(&dice)
    }

    // MARK: Calls

    private func call(_ dice: inout Dice) -> SimulatedCall {
        let call = dice.call(model)
        if call.requestID?.text != nil {
            sent.append(call)
            if sent.count > 40 { sent.removeFirst() }
        }
        return call
    }

    func calls(_ dice: inout Dice, _ count: ClosedRange<Int>) -> [SimulatedCall] {
        let calls = (0..<Int.random(in: count, using: &dice)).map { _ in call(&dice) }
        return isFaulty ? calls.filter(\.isInside) : calls
    }

    /// Whether something may fail. Calls with effects outside of the state aren't sent among others then,
    /// since they would split the batch into several with different outcomes.
    var isFaulty: Bool { machine.isFull || model.storage.isDegraded }

    /// Sends an earlier call again, or uses its `request_id` for another one.
    private func retry(_ dice: inout Dice) throws {
        let candidates = sent.filter { isCertain($0) }
        guard var call = dice.pick(candidates), let id = call.requestID else { return }
        if dice.chance(20), var other = dice.soundChange(model, otherThan: call.method),
            case .object(var members) = other.params
        {
            members["request_id"] = id
            other.params = .object(members)
            return try run([other])
        }
        if dice.chance(30), case .object(var members) = call.params {
            members["extra"] = .int(Int64.random(in: 0...9, using: &dice))
            call.params = .object(members)
        }
        if model.remembers(id.text ?? "") { count("retried") }
        try run(dice.chance(20) ? [call, call] : [call])
    }

    /// Whether the clocks agree on the age of an earlier call. Where a clock was set and the machine has
    /// rebooted since, it is open whether that is a day.
    private func isCertain(_ call: SimulatedCall) -> Bool {
        guard let id = call.requestID?.text, let earlier = model.remembered[id] else { return true }
        let counted = now.ms(since: earlier.at)
        let real = (now.realNs - earlier.at.realNs) / msNs
        return (counted < dayMs) == (real < dayMs) && now.setMs - earlier.at.setMs < hourMs
    }

    private func sendMalformed(_ dice: inout Dice) throws {
        let lines: [(String, kind: String, field: String?)] = [
            ("{", "parse_error", nil), ("5", "invalid_request", nil),
            ("[]", "invalid_request", nil), ("{}", "invalid_request", "method"),
            (#"{"method":5}"#, "invalid_request", "method"),
            (#"{"id":[],"method":"status"}"#, "invalid_request", "id"),
            (#"{"jsonrpc":"1.0","method":"status"}"#, "invalid_request", "jsonrpc"),
            (#"{"method":"no.such"}"#, "unknown_method", "method"),
            (#"{"method":"rest.skip","parms":{}}"#, "invalid_request", "parms"),
            (#"{"method":"timer.list","params":{"al":true}}"#, "invalid_params", "al"),
            (#"{"method":"rest.skip","params":[]}"#, "invalid_params", "params"),
        ]
        guard let (line, kind, field) = dice.pick(lines) else { return }
        try run(line: line, answers: [.refused(Refusal(kind, field: field))])
    }

    // MARK: Time

    /// Lets time pass with the daemon at work: it wakes for each alarm.
    private func advance(ms: Int64) throws {
        note("advance \(ms) ms")
        let end = now.realNs + ms * msNs
        var tries = 3
        var wakings = 0
        while true {
            let next = try machine.engine.nextDeadlines
            let waits = [
                // Alarms are set in microseconds, rounded up.
                next.bootNs.map { ($0 + 999) / 1000 * 1000 - now.bootNs },
                next.wallMs.map { ($0 - now.wallMs) * msNs - now.realNs % msNs },
            ]
            var wait = waits.compactMap(\.self).min()
            if model.storage.isDegraded {
                // A count that couldn't be carried over a reboot is checked each time it might be over, as
                // long as the wall clock is behind its beginning.
                guard wakings < 25 else { break }
                if tries > 0 { wait = min(wait ?? .max, 5000 * msNs) }
                tries -= 1
            }
            guard let wait, now.realNs + wait <= end else { break }
            now.pass(ns: max(0, wait))
            try run([])
            wakings += 1
            // A month of a reminder that fires each minute shows no more than an hour of it.
            guard wakings < Self.maximumWakings else { return try sleep(ns: end - now.realNs) }
        }
        now.pass(ns: max(0, end - now.realNs))
    }

    private static let maximumWakings = 40

    private func sleep(ns: Int64) throws {
        note("sleep \(ns / msNs) ms")
        now.sleep(ns: max(0, ns))
        now.pass(ns: 20 * msNs)
        try run([])
    }

    private func sleep(_ dice: inout Dice) throws {
        let ms = dice.spread(200...30 * dayMs)
        note("sleep \(ms) ms")
        now.sleep(ns: ms * msNs)
        now.pass(ns: dice.spread(1...50) * msNs)
        try run(dice.chance(60) ? [] : calls(&dice, 1...3))
    }

    private func setClock(_ dice: inout Dice) throws {
        let range = dice.chance(70) ? 1...2 * hourMs : 1...400 * dayMs
        var step = dice.spread(range)
        // The time stays within this century.
        if dice.chance(50) || now.wallMs > 3_000_000_000_000 { step = -step }
        if now.wallMs + step < 1_000_000_000_000 { step = -step }
        note("set the clock by \(step) ms")
        // The system reports only such steps to the daemon.
        let isTold = abs(step) >= 1000
        now.setClock(byMs: step, isKnown: isTold && !isFaulty)
        if isTold { try clockStepped(byMs: step) } else { try calendarChanged() }
        try run([])
    }

    // MARK: Life and death

    /// Lets time pass between two daemons.
    func passDown(_ dice: inout Dice) {
        let ms = dice.spread(10...20 * dayMs)
        note("down for \(ms) ms")
        if dice.chance(15) { now.sleep(ns: ms * msNs) } else { now.pass(ns: ms * msNs) }
        if dice.chance(10) {
            // Within one boot the next daemon finds out by itself.
            let step = dice.spread(1000...2 * hourMs) * (dice.chance(50) ? 1 : -1)
            note("the clock was set by \(step) ms")
            now.setClock(byMs: step, isKnown: !isFaulty)
        }
    }

    func restart(_ dice: inout Dice, inOrder: Bool) throws {
        try end(inOrder: inOrder)
        passDown(&dice)
        try begin()
    }

    /// Restarts the machine after it was off for a while, with a clock that may be wrong.
    func bootAnew(_ dice: inout Dice) {
        let ms = dice.spread(5000...60 * dayMs)
        note("off for \(ms) ms")
        now.sleep(ns: ms * msNs)
        if dice.chance(15) {
            let step = dice.spread(1...2 * hourMs) * (dice.chance(50) ? 1 : -1)
            note("and its clock set by \(step) ms")
            now.setClock(byMs: step, isKnown: false)
        }
        now.boot += 1
        now.bootNs = dice.spread(3000...90_000) * msNs
        now.awakeNs = now.bootNs
    }

    private func reboot(_ dice: inout Dice) throws {
        try end(inOrder: dice.chance(60))
        bootAnew(&dice)
        try begin()
    }

    /// Lets the daemon die between two writes of a batch, or right after it.
    func tear(_ dice: inout Dice, _ given: [SimulatedCall]?) throws {
        guard !isFaulty else { return try restart(&dice, inOrder: false) }
        let calls = given ?? calls(&dice, 1...5)
        if dice.chance(50) { now.pass(ns: dice.spread(1...3 * hourMs) * msNs) }
        let inside = calls.filter(\.isInside)
        machine.tear(beforeChange: Int.random(in: 0...24, using: &dice))
        _ = try outcome(of: inside)
        if machine.endTear() { count("torn batch") } else { try machine.crash() }
        note("died while writing")
        let then = model
        passDown(&dice)
        // The next daemon finds all of the batch or nothing, and a retry does the rest.
        try begin { clues in
            var done = then
            done.clues = clues
            _ = done.run(inside, .fair)
            var undone = then
            undone.asked = done.asked
            return [undone, done]
        }
        let again = inside.filter { $0.requestID != nil && isCertain($0) }
        if !again.isEmpty { try run(again) }
    }

    private func tornStart(_ dice: inout Dice) throws {
        guard !isFaulty else { return try restart(&dice, inOrder: true) }
        try end(inOrder: dice.chance(50))
        if dice.chance(60) { bootAnew(&dice) } else { passDown(&dice) }
        try begin(tearing: Int.random(in: 0...30, using: &dice))
    }

    func hiccup(_ dice: inout Dice, _ given: [SimulatedCall]?) throws {
        guard !isFaulty else { return }
        if dice.chance(40) { now.pass(ns: dice.spread(1...hourMs) * msNs) }
        let isSync = dice.chance(40)
        let number = Int.random(in: 0...(isSync ? 1 : 24), using: &dice)
        let calls = (given ?? calls(&dice, 1...4)).filter(\.isInside)
        machine.fail(at: number, isSync: isSync, twice: dice.chance(50))
        try runFailing(calls)
    }
}
